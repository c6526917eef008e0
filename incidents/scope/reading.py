"""Readings: what a question says of one attribute, as far as it says it.

A reading is the interval or the value in which the truth lies. An attribute that a question does
not name has no reading, which means its whole domain.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from enum import Enum

from incidents.scope.dates import (
    DateProblem,
    UnreadableDate,
    instants_of,
    read_local_unit,
    read_zone,
)
from incidents.scope.extent import WHOLE, Interval
from incidents.scope.names import fold_name, narrow

#: The largest number a question may state: the largest that every JSON reader holds exactly.
LARGEST_NUMBER = 2**53 - 1


@dataclass(frozen=True, slots=True)
class NameReading:
    """A name as given, and in the form in which it is compared."""

    text: str
    folded: str


@dataclass(frozen=True, slots=True)
class FlagReading:
    value: bool


@dataclass(frozen=True, slots=True)
class VersionReading:
    text: str


@dataclass(frozen=True, slots=True)
class InstantReading:
    """The instants in which the truth lies, and the text they were read from."""

    interval: Interval
    text: str


@dataclass(frozen=True, slots=True)
class NumberReading:
    """The numbers in which the truth lies.

    `comparable` is False where the asker counted by another rule or unit than the publisher, so
    that the number says nothing about the published one.
    """

    interval: Interval = field(default=WHOLE)
    comparable: bool = True

    @property
    def is_whole_domain(self) -> bool:
        return self.interval.low <= 0 and self.interval.high == WHOLE.high


Reading = NameReading | FlagReading | VersionReading | InstantReading | NumberReading

#: A question: what is known of the request, by attribute.
Question = Mapping[str, Reading]


class ValueProblem(Enum):
    """Why a value cannot be read; the sentence belongs to the interfaces."""

    EMPTY = "empty"
    CONTROL_CHARACTER = "control_character"
    TOO_LONG = "too_long"
    NOT_A_NUMBER = "not_a_number"
    NOT_WHOLE = "not_whole"
    AMBIGUOUS_SEPARATOR = "ambiguous_separator"
    ABBREVIATED = "abbreviated"
    NEGATIVE = "negative"
    TOO_LARGE = "too_large"
    MIN_ABOVE_MAX = "min_above_max"
    NOT_A_FLAG = "not_a_flag"


class UnreadableValue(ValueError):
    """A value that means nothing or more than one thing, with the problem and the text."""

    def __init__(self, problem: ValueProblem, text: str) -> None:
        super().__init__(f"{problem.value}: {text!r}")
        self.problem = problem
        self.text = text


_LONGEST_TEXT = 300


def read_text(text: str) -> str:
    """The trimmed text. Raises UnreadableValue for empty, over-long or unprintable texts."""
    trimmed = text.strip()
    if not trimmed:
        raise UnreadableValue(ValueProblem.EMPTY, text)
    if len(trimmed) > _LONGEST_TEXT:
        raise UnreadableValue(ValueProblem.TOO_LONG, trimmed[:40] + "…")
    if not trimmed.isprintable() and any(map(_is_control, trimmed)):
        raise UnreadableValue(ValueProblem.CONTROL_CHARACTER, trimmed)
    return trimmed


def _is_control(character: str) -> bool:
    """Whether it is a control character or half of a surrogate pair."""
    return unicodedata.category(character) in ("Cc", "Cs")


def read_name(text: str) -> NameReading:
    """A name; which incidents recognise it is for their scopes to say."""
    trimmed = read_text(text)
    return NameReading(trimmed, fold_name(trimmed))


def read_version(text: str) -> VersionReading:
    """A version; `latest` and the like are kept, since they are not comparable, not wrong."""
    return VersionReading(read_text(text))


def read_flag(text: str) -> FlagReading:
    """`true` or `false`."""
    folded = fold_name(read_text(text))
    if folded not in ("true", "false"):
        raise UnreadableValue(ValueProblem.NOT_A_FLAG, text)
    return FlagReading(folded == "true")


def read_instant(text: str, zone: str | None = None) -> InstantReading:
    """A moment, or an interval `start/end` in which it lies, as UTC instants.

    `zone` (IANA name or offset) applies to local times without an offset. Raises UnreadableDate
    and, for texts that are none, UnreadableValue.
    """
    trimmed = read_text(text)
    place = read_zone(zone) if zone is not None else None
    try:
        return InstantReading(_interval(trimmed, place), trimmed)
    except UnreadableDate as error:
        # A part of an interval, quoted alone, would puzzle whoever did not mean to write one.
        raise UnreadableDate(error.problem, trimmed) from None


def _interval(text: str, place: tzinfo | None) -> Interval:
    start, slash, end = narrow(text).partition("/")
    first = read_local_unit(start)
    begin = instants_of(first, place, start)
    if not slash:
        return begin
    last = read_local_unit(end)
    finish = instants_of(last, place, end)
    # Widened for want of a zone, even a wrong order would leave instants between the two.
    has_no_zone = (first.offset or last.offset or place) is None
    if finish.high <= begin.low or (has_no_zone and last.high <= first.low):
        raise UnreadableDate(DateProblem.ENDS_BEFORE_START, text)
    return Interval(begin.low, finish.high)


_DIGITS = re.compile(r"\d+", re.ASCII)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+", re.ASCII)
_WITH_SEPARATORS = re.compile(r"\d+(?:[.,'’_ ]\d+)+", re.ASCII)
_ABBREVIATED = re.compile(r"\d+(?:[.,]\d+)?\s*(?:[kKmMgGbB万亿]|[eE][+-]?\d+).*", re.ASCII)
_NEGATIVE = re.compile(r"[-−]\s*\d.*", re.ASCII)


def read_number(text: str) -> int:
    """A whole number from 0: digits, or digits with commas between groups of three.

    `681.280` is 681,280 to some readers and a little under 682 to others, so it is refused, as
    are abbreviations, exponents and signs. Raises UnreadableValue.
    """
    trimmed = narrow(read_text(text))
    if _DIGITS.fullmatch(trimmed) or _GROUPED.fullmatch(trimmed):
        digits = trimmed.replace(",", "").lstrip("0") or "0"
        if len(digits) > len(str(LARGEST_NUMBER)) or int(digits) > LARGEST_NUMBER:
            raise UnreadableValue(ValueProblem.TOO_LARGE, trimmed)
        return int(digits)
    for pattern, problem in (
        (_NEGATIVE, ValueProblem.NEGATIVE),
        (_ABBREVIATED, ValueProblem.ABBREVIATED),
        (_WITH_SEPARATORS, ValueProblem.AMBIGUOUS_SEPARATOR),
    ):
        if pattern.fullmatch(trimmed):
            raise UnreadableValue(problem, trimmed)
    raise UnreadableValue(ValueProblem.NOT_A_NUMBER, trimmed)


def number_reading(
    minimum: int | None, maximum: int | None, *, comparable: bool = True
) -> NumberReading:
    """The numbers from minimum through maximum; None leaves that end open.

    Raises UnreadableValue.
    """
    low = 0 if minimum is None else minimum
    high = WHOLE.high if maximum is None else maximum + 1
    if low >= high:
        raise UnreadableValue(ValueProblem.MIN_ABOVE_MAX, f"{minimum} > {maximum}")
    return NumberReading(Interval(low, high), comparable)
