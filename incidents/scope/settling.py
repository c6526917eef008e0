"""The smallest set of facts with which an asker could settle an undetermined verdict.

It is found by trial: every field that the asker could fill is tried with the values that matter.
For each field these are few, since values that all conditions of the scope take alike count once.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from incidents.scope.conditions import (
    Condition,
    NameCondition,
    NumberCondition,
    OrderedCondition,
    VersionCondition,
)
from incidents.scope.extent import WHOLE, Interval
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NameReading,
    NumberReading,
    Question,
    Reading,
    VersionReading,
)
from incidents.scope.reasons import Finding, Reason, SettledBy
from incidents.scope.verdict import Outcome, conjunction, disjunction, unless
from incidents.scope.versions import versions_around

#: Beyond this many combinations of values a set smaller than all fields is not looked for, so
#: that no scope can make it costly.
_MOST_COMBINATIONS = 4096

#: What is found is kept for this many kinds of questions.
_MOST_KEPT = 256

#: How all conditions on one attribute come out together.
_Outcomes = tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A clause or an exclusion: its conditions by position, and whether it is only possible."""

    positions: range
    is_open: bool

    def outcome(self, outcomes: Sequence[Outcome]) -> Outcome:
        found = conjunction(outcomes[position] for position in self.positions)
        return Outcome.UNDETERMINED if self.is_open and found is Outcome.MET else found


class Settling:
    """Finds, for one scope, the fields that settle its verdict.

    What it finds depends on the reasons of the findings alone, and on the values that an
    imprecise reading leaves, and is kept for the next question with the same ones.
    """

    def __init__(
        self,
        clauses: Sequence[tuple[Sequence[Condition], bool]],
        exclusions: Sequence[tuple[Sequence[Condition], bool]],
    ) -> None:
        """Each clause and exclusion is given as its conditions and whether it is open."""
        self._conditions: list[Condition] = []
        self._clauses = [self._part(*one) for one in clauses]
        self._exclusions = [self._part(*one) for one in exclusions]
        self._positions: dict[str, list[int]] = {}
        for position, condition in enumerate(self._conditions):
            self._positions.setdefault(condition.attribute, []).append(position)
        self._values: dict[str, list[_Outcomes]] = {}
        self._found: dict[object, tuple[str, ...]] = {}

    def _part(self, conditions: Sequence[Condition], is_open: bool) -> Part:
        start = len(self._conditions)
        self._conditions += conditions
        return Part(range(start, len(self._conditions)), is_open)

    def smallest_fields(self, findings: Sequence[Finding], question: Question) -> tuple[str, ...]:
        """The attributes that settle the verdict, or nothing where the asker cannot settle it.

        The smallest set that settles it for every combination of values that the disclosure
        decides; where no set does that, because a part is the publisher's to settle, the smallest
        set with which it can be settled. `findings` are those of all clauses, then exclusions.
        """
        narrowed = self._narrowed(findings, question)
        key = (tuple(one.reason for one in findings), tuple(narrowed.items()))
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= _MOST_KEPT:
                self._found.clear()
            found = self._found[key] = self._search(findings, narrowed)
        return found

    def _narrowed(
        self, findings: Sequence[Finding], question: Question
    ) -> dict[str, tuple[_Outcomes, ...]]:
        """What the values inside an imprecise reading come to, by attribute."""
        return {
            condition.attribute: tuple(self._outcomes_within(condition.attribute, question))
            for condition, finding in zip(self._conditions, findings, strict=True)
            if finding.reason is Reason.IMPRECISE
        }

    def _outcomes_within(self, attribute: str, question: Question) -> list[_Outcomes]:
        given = question[attribute]
        assert isinstance(given, InstantReading | NumberReading)  # no other is ever imprecise
        conditions = [self._conditions[position] for position in self._positions[attribute]]
        return _outcomes(conditions, _ordered_values(conditions, given.interval))

    def _outcomes_of(self, attribute: str) -> list[_Outcomes]:
        """What all values of the attribute come to."""
        if attribute not in self._values:
            conditions = [self._conditions[position] for position in self._positions[attribute]]
            self._values[attribute] = _outcomes(conditions, _telling_values(conditions))
        return self._values[attribute]

    def _search(
        self, findings: Sequence[Finding], narrowed: Mapping[str, Sequence[_Outcomes]]
    ) -> tuple[str, ...]:
        now = [finding.outcome for finding in findings]
        live = {
            position
            for part in (*self._clauses, *self._exclusions)
            if part.outcome(now) is not Outcome.NOT_MET
            for position in part.positions
        }
        fields = sorted(
            {
                self._conditions[position].attribute
                for position in live
                if findings[position].settled_by is SettledBy.ASKER
            }
        )
        values = {
            field: narrowed[field] if field in narrowed else self._outcomes_of(field)
            for field in fields
        }
        if math.prod(1 + len(found) for found in values.values()) > _MOST_COMBINATIONS:
            return tuple(fields)
        decided = {
            field: [one for one in found if self._is_decided(field, one, live)]
            for field, found in values.items()
        }
        for chosen in _subsets(fields):
            if all(decided[field] for field in chosen) and all(self._try(now, chosen, decided)):
                return chosen
        for chosen in _subsets(fields):
            if any(self._try(now, chosen, values)):
                return chosen
        return ()

    def _is_decided(self, field: str, outcomes: _Outcomes, live: set[int]) -> bool:
        """Whether the disclosure decides the value, as far as it decides any on this field."""
        return not any(
            outcome is Outcome.UNDETERMINED
            and position in live
            and not self._conditions[position].is_wholly_open
            for position, outcome in zip(self._positions[field], outcomes, strict=True)
        )

    def _try(
        self,
        now: Sequence[Outcome],
        chosen: Sequence[str],
        values: Mapping[str, Sequence[_Outcomes]],
    ) -> Iterator[bool]:
        """For every combination of values of the chosen fields, whether it settles the verdict.

        Combinations that begin with values which settle it already are tried once.
        """
        unfilled = list(now)
        for field in chosen:
            for position in self._positions[field]:
                unfilled[position] = Outcome.UNDETERMINED
        return self._fill(unfilled, chosen, values)

    def _fill(
        self,
        outcomes: list[Outcome],
        chosen: Sequence[str],
        values: Mapping[str, Sequence[_Outcomes]],
    ) -> Iterator[bool]:
        is_settled = self._verdict(outcomes) is not Outcome.UNDETERMINED
        if is_settled or not chosen:
            yield is_settled
            return
        field, *others = chosen
        for value in values[field]:
            filled = list(outcomes)
            for position, outcome in zip(self._positions[field], value, strict=True):
                filled[position] = outcome
            yield from self._fill(filled, others, values)

    def _verdict(self, outcomes: Sequence[Outcome]) -> Outcome:
        return unless(
            disjunction(part.outcome(outcomes) for part in self._clauses),
            disjunction(part.outcome(outcomes) for part in self._exclusions),
        )


