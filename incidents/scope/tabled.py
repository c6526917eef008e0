"""A scope for many questions that are made of few values, as probes are."""

from incidents.scope.conditions import Condition
from incidents.scope.evaluate import Scope
from incidents.scope.reading import Question, Reading
from incidents.scope.verdict import Outcome, Verdict

#: Clauses and exclusions as the bits of an integer.
_Bits = int

#: A reading, what has a condition that it does not meet, and what has one that it leaves open.
_Found = tuple[Reading | None, _Bits, _Bits]


class TabledScope:
    """Gives the verdicts of a scope, asking each condition once per reading.

    Readings are told apart by identity, which costs less than hashing them.
    """

    def __init__(self, scope: Scope) -> None:
        parts = [*scope.clauses, *scope.exclusions]
        self._all: _Bits = (1 << len(parts)) - 1
        self._clauses: _Bits = (1 << len(scope.clauses)) - 1
        self._open: _Bits = sum(1 << at for at, part in enumerate(parts) if part.open is not None)
        self._conditions: dict[str, list[tuple[_Bits, Condition]]] = {}
        for at, part in enumerate(parts):
            for condition in part.conditions:
                self._conditions.setdefault(condition.attribute, []).append((1 << at, condition))
        self._tables: list[tuple[str, dict[int, _Found]]] = [(one, {}) for one in self._conditions]

    def verdict(self, question: Question) -> Verdict:
        """The verdict of the scope, as `Scope.verdict` gives it."""
        not_met, undetermined = 0, self._open
        for attribute, table in self._tables:
            reading = question.get(attribute)
            found = table.get(id(reading))
            if found is None:
                # The entry keeps its reading alive, so that no other one takes its identity.
                found = table[id(reading)] = (reading, *self._find(attribute, question))
            not_met |= found[1]
            undetermined |= found[2]
        met = self._all & ~not_met & ~undetermined
        undetermined &= ~not_met
        if met & ~self._clauses or not (met | undetermined) & self._clauses:
            return Verdict.OUT_OF_SCOPE
        if met & self._clauses and not undetermined & ~self._clauses:
            return Verdict.IN_SCOPE
        return Verdict.UNDETERMINED

    def _find(self, attribute: str, question: Question) -> tuple[_Bits, _Bits]:
        not_met = undetermined = 0
        for bit, condition in self._conditions[attribute]:
            outcome = condition.find(question).outcome
            if outcome is Outcome.NOT_MET:
                not_met |= bit
            elif outcome is Outcome.UNDETERMINED:
                undetermined |= bit
        return not_met, undetermined
