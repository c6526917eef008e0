"""Clauses, exclusions and scopes, and what they answer to a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from incidents.scope.conditions import Condition
from incidents.scope.reading import Question
from incidents.scope.reasons import Finding, Reason
from incidents.scope.settling import OpenConditions, smallest_settling_fields
from incidents.scope.verdict import Outcome, Verdict, conjunction, disjunction

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
        return self._limit(conjunction(one.find(question).outcome for one in self.conditions))

    def explain(self, question: Question) -> "ClauseAnswer":
        findings = tuple(condition.find(question) for condition in self.conditions)
        outcome = self._limit(conjunction(finding.outcome for finding in findings))
        return ClauseAnswer(self, outcome, findings)

    def _limit(self, outcome: Outcome) -> Outcome:
        """An open clause adds to what is possible and never to what is certain."""
        if self.open is not None and outcome is Outcome.MET:
            return Outcome.UNDETERMINED
        return outcome


@dataclass(frozen=True, slots=True)
class ClauseAnswer:
    """What a clause answers: its outcome and one finding per condition, in the same order."""

    clause: Clause
    outcome: Outcome
    findings: tuple[Finding, ...]

    @property
    def open_conditions(self) -> OpenConditions:
        """The conditions that keep this clause open, for finding out who can settle it."""
        return OpenConditions(
            tuple(
                condition
                for condition, finding in zip(self.clause.conditions, self.findings, strict=True)
                if finding.outcome is Outcome.UNDETERMINED
            ),
            tuple(
                finding.settled_by for finding in self.findings if finding.settled_by is not None
            ),
            is_open=self.clause.open is not None,
        )


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
    fact: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.clauses:
            raise ValueError("A scope needs at least one clause.")

    def verdict(self, question: Question) -> Verdict:
        """The verdict alone, at the least cost."""
        covered = disjunction(clause.outcome(question) for clause in self.clauses)
        if covered is Outcome.NOT_MET or not self.exclusions:
            return _VERDICTS[covered]
        excluded = disjunction(clause.outcome(question) for clause in self.exclusions)
        return _VERDICTS[_unless(covered, excluded)]

    def explain(self, question: Question) -> ScopeAnswer:
        """The verdict with its reasons."""
        clauses = tuple(clause.explain(question) for clause in self.clauses)
        exclusions = tuple(clause.explain(question) for clause in self.exclusions)
        covered = disjunction(answer.outcome for answer in clauses)
        excluded = disjunction(answer.outcome for answer in exclusions)
        outcome = _unless(covered, excluded)
        settle_with: tuple[str, ...] = ()
        if outcome is Outcome.UNDETERMINED:
            settle_with = smallest_settling_fields(
                [one.open_conditions for one in clauses if one.outcome is not Outcome.NOT_MET],
                [one.open_conditions for one in exclusions if one.outcome is not Outcome.NOT_MET],
            )
        deciding = _deciding(covered, excluded, clauses, exclusions)
        return ScopeAnswer(_VERDICTS[outcome], clauses, exclusions, deciding, settle_with)


def _unless(covered: Outcome, excluded: Outcome) -> Outcome:
    """Covered and not excluded."""
    if covered is Outcome.NOT_MET or excluded is Outcome.MET:
        return Outcome.NOT_MET
    if Outcome.UNDETERMINED in (covered, excluded):
        return Outcome.UNDETERMINED
    return Outcome.MET


def _deciding(
    covered: Outcome,
    excluded: Outcome,
    clauses: Sequence[ClauseAnswer],
    exclusions: Sequence[ClauseAnswer],
) -> ClauseAnswer:
    """The answer to show first: the exclusion that rules out, else the clause that comes closest.

    Where no clause is covered, a reader learns most from the one with the fewest conditions that
    are not met. Where a clause is covered and only an exclusion is open, the exclusion decides.
    """
    if excluded is Outcome.MET or (covered is Outcome.MET and excluded is Outcome.UNDETERMINED):
        return _first(exclusions, excluded)
    if covered is not Outcome.NOT_MET:
        return _first(clauses, covered)
    return min(clauses, key=_conditions_not_met)


def _first(answers: Iterable[ClauseAnswer], outcome: Outcome) -> ClauseAnswer:
    return min((one for one in answers if one.outcome is outcome), key=_conditions_undetermined)


def _conditions_not_met(answer: ClauseAnswer) -> int:
    return sum(finding.outcome is Outcome.NOT_MET for finding in answer.findings)


def _conditions_undetermined(answer: ClauseAnswer) -> int:
    return sum(finding.outcome is Outcome.UNDETERMINED for finding in answer.findings)
