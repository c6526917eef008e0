"""Names of services and served models that the catalogue knows, as they stand in a text.

A name is found where it stands whole: `GLM-5.3` is not in `GLM-5.3-Flash`. Between Chinese
characters there are no spaces, so a change of script is a border too.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from incidents.domain.extracting.proposal import Doubt, Find, Form, Json, Kind
from incidents.domain.extracting.view import View
from incidents.scope.catalogue import Alias, Catalogue, Entry

_KINDS = {"service": Kind.SERVICE, "model": Kind.MODEL}
_KEY = 2

#: Words that make another model of a name: what stands before them is a near name, if the catalogue
#: does not know the whole.
_VARIANT = re.compile(
    r" ?(?:flash|pro|mini|nano|micro|air|turbo|max|plus|lite|ultra|preview|instruct|thinking|coder"
    r"|vision|chat|base|fast|large|medium|small|reasoning|experimental|distill|[0-9]{1,4}b"
    r"|轻量|极速|闪电|旗舰|专业|标准|增强|高速|预览)(?![a-z])",
    re.ASCII,
)
#: Names that are English words as well: in lower case the word is meant.
_WORDS = frozenset("together fireworks bedrock vertex whisper phoenix".split())


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The folded names of a catalogue, and how long those are that begin alike."""

    meanings: dict[str, tuple[tuple[Kind, Entry, Alias], ...]]
    lengths: dict[str, tuple[int, ...]]


@lru_cache(maxsize=2)
def index_names(catalogue: Catalogue) -> NameIndex:
    """Every name of a service or a served model. Made once per catalogue."""
    meanings: dict[str, list[tuple[Kind, Entry, Alias]]] = {}
    for entry in catalogue.entries:
        kind = _KINDS.get(entry.attribute)
        for alias in entry.aliases:
            if kind is not None and alias.name:
                meanings.setdefault(alias.name, []).append((kind, entry, alias))
    lengths: dict[str, set[int]] = {}
    for name in meanings:
        lengths.setdefault(name[:_KEY], set()).add(len(name))
    return NameIndex(
        {name: tuple(found) for name, found in meanings.items()},
        {key: tuple(sorted(found, reverse=True)) for key, found in lengths.items()},
    )


def find_names(view: View, catalogue: Catalogue) -> Iterator[Find]:
    """Every name of the catalogue in the text, the longest where several begin at one place."""
    index = index_names(catalogue)
    text, places = view.folded
    start = 0
    while start < len(text):
        name = _name_at(text, start, index)
        if name is None:
            start += 1
            continue
        end = start + len(name)
        low, high = places[start], places[end - 1] + 1
        if not _is_common_word(name, view.plain[low:high]):
            yield from _finds(view, index, name, low, high, _is_near_name(text, end))
        start = end


def _name_at(text: str, start: int, index: NameIndex) -> str | None:
    lengths = index.lengths.get(text[start : start + _KEY]) or index.lengths.get(text[start])
    if not lengths or not _is_border(text, start):
        return None
    for length in lengths:
        name = text[start : start + length]
        if name in index.meanings and _is_border(text, start + length):
            return name
    return None


def _is_border(text: str, place: int) -> bool:
    """Whether a name may begin or end between the character before this place and the one at it."""
    before, after = text[max(place - 1, 0) : place], text[place : place + 1]
    if not before or not after:
        return True
    if _is_chinese(before) or _is_chinese(after):
        return True
    if _is_of_word(before) and _is_of_word(after):
        return False
    # A sign between two characters of words belongs to what they spell: 5.3-flash, zai-org/glm.
    if after in "-./:@+&" and _is_of_word(before):
        return not _is_of_word(text[place + 1 : place + 2])
    if before in "-./:@+&" and _is_of_word(after):
        return not _is_of_word(text[max(place - 2, 0) : place - 1])
    return True


def _is_of_word(character: str) -> bool:
    if not character or _is_chinese(character):
        return False
    if character.isascii():
        return character.isalnum() or character == "_"
    return unicodedata.category(character)[0] in "LMN"


def _is_chinese(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff"


def _is_near_name(text: str, end: int) -> bool:
    return _VARIANT.match(text, end) is not None


def _is_common_word(name: str, written: str) -> bool:
    return name in _WORDS and written.islower()


def _finds(
    view: View, index: NameIndex, name: str, low: int, high: int, is_near: bool
) -> Iterator[Find]:
    written = view.words(low, high)
    for kind in (Kind.SERVICE, Kind.MODEL):
        meanings = [(entry, alias) for one, entry, alias in index.meanings[name] if one is kind]
        if not meanings or (is_near and kind is Kind.MODEL):
            continue
        readings = tuple(_reading(kind, entry, written) for entry, _alias in meanings)
        yield Find(kind, Form.CATALOGUE_NAME, low, high, readings, _doubts(meanings))


def _reading(kind: Kind, entry: Entry, written: str) -> Json:
    if kind is Kind.MODEL:
        return {"name": entry.canonical, "service": entry.service, "written": written}
    return {"name": entry.canonical, "written": written}


def _doubts(meanings: Sequence[tuple[Entry, Alias]]) -> tuple[Doubt, ...]:
    doubts = []
    if len(meanings) > 1:
        doubts.append(Doubt.SEVERAL_MEANINGS)
    if any(alias.period is not None for _entry, alias in meanings):
        doubts.append(Doubt.UNCERTAIN_NAME)
    return tuple(doubts)
