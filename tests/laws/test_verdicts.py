"""What holds for every scope and every question."""

import json
from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from incidents.scope.conditions import (
    IDENTIFYING,
    Condition,
    FlagCondition,
    NameCondition,
    NumberCondition,
    OrderedCondition,
)
from incidents.scope.document import (
    bundle_from_document,
    bundle_to_document,
    scope_from_document,
    scope_to_document,
)
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.extent import Interval
from incidents.scope.index import ScopeIndex
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NameReading,
    NumberReading,
    Question,
    Reading,
)
from incidents.scope.verdict import Verdict
from tests.laws.strategies import (
    ASKED_NAMES,
    ENUMERABLE,
    POINTS,
    RECOGNISED,
    Narrowing,
    clauses,
    narrowings,
    questions,
    scopes,
)

SETTLED = (Verdict.IN_SCOPE, Verdict.OUT_OF_SCOPE)


@given(scopes(), narrowings())
def test_narrowing_a_reading_never_changes_a_settled_verdict(
    scope: Scope, narrowing: Narrowing
) -> None:
    before = scope.verdict(narrowing.wide)

    assert before is Verdict.UNDETERMINED or scope.verdict(narrowing.narrow) is before


@given(scopes(), narrowings())
def test_narrowing_a_reading_never_changes_a_settled_condition(
    scope: Scope, narrowing: Narrowing
) -> None:
    for clause in scope.clauses:
        for condition in clause.conditions:
            before = condition.find(narrowing.wide)
            if before.settled_by is None:
                assert condition.find(narrowing.narrow) is before


@given(scopes(), clauses(), questions())
def test_adding_a_clause_never_removes_in_scope(
    scope: Scope, clause: Clause, question: Question
) -> None:
    larger = replace(scope, clauses=(*scope.clauses, clause))

    if scope.verdict(question) is Verdict.IN_SCOPE:
        assert larger.verdict(question) is Verdict.IN_SCOPE
    if larger.verdict(question) is Verdict.OUT_OF_SCOPE:
        assert scope.verdict(question) is Verdict.OUT_OF_SCOPE


@given(scopes(), clauses(), questions())
def test_adding_an_exclusion_never_adds_in_scope(
    scope: Scope, exclusion: Clause, question: Question
) -> None:
    smaller = replace(scope, exclusions=(*scope.exclusions, exclusion))

    if smaller.verdict(question) is Verdict.IN_SCOPE:
        assert scope.verdict(question) is Verdict.IN_SCOPE
    if scope.verdict(question) is Verdict.OUT_OF_SCOPE:
        assert smaller.verdict(question) is Verdict.OUT_OF_SCOPE


@given(st.data(), scopes(), questions())
def test_the_order_of_clauses_and_conditions_does_not_matter(
    data: st.DataObject, scope: Scope, question: Question
) -> None:
    def turned(part: tuple[Clause, ...]) -> tuple[Clause, ...]:
        return tuple(
            replace(one, conditions=tuple(data.draw(st.permutations(one.conditions))))
            for one in data.draw(st.permutations(part))
        )

    other = replace(scope, clauses=turned(scope.clauses), exclusions=turned(scope.exclusions))
    fields = data.draw(st.permutations(sorted(question)))
    asked = {field: question[field] for field in fields}

    assert other.verdict(asked) is scope.verdict(question)
    assert other.explain(asked).settle_with == scope.explain(question).settle_with


@given(scopes(), questions())
def test_a_verdict_and_its_explanation_agree(scope: Scope, question: Question) -> None:
    answer = scope.explain(question)

    assert answer.verdict is scope.verdict(question)
    assert [one.outcome for one in answer.clauses] == [
        clause.outcome(question) for clause in scope.clauses
    ]
    assert answer.deciding in (*answer.clauses, *answer.exclusions)
    assert not answer.settle_with or answer.verdict is Verdict.UNDETERMINED
    # An answer does not depend on what was asked before.
    assert replace(scope).explain(question) == answer


@given(scopes(), questions())
def test_a_scope_document_says_what_the_scope_says(scope: Scope, question: Question) -> None:
    document = json.loads(json.dumps(scope_to_document(scope)))
    read = scope_from_document(document)
    bundle = json.loads(
        json.dumps(bundle_to_document([scope], {"model": RECOGNISED, "service": RECOGNISED}))
    )
    (bundled,) = bundle_from_document(bundle)

    assert scope_to_document(read) == document
    assert bundled == scope
    expected = scope.explain(question)
    for other in (read.explain(question), bundled.explain(question)):
        assert (other.verdict, other.settle_with) == (expected.verdict, expected.settle_with)
        assert [one.findings for one in other.clauses] == [one.findings for one in expected.clauses]


