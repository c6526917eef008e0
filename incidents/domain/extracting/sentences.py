"""The sentences of a text, which are the passages that proposals cite."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from incidents.domain.extracting.proposal import Passage
from incidents.domain.extracting.view import View

#: A longer sentence is cut: what has no full stops is a table, a log or no prose at all.
LONGEST_SENTENCE = 1_000

_STOP = re.compile(r"[.!?]{1,3}[\"'”’)\]]{0,2}(?= |\n|$)|[。！？]{1,3}[”’」』）)]{0,2}|\n")
_ABBREVIATION = re.compile(
    r"(?:^|[^A-Za-z])(?:[A-Za-z]|[ap]\.m|e\.g|i\.e|u\.s|approx|vs|cf|no|nos|fig|inc|st|mr|ms|dr"
    r"|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\.$",
    re.ASCII | re.IGNORECASE,
)
_REACH_OF_ABBREVIATION = 8


@dataclass
class Sentences:
    """The stretches of a view's sentences, in order and without the spaces between them."""

    view: View
    spans: tuple[tuple[int, int], ...]
    _starts: list[int] = field(init=False)
    _passages: dict[tuple[int, int], Passage] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._starts = [start for start, _end in self.spans]

    def span_around(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the sentence, or the sentences, that hold the words."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, end - 1) - 1, 0)
        low, high = self.spans[first][0], self.spans[last][1]
        return min(low, start), max(high, end)

    def around(self, start: int, end: int) -> Passage:
        """The passage that holds the words."""
        span = self.span_around(start, end)
        # One text for all that a sentence says.
        if span not in self._passages:
            self._passages[span] = passage_of(self.view, *span)
        return self._passages[span]


def passage_of(view: View, start: int, end: int) -> Passage:
    low, high = view.offsets(start, end)
    return Passage(low, high, view.source[low:high])


def sentences_of(view: View) -> Sentences:
    """The sentences of the view."""
    spans: list[tuple[int, int]] = []
    begin = 0
    for end in (*_ends(view.plain), len(view.plain)):
        spans.extend(_parts(view.plain, begin, end))
        begin = end
    return Sentences(view, tuple(spans))


def _ends(plain: str) -> Iterator[int]:
    for stop in _STOP.finditer(plain):
        end = stop.end()
        if stop[0][0] != "." or _is_full_stop(plain, end):
            yield end


def _is_full_stop(plain: str, end: int) -> bool:
    following = plain[end : end + 2].lstrip()
    if following[:1].islower():
        return False
    tail = plain[max(end - _REACH_OF_ABBREVIATION, 0) : end]
    return plain[end : end + 1] != " " or _ABBREVIATION.search(tail) is None


def _parts(plain: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch without the spaces around it, in parts of bearable length."""
    while begin < end:
        while begin < end and plain[begin] in " \n":
            begin += 1
        cut = end
        if end - begin > LONGEST_SENTENCE:
            space = plain.rfind(" ", begin + LONGEST_SENTENCE // 2, begin + LONGEST_SENTENCE)
            cut = space if space > 0 else begin + LONGEST_SENTENCE
        last = cut
        while last > begin and plain[last - 1] in " \n":
            last -= 1
        if last > begin:
            yield begin, last
        begin = cut
