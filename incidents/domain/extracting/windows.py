"""Dates and windows: what moments say, alone and in pairs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from incidents.domain.extracting.claims import Claims
from incidents.domain.extracting.moments import (
    Moment,
    Reading,
    Zone,
    find_moments,
    read_moment,
)
from incidents.domain.extracting.proposal import Doubt, Find, Form, Json, Kind
from incidents.domain.extracting.sentences import Sentences
from incidents.domain.extracting.view import View
from incidents.domain.extracting.zones import zone_readings
from incidents.scope.dates import read_local_unit

_MOST_READINGS = 16
_REACH = 64

_TO = r"up to|through to|to|until|till|through|thru|–|—|-|~|直至|直到|至|到"
# Between the edges of "27 August to 9 September".
_CONNECTOR = re.compile(
    rf"[,，]? ?(?P<word>{_TO}|/|and|与|和) ?"
    r"(?:about |around |approximately |约 ?|大约 ?)?(?:on |the )?"
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?",
    re.IGNORECASE,
)
# Words that open a pair, and let words stand between its edges: "from 27 August, its launch, to".
_OPENER = re.compile(
    r"(?:(?<![A-Za-z])(?:from|between)(?: [^0-9.;:!?\n。；]{0,40})?|[自从由在]|介于) ?$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:(?<![A-Za-z])between[^0-9.;:!?\n]{0,40}|在|介于) ?$", re.IGNORECASE)
_LOOSE_CONNECTOR = re.compile(
    r"[^0-9.;:!?\n。；]{0,60}(?<![A-Za-z])"
    r"(?P<word>up to|to|until|till|through|直至|直到|至|到) ?(?:about |around |约 ?)?(?:on |the )?"
    r"[^0-9.,;:!?\n。，；]{0,24}",
    re.IGNORECASE,
)
# A day before both of its times: "On December 11, 2024, between 15:16 and 19:38".
_DAY_BEFORE_TIMES = re.compile(r"[,，:]? ?(?:from|between|自|从|在|的)? ?(?:about |around |约)?")
_INCLUSIVE = re.compile(r",? ?(?:[(（] ?)?(?:inclusive|included|含当日|含)(?: ?[)）])?")

_SINCE_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:since|starting|beginning|effective)(?: (?:on|at|from))?|自从|自) ?$",
    re.IGNORECASE,
)
_SINCE_BEHIND = re.compile(r" ?(?:onwards?(?![a-z])|以来|开始|起)")
_BEFORE_BEFORE = re.compile(r"(?<![A-Za-z])(?:prior to|before) (?:about )?$", re.IGNORECASE)
_BEFORE_BEHIND = re.compile(r" ?(?:之前|以前|前(?!后))")
_THROUGH_BEFORE = re.compile(r"(?<![A-Za-z])through (?:about )?$", re.IGNORECASE)
_UNTIL_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:until|till)(?: (?:about|around|at|on))?|直到|直至) ?$", re.IGNORECASE
)
_NEVER = re.compile(r"(?!)")
# Words before a moment, words behind it, which edge they make of it, and with what meaning.
_ONE_EDGE = (
    (_SINCE_BEFORE, _SINCE_BEHIND, "start", None),
    (_BEFORE_BEFORE, _BEFORE_BEHIND, "end", "instant"),
    (_THROUGH_BEFORE, _NEVER, "end", "whole"),
    (_UNTIL_BEFORE, _NEVER, "end", None),
)
_ALL_TIMES = re.compile(
    r"all (?:the )?(?:times|dates|timestamps)|times (?:are|is|shown|given|stated)|timestamps"
    r"|(?:所有|以下|以上|本文|文中)[^，。；\n]{0,8}(?:时间|时刻|日期)|时间均|均为",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two moments that bound a window."""

    start: Moment
    end: Moment
    #: The same without what is written at the other one.
    own_start: Moment
    own_end: Moment
    #: Whether the end, and whether both edges, are said to be included whole.
    through: bool
    inclusive: bool
    low: int
    high: int
    doubts: tuple[Doubt, ...]


def find_dates(view: View, sentences: Sentences, claims: Claims) -> Iterator[Find]:
    """Every window, every date that bounds none, and the zones said of all times."""
    moments, zones = find_moments(view.plain, claims)
    place = 0
    while place < len(moments):
        count, pair = _pair_at(view.plain, moments, place)
        if pair is not None:
            yield _window_of(view, pair)
        else:
            yield _alone(view, moments[place])
        place += count
    yield from _zones_of_all_times(view, sentences, zones)