@given(
    st.lists(scopes((*IDENTIFYING, "streaming")), max_size=4),
    questions((*IDENTIFYING, "streaming")),
)
def test_what_is_no_candidate_of_the_index_is_out_of_scope(
    found: list[Scope], question: Question
) -> None:
    index = ScopeIndex(found, {"service": RECOGNISED, "model": RECOGNISED})
    candidates = [id(scope) for scope in index.candidates(question)]

    assert len(candidates) == len(set(candidates))
    for scope in found:
        assert id(scope) in candidates or scope.verdict(question) is Verdict.OUT_OF_SCOPE


# The reference: every value the truth can have, and everything the text can have meant.

POINTS_OF_THE_REFERENCE = range(POINTS + 1)  # the last lies beyond all that is published


def _truths(attribute: str, reading: Reading | None) -> list[object]:
    """The values of an attribute among which the truth lies."""
    match reading:
        case None if attribute == "streaming":
            return [True, False]
        case None if attribute == "model":
            return list(ASKED_NAMES)
        case InstantReading(interval, _) | NumberReading(interval, _):
            return [one for one in POINTS_OF_THE_REFERENCE if interval.low <= one < interval.high]
        case FlagReading(value):
            return [value]
        case NameReading(_, folded):
            return [folded]
    return list(POINTS_OF_THE_REFERENCE)


def _meanings(condition: Condition, truth: object) -> set[bool]:
    """Whether the true value is covered, for all that the condition can have meant."""
    if isinstance(condition, NameCondition):
        if truth in condition.certain:
            return {True}
        return {False} if truth in condition.excluded else {True, False}
    if isinstance(condition, FlagCondition):
        is_certain, is_possible = truth in condition.certain, truth in condition.possible
    else:
        assert isinstance(condition, OrderedCondition)
        assert isinstance(truth, int)
        point = Interval(truth, truth + 1)
        is_certain, is_possible = (
            any(one.low <= point.low < one.high for one in extent.intervals)
            for extent in (condition.certain, condition.possible)
        )
    return {is_certain, is_possible}


def _says_nothing(condition: Condition, reading: Reading | None) -> bool:
    """Whether the number given is known to tell nothing of the true one."""
    if not isinstance(condition, NumberCondition) or not isinstance(reading, NumberReading):
        return False
    given = range(int(reading.interval.low), int(reading.interval.high))
    return not reading.comparable or any(
        one.low <= point < one.high for one in condition.unreliable.intervals for point in given
    )


def _can_be_covered(clause: Clause, truths: dict[str, object], question: Question) -> set[bool]:
    """Whether the clause covers the true values, for all that it can have meant."""
    possible: set[bool] = {True, False} if clause.open else {True}
    for condition in clause.conditions:
        if _says_nothing(condition, question.get(condition.attribute)):
            meanings = {
                one for point in POINTS_OF_THE_REFERENCE for one in _meanings(condition, point)
            }
        else:
            meanings = _meanings(condition, truths[condition.attribute])
        possible = {one and other for one in possible for other in meanings}
    return possible


def _can_be_any(
    part: tuple[Clause, ...], truths: dict[str, object], question: Question
) -> set[bool]:
    """Whether a clause of the part covers the true values, for all that they can have meant."""
    found = {False}
    for clause in part:
        covered = _can_be_covered(clause, truths, question)
        found = {one or other for one in found for other in covered}
    return found


@settings(max_examples=300)
@given(
    scopes(ENUMERABLE, most_clauses=2, most_exclusions=1),
    questions(ENUMERABLE),
)
def test_a_settled_verdict_is_never_wrong(scope: Scope, question: Question) -> None:
    verdict = scope.verdict(question)
    if verdict not in SETTLED:
        return
    expected = verdict is Verdict.IN_SCOPE
    used = sorted(
        {one.attribute for part in (*scope.clauses, *scope.exclusions) for one in part.conditions}
    )
    for values in product(*(_truths(one, question.get(one)) for one in used)):
        truths = dict(zip(used, values, strict=True))
        covered = _can_be_any(scope.clauses, truths, question)
        excluded = _can_be_any(scope.exclusions, truths, question)
        assert {one and not other for one in covered for other in excluded} == {expected}


@settings(max_examples=500)
@given(scopes(ENUMERABLE, most_clauses=1, most_exclusions=0), questions(ENUMERABLE))
def test_one_clause_says_neither_more_nor_less_than_can_be_said(
    scope: Scope, question: Question
) -> None:
    """Several clauses can leave undetermined what they decide together; one cannot."""
    (clause,) = scope.clauses
    used = [one.attribute for one in clause.conditions]
    found: set[bool] = set()
    for values in product(*(_truths(one, question.get(one)) for one in used)):
        found |= _can_be_covered(clause, dict(zip(used, values, strict=True)), question)
    verdicts = {True: Verdict.IN_SCOPE, False: Verdict.OUT_OF_SCOPE}

    expected = verdicts[found.pop()] if len(found) == 1 else Verdict.UNDETERMINED
    assert scope.verdict(question) is expected
