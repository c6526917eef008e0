"""Translations of published texts: which are missing, and which are older than their original."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from incidents.domain.describing import is_text
from incidents.models.texts import LANGUAGES

#: A text in the language of the record, and what it is in another one.
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Translation:
    """How far a record is translated into one language.

    `missing` counts the texts without a translation, `stale` those whose original was changed in
    a later revision than the translation.
    """

    language: str
    missing: int
    stale: int

    @property
    def is_current(self) -> bool:
        return not self.missing and not self.stale


class TranslationHistory:
    """Follows the texts of one incident from revision to revision, in their order.

    Texts have no names of their own, so a translation is known by its words: one that stood
    beside another original before, and whose old original is gone, has been left behind, unless
    it once stood beside the very original that it has now.
    """

    def __init__(self) -> None:
        self._pairs: dict[str, set[Pair]] = {language: set() for language in LANGUAGES}
        self._stale: dict[str, set[Pair]] = {language: set() for language in LANGUAGES}
        self._right: dict[str, set[Pair]] = {language: set() for language in LANGUAGES}
        self._missing: dict[str, int] = {}

    def read(self, document: Mapping[str, Any]) -> None:
        """Take in the next revision."""
        original: str = document["language"]
        texts = list(_texts(document))
        self._missing = {}
        for language in LANGUAGES:
            if language == original:
                continue
            pairs = {(one[original], one[language]) for one in texts if language in one}
            self._missing[language] = sum(language not in one for one in texts)
            self._stale[language] = self._left_behind(language, pairs)
            self._right[language] |= pairs - self._stale[language]
            self._pairs[language] = pairs

    def state(self) -> tuple[Translation, ...]:
        """How the last revision that was read is translated, by language."""
        return tuple(
            Translation(language, missing, len(self._stale[language]))
            for language, missing in self._missing.items()
        )

    def _left_behind(self, language: str, pairs: set[Pair]) -> set[Pair]:
        before = self._pairs[language]
        gone = {translation for _, translation in before - pairs}
        doubtful = {pair for pair in pairs - before if pair[1] in gone}
        return (doubtful | (self._stale[language] & pairs)) - self._right[language]


def _texts(value: Any) -> Iterator[Mapping[str, str]]:
    """Every text by language that the document holds."""
    if is_text(value):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
