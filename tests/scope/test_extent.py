import math

import pytest

from incidents.scope.extent import EMPTY, WHOLE, Extent, Interval, window


def extent(*pairs: tuple[float, float]) -> Extent:
    return Extent.of(Interval(low, high) for low, high in pairs)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (math.inf, -math.inf)])
def test_an_interval_without_a_value_is_refused(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="low end below its high end"):
        Interval(low, high)


def test_a_union_sorts_and_merges_what_overlaps_or_adjoins() -> None:
    found = extent((8, 9), (1, 5), (2, 3), (5, 7))

    assert found == Extent((Interval(1, 7), Interval(8, 9)))


def test_a_union_of_nothing_is_empty() -> None:
    assert Extent.of([]) == EMPTY


def test_an_extent_contains_a_reading_only_in_one_piece() -> None:
    found = extent((1, 3), (5, 7))

    assert [found.contains(Interval(*ends)) for ends in [(1, 3), (5, 6), (2, 6), (3, 5)]] == [
        True,
        True,
        False,
        False,
    ]


def test_an_extent_meets_a_reading_that_shares_a_value_and_not_one_that_adjoins() -> None:
    found = extent((1, 3), (5, 7))

    assert [found.meets(Interval(*ends)) for ends in [(2, 9), (6, 9), (3, 5), (7, 9)]] == [
        True,
        True,
        False,
        False,
    ]


def test_an_extent_covers_another_piece_by_piece() -> None:
    found = extent((1, 3), (5, 7))

    assert found.covers(extent((1, 2), (6, 7)))
    assert found.covers(EMPTY)
    assert not found.covers(extent((1, 2), (6, 8)))
    assert Extent((WHOLE,)).covers(found)


def test_a_window_that_ends_before_it_starts_is_empty() -> None:
    assert window(2, 2) == EMPTY
    assert window(3, 2) == EMPTY
    assert window(2, 3) == extent((2, 3))