def _subsets(fields: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The sets of at least one field, the smallest first."""
    for size in range(1, len(fields) + 1):
        yield from combinations(fields, size)


def _outcomes(conditions: Sequence[Condition], values: Iterable[Reading]) -> list[_Outcomes]:
    """The different ways in which the conditions on one attribute come out for the values."""
    attribute = conditions[0].attribute
    return list(
        dict.fromkeys(
            tuple(condition.find({attribute: value}).outcome for condition in conditions)
            for value in values
        )
    )


def _telling_values(conditions: Sequence[Condition]) -> Iterable[Reading]:
    """Values of one attribute that meet its conditions in every combination there is.

    For versions, whose order is dense, in every combination that a version around a bound has.
    """
    first = conditions[0]
    if isinstance(first, NameCondition):
        return _names(conditions)
    if isinstance(first, OrderedCondition):
        return _ordered_values(conditions, WHOLE)
    if isinstance(first, VersionCondition):
        return _versions(conditions)
    return (FlagReading(True), FlagReading(False))


def _names(conditions: Sequence[Condition]) -> Iterator[NameReading]:
    """The names that some condition treats by itself, and one that all of them take alike."""
    lists = [one for one in conditions if isinstance(one, NameCondition)]
    named = frozenset[str]().union(*(one.certain | one.possible | one.ambiguous for one in lists))
    recognised = frozenset[str]().union(*(one.recognised for one in lists))
    elsewhere = next((name for name in recognised if name not in named), None)
    for name in (*sorted(named), elsewhere):
        if name is not None:
            yield NameReading(name, name)


def _ordered_values(
    conditions: Sequence[Condition], given: Interval
) -> Iterator[InstantReading | NumberReading]:
    """Exact values on both sides of every bound, as far as the given interval holds them."""
    ordered = [one for one in conditions if isinstance(one, OrderedCondition)]
    ends = {given.low, given.high - 1}
    for condition in ordered:
        for extent in condition.extents:
            for one in extent.intervals:
                ends |= {one.low - 1, one.low, one.high - 1, one.high}
    is_number = isinstance(ordered[0], NumberCondition)
    least = max(given.low, 0) if is_number else given.low
    for end in sorted(ends):
        if least <= end < given.high and not math.isinf(end):
            exact = Interval(end, end + 1)
            yield NumberReading(exact) if is_number else InstantReading(exact, "")


def _versions(conditions: Sequence[Condition]) -> Iterator[VersionReading]:
    versioned = [one for one in conditions if isinstance(one, VersionCondition)]
    for condition in versioned:
        for named in condition.named_versions:
            for text in versions_around(named, condition.scheme):
                yield VersionReading(text)
