"""Ordered extents: unions of half-open intervals of integers.

Instants are microseconds since 1970-01-01T00:00Z, numbers are in their condition's unit. An
unbounded end is minus or plus infinity.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

# Loops stand where any() would read shorter: these questions are asked for every condition of
# every request, and a generator costs more than the comparisons.

#: An integer, or an infinity. Floats occur as infinities only.
Bound = int | float


@dataclass(frozen=True, slots=True)
class Interval:
    """The half-open interval [low, high)."""

    low: Bound
    high: Bound

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise ValueError(f"An interval needs its low end below its high end, not {self}.")


WHOLE = Interval(-math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Extent:
    """Disjoint intervals in rising order, none adjoining another."""

    intervals: tuple[Interval, ...]

    @classmethod
    def of(cls, intervals: Iterable[Interval]) -> "Extent":
        """The union of the intervals, in any order, overlapping or not."""
        merged: list[Interval] = []
        for interval in sorted(intervals, key=lambda one: one.low):
            if merged and interval.low <= merged[-1].high:
                last = merged.pop()
                interval = Interval(last.low, max(last.high, interval.high))
            merged.append(interval)
        return cls(tuple(merged))

    def contains(self, reading: Interval) -> bool:
        """Whether the whole reading lies inside. The union has no seams, so one interval does."""
        for one in self.intervals:  # noqa: SIM110
            if one.low <= reading.low and reading.high <= one.high:
                return True
        return False

    def meets(self, reading: Interval) -> bool:
        """Whether at least one value of the reading lies inside."""
        for one in self.intervals:  # noqa: SIM110
            if one.low < reading.high and reading.low < one.high:
                return True
        return False

    def covers(self, other: "Extent") -> bool:
        """Whether every value of the other extent lies inside."""
        return all(self.contains(interval) for interval in other.intervals)


EMPTY = Extent(())


def window(low: Bound, high: Bound) -> Extent:
    """The extent [low, high), empty where nothing lies between."""
    return Extent((Interval(low, high),)) if low < high else EMPTY
