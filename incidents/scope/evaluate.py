"""Clauses, exclusions and scopes, and what they answer to a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from incidents.scope.conditions import IDENTIFYING, Condition, NameCondition
from incidents.scope.reading import Question
from incidents.scope.reasons import Finding, Reason
from incidents.scope.settling import Settling
from incidents.scope.verdict import Outcome, Verdict, conjunction, disjunction, unless

_VERDICTS = {
    Outcome.MET: Verdict.IN_SCOPE,
    Outcome.NOT_MET: Verdict.OUT_OF_SCOPE,
    Outcome.UNDETERMINED: Verdict.UNDETERMINED,
}


@dataclass(frozen=True)
class Clause:
    """A conjunction of conditions, of a scope or, as a "not affected" statement, of an exclusion.

    `open` is the reason for which the clause as a whole is only possible. `fact` points into the
    disclosure document.
    """

    conditions: tuple[Condition, ...]
    open: Reason | None = None
    fact: str = ""

    def outcome(self, question: Question) -> Outcome:
        # A loop, and not conjunction() of a generator: this is asked of every candidate. An open
        # clause adds to what is possible and never to what is certain.
        result = Outcome.MET if self.open is None else Outcome.UNDETERMINED
        for condition in self.conditions:
            outcome = condition.find(question).outcome
            if outcome is Outcome.NOT_MET:
                return outcome
            if outcome is Outcome.UNDETERMINED:
                result = outcome
        return result

    def explain(self, question: Question) -> "ClauseAnswer":
        findings = tuple([condition.find(question) for condition in self.conditions])
        outcome = conjunction([finding.outcome for finding in findings])
        if outcome is Outcome.MET and self.open is not None:
            outcome = Outcome.UNDETERMINED
        return ClauseAnswer(self, outcome, findings)


@dataclass(frozen=True, slots=True)
class ClauseAnswer:
    """What a clause answers: its outcome and one finding per condition, in the same order."""

    clause: Clause
    outcome: Outcome
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class ScopeAnswer:
    """The verdict of a scope, with an answer per clause and per exclusion.

    `deciding` is the clause or exclusion that shows the verdict best. `settle_with` names the
    smallest set of attributes that would settle an undetermined verdict; it is empty where the
    verdict is settled and where nothing that the asker supplies will settle it.
    """

    verdict: Verdict
    clauses: tuple[ClauseAnswer, ...]
    exclusions: tuple[ClauseAnswer, ...]
    deciding: ClauseAnswer
    settle_with: tuple[str, ...]


@dataclass(frozen=True)
class Scope:
    """Which requests (or, by subject, deployments and so on) an incident's revision covers."""

    incident: str
    revision: int
    catalogue: int
    subject: str
    clauses: tuple[Clause, ...]
    exclusions: tuple[Clause, ...] = ()

    def __post_init__(self) -> None:
        if not self.clauses:
            raise ValueError("A scope needs at least one clause.")

    @cached_property
    def _settling(self) -> Settling:
        clauses, exclusions = (
            [(clause.conditions, clause.open is not None) for clause in part]
            for part in (self.clauses, self.exclusions)
        )
        return Settling(clauses, exclusions)

    def verdict(self, question: Question) -> Verdict:
        """The verdict alone, at the least cost."""
        covered = disjunction(clause.outcome(question) for clause in self.clauses)
        if covered is Outcome.NOT_MET or not self.exclusions:
            return _VERDICTS[covered]
        excluded = disjunction(clause.outcome(question) for clause in self.exclusions)
        return _VERDICTS[unless(covered, excluded)]

    def explain(self, question: Question) -> ScopeAnswer:
        """The verdict with its reasons."""
        clauses = tuple(clause.explain(question) for clause in self.clauses)
        exclusions = tuple(clause.explain(question) for clause in self.exclusions)
        covered = disjunction(answer.outcome for answer in clauses)
        excluded = disjunction(answer.outcome for answer in exclusions)
        outcome = unless(covered, excluded)
        settle_with: tuple[str, ...] = ()
        if outcome is Outcome.UNDETERMINED:
            findings = [one for answer in (*clauses, *exclusions) for one in answer.findings]
            settle_with = self._settling.smallest_fields(findings, question)
        deciding = _deciding(covered, excluded, clauses, exclusions)
        return ScopeAnswer(_VERDICTS[outcome], clauses, exclusions, deciding, settle_with)


def _deciding(
    covered: Outcome,
    excluded: Outcome,
    clauses: Sequence[ClauseAnswer],
    exclusions: Sequence[ClauseAnswer],
) -> ClauseAnswer:
    """The answer to show first: the exclusion that rules out, else the clause that comes closest.

    Where no clause is covered, a reader learns most from the one that is about the same service
    and model, then the same other names, and has the fewest conditions that are not met. Where a
    clause is covered and only an exclusion is open, the exclusion decides.
    """
    if excluded is Outcome.MET or (covered is Outcome.MET and excluded is Outcome.UNDETERMINED):
        return _first(exclusions, excluded)
    if covered is not Outcome.NOT_MET:
        return _first(clauses, covered)
    return min(clauses, key=_distance)


def _first(answers: Iterable[ClauseAnswer], outcome: Outcome) -> ClauseAnswer:
    return min((one for one in answers if one.outcome is outcome), key=_conditions_undetermined)


def _distance(answer: ClauseAnswer) -> tuple[int, int, int]:
    """How far the question lies from a clause: in service and model, in all names, in all."""
    not_met = [
        condition
        for condition, finding in zip(answer.clause.conditions, answer.findings, strict=True)
        if finding.outcome is Outcome.NOT_MET
    ]
    names = [one for one in not_met if isinstance(one, NameCondition)]
    return sum(one.attribute in IDENTIFYING for one in names), len(names), len(not_met)


def _conditions_undetermined(answer: ClauseAnswer) -> int:
    return sum(finding.outcome is Outcome.UNDETERMINED for finding in answer.findings)
