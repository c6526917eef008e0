"""Which words have been read already, so that a year is not also a count."""


class Claims:
    """The characters of a view that a proposal rests on."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)

    def claim(self, start: int, end: int) -> None:
        self._taken[start:end] = b"\x01" * (end - start)

    def are_free(self, start: int, end: int) -> bool:
        return self._taken.find(1, start, end) < 0
