"""What may stand in an address for an incident."""


class IncidentId:
    """A path converter for the permanent id of an incident: KB-2026-0001."""

    regex = "KB-[0-9]{4}-[0-9]{4,12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
