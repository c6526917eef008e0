"""The values that are tried of one condition: on both sides of its edges, each name, and so on."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from typing import NamedTuple

from incidents.scope.conditions import (
    Condition,
    FlagCondition,
    InstantCondition,
    NameCondition,
    NumberCondition,
    OrderedCondition,
    VersionCondition,
)
from incidents.scope.dates import DAY, HOUR, MINUTE, SECOND, format_instant
from incidents.scope.extent import Extent, Interval
from incidents.scope.nearby import (
    askable,
    nearest_other,
    text_beside,
    unlisted_name,
    versions_near,
)
from incidents.scope.reading import (
    LARGEST_NUMBER,
    FlagReading,
    InstantReading,
    NumberReading,
    Reading,
    VersionReading,
    read_name,
)
from incidents.scope.versions import Scheme, parse_version


class Tries(Enum):
    """What a question tries. The values are stable codes; the words belong to the interfaces."""

    #: A value well inside every condition.
    INSIDE = "inside"
    #: The last value below an edge, and the first one from it on.
    EDGE_BELOW = "edge_below"
    EDGE_AT = "edge_at"
    #: A version before a named one, that version, and one after it.
    VERSION_BELOW = "version_below"
    VERSION_AT = "version_at"
    VERSION_ABOVE = "version_above"
    FLAG = "flag"
    #: The field is left out.
    MISSING = "missing"
    #: A number that is known to be wrong when it occurs.
    UNRELIABLE = "unreliable"
    #: A number that was counted by another rule, or a version that is none.
    NOT_COMPARABLE = "not_comparable"
    #: The recognised name next in spelling that is not covered, and a name nobody recognises.
    NAME_OUTSIDE = "name_outside"
    NAME_UNKNOWN = "name_unknown"
    NAME_CERTAIN = "name_certain"
    NAME_POSSIBLE = "name_possible"
    NAME_AMBIGUOUS = "name_ambiguous"
    #: A range, or a date without a zone, that lies across an edge.
    IMPRECISE = "imprecise"


#: One attribute of a question, with the fields that say it.
Part = tuple[str, tuple[tuple[str, str | int], ...]]


# Tuples, since they are made by the thousand.


class Value(NamedTuple):
    """One exact value of an attribute, as it is written and as it is read."""

    part: Part
    reading: Reading


class Trial(NamedTuple):
    """What is put in place of an attribute's value; a part that is None leaves it out."""

    tries: Tries
    part: Part | None
    edge: str = ""
    extent: str = ""


