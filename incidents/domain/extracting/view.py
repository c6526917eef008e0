"""A text as the patterns read it, and the way back to the text as it was pasted."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from incidents.scope.names import fold_name

_LINE_BREAKS = frozenset("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")

_FULL_WIDTH_DIGITS = frozenset("０１２３４５６７８９")

#: What a new line begins with that does not go on with the sentence of the line before.
_NEW_ITEM = re.compile(
    r" {0,20}(?:[-*+•·‣–>] |[|#>•]|[0-9]{1,3}[.)、] ?(?![0-9])|[0-9]{1,2}:[0-9]{2}"
    r"|[0-9]{4}-[0-9]{2}|[(（]?[一二三四五六七八九十]{1,3}[)）、])"
)
_EMPHASIS = re.compile(r"[*`]{1,200}")


@dataclass(frozen=True)
class View:
    """The text with widths, spaces and line breaks made alike.

    Full-width forms are ASCII, invisible signs are left out, every space is " ", and a line break
    is a line feed where it ends a paragraph or an item, and " " where a line was merely wrapped.
    Markdown's emphasis is left out where it stands around words; tags stay, as text.
    """

    source: str
    plain: str
    #: Where each character of `plain` stands in the source.
    origins: tuple[int, ...]

    def offsets(self, start: int, end: int) -> tuple[int, int]:
        """Begin and end in the source of a stretch that is not empty."""
        return self.origins[start], self.origins[end - 1] + 1

    def words(self, start: int, end: int) -> str:
        """The words of the source, on one line and without control characters."""
        low, high = self.offsets(start, end)
        return readable(self.source[low:high])

    @cached_property
    def folded(self) -> tuple[str, tuple[int, ...]]:
        """The characters as names are compared, each with its place in `plain`."""
        if self.plain.isascii():
            return self.plain.lower(), tuple(range(len(self.plain)))
        letters: list[str] = []
        places: list[int] = []
        for place, character in enumerate(self.plain):
            # Trimming would take the spaces.
            folded = character if character in " \n" else fold_name(character)
            letters.append(folded)
            places.extend([place] * len(folded))
        return "".join(letters), tuple(places)


def readable(text: str) -> str:
    """The text on one line, without control characters and signs nobody sees."""
    shown = []
    for character in text:
        if character in _LINE_BREAKS or character == "\t":
            shown.append(" ")
        elif unicodedata.category(character) not in ("Cc", "Cf", "Cs"):
            shown.append(character)
    return " ".join("".join(shown).split())


def view_of(text: str) -> View:
    """The text as the patterns read it."""
    characters: list[str] = []
    origins: list[int] = []
    for origin, character in enumerate(text):
        plain = _plain(text, origin, character)
        if plain:
            characters.append(plain)
            origins.append(origin)
    _join_wrapped_lines(characters)
    kept = _without_emphasis("".join(characters))
    return View(
        text,
        "".join(characters[place] for place in kept),
        tuple(origins[place] for place in kept),
    )


def _plain(text: str, origin: int, character: str) -> str:
    """The character as patterns read it; empty for one that is left out."""
    if " " <= character <= "~":
        return character
    if character in _LINE_BREAKS:
        is_first_half = character == "\r" and text[origin + 1 : origin + 2] == "\n"
        return "" if is_first_half else "\n"
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if category in ("Cc", "Zs"):
        return " "
    if character == "\u2212":
        return "-"
    code = ord(character)
    if not 0xFF01 <= code <= 0xFF5E or character in "！？；":
        return character
    if character in "，．" and not _stands_between_full_width_digits(text, origin):
        return character
    return chr(code - 0xFEE0)


def _stands_between_full_width_digits(text: str, origin: int) -> bool:
    before, after = text[max(origin - 1, 0) : origin], text[origin + 1 : origin + 2]
    return before in _FULL_WIDTH_DIGITS and after in _FULL_WIDTH_DIGITS


def _join_wrapped_lines(characters: list[str]) -> None:
    """Make a space of each line break inside a paragraph."""
    lines = "".join(characters).split("\n")
    place = 0
    for line, following in pairwise(lines):
        place += len(line)
        if not _ends_here(line, following):
            characters[place] = " "
        place += 1


def _ends_here(line: str, following: str) -> bool:
    """Whether a line break ends the paragraph or the item."""
    stripped = line.strip()
    return (
        not stripped
        or not following.strip()
        or stripped[0] in "#|"
        or stripped[-1] in ":。！？"
        or _NEW_ITEM.match(following) is not None
    )


def _without_emphasis(text: str) -> list[int]:
    """The places of all characters but the signs of emphasis around words."""
    left_out: set[int] = set()
    for found in _EMPHASIS.finditer(text):
        start, end = found.span()
        before, after = text[max(start - 1, 0) : start], text[end : end + 1]
        parts_a_word = before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
        is_bullet = before in ("", "\n", " ") and after in ("", " ")
        if not parts_a_word and not is_bullet:
            left_out.update(range(start, end))
    return [place for place in range(len(text)) if place not in left_out]
