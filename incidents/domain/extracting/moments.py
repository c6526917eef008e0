"""Moments: a day, a time of day and a zone that stand together, and what they can mean."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from incidents.domain.extracting.claims import Claims
from incidents.domain.extracting.days import Day, find_days
from incidents.domain.extracting.proposal import Doubt, Form, Json
from incidents.domain.extracting.times import Time, find_times
from incidents.domain.extracting.view import View
from incidents.domain.extracting.zones import OFFSET, ZONE, ZoneName, zone_name, zone_readings
from incidents.scope.dates import LocalUnit, UnreadableDate, read_local_unit

_LONGEST_TEXT = 300

_WEEKDAY = r"(?:(?:Mon|Tues?|Wed|Wednes|Thu|Thurs?|Fri|Sat|Satur|Sun)(?:day)?\.?,? ?)?"
# What may stand between the parts of one moment, in the order of the parts.
_GLUE_OF_TIME = re.compile(
    r"T?|[ ,，]{0,2}(?:at|@|的|于|，)? ?(?:about|around|approximately|roughly|约|大约)? ?[(（]?"
)
_GLUE_OF_DAY = re.compile(rf",? ?(?:on|of|,)? ?(?:the )?{_WEEKDAY}")
_GLUE_OF_ZONE_BEHIND = re.compile(r",? ?[(（]?")
_GLUE_OF_ZONE_BEFORE = re.compile(r",? ?:?")

_APPROXIMATE_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:about|around|approximately|roughly|circa)|大约|大概|约) ?(?:at |on )?$",
    re.IGNORECASE,
)
_APPROXIMATE_BETWEEN = re.compile(r"about|around|approximately|roughly|约")
_APPROXIMATE_BEHIND = re.compile(r" ?(?:左右|前后|or so(?![a-z]))")


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone as written."""

    start: int
    end: int
    name: ZoneName


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands together. At least a day or a time is there."""

    start: int
    end: int
    day: Day | None = None
    time: Time | None = None
    zone: ZoneName | None = None
    approximate: bool = False

    @property
    def form(self) -> Form:
        return self.day.form if self.day is not None else Form.TIME_ALONE


@dataclass(frozen=True, slots=True)
class Reading:
    """What a moment can mean: dates of the document, or what there is of one."""

    dates: tuple[Json, ...]
    doubts: tuple[Doubt, ...]
    unfinished: Json | None


_Part = Day | Time | Zone


def find_moments(plain: str, claims: Claims) -> tuple[list[Moment], list[Zone]]:
    """The moments in order, and the zones that stand beside none of them."""
    found: list[_Part] = [*find_days(plain), *find_times(plain), *_find_zones(plain)]
    parts = [part for part in found if claims.are_free(part.start, part.end)]
    parts.sort(key=lambda part: (part.start, -part.end))
    parts = list(_apart(parts))
    moments: list[Moment] = []
    alone: list[Zone] = []
    place = 0
    while place < len(parts):
        count, moment = _moment_at(plain, parts, place)
        if moment is not None:
            moments.append(moment)
        else:
            alone += [part for part in parts[place : place + count] if isinstance(part, Zone)]
        place += count
        # An offset behind a time looks like a time itself.
        while moment is not None and place < len(parts) and parts[place].start < moment.end:
            place += 1
    return moments, alone


def _find_zones(plain: str) -> Iterator[Zone]:
    for found in ZONE.finditer(plain):
        name = zone_name(found)
        if name is not None:
            yield Zone(found.start(), found.end(), name)


def _apart(parts: list[_Part]) -> Iterator[_Part]:
    """The parts without those that begin inside another one."""
    end = 0
    for part in parts:
        if part.start >= end:
            yield part
            end = part.end


def _moment_at(plain: str, parts: list[_Part], place: int) -> tuple[int, Moment | None]:
    """The moment that begins with the part at this place, and of how many parts it is made."""
    part = parts[place]
    if isinstance(part, Zone):
        if place + 1 < len(parts) and _is_glued(plain, part, parts[place + 1]):
            count, moment = _moment_at(plain, parts, place + 1)
            if moment is not None and moment.zone is None:
                return count + 1, replace(moment, start=part.start, zone=part.name)
        return 1, None
    moment = Moment(part.start, part.end)
    count = 0
    while place + count < len(parts):
        following = parts[place + count]
        if count and not _belongs(plain, parts, place + count, moment):
            break
        moment = _with(plain, moment, following)
        count += 1
        moment = _with_offset(plain, moment) if isinstance(following, Time) else moment
    if moment.time is not None and moment.day is None and moment.time.needs_day:
        return count, None
    return count, _with_approximation(plain, moment)


def _belongs(plain: str, parts: list[_Part], place: int, moment: Moment) -> bool:
    """Whether the part at this place goes on with the moment."""
    previous, part = parts[place - 1], parts[place]
    if isinstance(part, Zone):
        is_free = moment.zone is None
    elif isinstance(part, Day):
        # A day with a time of its own right behind it begins another line of a log.
        following = parts[place + 1] if place + 1 < len(parts) else None
        has_own = isinstance(following, Time) and _is_glued(plain, part, following)
        is_free = moment.day is None and not has_own
    else:
        is_free = moment.time is None and moment.day is not None and moment.day.has_day
    gap = plain[moment.end : part.start]
    return is_free and _fits(previous, part, gap, has_zone=moment.zone is not None)


def _fits(previous: _Part, part: _Part, gap: str, *, has_zone: bool) -> bool:
    if len(gap) > 24:
        return False
    if isinstance(part, Zone):
        glue = _GLUE_OF_ZONE_BEHIND
    elif isinstance(part, Day):
        glue = _GLUE_OF_DAY
        gap = gap.removeprefix(")").removeprefix("）")
        # A time and a day with nothing but a space between them are two cells of a table.
        if not has_zone and not gap.strip():
            return False
    else:
        glue = _GLUE_OF_TIME
        gap = gap.removeprefix(")").removeprefix("）") if isinstance(previous, Zone) else gap
    return glue.fullmatch(gap) is not None


def _is_glued(plain: str, part: _Part, following: _Part) -> bool:
    gap = plain[part.end : following.start]
    if isinstance(following, Zone) or len(gap) > 24:
        return False
    if isinstance(part, Zone):
        return _GLUE_OF_ZONE_BEFORE.fullmatch(gap) is not None
    return _fits(part, following, gap, has_zone=False)


def _with(plain: str, moment: Moment, part: _Part) -> Moment:
    if isinstance(part, Day):
        return replace(moment, end=part.end, day=part)
    if isinstance(part, Time):
        return replace(moment, end=part.end, time=part)
    # The bracket that the zone stands in is closed behind it.
    opened = plain[part.start - 1 : part.start] in ("(", "（")
    closed = opened and plain[part.end : part.end + 1] in (")", "）")
    return replace(moment, end=part.end + closed, zone=part.name)


def _with_offset(plain: str, moment: Moment) -> Moment:
    found = OFFSET.match(plain, moment.end)
    name = zone_name(found) if found is not None and moment.zone is None else None
    if found is None or name is None:
        return moment
    return replace(moment, end=found.end(), zone=name)


def _with_approximation(plain: str, moment: Moment) -> Moment:
    """The moment with the words around it that say it is not exact."""
    tail = plain[max(moment.start - 20, 0) : moment.start]
    before = _APPROXIMATE_BEFORE.search(tail)
    behind = _APPROXIMATE_BEHIND.match(plain, moment.end)
    between = _APPROXIMATE_BETWEEN.search(plain, moment.start, moment.end)
    if before is None and behind is None and between is None:
        return moment
    return replace(
        moment,
        start=moment.start - (len(tail) - before.start() if before else 0),
        end=behind.end() if behind else moment.end,
        approximate=True,
    )


def read_moment(view: View, moment: Moment) -> Reading:
    """What a moment can mean, with the doubts about it."""
    text = view.words(moment.start, moment.end)[:_LONGEST_TEXT]
    doubts = [
        *(moment.day.doubts if moment.day else ()),
        *(moment.time.doubts if moment.time else ()),
    ]
    if moment.approximate:
        doubts.append(Doubt.APPROXIMATE)
    if moment.day is None or not moment.day.has_year:
        doubts.append(Doubt.DATE_MISSING if moment.day is None else Doubt.YEAR_MISSING)
        return _unfinished(moment, text, doubts)
    dates: list[Json] = []
    units = [(value, unit) for value in _values(moment) if (unit := _unit(value)) is not None]
    for value, unit in units:
        zones, more = zone_readings(moment.zone, unit)
        doubts += more
        dates += [_date(value, zone, text) for zone in zones]
    if not units:
        doubts.append(Doubt.NO_SUCH_DATE)
    return Reading(tuple(dates), tuple(dict.fromkeys(doubts)), None)


def _values(moment: Moment) -> Iterator[str]:
    assert moment.day is not None
    for year, month, day in moment.day.options:
        written = [f"{year:04}"] + [f"{one:02}" for one in (month, day) if one is not None]
        for time in moment.time.options if moment.time else ("",):
            yield "-".join(written) + (f"T{time}" if time else "")


def _unit(value: str) -> LocalUnit | None:
    try:
        return read_local_unit(value)
    except UnreadableDate:
        return None


def _unfinished(moment: Moment, text: str, doubts: list[Doubt]) -> Reading:
    zones, more = zone_readings(moment.zone, None)
    if moment.day is None:
        day = ""
    else:
        _year, month, number = moment.day.options[0]
        day = f"--{month:02}" + (f"-{number:02}" if number is not None else "")
    # A time that may be before or after noon is left to whoever adds the date.
    time = moment.time.options[0] if moment.time and len(moment.time.options) == 1 else ""
    value = day + (f"T{time}" if time else "")
    date = _date(value, zones[0] if zones else None, text)
    return Reading((), tuple(dict.fromkeys([*doubts, *more])), date)


def _date(value: str, zone: str | None, text: str) -> Json:
    date = {"value": value} if value else {}
    if zone is not None:
        date["zone"] = zone
    return date | {"text": text}