class Trials:
    """Makes the values and the trials of the conditions of one scope."""

    def __init__(self, conditions: Iterable[Condition], preferred: Container[str]) -> None:
        """`preferred` names are taken where one name has to stand for several."""
        self._preferred = preferred
        edges: dict[str, set[int]] = {}
        for condition in conditions:
            if isinstance(condition, InstantCondition):
                edges.setdefault(condition.attribute, set()).update(_all_edges(condition))
        self._edges = {attribute: sorted(found) for attribute, found in edges.items()}

    def values(self, conditions: Sequence[Condition], *, outside: bool = False) -> Iterator[Value]:
        """Values that may suit all the conditions, which are on one attribute.

        Those of the first condition come first. With `outside`, a name that none covers as well.
        """
        for condition in conditions:
            attribute = condition.attribute
            match condition:
                case OrderedCondition():
                    yield from self._points(condition)
                case NameCondition():
                    for name in self._names(condition, outside=outside):
                        yield Value(_plain(attribute, name), read_name(name))
                case FlagCondition():
                    for flag, text in _FLAGS:
                        yield Value(_plain(attribute, text), FlagReading(flag))
                case _:
                    assert isinstance(condition, VersionCondition)  # there is no other kind
                    for text, _, _ in _versions(condition):
                        yield Value(_plain(attribute, text), VersionReading(text))

    def trials(self, condition: Condition) -> Iterator[Trial]:
        """Everything that is tried of the condition."""
        yield Trial(Tries.MISSING, None)
        match condition:
            case OrderedCondition():
                yield from self._ordered_trials(condition)
            case NameCondition():
                yield from self._name_trials(condition)
            case FlagCondition():
                for _, text in _FLAGS:
                    yield Trial(Tries.FLAG, _plain(condition.attribute, text), text)
            case _:
                assert isinstance(condition, VersionCondition)  # there is no other kind
                yield from _version_trials(condition)

    # Instants and numbers

    def _points(self, condition: OrderedCondition) -> Iterator[Value]:
        """Values well inside the condition, and next to its edges."""
        for extent in (condition.certain, condition.possible):
            for interval in extent.intervals:
                yield from self._point(condition, _well_inside(interval, condition))
        for edge in _all_edges(condition):
            yield from self._point(condition, edge)
            yield from self._point(condition, edge, before=True)

    def _point(
        self, condition: OrderedCondition, at: int, *, before: bool = False
    ) -> Iterator[Value]:
        """The value that begins there, or the last one before; none where nobody can ask it.

        A second stands for all its microseconds where no edge lies among them.
        """
        attribute = condition.attribute
        if isinstance(condition, NumberCondition):
            number = at - before
            if 0 <= number <= LARGEST_NUMBER:
                exact = Interval(number, number + 1)
                yield Value(_plain(attribute, number), NumberReading(exact))
            return
        second = at - SECOND * before
        is_whole = at % SECOND == 0 and not self._is_cut(attribute, second, second + SECOND)
        low, length = (second, SECOND) if is_whole else (at - before, 1)
        text = format_instant(low)
        if text is not None:
            if not is_whole and "." not in text:
                text = f"{text[:-1]}.000000Z"
            within = Interval(low, low + length)
            yield Value(_plain(attribute, text), InstantReading(within, text))

    def _is_cut(self, attribute: str, low: int, high: int) -> bool:
        """Whether an edge lies between the two instants."""
        edges = self._edges[attribute]
        return bisect_right(edges, low) < bisect_left(edges, high)

    def _ordered_trials(self, condition: OrderedCondition) -> Iterator[Trial]:
        for name, extent in (("certain", condition.certain), ("possible", condition.possible)):
            for edge in _edges(extent, condition):
                text = _edge_text(condition, edge)
                for value in self._point(condition, edge, before=True):
                    yield Trial(Tries.EDGE_BELOW, value.part, text, name)
                for value in self._point(condition, edge):
                    yield Trial(Tries.EDGE_AT, value.part, text, name)
                across = _across(condition, edge)
                if across is not None:
                    yield Trial(Tries.IMPRECISE, across, text, name)
        if isinstance(condition, NumberCondition):
            yield from self._number_trials(condition)

    def _number_trials(self, condition: NumberCondition) -> Iterator[Trial]:
        """Numbers that are known to be wrong, those beside them, and one that says nothing."""
        for interval in condition.unreliable.intervals:
            trials = (
                (Tries.EDGE_BELOW, interval.low, interval.low - 1),
                (Tries.UNRELIABLE, interval.low, interval.low),
                (Tries.UNRELIABLE, interval.high, interval.high - 1),
                (Tries.EDGE_AT, interval.high, interval.high),
            )
            for tries, edge, number in trials:
                if math.isfinite(edge):
                    for value in self._point(condition, int(number)):
                        yield Trial(tries, value.part, str(edge), "unreliable")
        for value in islice(self._points(condition), 1):
            attribute, fields = value.part
            part = (attribute, (*fields, (f"{attribute}_counted_by", "other")))
            yield Trial(Tries.NOT_COMPARABLE, part)

    # Names

    def _names(self, condition: NameCondition, *, outside: bool) -> Iterator[str]:
        """The names that stand for the condition, the best one first."""
        found = [*self._in_order(condition.certain), *self._in_order(condition.possible)]
        yield from found
        if outside or not found:
            yield nearest_other(condition, next(iter(found), "")) or unlisted_name(condition)

    def _in_order(self, names: Iterable[str]) -> list[str]:
        return sorted(askable(names), key=lambda name: name not in self._preferred)

    def _name_trials(self, condition: NameCondition) -> Iterator[Trial]:
        attribute = condition.attribute
        for tries, names, extent in (
            (Tries.NAME_CERTAIN, condition.certain, "certain"),
            (Tries.NAME_POSSIBLE, condition.possible, "possible"),
            (Tries.NAME_AMBIGUOUS, condition.ambiguous, ""),
        ):
            for name in askable(names):
                yield Trial(tries, _plain(attribute, name), name, extent)
        model = next(self._names(condition, outside=False))
        other = nearest_other(condition, model)
        if other is not None and condition.anything:
            yield Trial(Tries.NAME_POSSIBLE, _plain(attribute, other), other, "possible")
        elif other is not None:
            yield Trial(Tries.NAME_OUTSIDE, _plain(attribute, other), other)
        unlisted = unlisted_name(condition)
        yield Trial(Tries.NAME_UNKNOWN, _plain(attribute, unlisted), unlisted)