# Pairs


def _pair_at(plain: str, moments: Sequence[Moment], place: int) -> tuple[int, _Pair | None]:
    """The window that begins with the moment at this place, and how many moments it takes."""
    first, *following = moments[place : place + 3]
    if not following:
        return 1, None
    # A day that both of the following times belong to.
    if len(following) == 2 and first.day is not None and first.day.has_day and not first.time:
        glue = _DAY_BEFORE_TIMES.fullmatch(plain[first.end : following[0].start][:_REACH])
        if glue and not following[0].day and not following[1].day and _are_times(following):
            pair = _pair(plain, following[0], following[1])
            if pair is not None:
                return 3, _on_day(pair, first)
    return (2, pair) if (pair := _pair(plain, first, following[0])) else (1, None)


def _are_times(moments: Iterable[Moment]) -> bool:
    return all(moment.time is not None for moment in moments)


def _on_day(pair: _Pair, day: Moment) -> _Pair:
    zone = pair.end.zone or pair.start.zone or day.zone
    return replace(
        pair,
        start=replace(pair.start, day=day.day, zone=pair.start.zone or zone),
        end=replace(pair.end, day=day.day, zone=pair.end.zone or zone),
        low=min(pair.low, day.start),
        doubts=(Doubt.DAY_FROM_OTHER_EDGE, *pair.doubts),
    )


def _pair(plain: str, first: Moment, second: Moment) -> _Pair | None:
    word = _connecting_word(plain, first, second)
    if word is None or not _can_bound(first, second):
        return None
    start, end, doubts = _shared(first, second)
    inclusive = _INCLUSIVE.match(plain, second.end)
    high = inclusive.end() if inclusive else second.end
    through = word.lower() in ("through", "thru", "through to")
    return _Pair(
        start, end, first, second, through, inclusive is not None, first.start, high, doubts
    )


def _connecting_word(plain: str, first: Moment, second: Moment) -> str | None:
    """The word that makes a pair of two moments; None where there is none."""
    gap = plain[first.end : second.start]
    if len(gap) > 2 * _REACH:
        return None
    before = plain[max(first.start - _REACH, 0) : first.start]
    close = _CONNECTOR.fullmatch(gap)
    if close is not None:
        needs_between = close["word"].lower() in ("and", "与", "和")
        return None if needs_between and not _BETWEEN.search(before) else close["word"]
    loose = _LOOSE_CONNECTOR.fullmatch(gap) if _OPENER.search(before) else None
    # "From launch" says it with the opener; a second opener begins another window.
    if loose is None or re.search(r"(?<![A-Za-z])(?:from|between)(?![A-Za-z])|自", gap):
        return None
    return loose["word"]


def _can_bound(first: Moment, second: Moment) -> bool:
    """Whether both edges are written alike enough to belong together."""
    if first.day is not None and second.day is not None:
        return True
    return first.time is not None and second.time is not None


def _shared(first: Moment, second: Moment) -> tuple[Moment, Moment, tuple[Doubt, ...]]:
    """The edges with what is written once for both, and the doubts about that."""
    doubts = []
    one, other = first.day, second.day
    if first.day is None and second.day is not None:
        first = replace(first, day=second.day)
        doubts.append(Doubt.DAY_FROM_OTHER_EDGE)
    elif second.day is None and first.day is not None:
        second = replace(second, day=first.day)
        doubts.append(Doubt.DAY_FROM_OTHER_EDGE)
    elif one is not None and other is not None and one.has_year != other.has_year:
        first = replace(first, day=one.in_year_of(other))
        second = replace(second, day=other.in_year_of(one))
        doubts.append(Doubt.YEAR_FROM_OTHER_EDGE)
    if first.zone is None and second.zone is not None:
        first = replace(first, zone=second.zone)
        doubts.append(Doubt.ZONE_FROM_OTHER_EDGE)
    elif second.zone is None and first.zone is not None:
        second = replace(second, zone=first.zone)
        doubts.append(Doubt.ZONE_FROM_OTHER_EDGE)
    return first, second, tuple(doubts)


# Windows


