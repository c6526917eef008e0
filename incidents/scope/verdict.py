"""Three-valued answers: outcomes of conditions and clauses, and the verdict of a whole scope."""

from collections.abc import Iterable
from enum import Enum
from typing import NoReturn


class Outcome(Enum):
    """The truth of one condition, clause or exclusion in strong Kleene logic."""

    MET = "met"
    NOT_MET = "not_met"
    UNDETERMINED = "undetermined"

    def __bool__(self) -> NoReturn:
        raise TypeError("An outcome has three values: compare it with Outcome.MET and the others.")


class Verdict(Enum):
    """What a scope says of a question."""

    IN_SCOPE = "in_scope"
    UNDETERMINED = "undetermined"
    OUT_OF_SCOPE = "out_of_scope"

    def __bool__(self) -> NoReturn:
        raise TypeError("A verdict has three values: compare it with Verdict.IN_SCOPE and others.")


def conjunction(outcomes: Iterable[Outcome]) -> Outcome:
    """Kleene "and": one outcome that is not met decides, whatever is left open beside it."""
    result = Outcome.MET
    for outcome in outcomes:
        if outcome is Outcome.NOT_MET:
            return Outcome.NOT_MET
        if outcome is Outcome.UNDETERMINED:
            result = Outcome.UNDETERMINED
    return result


def unless(covered: Outcome, excluded: Outcome) -> Outcome:
    """Kleene "covered and not excluded"."""
    if covered is Outcome.NOT_MET or excluded is Outcome.MET:
        return Outcome.NOT_MET
    if covered is Outcome.UNDETERMINED or excluded is Outcome.UNDETERMINED:
        return Outcome.UNDETERMINED
    return Outcome.MET


def disjunction(outcomes: Iterable[Outcome]) -> Outcome:
    """Kleene "or": one outcome that is met decides, whatever is left open beside it."""
    result = Outcome.NOT_MET
    for outcome in outcomes:
        if outcome is Outcome.MET:
            return Outcome.MET
        if outcome is Outcome.UNDETERMINED:
            result = Outcome.UNDETERMINED
    return result
