"""The scope picture: what a scope covers over time and, where it has a number, over that number.

Geometry only, in units of an SVG of WIDTH; how it looks belongs to the template and its style
sheet. What is certain is drawn solid, what is only possible is hatched, and a question is drawn as
a point, a bar or a box, as exact as it was asked.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from incidents.domain.phrasing import date_words
from incidents.domain.picture_axes import (
    SMALLEST_MARK,
    Axis,
    Box,
    finite_ends,
    number_axis,
    time_axis,
)
from incidents.domain.snapshots import PublishedRecord
from incidents.scope.conditions import InstantCondition, NumberCondition, OrderedCondition
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.extent import EMPTY, WHOLE, Bound, Extent, Interval
from incidents.scope.reading import InstantReading, NumberReading, Question
from incidents.scope.verdict import Outcome, conjunction, disjunction

#: The width of every panel. Letters of 12.5 units stay readable on the narrowest phone.
WIDTH = 320

_MARGIN = 6.0
_GUTTER = 68.0  # left of a plane, for the numbers
_PLANE_TOP = 22.0  # above a plane, for the name of the number
_PLANE_HEIGHT = 150.0
_STRIP_TOP = 6.0
_STRIP_HEIGHT = 18.0
_LINE_HEIGHT = 15.0
_TICK = 4.0
_MOST_TICKS = 6

_EVERYTHING = Extent((WHOLE,))


@dataclass(frozen=True, slots=True)
class Label:
    """A text whose baseline is at y. `anchor` is an SVG text-anchor.

    `is_boundary` tells a boundary as published from a number of the scale.
    """

    x: float
    y: float
    text: str
    anchor: str
    is_boundary: bool


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Mark:
    """The question: `point` or `box`, or `before` and `after` where it lies beyond the axis."""

    shape: str
    box: Box


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing. `clause` is the pointer to the clause it is of, empty where it is of all."""

    clause: str
    height: float
    plot: Box
    possible: tuple[Box, ...]
    certain: tuple[Box, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a scope: one plane of time and number, or a strip of time per clause.

    `time` and `number` are the attributes that are drawn; `number` is None for strips. `place`
    says how the question lies to what is drawn, None without a question.
    """

    panels: tuple[Panel, ...]
    time: str
    number: str | None
    place: Outcome | None


def picture_scope(
    record: PublishedRecord, subject: str, question: Question | None = None
) -> Picture | None:
    """The picture of one of a record's scopes, with the question in it.

    None for a scope without a time that could be drawn. Words are in the active language.
    """
    scope = record.scopes.get(subject)
    if scope is None:
        return None
    time = _most_frequent(scope, InstantCondition)
    if time is None or not finite_ends(_extents(scope.clauses, time)):
        return None
    number = _most_frequent(scope, NumberCondition)
    artist = _Artist(record, scope, time, number, question or {})
    place = artist.place() if question is not None else None
    return Picture(artist.panels(), time, number, place)


def _most_frequent(scope: Scope, kind: type[OrderedCondition]) -> str | None:
    """The attribute of that kind with the most conditions."""
    found = Counter(
        condition.attribute
        for clause in scope.clauses
        for condition in clause.conditions
        if isinstance(condition, kind)
    )
    return found.most_common(1)[0][0] if found else None


_C = TypeVar("_C", bound=OrderedCondition)


def _ordered(clauses: Iterable[Clause], attribute: str | None, kind: type[_C]) -> list[_C]:
    return [
        condition
        for clause in clauses
        for condition in clause.conditions
        if condition.attribute == attribute and isinstance(condition, kind)
    ]


def _extents(clauses: Iterable[Clause], attribute: str) -> list[Extent]:
    conditions = _ordered(clauses, attribute, OrderedCondition)  # type: ignore[type-abstract]
    return [extent for one in conditions for extent in (one.certain, one.possible)]


@dataclass(frozen=True, slots=True)
class _Canvas:
    """The part of a panel inside its axes. `up` is None for a strip."""

    plot: Box
    across: Axis
    up: Axis | None

    def box(self, times: Interval, numbers: Interval) -> Box:
        x, width = self.across.stretch(times)
        y, height = self.up.stretch(numbers) if self.up else (self.plot.y, self.plot.height)
        return Box(x, y, width, height)


@dataclass(frozen=True, slots=True)
class _Artist:
    """Draws one scope of a record."""

    record: PublishedRecord
    scope: Scope
    time: str
    number: str | None
    question: Question

    @property
    def asked_time(self) -> Interval | None:
        reading = self.question.get(self.time)
        return reading.interval if isinstance(reading, InstantReading) else None

    @property
    def asked_number(self) -> Interval | None:
        reading = self.question.get(self.number or "")
        is_usable = isinstance(reading, NumberReading) and reading.comparable
        return reading.interval if is_usable else None  # type: ignore[union-attr]

    def panels(self) -> tuple[Panel, ...]:
        clauses = self.scope.clauses
        if self.number is not None:
            return (self._plane(self.number),)
        return tuple(self._panel(clause.fact, [clause], self._strip_canvas()) for clause in clauses)

    def place(self) -> Outcome:
        """How the question lies to what is drawn, whatever is not drawn."""
        return disjunction([self._place(clause) for clause in self.scope.clauses])

    def _place(self, clause: Clause) -> Outcome:
        drawn = [one for one in clause.conditions if one.attribute in (self.time, self.number)]
        outcome = conjunction([one.find(self.question).outcome for one in drawn])
        is_hatched = outcome is Outcome.MET and not self._is_solid(clause)
        return Outcome.UNDETERMINED if is_hatched else outcome

    def _is_solid(self, clause: Clause) -> bool:
        """Whether anything is certain: a clause whose models are not published has nothing so."""
        return clause.open is None and all(
            one.can_be_met
            for one in clause.conditions
            if one.attribute not in (self.time, self.number)
        )

    def _across(self, plot: Box) -> Axis:
        ends = finite_ends(_extents(self.scope.clauses, self.time))
        return time_axis(ends, self.asked_time, plot.x, plot.right)

    def _strip_canvas(self) -> _Canvas:
        plot = Box(_MARGIN, _STRIP_TOP, WIDTH - 2 * _MARGIN, _STRIP_HEIGHT)
        return _Canvas(plot, self._across(plot), None)

    def _plane(self, number: str) -> Panel:
        """All clauses in one drawing, time across and the number up."""
        plot = Box(_GUTTER, _PLANE_TOP, WIDTH - _GUTTER - _MARGIN, _PLANE_HEIGHT)
        ends = finite_ends(_extents(self.scope.clauses, number))
        up = number_axis(ends, self.asked_number, plot.y, plot.bottom)
        bounds = {
            (bound["value"], bound["operator"])
            for one in _ordered(self.scope.clauses, number, NumberCondition)
            for key in ("bounds", "possible_bounds")
            for bound in self.record.fact(one.fact).get(key, [])
        }
        places = sorted({up.place(value) for value, _operator in bounds})
        return self._panel(
            "",
            self.scope.clauses,
            _Canvas(plot, self._across(plot), up),
            lines=[Line(plot.x, y, plot.right, y) for y in places],
            labels=_number_labels(sorted(bounds), up, plot.x - 5),
        )

    def _panel(
        self,
        clause: str,
        clauses: Sequence[Clause],
        canvas: _Canvas,
        lines: Iterable[Line] = (),
        labels: Iterable[Label] = (),
    ) -> Panel:
        plot = canvas.plot
        edges = self._edges(clauses, canvas.across)
        ticks = sorted({x for places in edges.values() for x in places})
        dates = _rows(edges, plot.bottom + _TICK)
        rows = len({label.y for label in dates})
        return Panel(
            clause,
            plot.bottom + _TICK + _LINE_HEIGHT * rows + 3,
            plot,
            tuple(self._boxes(clauses, canvas, only_certain=False)),
            tuple(self._boxes(clauses, canvas, only_certain=True)),
            (*(Line(x, plot.bottom, x, plot.bottom + _TICK) for x in ticks), *lines),
            (*dates, *labels),
            self._mark(canvas),
        )

    def _boxes(
        self, clauses: Iterable[Clause], canvas: _Canvas, *, only_certain: bool
    ) -> Iterator[Box]:
        for clause in clauses:
            if only_certain and not self._is_solid(clause):
                continue
            for times in _extent(clause, self.time, only_certain).intervals:
                for numbers in _extent(clause, self.number, only_certain).intervals:
                    yield canvas.box(times, numbers)

    def _mark(self, canvas: _Canvas) -> Mark | None:
        """The question, as exact as it was asked; None where it says nothing that is drawn."""
        if self.asked_time is None and self.asked_number is None:
            return None
        times, numbers = self.asked_time or WHOLE, self.asked_number or WHOLE
        clauses, across, plot = self.scope.clauses, canvas.across, canvas.plot
        x, width = across.mark(times, finite_ends(_extents(clauses, self.time)))
        y, height = plot.y, plot.height
        is_low = canvas.up is None
        if canvas.up is not None and self.number is not None:
            drawn = numbers
            if numbers.high == numbers.low + 1 and math.isfinite(numbers.low):
                # On this scale a small number would be as tall as its distance to the next one.
                drawn = Interval(numbers.low, numbers.low * (1 + 1e-9) + 1e-6)
            is_low = canvas.up.stretch(drawn)[1] < SMALLEST_MARK
            y, height = canvas.up.mark(drawn, finite_ends(_extents(clauses, self.number)))
        if times.high <= across.low:
            return Mark("before", Box(plot.x, y, 0, height))
        if times.low >= across.high:
            return Mark("after", Box(plot.right, y, 0, height))
        is_narrow = across.stretch(times)[1] < SMALLEST_MARK
        return Mark("point" if is_narrow and is_low else "box", Box(x, y, width, height))

    def _edges(self, clauses: Sequence[Clause], across: Axis) -> dict[str, list[float]]:
        """Where each date stands that was published for a start or an end."""
        edges: dict[str, list[float]] = {}
        for condition in _ordered(clauses, self.time, InstantCondition):
            content = self.record.fact(condition.fact)
            start, end = _edge_instants(condition)
            for edge, instants, otherwise in (
                (content.get("start", {}), start, _("start not published")),
                (content.get("end", {}), end, _("end not published")),
            ):
                first, last = (across.place(instant) for instant in instants)
                words = _edge_words(edge) or otherwise
                edges.setdefault(words, []).append(round((first + last) / 2, 1))
        return edges


def _extent(clause: Clause, attribute: str | None, only_certain: bool) -> Extent:
    """What a clause covers of an attribute; all of it where it has no condition on it."""
    for one in _ordered([clause], attribute, OrderedCondition):  # type: ignore[type-abstract]
        return one.certain if only_certain else one.possible
    return _EVERYTHING


def _edge_instants(condition: InstantCondition) -> tuple[tuple[Bound, Bound], tuple[Bound, Bound]]:
    """Between which instants a window starts, and between which it ends."""
    possible = condition.possible.intervals[0]
    if condition.certain == EMPTY:
        return (possible.low, possible.low), (possible.high, possible.high)
    certain = condition.certain.intervals[0]
    return (possible.low, certain.low), (certain.high, possible.high)


def _edge_words(edge: Mapping[str, Any]) -> str:
    words = dict.fromkeys(date_words(date) for date in edge.get("dates", []))
    return pgettext("between dates of one edge", " or ").join(words)


def _text_width(text: str) -> float:
    """About how wide a text is: letters of the Latin alphabet are half as wide as Chinese ones."""
    return sum(7.4 if ord(letter) < 0x2E80 else 12.5 for letter in text)


def _rows(edges: Mapping[str, Sequence[float]], top: float) -> list[Label]:
    """The dates around their places, each in the first row in which it has room."""
    placed = sorted((sum(places) / len(places), text) for text, places in edges.items())
    row_ends: list[float] = []
    labels = []
    for x, text in placed:
        half = min(_text_width(text), WIDTH) / 2
        middle = min(max(x, half), WIDTH - half)
        row = next((n for n, end in enumerate(row_ends) if end + 6 <= middle - half), len(row_ends))
        row_ends[row : row + 1] = [middle + half]
        y = round(top + _LINE_HEIGHT * (row + 1) - 2, 1)
        labels.append(Label(round(middle, 1), y, text, "middle", is_boundary=True))
    return labels


_SIGNS = {">": ">", ">=": "≥", "<": "<", "<=": "≤", "=": "="}


def _number_labels(bounds: Iterable[tuple[int, str]], up: Axis, right: float) -> Iterator[Label]:
    """The published bounds beside their lines, and powers of ten where these leave room."""
    low, high = int(up.low), int(up.high)
    step = max(1, math.ceil((high - low) / _MOST_TICKS))
    wanted = [(value, f"{_SIGNS[operator]} {value:,}", True) for value, operator in bounds]
    wanted += [(10**n, _power_words(n), False) for n in range(low, high + 1, step)]
    taken: list[float] = []
    for value, text, is_boundary in wanted:
        y = up.place(value)
        if all(abs(y - other) >= _LINE_HEIGHT - 2 for other in taken):
            taken.append(y)
            yield Label(right, round(y + 4, 1), text, "end", is_boundary)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _power_words(power: int) -> str:
    return f"{10**power:,}" if power <= 6 else "10" + str(power).translate(_RAISED)
