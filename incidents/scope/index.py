"""Which scopes a question can concern, found without asking every one of them."""

from collections.abc import Iterable, Mapping, Sequence

from incidents.scope.conditions import IDENTIFYING, NameCondition
from incidents.scope.evaluate import Scope
from incidents.scope.reading import NameReading, Question


class ScopeIndex:
    """An index over scopes of one subject that were compiled with one catalogue.

    A recognised name that no clause of a scope leaves possible rules that scope out, so only the
    others need to be asked.
    """

    def __init__(self, scopes: Sequence[Scope], recognised: Mapping[str, frozenset[str]]) -> None:
        self.scopes = tuple(scopes)
        self._recognised = {name: recognised.get(name, frozenset()) for name in IDENTIFYING}
        self._naming: dict[str, dict[str, list[Scope]]] = {name: {} for name in IDENTIFYING}
        self._unclear: dict[str, dict[str, list[Scope]]] = {name: {} for name in IDENTIFYING}
        self._unbound: dict[str, list[Scope]] = {name: [] for name in IDENTIFYING}
        for scope in self.scopes:
            for attribute in IDENTIFYING:
                self._add(scope, attribute)

    def _add(self, scope: Scope, attribute: str) -> None:
        names: set[str] = set()
        ambiguous: set[str] = set()
        is_unbound = False
        for clause in scope.clauses:
            condition = next((one for one in clause.conditions if one.attribute == attribute), None)
            if not isinstance(condition, NameCondition) or condition.anything:
                is_unbound = True
            else:
                names |= condition.certain | condition.possible
                ambiguous |= condition.ambiguous
        if is_unbound:
            self._unbound[attribute].append(scope)
        for name in names:
            self._naming[attribute].setdefault(name, []).append(scope)
        for name in ambiguous - names:
            self._unclear[attribute].setdefault(name, []).append(scope)

    def candidates(self, question: Question) -> Iterable[Scope]:
        """The scopes that the question's service and model do not rule out. All others are
        out of scope."""
        best: tuple[Scope, ...] | list[Scope] = self.scopes
        for attribute in IDENTIFYING:
            reading = question.get(attribute)
            if not isinstance(reading, NameReading):
                continue
            if reading.folded not in self._recognised[attribute]:
                continue
            naming = self._naming[attribute].get(reading.folded, [])
            beside = self._unclear[attribute].get(reading.folded, []) + self._unbound[attribute]
            if len(naming) + len(beside) <= len(best):
                # A scope can both name a value in one clause and leave it unbound in another.
                best = _unique([*naming, *beside]) if beside else naming
        return best

    def naming(self, question: Question) -> list[Scope]:
        """The scopes that name the question's service or model as covered or possible."""
        found: list[Scope] = []
        for attribute in IDENTIFYING:
            reading = question.get(attribute)
            if isinstance(reading, NameReading):
                found += self._naming[attribute].get(reading.folded, [])
        return _unique(found)


def _unique(scopes: list[Scope]) -> list[Scope]:
    return list({id(scope): scope for scope in scopes}.values())
