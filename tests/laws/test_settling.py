"""What `settle_with` promises, held against trying every value."""

from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import given

from incidents.scope.conditions import Condition
from incidents.scope.evaluate import Scope, ScopeAnswer
from incidents.scope.extent import Interval
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NumberReading,
    Question,
    Reading,
)
from incidents.scope.reasons import Reason, SettledBy
from incidents.scope.verdict import Outcome, Verdict
from tests.laws.strategies import ENUMERABLE, NAMES, POINTS, name, questions, scopes


def _live_conditions(answer: ScopeAnswer) -> list[tuple[Condition, Reason, SettledBy | None]]:
    return [
        (condition, finding.reason, finding.settled_by)
        for part in (*answer.clauses, *answer.exclusions)
        if part.outcome is not Outcome.NOT_MET
        for condition, finding in zip(part.clause.conditions, part.findings, strict=True)
    ]


def _values(field: str, answer: ScopeAnswer, question: Question) -> list[Reading]:
    """The exact values with which the asker could fill or narrow the field."""
    if field == "model":
        return [name(one) for one in NAMES]
    if field == "streaming":
        return [FlagReading(True), FlagReading(False)]
    points: Iterator[int] = iter(range(POINTS + 1))
    is_imprecise = any(
        condition.attribute == field and finding.reason is Reason.IMPRECISE
        for part in (*answer.clauses, *answer.exclusions)
        for condition, finding in zip(part.clause.conditions, part.findings, strict=True)
    )
    given_ = question.get(field)
    if is_imprecise:
        assert isinstance(given_, InstantReading | NumberReading)
        points = iter(range(int(given_.interval.low), int(given_.interval.high)))
    exact = [Interval(point, point + 1) for point in points]
    return [InstantReading(one, "") if field == "at" else NumberReading(one) for one in exact]


def _settles(scope: Scope, question: Question, values: dict[str, list[Reading]]) -> list[bool]:
    """For every combination of the values, whether it settles the verdict."""
    return [
        scope.verdict({**question, **dict(zip(values, one, strict=True))})
        is not Verdict.UNDETERMINED
        for one in product(*values.values())
    ]


@given(
    scopes(ENUMERABLE, most_clauses=2, most_exclusions=1),
    questions(ENUMERABLE),
)
def test_settle_with_is_the_smallest_set_that_settles(scope: Scope, question: Question) -> None:
    answer = scope.explain(question)
    if answer.verdict is not Verdict.UNDETERMINED:
        return
    live = _live_conditions(answer)
    fields = sorted({one.attribute for one, _, holder in live if holder is SettledBy.ASKER})
    values = {field: _values(field, answer, question) for field in fields}
    decided = {
        field: [
            value
            for value in values[field]
            if all(
                condition.is_wholly_open
                or condition.find({field: value}).outcome is not Outcome.UNDETERMINED
                for condition, _, _ in live
                if condition.attribute == field
            )
        ]
        for field in fields
    }
    subsets = [
        chosen for size in range(1, len(fields) + 1) for chosen in combinations(fields, size)
    ]
    always = [
        chosen
        for chosen in subsets
        if all(decided[one] for one in chosen)
        and all(_settles(scope, question, {one: decided[one] for one in chosen}))
    ]
    possibly = [
        chosen
        for chosen in subsets
        if any(_settles(scope, question, {one: values[one] for one in chosen}))
    ]

    assert answer.settle_with == next(iter(always or possibly), ())
    assert not answer.settle_with or answer.settle_with in possibly
