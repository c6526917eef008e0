"""The language of a text of the document."""

import re
from dataclasses import dataclass

from incidents.domain.extracting.sentences import Sentences
from incidents.domain.extracting.view import View

_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Languages:
    """Which language a text of the document is tagged with."""

    view: View
    sentences: Sentences
    #: The language the whole text is said to be in; None where each sentence tells.
    stated: str | None

    def text(self, start: int, end: int, prefix: str = "") -> dict[str, str]:
        """The words of a stretch as a text of the document."""
        return {self._tag(start, end): prefix + self.view.words(start, end)}

    def _tag(self, start: int, end: int) -> str:
        if self.stated is not None:
            return self.stated
        low, high = self.sentences.span_around(start, end)
        return "zh-Hans" if _HAN.search(self.view.plain, low, high) else "en"