def _plain(attribute: str, value: str | int) -> Part:
    """The part of a question that says the value in the field of the attribute."""
    return attribute, ((attribute, value),)


_FLAGS = ((True, "true"), (False, "false"))


def _all_edges(condition: OrderedCondition) -> list[int]:
    return [edge for extent in condition.extents for edge in _edges(extent, condition)]


def _edges(extent: Extent, condition: OrderedCondition) -> list[int]:
    """Where the extent begins and ends. No number is below 0, so nothing begins there."""
    least = 1 if isinstance(condition, NumberCondition) else -math.inf
    return [
        int(end)
        for interval in extent.intervals
        for end in (interval.low, interval.high)
        if math.isfinite(end) and end >= least
    ]


#: In which instants well inside a window are rounded, the coarsest first.
_SPANS = (64 * DAY, 16 * DAY, 4 * DAY, DAY, 6 * HOUR, HOUR, MINUTE, SECOND)


def _well_inside(interval: Interval, condition: OrderedCondition) -> int:
    """A round value in the middle, which stays the same where an edge moves a little.

    So most probes of a corrected scope are those of the published one, and are asked once.
    """
    is_number = isinstance(condition, NumberCondition)
    low = max(interval.low, 0) if is_number else interval.low
    high = interval.high
    if math.isinf(low):
        return (int(high) // DAY - 1) * DAY if math.isfinite(high) else 0
    low = int(low)
    if math.isinf(high):
        if is_number:
            return min(2 << low.bit_length(), LARGEST_NUMBER)
        return (low // DAY + 2) * DAY
    length = int(high) - low
    powers = (1 << power for power in reversed(range(length.bit_length())))
    first, end = low + length // 4, int(high) - length // 4
    for unit in powers if is_number else _SPANS:
        multiple = -(-first // unit) * unit
        if multiple < end:
            return multiple
    return first


def _edge_text(condition: OrderedCondition, edge: int) -> str:
    """The edge in words of the scope document; empty for an instant beyond the calendar."""
    return str(edge) if isinstance(condition, NumberCondition) else format_instant(edge) or ""


def _across(condition: OrderedCondition, edge: int) -> Part | None:
    """A reading on both sides of the edge: two numbers, or a date without a zone."""
    attribute = condition.attribute
    if isinstance(condition, NumberCondition):
        if edge > LARGEST_NUMBER:
            return None
        return attribute, ((f"{attribute}_min", edge - 1), (f"{attribute}_max", edge))
    text = format_instant(edge)
    return _plain(attribute, text[:10]) if text else None


def _version_trials(condition: VersionCondition) -> Iterator[Trial]:
    attribute = condition.attribute
    for text, bound, extent in _versions(condition):
        tries = _side(text, bound, condition.scheme)
        yield Trial(tries, _plain(attribute, text), bound, extent)
    # In a scheme of tags it is a tag like any other, and compared with none unless it is listed.
    text = text_beside("latest", condition.named_versions)
    yield Trial(Tries.NOT_COMPARABLE, _plain(attribute, text))


def _versions(condition: VersionCondition) -> Iterator[tuple[str, str, str]]:
    """Versions around each one that the condition names: with that one, and what it bounds."""
    for extent, bounds in (
        ("certain", [bound for one in condition.certain for bound in one.bounds]),
        ("possible", [bound for one in condition.possible for bound in one.bounds]),
        ("outside", condition.outside),
    ):
        for bound in dict.fromkeys(bounds):
            for text in versions_near(bound, condition.scheme):
                yield text, bound, extent


def _side(text: str, bound: str, scheme: Scheme) -> Tries:
    version, limit = parse_version(text, scheme), parse_version(bound, scheme)
    assert version is not None  # both are among `versions_near`, which holds versions only
    assert limit is not None
    if version == limit:
        return Tries.VERSION_AT
    return Tries.VERSION_BELOW if version < limit else Tries.VERSION_ABOVE
