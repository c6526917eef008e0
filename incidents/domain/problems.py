"""Why something cannot be published."""

from incidents.domain.documents import Problem


class UnableToPublishRevision(ValueError):
    """A draft that must not be published as it is, with everything that speaks against it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems

    @classmethod
    def because(cls, code: str, detail: str) -> "UnableToPublishRevision":
        """With one problem that concerns the whole."""
        return cls([Problem("", code, detail)])