def _window_of(view: View, pair: _Pair) -> Find:
    start, end = read_moment(view, pair.start), read_moment(view, pair.end)
    doubts = [*start.doubts, *end.doubts, *pair.doubts]
    start = _meaning(start, "whole") if pair.inclusive else start
    end = _meaning(end, "whole") if pair.through or pair.inclusive else end
    readings = tuple(
        {"start": {"dates": [one]}, "end": {"dates": [other]}}
        for one, other in _combined(start, end)
    )
    unfinished = None
    in_order = tuple(one for one in readings if _is_in_order(one))
    if len(in_order) < len(readings):
        doubts.append(Doubt.ENDS_BEFORE_START)
        if not in_order:
            # What one edge has from the other may not be its own, or the text errs.
            own = read_moment(view, pair.own_start), read_moment(view, pair.own_end)
            unfinished = _window({"start": _left(own[0]), "end": _left(own[1])})
    elif not readings:
        unfinished = _window({"start": _left(start), "end": _left(end)})
    return Find(
        Kind.WINDOW,
        Form.RANGE,
        pair.low,
        pair.high,
        in_order,
        tuple(dict.fromkeys(doubts)),
        unfinished,
    )


def _combined(start: Reading, end: Reading) -> list[tuple[Json, Json]]:
    """Which reading of the start goes with which of the end."""
    if len(start.dates) == len(end.dates):
        # Both edges are ambiguous in the same way, and read in the same way.
        return list(zip(start.dates, end.dates, strict=True))
    return list(product(start.dates, end.dates))[:_MOST_READINGS]


def _is_in_order(window: Json) -> bool:
    """Whether the end does not lie before the start, as far as local times tell."""
    start, end = window["start"]["dates"][0], window["end"]["dates"][0]
    if start.get("zone") != end.get("zone"):
        return True
    first, last = read_local_unit(start["value"]), read_local_unit(end["value"])
    return first.low < last.high and first.low <= last.low


def _left(reading: Reading) -> Json | None:
    """What there is of an edge; None where it is nothing but words."""
    return reading.dates[0] if reading.dates else reading.unfinished


def _window(edges: dict[str, Json | None]) -> Json:
    return {name: {"dates": [edge]} for name, edge in edges.items() if edge is not None}


def _meaning(reading: Reading, meaning: str) -> Reading:
    unfinished = reading.unfinished
    return replace(
        reading,
        dates=tuple({**date, "meaning": meaning} for date in reading.dates),
        unfinished=None if unfinished is None else {**unfinished, "meaning": meaning},
    )


# Moments alone


def _alone(view: View, moment: Moment) -> Find:
    """A date, or a window of which the text gives one edge only."""
    plain, reading = view.plain, read_moment(view, moment)
    low = max(moment.start - 24, 0)
    tail = plain[low : moment.start]
    inclusive = _INCLUSIVE.match(plain, moment.end)
    for before, behind, side, meaning in _ONE_EDGE:
        found = before.search(tail)
        following = behind.match(plain, moment.end) if found is None else inclusive
        if found is None and following is None:
            continue
        meaning = "whole" if inclusive and side == "end" else meaning
        return _open_window(
            _meaning(reading, meaning) if meaning else reading,
            side,
            low + found.start() if found else moment.start,
            following.end() if following else moment.end,
        )
    return Find(
        Kind.DATE,
        moment.form,
        moment.start,
        moment.end,
        reading.dates,
        reading.doubts,
        reading.unfinished,
    )


def _open_window(reading: Reading, side: str, low: int, high: int) -> Find:
    form = Form.OPEN_END if side == "start" else Form.OPEN_START
    readings = tuple(_window({side: date}) for date in reading.dates)
    unfinished = None if reading.unfinished is None else _window({side: reading.unfinished})
    return Find(Kind.WINDOW, form, low, high, readings, reading.doubts, unfinished)


# Zones


def _zones_of_all_times(view: View, sentences: Sentences, zones: Iterable[Zone]) -> Iterator[Find]:
    speaks_of_all: dict[tuple[int, int], bool] = {}
    for zone in zones:
        span = sentences.span_around(zone.start, zone.end)
        if span not in speaks_of_all:
            speaks_of_all[span] = _ALL_TIMES.search(view.plain, *span) is not None
        if not speaks_of_all[span]:
            continue
        names, doubts = zone_readings(zone.name, None)
        readings = tuple({"zone": name} for name in names if name is not None)
        text = view.words(zone.start, zone.end)
        unfinished = None if readings else {"text": text}
        yield Find(
            Kind.ZONE,
            Form.ZONE_OF_ALL_TIMES,
            zone.start,
            zone.end,
            readings,
            doubts,
            unfinished,
        )
