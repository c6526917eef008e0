"""Dates and times as people write them, read as intervals of UTC instants without a guess.

A written time has a precision (the last unit given) and perhaps a zone; both widen what it can
mean. All instants are integers: microseconds since 1970-01-01T00:00Z.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from enum import Enum
from functools import lru_cache
from zoneinfo import ZoneInfo

from incidents.scope.extent import Bound, Interval
from incidents.scope.names import narrow

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

#: Local clocks run from 14 hours ahead of UTC to 12 hours behind it, so a local time without a
#: zone may be as early as 14 hours before, and as late as 12 hours after, the same time in UTC.
FARTHEST_AHEAD = 14 * HOUR
FARTHEST_BEHIND = 12 * HOUR

_EPOCH = datetime(1970, 1, 1)
_EPOCH_ORDINAL = _EPOCH.toordinal()
_MICROSECOND = timedelta(microseconds=1)
# The end of the year 9999: no calendar in use here goes beyond it.
_END_OF_TIME = (date.max.toordinal() + 1 - _EPOCH_ORDINAL) * DAY

# An offset needs a day beside it: in "2026-0905" it would swallow what may be a month and a day.
_ISO_FORM = re.compile(
    r"(?P<year>\d{4})"
    r"(?:-(?P<month>\d{2})"
    r"(?:-(?P<day>\d{2})"
    r"(?:(?P<day_offset>[Zz]|[+-]\d{2}:?\d{2})"
    r"|[Tt ](?P<hour>\d{2})"
    r"(?::(?P<minute>\d{2})"
    r"(?::(?P<second>\d{2})"
    r"(?:[.,](?P<fraction>\d{1,9}))?)?)?"
    r"(?P<offset> ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?))?"
    r")?)?)?",
    re.ASCII,
)

_MONTHS = (
    "january february march april may june july august september october november december".split()
)
# Forms in words that can be read in one way only; "01/09/2026" cannot.
_FORMS_IN_WORDS = (
    re.compile(r"(?P<day>\d{1,2}) (?P<name>[a-z]+),? (?P<year>\d{4})", re.ASCII | re.IGNORECASE),
    re.compile(r"(?P<name>[a-z]+) (?P<day>\d{1,2}),? (?P<year>\d{4})", re.ASCII | re.IGNORECASE),
    re.compile(
        r"(?P<year>\d{4})\s*年\s*(?P<month>\d{1,2})\s*月\s*(?P<day>\d{1,2})\s*[日号]", re.ASCII
    ),
)


class DateProblem(Enum):
    """Why a written time cannot be read; the sentence belongs to the interfaces."""

    NOT_ISO_8601 = "not_iso_8601"
    NO_SUCH_DATE = "no_such_date"
    NO_SUCH_TIME = "no_such_time"
    NO_SUCH_OFFSET = "no_such_offset"
    UNKNOWN_ZONE = "unknown_zone"
    TIME_SKIPPED = "time_skipped"
    ENDS_BEFORE_START = "ends_before_start"


class UnreadableDate(ValueError):
    """A written time that means nothing, with the problem and the text it was found in."""

    def __init__(self, problem: DateProblem, text: str) -> None:
        super().__init__(f"{problem.value}: {text!r}")
        self.problem = problem
        self.text = text


class Precision(Enum):
    """The last unit that was written."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    HOUR = "hour"
    MINUTE = "minute"
    SECOND = "second"
    FRACTION = "fraction"


_OF_CALENDAR = (Precision.YEAR, Precision.MONTH, Precision.DAY)


@dataclass(frozen=True, slots=True)
class LocalUnit:
    """One unit of local time, [low, high) in microseconds of a clock that knows no zone."""

    low: int
    high: int
    precision: Precision
    offset: timezone | None

    @property
    def is_of_calendar(self) -> bool:
        """Whether it is a whole day, month or year."""
        return self.precision in _OF_CALENDAR


def read_local_unit(text: str) -> LocalUnit:
    """The unit a text names: `2026`, `2026-09`, `2026-09-05T12:30Z`, `5 September 2026`, …

    ISO 8601 in extended form, or a day in words. Raises UnreadableDate for anything else, and for
    days, times and offsets that do not exist.
    """
    plain = narrow(text)
    form = _ISO_FORM.fullmatch(plain) or _ISO_FORM.fullmatch(_without_words(plain))
    if form is None:
        raise UnreadableDate(DateProblem.NOT_ISO_8601, text)
    year = int(form["year"])
    if form["month"] is None:
        low = _day(year, 1, 1, text)
        return LocalUnit(low, _first_of_next_year(year), Precision.YEAR, None)
    month = int(form["month"])
    if form["day"] is None:
        low = _day(year, month, 1, text)
        return LocalUnit(low, _first_of_next_month(year, month), Precision.MONTH, None)
    midnight = _day(year, month, int(form["day"]), text)
    offset = _offset(form["offset"] or form["day_offset"], text)
    if form["hour"] is None:
        return LocalUnit(midnight, midnight + DAY, Precision.DAY, offset)
    low, high, precision = _time(form, text)
    if midnight + high > _END_OF_TIME:
        raise UnreadableDate(DateProblem.NO_SUCH_DATE, text)
    return LocalUnit(midnight + low, midnight + high, precision, offset)


