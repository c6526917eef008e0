import math

import pytest

from incidents.scope.conditions import (
    INSTANTS,
    FlagCondition,
    InstantCondition,
    NameCondition,
    NumberCondition,
    VersionCondition,
)
from incidents.scope.extent import EMPTY, WHOLE, Extent, Interval, window
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NumberReading,
    Reading,
    VersionReading,
    number_reading,
    read_name,
)
from incidents.scope.reasons import FINDINGS, Reason
from incidents.scope.versions import Scheme, VersionRange


def instants(certain: Extent, possible: Extent, open_: Reason | None = None) -> InstantCondition:
    return InstantCondition("x", open_, "/x", certain, possible)


def numbers(
    certain: Extent,
    possible: Extent,
    unreliable: Extent = EMPTY,
    open_: Reason | None = None,
) -> NumberCondition:
    return NumberCondition("x", open_, "/x", certain, possible, "tokens", "…", unreliable)


def names(
    certain: str = "",
    possible: str = "",
    ambiguous: str = "",
    recognised: str = "",
    *,
    anything: bool = False,
    open_: Reason | None = None,
) -> NameCondition:
    sets = [frozenset(one.split()) for one in (certain, possible, ambiguous, recognised)]
    return NameCondition("x", open_, "/x", sets[0], sets[1], anything, sets[2], sets[3])


def flag(*certain: bool, possible: tuple[bool, ...], open_: Reason | None = None) -> FlagCondition:
    return FlagCondition("x", open_, "/x", frozenset(certain), frozenset(possible))


def versions(
    *certain: VersionRange,
    possible: tuple[VersionRange, ...] = (),
    outside: tuple[str, ...] = (),
    scheme: Scheme = Scheme.PEP440,
    open_: Reason | None = None,
) -> VersionCondition:
    found = tuple(dict.fromkeys([*certain, *possible]))
    return VersionCondition("x", open_, "/x", "sglang", scheme, certain, found, outside)


FUZZY = instants(window(10, 20), window(5, 25))


@pytest.mark.parametrize(
    ("low", "high", "reason"),
    [
        (10, 20, Reason.INSIDE),
        (12, 13, Reason.INSIDE),
        (1, 5, Reason.OUTSIDE),
        (25, 30, Reason.OUTSIDE),
        (5, 10, Reason.PUBLISHED_IMPRECISELY),
        (20, 21, Reason.PUBLISHED_IMPRECISELY),
        (9, 11, Reason.IMPRECISE),
        (4, 6, Reason.IMPRECISE),
        (24, 26, Reason.IMPRECISE),
        (1, 30, Reason.IMPRECISE),
    ],
)
def test_an_instant_is_met_inside_certain_and_not_met_outside_possible(
    low: int, high: int, reason: Reason
) -> None:
    reading = InstantReading(Interval(low, high), "…")

    assert FUZZY.find({"x": reading}) == FINDINGS[reason]


def test_a_suspected_window_says_so_where_only_the_publisher_could_tell() -> None:
    suspected = instants(EMPTY, window(5, 25), Reason.SUSPECTED)

    found = [
        suspected.find({"x": InstantReading(Interval(*ends), "…")}) for ends in [(6, 7), (1, 2)]
    ]

    assert found == [FINDINGS[Reason.SUSPECTED], FINDINGS[Reason.OUTSIDE]]
    assert suspected.find({}) == FINDINGS[Reason.MISSING]


OVER = numbers(window(10, math.inf), window(8, math.inf), window(1, 2))


@pytest.mark.parametrize(
    ("reading", "reason"),
    [
        (number_reading(10, 10), Reason.INSIDE),
        (number_reading(10, None), Reason.INSIDE),
        (number_reading(7, 7), Reason.OUTSIDE),
        (number_reading(2, 7), Reason.OUTSIDE),
        (number_reading(8, 9), Reason.PUBLISHED_IMPRECISELY),
        (number_reading(9, 10), Reason.IMPRECISE),
        (number_reading(2, 8), Reason.IMPRECISE),
        (number_reading(1, 1), Reason.UNRELIABLE),
        (number_reading(0, 7), Reason.UNRELIABLE),
        (number_reading(12, 12, comparable=False), Reason.NOT_COMPARABLE),
        (number_reading(0, None), Reason.MISSING),
        (number_reading(None, None, comparable=False), Reason.MISSING),
        (NumberReading(), Reason.MISSING),
        (None, Reason.MISSING),
        (FlagReading(True), Reason.MISSING),
    ],
)
def test_a_number_that_says_nothing_of_the_published_one_is_undetermined(
    reading: Reading | None, reason: Reason
) -> None:
    question = {"x": reading} if reading is not None else {}

    assert OVER.find(question) == FINDINGS[reason]


LISTED = names("a", "b", "c", "a b c d", open_=Reason.DISPUTED)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("A", Reason.INSIDE),
        ("b", Reason.DISPUTED),
        ("c", Reason.NOT_RECOGNISED),
        ("d", Reason.OUTSIDE),
        ("e", Reason.NOT_RECOGNISED),
    ],
)
def test_a_name_is_covered_possible_ruled_out_or_not_recognised(name: str, reason: Reason) -> None:
    assert LISTED.find({"x": read_name(name)}) == FINDINGS[reason]


def test_where_no_list_is_published_any_name_is_possible() -> None:
    unpublished = names(recognised="a", anything=True)

    assert unpublished.find({"x": read_name("a")}) == FINDINGS[Reason.NOT_PUBLISHED]
    assert unpublished.find({"x": read_name("e")}) == FINDINGS[Reason.NOT_PUBLISHED]
    assert unpublished.find({}) == FINDINGS[Reason.NOT_PUBLISHED]


