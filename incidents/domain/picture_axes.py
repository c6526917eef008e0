"""The axes of the scope picture: where instants and numbers stand on a drawing.

Places are in units of the drawing, from its upper left corner.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from incidents.scope.dates import DAY
from incidents.scope.extent import Bound, Extent, Interval

#: How far a question may widen the axis of time, in lengths of what is published.
_FARTHEST = 1.5
#: What is left free on either side of the axis of time, as a part of its length.
_PADDING = 0.12
#: How small a mark may be, so that it is seen.
SMALLEST_MARK = 7.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return round(self.x + self.width, 1)

    @property
    def bottom(self) -> float:
        return round(self.y + self.height, 1)

    @property
    def middle(self) -> tuple[float, float]:
        return round(self.x + self.width / 2, 1), round(self.y + self.height / 2, 1)


@dataclass(frozen=True, slots=True)
class Axis:
    """The values from low to high, between two places. `begin` is the place of the low end."""

    low: float
    high: float
    begin: float
    end: float
    is_logarithmic: bool = False

    def place(self, value: Bound) -> float:
        """Where a value is; values beyond an end are at that end."""
        if self.is_logarithmic:
            value = math.log10(value) if value > 0 else -math.inf
        inside = min(max(value, self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return round(self.begin + (self.end - self.begin) * share, 1)

    def stretch(self, interval: Interval) -> tuple[float, float]:
        """The places of an interval's ends, the upper or left one first."""
        first, last = sorted((self.place(interval.low), self.place(interval.high)))
        return first, round(last - first, 1)

    def mark(self, interval: Interval, edges: Iterable[Bound]) -> tuple[float, float]:
        """The same, at least as long as a mark has to be to be seen.

        A mark that grows stays on its own side of the edges, which the interval does not cross.
        """
        first, length = self.stretch(interval)
        if length >= SMALLEST_MARK:
            return first, length
        edges = list(edges)
        below = max((one for one in edges if one <= interval.low), default=-math.inf)
        above = min((one for one in edges if one >= interval.high), default=math.inf)
        top, room = self.stretch(Interval(below, above))
        start = first + length / 2 - SMALLEST_MARK / 2
        # Where the room is too small the mark is in its middle: it says more than none at all.
        start = min(max(start, top), top + max(room - SMALLEST_MARK, 0))
        return round(start, 1), SMALLEST_MARK


def finite_ends(extents: Iterable[Extent]) -> list[Bound]:
    """The ends of extents that are no infinities."""
    ends = (end for extent in extents for one in extent.intervals for end in (one.low, one.high))
    return [end for end in ends if math.isfinite(end)]


def time_axis(ends: Sequence[Bound], asked: Interval | None, begin: float, end: float) -> Axis:
    """An even axis that shows the published ends and, unless it lies far away, what is asked."""
    low, high = min(ends), max(ends)
    length = max(high - low, DAY)
    if asked is not None:
        nearest, farthest = low - _FARTHEST * length, high + _FARTHEST * length
        low = min(low, asked.low) if asked.low >= nearest else low
        high = max(high, asked.high) if asked.high <= farthest else high
    padding = _PADDING * max(high - low, DAY)
    return Axis(low - padding, high + padding, begin, end)


def number_axis(ends: Sequence[Bound], asked: Interval | None, top: float, bottom: float) -> Axis:
    """A logarithmic axis of whole powers of ten, which shows the published ends and what is asked.

    It rises from the bottom, so that larger numbers are higher up. What is 0 is at its foot.
    """
    published = [end for end in ends if end > 0] or [1]
    low = math.floor(math.log10(min(published))) - 1
    high = math.ceil(math.log10(max(published) * 3))
    if asked is not None:
        numbers = [end for end in (asked.low, asked.high - 1) if 0 < end < math.inf]
        low = min([low, *(math.floor(math.log10(one)) for one in numbers)])
        high = max([high, *(math.ceil(math.log10(one * 1.5)) for one in numbers)])
    return Axis(max(low, 0), high, bottom, top, is_logarithmic=True)
