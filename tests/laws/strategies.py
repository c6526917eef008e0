"""Small scopes and questions, drawn so that verdicts of all three kinds are common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from incidents.scope.conditions import (
    Condition,
    FlagCondition,
    InstantCondition,
    NameCondition,
    NumberCondition,
    VersionCondition,
)
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.extent import Extent, Interval
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NameReading,
    NumberReading,
    Question,
    Reading,
    VersionReading,
)
from incidents.scope.reasons import OPEN_REASONS
from incidents.scope.versions import Scheme, VersionRange

_Drawn = TypeVar("_Drawn")

#: Instants and numbers of small scopes lie from 0 below this.
POINTS = 8

NAMES = ("a", "b", "c", "d")
RECOGNISED = frozenset(NAMES)
ASKED_NAMES = (*NAMES, "unheard-of")
VERSIONS = ("0.9", "1.0rc1", "1.0", "1.0.post1", "1.5", "2.0.dev1", "2.0", "2.1", "1!1.0")
ASKED_VERSIONS = (*VERSIONS, "latest", "1.0rc2", "2.0.post1", "2!1.0")

open_reasons = st.sampled_from(sorted(OPEN_REASONS, key=lambda one: one.value))
maybe_open = st.none() | open_reasons


@st.composite
def extents(draw: st.DrawFn, within: Extent | None = None) -> Extent:
    """An extent of points, of those of another one if there is one."""
    points = [
        point
        for point in range(POINTS)
        if within is None or within.contains(Interval(point, point + 1))
    ]
    chosen = draw(st.sets(st.sampled_from(points))) if points else set()
    return Extent.of(Interval(point, point + 1) for point in chosen)


@st.composite
def instant_conditions(draw: st.DrawFn, attribute: str) -> Condition:
    possible = draw(extents().filter(lambda one: bool(one.intervals)))
    certain = draw(extents(within=possible))
    return InstantCondition(attribute, draw(maybe_open), "", certain, possible)


@st.composite
def number_conditions(draw: st.DrawFn, attribute: str) -> Condition:
    possible = draw(extents().filter(lambda one: bool(one.intervals)))
    certain = draw(extents(within=possible))
    unreliable = draw(st.just(Extent(())) | extents())
    return NumberCondition(
        attribute, draw(maybe_open), "", certain, possible, "tokens", "…", unreliable
    )


@st.composite
def name_conditions(draw: st.DrawFn, attribute: str) -> Condition:
    standings = st.sampled_from(["certain", "possible", "ambiguous", "excluded"])
    anything = draw(st.sampled_from([False, False, False, True]))
    by_standing: dict[str, set[str]] = {"certain": set(), "possible": set(), "ambiguous": set()}
    if not anything:
        for name in NAMES:
            by_standing.get(draw(standings), set()).add(name)
        if not by_standing["certain"] and not by_standing["possible"]:
            by_standing["certain"].add("a")
            by_standing["ambiguous"].discard("a")
    certain, possible, ambiguous = (frozenset(one) for one in by_standing.values())
    return NameCondition(
        attribute, draw(maybe_open), "", certain, possible, anything, ambiguous, RECOGNISED
    )


@st.composite
def flag_conditions(draw: st.DrawFn, attribute: str) -> Condition:
    possible = draw(st.sets(st.booleans(), min_size=1))
    certain = draw(st.sets(st.sampled_from(sorted(possible)), max_size=1))
    return FlagCondition(attribute, draw(maybe_open), "", frozenset(certain), frozenset(possible))


@st.composite
def version_ranges(draw: st.DrawFn) -> VersionRange:
    ordered = sorted(draw(st.sets(st.integers(0, len(VERSIONS) - 1), min_size=1, max_size=2)))
    first, last = VERSIONS[ordered[0]], VERSIONS[ordered[-1]]
    if first == last:
        return draw(
            st.sampled_from(
                [
                    VersionRange(first, True, first, True),
                    VersionRange(first, True),
                    VersionRange(first, False),
                    VersionRange(None, True, first, False),
                    VersionRange(None, True, first, True),
                ]
            )
        )
    return VersionRange(first, draw(st.booleans()), last, draw(st.booleans()))


@st.composite
def version_conditions(draw: st.DrawFn, attribute: str) -> Condition:
    certain = draw(st.lists(version_ranges(), max_size=2))
    beyond = draw(st.lists(version_ranges(), min_size=0 if certain else 1, max_size=2))
    possible = tuple(dict.fromkeys([*certain, *beyond]))
    outside = draw(st.lists(st.sampled_from(VERSIONS), max_size=2, unique=True))
    return VersionCondition(
        attribute,
        draw(maybe_open),
        "",
        "sglang",
        Scheme.PEP440,
        tuple(certain),
        possible,
        tuple(outside),
    )


CONDITIONS: Mapping[str, Callable[[str], st.SearchStrategy[Condition]]] = {
    "at": instant_conditions,
    "model": name_conditions,
    "prompt_tokens": number_conditions,
    "service": name_conditions,
    "streaming": flag_conditions,
    "version": version_conditions,
}

#: The attributes of small scopes: one of each kind.
ATTRIBUTES = ("at", "model", "prompt_tokens", "streaming", "version")

#: Those of which every value can be tried.
ENUMERABLE = ("at", "model", "prompt_tokens", "streaming")


@st.composite
def clauses(draw: st.DrawFn, attributes: tuple[str, ...] = ATTRIBUTES) -> Clause:
    chosen = draw(st.sets(st.sampled_from(attributes), min_size=1, max_size=3))
    conditions = tuple(draw(CONDITIONS[attribute](attribute)) for attribute in sorted(chosen))
    return Clause(conditions, draw(st.none() | st.none() | open_reasons))


@st.composite
def scopes(
    draw: st.DrawFn,
    attributes: tuple[str, ...] = ATTRIBUTES,
    *,
    most_clauses: int = 3,
    most_exclusions: int = 2,
) -> Scope:
    return Scope(
        "KB-2026-0001",
        1,
        1,
        "affected",
        tuple(draw(st.lists(clauses(attributes), min_size=1, max_size=most_clauses))),
        tuple(draw(st.lists(clauses(attributes), max_size=most_exclusions))),
    )


@st.composite
def intervals(draw: st.DrawFn, low: int = 0, high: int = POINTS) -> Interval:
    start = draw(st.integers(low, high - 1))
    return Interval(start, draw(st.integers(start + 1, high)))


@st.composite
def readings(draw: st.DrawFn, attribute: str) -> Reading:
    match attribute:
        case "at":
            return InstantReading(draw(intervals()), "")
        case "prompt_tokens":
            return NumberReading(draw(intervals()), draw(st.sampled_from([True, True, False])))
        case "model" | "service":
            return name(draw(st.sampled_from(ASKED_NAMES)))
        case "streaming":
            return FlagReading(draw(st.booleans()))
        case _:
            return VersionReading(draw(st.sampled_from(ASKED_VERSIONS)))


def name(text: str) -> NameReading:
    return NameReading(text, text)


@st.composite
def questions(draw: st.DrawFn, attributes: tuple[str, ...] = ATTRIBUTES) -> Question:
    chosen = draw(st.sets(st.sampled_from(attributes)))
    return {attribute: draw(readings(attribute)) for attribute in sorted(chosen)}


@dataclass(frozen=True)
class Narrowing:
    """A question, and one that says no less of anything."""

    wide: Question
    narrow: Question


@st.composite
def narrowings(draw: st.DrawFn) -> Narrowing:
    wide = draw(questions())
    narrow = dict(wide)
    for attribute in ATTRIBUTES:
        given = wide.get(attribute)
        if given is None:
            if draw(st.booleans()):
                narrow[attribute] = draw(readings(attribute))
        elif isinstance(given, InstantReading | NumberReading) and draw(st.booleans()):
            low, high = int(given.interval.low), int(given.interval.high)
            inner = draw(intervals(low, high))
            narrow[attribute] = (
                InstantReading(inner, "")
                if isinstance(given, InstantReading)
                else NumberReading(inner, given.comparable)
            )
    return Narrowing(wide, narrow)


JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