def test_excluded_are_the_recognised_names_that_mean_something_else() -> None:
    assert LISTED.excluded == {"d"}
    assert names(recognised="a", anything=True).excluded == frozenset()


def test_a_flag_is_inside_possible_or_outside() -> None:
    on, off = {"x": FlagReading(True)}, {"x": FlagReading(False)}
    only_on = flag(True, possible=(True,))
    maybe_off = flag(True, possible=(True, False), open_=Reason.SUSPECTED)
    either = flag(possible=(True, False))

    assert [only_on.find(one) for one in (on, off, {})] == [
        FINDINGS[Reason.INSIDE],
        FINDINGS[Reason.OUTSIDE],
        FINDINGS[Reason.MISSING],
    ]
    assert [maybe_off.find(one) for one in (on, off, {})] == [
        FINDINGS[Reason.INSIDE],
        FINDINGS[Reason.SUSPECTED],
        FINDINGS[Reason.MISSING],
    ]
    assert [either.find(one) for one in (on, off, {})] == [FINDINGS[Reason.NOT_PUBLISHED]] * 3


RECORDED = versions(
    VersionRange("0.5.2", True, "0.8.5", False),
    possible=(VersionRange(None, True, "0.9", True),),
    outside=("0.8.5rc1",),
    open_=Reason.DISPUTED,
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0.6", Reason.INSIDE),
        ("v0.6+cu124", Reason.INSIDE),
        ("0.8.5rc1", Reason.OUTSIDE),
        ("0.8.5rc2", Reason.PUBLISHED_IMPRECISELY),
        ("0.8.6", Reason.DISPUTED),
        ("0.9.post1", Reason.PUBLISHED_IMPRECISELY),
        ("0.9.1", Reason.OUTSIDE),
        ("latest", Reason.NOT_COMPARABLE),
        ("0.5.x", Reason.NOT_COMPARABLE),
        ("1!0.6", Reason.NOT_COMPARABLE),
    ],
)
def test_a_version_is_placed_by_what_the_record_says(text: str, reason: Reason) -> None:
    assert RECORDED.find({"x": VersionReading(text)}) == FINDINGS[reason]


def test_an_epoch_that_the_record_uses_is_comparable() -> None:
    recorded = versions(VersionRange("1!2.0", True), outside=("1.9",))

    found = [recorded.find({"x": VersionReading(text)}) for text in ("1!2.1", "1.9", "1.8", "2!1")]

    assert found == [
        FINDINGS[Reason.INSIDE],
        FINDINGS[Reason.OUTSIDE],
        FINDINGS[Reason.OUTSIDE],
        FINDINGS[Reason.NOT_COMPARABLE],
    ]


def test_a_gap_between_ranges_is_outside() -> None:
    recorded = versions(VersionRange(None, True, "1.0"), VersionRange("2.0", True, "3.0"))

    assert recorded.find({"x": VersionReading("1.5")}) == FINDINGS[Reason.OUTSIDE]


def test_of_tags_only_the_listed_ones_are_known() -> None:
    gold = VersionRange("gold", True, "gold", True)
    silver = VersionRange("silver", True, "silver", True)
    listed = versions(gold, possible=(silver,), outside=("lead",), scheme=Scheme.TAGS)

    found = [listed.find({"x": VersionReading(text)}) for text in ("gold", "silver", "lead", "tin")]

    assert found == [
        FINDINGS[Reason.INSIDE],
        FINDINGS[Reason.PUBLISHED_IMPRECISELY],
        FINDINGS[Reason.OUTSIDE],
        FINDINGS[Reason.NOT_COMPARABLE],
    ]
    assert listed.find({}) == FINDINGS[Reason.MISSING]


def test_what_no_reading_can_settle_is_wholly_open() -> None:
    tag = VersionRange("gold", True, "gold", True)
    open_ = [
        instants(EMPTY, INSTANTS),
        numbers(EMPTY, window(0, math.inf)),
        names(anything=True),
        flag(possible=(True, False)),
        versions(possible=(tag,), scheme=Scheme.TAGS),
        versions(possible=(VersionRange(),)),
    ]
    settled = [
        FUZZY,
        OVER,
        LISTED,
        names("a"),
        flag(possible=(True,)),
        RECORDED,
        versions(possible=(tag,), outside=("lead",), scheme=Scheme.TAGS),
    ]

    assert [one.is_wholly_open for one in open_] == [True] * len(open_)
    assert [one.is_wholly_open for one in settled] == [False] * len(settled)


def test_what_every_value_meets_is_no_condition() -> None:
    vacuous = [
        instants(INSTANTS, INSTANTS),
        numbers(window(0, math.inf), window(0, math.inf)),
        flag(True, False, possible=(True, False)),
        versions(VersionRange()),
    ]
    conditions = [
        instants(window(10, 20), INSTANTS),
        numbers(window(1, math.inf), window(0, math.inf)),
        names("a", recognised="a"),
        flag(True, possible=(True, False)),
        versions(VersionRange("1.0"), possible=(VersionRange(),)),
    ]

    assert [one.is_vacuous for one in vacuous] == [True] * len(vacuous)
    assert [one.is_vacuous for one in conditions] == [False] * len(conditions)


def test_the_whole_of_time_lies_around_every_instant() -> None:
    assert INSTANTS.covers(Extent((WHOLE,)))
