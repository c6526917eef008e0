from itertools import permutations

import pytest

from incidents.scope.verdict import Outcome, Verdict, conjunction, disjunction, unless

MET, NOT_MET, OPEN = Outcome.MET, Outcome.NOT_MET, Outcome.UNDETERMINED


@pytest.mark.parametrize(
    ("outcomes", "both", "either"),
    [
        ([], MET, NOT_MET),
        ([MET, MET], MET, MET),
        ([MET, NOT_MET], NOT_MET, MET),
        ([MET, OPEN], OPEN, MET),
        ([NOT_MET, NOT_MET], NOT_MET, NOT_MET),
        ([NOT_MET, OPEN], NOT_MET, OPEN),
        ([OPEN, OPEN], OPEN, OPEN),
    ],
)
def test_outcomes_combine_by_strong_kleene_logic(
    outcomes: list[Outcome], both: Outcome, either: Outcome
) -> None:
    for ordered in permutations(outcomes):
        assert conjunction(ordered) is both
        assert disjunction(ordered) is either


@pytest.mark.parametrize(
    ("covered", "excluded", "outcome"),
    [
        (MET, MET, NOT_MET),
        (MET, NOT_MET, MET),
        (MET, OPEN, OPEN),
        (NOT_MET, MET, NOT_MET),
        (NOT_MET, NOT_MET, NOT_MET),
        (NOT_MET, OPEN, NOT_MET),
        (OPEN, MET, NOT_MET),
        (OPEN, NOT_MET, OPEN),
        (OPEN, OPEN, OPEN),
    ],
)
def test_an_exclusion_takes_away_what_it_covers(
    covered: Outcome, excluded: Outcome, outcome: Outcome
) -> None:
    assert unless(covered, excluded) is outcome


@pytest.mark.parametrize("answer", [*Outcome, *Verdict])
def test_an_answer_of_three_values_is_no_condition_of_an_if(answer: Outcome | Verdict) -> None:
    with pytest.raises(TypeError, match="three values"):
        bool(answer)