def _without_words(text: str) -> str:
    """The ISO form of a day written in words, or the text as it is."""
    for pattern in _FORMS_IN_WORDS:
        form = pattern.fullmatch(text)
        if form is None:
            continue
        parts = form.groupdict()
        if "name" in parts and parts["name"].lower() not in _MONTHS:
            continue
        month = parts.get("month") or _MONTHS.index(parts["name"].lower()) + 1
        return f"{parts['year']}-{int(month):02}-{int(parts['day']):02}"
    return text


def _day(year: int, month: int, day: int, text: str) -> int:
    try:
        return (date(year, month, day).toordinal() - _EPOCH_ORDINAL) * DAY
    except ValueError:
        raise UnreadableDate(DateProblem.NO_SUCH_DATE, text) from None


def _first_of_next_year(year: int) -> int:
    return (date(year, 12, 31).toordinal() + 1 - _EPOCH_ORDINAL) * DAY


def _first_of_next_month(year: int, month: int) -> int:
    if month == 12:
        return _first_of_next_year(year)
    return (date(year, month + 1, 1).toordinal() - _EPOCH_ORDINAL) * DAY


def _time(form: re.Match[str], text: str) -> tuple[int, int, Precision]:
    """Begin and end of the time of day in microseconds since midnight, and its precision."""
    hour, minute, second = (int(form[unit] or 0) for unit in ("hour", "minute", "second"))
    fraction = form["fraction"] or ""
    # 24:00 is the next day's midnight, and no later time of day is written with 24.
    is_end_of_day = hour == 24 and minute == second == 0 and not fraction.strip("0")
    if minute > 59 or second > 60 or (hour > 23 and not is_end_of_day):
        raise UnreadableDate(DateProblem.NO_SUCH_TIME, text)
    low = hour * HOUR + minute * MINUTE + second * SECOND
    if form["minute"] is None:
        return low, low + HOUR, Precision.HOUR
    if form["second"] is None:
        return low, low + MINUTE, Precision.MINUTE
    if second == 60:
        # Clocks differ in how they show a leap second: it is the second before, or the one after.
        return low - SECOND, low + SECOND, Precision.SECOND
    if not fraction:
        return low, low + SECOND, Precision.SECOND
    unit = 10 ** (9 - len(fraction))
    nanoseconds = int(fraction) * unit
    # Digits beyond the microsecond widen outwards, so that the true instant stays inside.
    begin, end = nanoseconds // 1000, -(-(nanoseconds + unit) // 1000)
    return low + begin, low + end, Precision.FRACTION


def _offset(written: str | None, text: str) -> timezone | None:
    if written is None:
        return None
    written = written.strip()
    if written in ("Z", "z"):
        return UTC
    digits = written[1:].replace(":", "").ljust(4, "0")
    minutes = int(digits[2:])
    offset = timedelta(hours=int(digits[:2]), minutes=minutes)
    if written[0] == "-":
        offset = -offset
    if minutes > 59 or not timedelta(hours=-12) <= offset <= timedelta(hours=14):
        raise UnreadableDate(DateProblem.NO_SUCH_OFFSET, text)
    return timezone(offset)


