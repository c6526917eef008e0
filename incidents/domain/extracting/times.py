"""Times of day as disclosures write them in English and Chinese."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from incidents.domain.extracting.proposal import Doubt

_PERIOD = r"(?P<period>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜间)?"
_NOON = r"(?: ?(?P<half>[AaPp]\.[Mm]\.?|[AaPp][Mm])(?![A-Za-z]))"
_CLOCK = re.compile(
    rf"(?<![A-Za-z0-9_./])(?<![0-9]:){_PERIOD} ?"
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})"
    rf"(?:\.(?P<fraction>[0-9]{{1,9}}))?)?(?![0-9]|[.:][0-9]){_NOON}?",
    re.ASCII,
)
_AFTER_T = re.compile(
    r"(?<=[0-9])T(?P<hour>[0-9]{2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})"
    r"(?:\.(?P<fraction>[0-9]{1,9}))?)?)?(?![0-9]|[.:][0-9])",
    re.ASCII,
)
_HOUR = re.compile(rf"(?<![A-Za-z0-9_.,:/-])(?P<hour>[0-9]{{1,2}}){_NOON}", re.ASCII)
_HOUR_AFTER_DASH = re.compile(rf"(?<=[0-9mM.][-–—])(?P<hour>[0-9]{{1,2}}){_NOON}", re.ASCII)
_CHINESE = re.compile(
    rf"(?<![0-9.:]){_PERIOD} ?(?P<hour>[0-9]{{1,2}}) ?(?:点钟?|时(?!间|区|段|刻|长))"
    r"(?: ?(?P<minute>[0-9]{1,2}) ?分(?:钟)?(?: ?(?P<second>[0-9]{1,2}) ?秒)?|(?P<thirty>半)|整)?",
    re.ASCII,
)
_MORNING = frozenset("凌晨 清晨 早上 早晨 上午".split())
_AFTERNOON = frozenset("下午 傍晚 晚上 晚间 夜间".split())


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day as written, in the form in which ISO 8601 writes it."""

    start: int
    end: int
    #: Several where it may be before or after noon.
    options: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()
    #: "3 点" can also be three points of a list: a time it is beside a day only.
    needs_day: bool = False


def find_times(plain: str) -> Iterator[Time]:
    """Every time of day."""
    taken = bytearray(len(plain))
    for pattern in (_AFTER_T, _CLOCK, _HOUR, _HOUR_AFTER_DASH, _CHINESE):
        for found in pattern.finditer(plain):
            start, end = _extent(found)
            time = _time(found, start, end) if taken.find(1, start, end) < 0 else None
            if time is not None:
                taken[start:end] = b"\x01" * (end - start)
                yield time


def _extent(found: re.Match[str]) -> tuple[int, int]:
    parts = found.groupdict()
    return found.start("period") if parts.get("period") else found.start("hour"), found.end()


def _time(found: re.Match[str], start: int, end: int) -> Time | None:
    parts = found.groupdict()
    hour, minute = int(parts["hour"]), parts.get("minute")
    if parts.get("thirty"):
        minute = "30"
    if hour > 24 or int(minute or 0) > 59 or int(parts.get("second") or 0) > 60:
        return None
    hours = _hours(hour, parts)
    if not hours:
        return None
    rest = f":{int(minute):02}" if minute is not None else ""
    if parts.get("second"):
        rest += f":{int(parts['second']):02}"
    if parts.get("fraction"):
        rest += f".{parts['fraction']}"
    if 24 in hours and rest.strip(":0"):
        return None
    is_bare = found.re is _CHINESE and minute is None and not parts.get("period")
    doubts = (Doubt.BEFORE_OR_AFTER_NOON,) if len(hours) > 1 else ()
    return Time(start, end, tuple(f"{one:02}{rest}" for one in hours), doubts, is_bare)


def _hours(hour: int, parts: dict[str, str | None]) -> tuple[int, ...]:
    """The hours it may be; none for one that does not exist or that nobody can place."""
    half, period = parts.get("half"), parts.get("period")
    if half:
        if not 1 <= hour <= 12:
            return ()
        return (hour % 12 + (12 if half[0] in "pP" else 0),)
    if period is None or hour > 12:
        # One digit and no zero before it is how clocks of twelve hours are written.
        is_bare = len(parts["hour"] or "") == 1 and 1 <= hour <= 9
        return (hour, hour + 12) if is_bare and period is None else (hour,)
    if hour == 12:
        return {"凌晨": (0,), "中午": (12,), "下午": (12,)}.get(period, (0, 12, 24))
    if period in _MORNING:
        return (hour,)
    if period in _AFTERNOON:
        # The small hours belong to the night as well as to the day before it.
        return (
            (hour, hour + 12) if period in ("晚上", "晚间", "夜间") and hour < 6 else (hour + 12,)
        )
    return (hour + 12,) if hour < 6 else (hour,)
