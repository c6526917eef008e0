"""The smallest set of facts with which an asker could settle an undetermined verdict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from incidents.scope.conditions import Condition
from incidents.scope.reasons import SettledBy

#: Beyond this many fields a smaller set is not looked for, so that no scope can make it costly.
_MOST_FIELDS = 8


@dataclass(frozen=True)
class OpenConditions:
    """The undetermined conditions of a clause that is not ruled out.

    `settled_by` says per condition who could settle it. `is_open` marks a clause that stays
    possible only, however its conditions come out.
    """

    conditions: tuple[Condition, ...]
    settled_by: tuple[SettledBy, ...]
    is_open: bool

    def by_asker(self) -> list[Condition]:
        """The conditions that a value from the asker would settle."""
        return [
            condition
            for condition, holder in zip(self.conditions, self.settled_by, strict=True)
            if holder is SettledBy.ASKER
        ]

    def is_settled_by(self, fields: frozenset[str]) -> bool:
        """Whether values for the fields leave nothing of the clause open."""
        askers = self.by_asker()
        return not self.is_open and all(
            one in askers and one.attribute in fields and one.can_be_met
            for one in self.conditions
        )

    def can_fail_by(self, fields: frozenset[str]) -> bool:
        return any(one.attribute in fields and one.can_fail for one in self.by_asker())


def smallest_settling_fields(
    clauses: Sequence[OpenConditions], exclusions: Sequence[OpenConditions]
) -> tuple[str, ...]:
    """The attributes that settle the verdict, or nothing where the asker cannot settle it.

    The smallest set that settles it whatever the values turn out to be; where no set does that,
    because a part is the publisher's to settle, the smallest set with which it can be settled.
    `clauses` and `exclusions` are those that are not ruled out.
    """
    fields = sorted(
        {one.attribute for open_ in (*clauses, *exclusions) for one in open_.by_asker()}
    )
    for is_enough in (_always_settles, _can_settle):
        for chosen in _subsets(fields):
            if is_enough(frozenset(chosen), clauses, exclusions):
                return chosen
    return ()


def _subsets(fields: list[str]) -> Iterable[tuple[str, ...]]:
    if len(fields) > _MOST_FIELDS:
        return [tuple(fields)]
    return (chosen for size in range(1, len(fields) + 1) for chosen in combinations(fields, size))


def _always_settles(
    fields: frozenset[str],
    clauses: Sequence[OpenConditions],
    exclusions: Sequence[OpenConditions],
) -> bool:
    """Whether no combination of values for the fields leaves the verdict undetermined.

    A clause with a condition beyond the fields stays possible when all its others are met, unless
    that very combination meets another clause wholly.
    """
    if not all(exclusion.is_settled_by(fields) for exclusion in exclusions):
        return False
    settled = [clause for clause in clauses if clause.is_settled_by(fields)]
    return all(
        clause.is_settled_by(fields)
        or any(set(other.conditions) <= _met_with(clause, fields) for other in settled)
        for clause in clauses
    )


def _met_with(clause: OpenConditions, fields: frozenset[str]) -> set[Condition]:
    return {one for one in clause.by_asker() if one.attribute in fields}


def _can_settle(
    fields: frozenset[str],
    clauses: Sequence[OpenConditions],
    exclusions: Sequence[OpenConditions],
) -> bool:
    """Whether some values for the fields settle the verdict one way or the other."""
    can_be_in_scope = any(clause.is_settled_by(fields) for clause in clauses) and all(
        exclusion.can_fail_by(fields) for exclusion in exclusions
    )
    can_be_out_of_scope = all(clause.can_fail_by(fields) for clause in clauses) or any(
        exclusion.is_settled_by(fields) for exclusion in exclusions
    )
    return can_be_in_scope or can_be_out_of_scope