# Files beside the zones, which depend on the machine or count leap seconds; and abbreviations, of
# which people mean the place and its summer time, and the zone database a fixed offset.
_NOT_A_ZONE = re.compile(
    r"localtime|posixrules|Factory|(?:posix|right)/.*|[ECMPH]ST|[ECMP]ST\d[ECMP]DT|[CEMW]ET",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def read_zone(name: str) -> tzinfo:
    """The zone of an IANA name (`Europe/Berlin`), of `UTC`, or of an offset (`-07:00`, `Z`)."""
    if re.fullmatch(r"[Zz]|[+-]\d{2}:?\d{2}", name, re.ASCII):
        offset = _offset(name, name)
        assert offset is not None
        return offset
    if _NOT_A_ZONE.fullmatch(name):
        raise UnreadableDate(DateProblem.UNKNOWN_ZONE, name)
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        # A directory of the zone database, a name with a NUL and an absent name raise differently.
        raise UnreadableDate(DateProblem.UNKNOWN_ZONE, name) from None


def instants_of(unit: LocalUnit, zone: tzinfo | None, text: str) -> Interval:
    """The UTC instants a local unit can mean. Its own offset outranks the zone.

    Raises UnreadableDate where the zone's clocks never showed any time of the unit.
    """
    where = unit.offset or zone
    low, high = _shown(unit.low, where)[0], _shown(unit.high - 1, where)[1] + 1
    if low >= high:
        raise UnreadableDate(DateProblem.TIME_SKIPPED, text)
    return Interval(low, high)


def _shown(local: int, zone: tzinfo | None) -> tuple[int, int]:
    """The first and the last instant at which clocks of the zone may show this local time.

    Where the clocks skipped it, the first instant at which they showed a later time, and the last
    at which they showed an earlier one: the first then follows the last.
    """
    if zone is None:
        return local - FARTHEST_AHEAD, local + FARTHEST_BEHIND
    if isinstance(zone, timezone):
        instant = local - zone.utcoffset(None) // _MICROSECOND
        return instant, instant
    # The local time by the offset that holds before a change of the clocks, and after it.
    shown = (_EPOCH + timedelta(microseconds=local)).replace(tzinfo=zone)
    before, after = (local - _microseconds(shown.replace(fold=fold)) for fold in (0, 1))
    if before <= after:
        return before, after
    # Of a skipped time the two stand on either side of the jump.
    jump = _jump(after, before, zone)
    return jump, jump - 1


def _jump(low: int, high: int, zone: tzinfo) -> int:
    """The instant in (low, high] at which the zone's clocks were put forward."""
    old = _offset_at(low, zone)
    while high - low > 1:
        middle = (low + high) // 2
        if _offset_at(middle, zone) == old:
            low = middle
        else:
            high = middle
    return high


def _offset_at(instant: int, zone: tzinfo) -> int:
    shown = (_EPOCH + timedelta(microseconds=instant)).replace(tzinfo=UTC)
    return _microseconds(shown.astimezone(zone))


def _microseconds(shown: datetime) -> int:
    offset = shown.utcoffset()
    assert offset is not None  # every zone that read_zone returns knows its offset
    return offset // _MICROSECOND


class Meaning(Enum):
    """Where inside its unit a published edge lies."""

    #: Somewhere inside the unit.
    DURING = "during"
    #: The unit is included whole: a start is its begin, an end is its end.
    WHOLE = "whole"
    #: The unit's first instant ("prior to 12:03").
    INSTANT = "instant"


class Side(Enum):
    """Which end of a window an edge is."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class EdgeSpan:
    """The earliest and the latest instant at which an edge can lie. Equal where it is exact."""

    earliest: Bound
    latest: Bound

    @classmethod
    def hull(cls, spans: Iterable["EdgeSpan"]) -> "EdgeSpan":
        """The span of an edge that rests on several dates."""
        spans = list(spans)
        return cls(min(span.earliest for span in spans), max(span.latest for span in spans))


def published_span(value: str, zone: str | None, meaning: Meaning, side: Side) -> EdgeSpan:
    """The span of an edge as published; `zone` is None where the disclosure states none.

    Raises UnreadableDate.
    """
    unit = read_local_unit(value)
    where = unit.offset or (read_zone(zone) if zone is not None else None)
    instants_of(unit, where, value)  # refuses a time that the clocks skipped
    if meaning is Meaning.DURING:
        return EdgeSpan(_begin(unit, where).earliest, _end(unit, where).latest)
    if meaning is Meaning.WHOLE and side is Side.END:
        return _end(unit, where)
    return _begin(unit, where)


def _begin(unit: LocalUnit, zone: tzinfo | None) -> EdgeSpan:
    """When the unit begins. A day of which the first hour was repeated begins with the first."""
    first, last = _shown(unit.low, zone)
    if zone is not None and (unit.is_of_calendar or first > last):
        last = first
    return EdgeSpan(first, last)


def _end(unit: LocalUnit, zone: tzinfo | None) -> EdgeSpan:
    """When the unit ends, just after its last microsecond.

    Where clocks are put back at that very time, the end belongs to the hour that ran out and not
    to the one that follows. A day of which the last hour was repeated ends with the repetition.
    """
    first, last = _shown(unit.high - 1, zone)
    if zone is not None and (unit.is_of_calendar or first > last):
        first = last
    return EdgeSpan(first + 1, last + 1)


def parse_instant(text: str) -> int:
    """Microseconds of an instant as scope documents write it: RFC 3339, with its offset.

    Raises ValueError.
    """
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"{text!r} is no instant without its offset.")
    return (instant - _EPOCH.replace(tzinfo=UTC)) // _MICROSECOND


def format_instant(instant: Bound) -> str | None:
    """RFC 3339 in UTC; None for an instant that the years 1 to 9999 cannot hold."""
    try:
        shown = _EPOCH + timedelta(microseconds=instant)
    except OverflowError:
        return None
    return shown.isoformat() + "Z"
