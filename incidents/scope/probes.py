"""Boundary probes: questions made from a scope that show where its verdicts change.

Each probe takes a question that lies inside every condition of one clause and changes a single
attribute: to the last value before an edge and the first one behind it, to each name, to nothing
at all. Two scopes that draw their lines differently disagree on a probe of the one or the other.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from incidents.scope.conditions import Condition
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.reading import Reading
from incidents.scope.trials import Part, Trials, Tries, Value
from incidents.scope.verdict import Outcome

#: How many probes of one scope are kept, the most important first.
MOST_PROBES = 2_000

#: In the order of importance: a limit cuts off what stands last.
_IMPORTANCE = (
    (Tries.INSIDE,),
    (Tries.EDGE_BELOW, Tries.EDGE_AT),
    (Tries.VERSION_BELOW, Tries.VERSION_AT, Tries.VERSION_ABOVE),
    (Tries.FLAG,),
    (Tries.MISSING,),
    (Tries.UNRELIABLE,),
    (Tries.NOT_COMPARABLE,),
    (Tries.NAME_OUTSIDE,),
    (Tries.NAME_UNKNOWN,),
    (Tries.NAME_CERTAIN,),
    (Tries.NAME_POSSIBLE,),
    (Tries.NAME_AMBIGUOUS,),
    (Tries.IMPRECISE,),
)
_RANKS = {tries: rank for rank, equal in enumerate(_IMPORTANCE) for tries in equal}


@dataclass(frozen=True, slots=True)
class Probe:
    """A question, and what it tries.

    `fact` points to the condition that the probe is about, or to the clause for Tries.INSIDE,
    whose `attribute` is empty. `edge` is the edge, bound, name or value that is tried, as text;
    empty where there is none. `extent` says what the edge is of: `certain`, `possible`,
    `unreliable`, `outside` (of versions), or nothing.
    """

    tries: Tries
    parts: tuple[Part, ...]
    fact: str
    is_exclusion: bool
    attribute: str = ""
    edge: str = ""
    extent: str = ""

    @property
    def code(self) -> str:
        """A stable code of what is tried, out of those of `Tries`."""
        return self.tries.value

    @property
    def fields(self) -> dict[str, str | int]:
        """The question as `read_question` takes it."""
        return dict(field for _, fields in self.parts for field in fields)


def probes_of(
    scope: Scope, *, preferred: Container[str] = (), limit: int = MOST_PROBES
) -> list[Probe]:
    """The probes of a scope, no two of them the same question, the most important first.

    Importance: inside, edges, versions, flags, missing fields, unreliable and not comparable
    readings, names (one outside, one unknown, then those that are certain, possible, ambiguous),
    imprecise readings; then clauses before exclusions, as they stand. Beyond `limit` they are
    left out. `preferred` are folded names to ask with where one has to stand for several.
    """
    return list(probes_by_question(scope, preferred=preferred, limit=limit).values())


def probes_by_question(
    scope: Scope, *, preferred: Container[str] = (), limit: int = MOST_PROBES
) -> dict[frozenset[Part], Probe]:
    """The probes of a scope by what they ask, in the same order, to be merged with others."""
    by_rank: list[list[Probe]] = [[] for _ in _IMPORTANCE]
    for probe in _Prober(scope, preferred).probes():
        by_rank[_RANKS[probe.tries]].append(probe)
    found: dict[frozenset[Part], Probe] = {}
    for probe in chain.from_iterable(by_rank):
        if len(found) >= limit:
            break
        found.setdefault(frozenset(probe.parts), probe)
    return found


#: A question by attribute.
_Base = dict[str, Value]

#: The conditions of a clause or an exclusion by attribute.
_Conditions = dict[str, Condition]

_PREFERENCE = {Outcome.MET: 0, Outcome.UNDETERMINED: 1, Outcome.NOT_MET: 2}


class _Prober:
    """Makes the probes of one scope."""

    def __init__(self, scope: Scope, preferred: Container[str]) -> None:
        self.scope = scope
        # Of conditions that say the same, one object stands for all.
        known: dict[Condition, Condition] = {}
        self.clauses = [_by_attribute(clause, known) for clause in scope.clauses]
        self.exclusions = [_by_attribute(clause, known) for clause in scope.exclusions]
        self.trials = Trials(known, preferred)

    def probes(self) -> Iterator[Probe]:
        for clause, conditions in zip(self.scope.clauses, self.clauses, strict=True):
            yield from self._probes(clause, self._inside_clause(conditions), is_exclusion=False)
        for exclusion in self.scope.exclusions:
            yield from self._probes(exclusion, self._inside_exclusion(exclusion), is_exclusion=True)

    def _probes(self, clause: Clause, base: _Base, *, is_exclusion: bool) -> Iterator[Probe]:
        parts = {attribute: value.part for attribute, value in base.items()}
        yield Probe(Tries.INSIDE, tuple(parts.values()), clause.fact, is_exclusion)
        for condition in clause.conditions:
            attribute = condition.attribute
            others = tuple(part for name, part in parts.items() if name != attribute)
            for trial in self.trials.trials(condition):
                yield Probe(
                    trial.tries,
                    others if trial.part is None else (*others, trial.part),
                    condition.fact,
                    is_exclusion,
                    attribute,
                    trial.edge,
                    trial.extent,
                )

    def _inside_clause(self, clause: _Conditions) -> _Base:
        """A question inside the clause and, where that can be, in no other and no exclusion."""
        base: _Base = {}
        rivals = [one for one in self.clauses if one is not clause]
        for attribute, condition in clause.items():
            excluded = _on(attribute, self.exclusions)
            others = [one for one in _on(attribute, rivals) if one is not condition]
            values = self.trials.values([condition, *excluded])
            _put(base, _best([condition], [excluded, others], values))
            rivals = [one for one in rivals if not _is_ruled_out(one.get(attribute), base)]
        for exclusion in self.scope.exclusions:
            if exclusion.outcome(_question(base)) is not Outcome.NOT_MET:
                self._step_out_of(exclusion, base)
        return base

    def _step_out_of(self, exclusion: Clause, base: _Base) -> None:
        """Rules the exclusion out by an attribute that the question leaves free, if one can."""
        for condition in exclusion.conditions:
            if condition.attribute not in base:
                excluded = _on(condition.attribute, self.exclusions)
                values = self.trials.values([condition], outside=True)
                _put(base, _best([], [[condition], excluded], values))
                if exclusion.outcome(_question(base)) is Outcome.NOT_MET:
                    return
                base.pop(condition.attribute, None)

    def _inside_exclusion(self, exclusion: Clause) -> _Base:
        """A question inside the exclusion and, where that can be, inside a clause as well."""
        bases = [(self._inside_both(exclusion, clause), clause) for clause in self.scope.clauses]
        base, _ = min(
            bases,
            key=lambda one: [
                _PREFERENCE[part.outcome(_question(one[0]))] for part in (exclusion, one[1])
            ],
        )
        return base

    def _inside_both(self, exclusion: Clause, clause: Clause) -> _Base:
        wanted: dict[str, list[Condition]] = {}
        for condition in (*exclusion.conditions, *clause.conditions):
            wanted.setdefault(condition.attribute, []).append(condition)
        base: _Base = {}
        for conditions in wanted.values():
            _put(base, _best(conditions, [], self.trials.values(conditions)))
        return base


def _by_attribute(clause: Clause, known: dict[Condition, Condition]) -> _Conditions:
    alike = [replace(condition, fact="") for condition in clause.conditions]
    return {one.attribute: known.setdefault(one, one) for one in alike}


def _on(attribute: str, parts: Iterable[_Conditions]) -> list[Condition]:
    """The different conditions that the clauses or exclusions have on the attribute."""
    found = [one[attribute] for one in parts if attribute in one]
    return list({id(one): one for one in found}.values())


def _is_ruled_out(condition: Condition | None, base: _Base) -> bool:
    if condition is None or condition.attribute not in base:
        return False
    reading = base[condition.attribute].reading
    return condition.find({condition.attribute: reading}).outcome is Outcome.NOT_MET


def _question(base: _Base) -> dict[str, Reading]:
    return {attribute: value.reading for attribute, value in base.items()}


def _put(base: _Base, value: Value | None) -> None:
    """Adds the value. There is none where nobody can write one, as for a year before 1."""
    if value is not None:
        base[value.part[0]] = value


def _best(
    wanted: Sequence[Condition], unwanted: Sequence[Sequence[Condition]], values: Iterable[Value]
) -> Value | None:
    """The value that suits best: the wanted conditions met, then the unwanted ones ruled out.

    A wanted condition, or a group of unwanted ones, weighs more than all later ones, and of
    equal values the first is taken.
    """
    best: Value | None = None
    least: list[int] = []
    for value in values:
        question = {value.part[0]: value.reading}
        misfit = [_PREFERENCE[one.find(question).outcome] for one in wanted]
        for group in unwanted:
            unsure = [one for one in group if one.find(question).outcome is not Outcome.NOT_MET]
            misfit.append(len(unsure))
        if best is None or misfit < least:
            best, least = value, misfit
            if not any(misfit):
                break
    return best
