from typing import Any

import pytest

from incidents.scope.evaluate import Scope
from incidents.scope.reasons import Reason, SettledBy
from incidents.scope.verdict import Outcome, Verdict
from tests.scope.building import FIRST, INSIDE_FIRST, ask, clause, names, number, scope

IN, OUT, OPEN = Verdict.IN_SCOPE, Verdict.OUT_OF_SCOPE, Verdict.UNDETERMINED

THE_FIRST = scope(FIRST)


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({}, IN),
        ({"model": "@cf/zai-org/GLM-5.3"}, IN),
        ({"service": "Workers AI"}, IN),
        ({"model": "glm-5.3-flash"}, OUT),
        ({"service": "z-ai"}, OUT),
        ({"service": "z-ai", "model": "glm-5.3"}, OUT),
        # A name is matched as it is or not at all.
        ({"model": "glm-5.4"}, OPEN),
        ({"model": "glm 5.3"}, OPEN),
        ({"service": "workersai"}, OPEN),
        ({"service": None}, OPEN),
        # A contradiction by a known value outranks a missing field.
        ({"service": None, "model": "glm-5.2"}, OUT),
        ({"model": None, "prompt_tokens": 5}, OUT),
        # The threshold.
        ({"prompt_tokens": 681280}, OUT),
        ({"prompt_tokens": 681281}, IN),
        ({"prompt_tokens": "６８１，２８１"}, IN),
        ({"prompt_tokens": None}, OPEN),
        ({"prompt_tokens": None, "prompt_tokens_min": 681281}, IN),
        ({"prompt_tokens": None, "prompt_tokens_min": 681280}, OPEN),
        ({"prompt_tokens": None, "prompt_tokens_min": 2, "prompt_tokens_max": 681280}, OUT),
        ({"prompt_tokens": None, "prompt_tokens_max": 681280}, OPEN),
        ({"prompt_tokens": 1}, OPEN),
        ({"prompt_tokens_counted_by": "other"}, OPEN),
        # The window and its edges.
        ({"at": "2026-09-01"}, IN),
        ({"at": "2026-09"}, OPEN),
        ({"at": "2026-09-05 08:00"}, IN),
        ({"at": "2026-08-26T09:59:59.999999Z"}, OUT),
        ({"at": "2026-08-26T10:00Z"}, OPEN),
        ({"at": "2026-08-28T11:59:59.999999Z"}, OPEN),
        ({"at": "2026-08-28T12:00:00Z"}, IN),
        ({"at": "2026-09-08T09:59:60Z"}, OPEN),
        ({"at": "2026-09-08T09:59:59.999999Z"}, IN),
        ({"at": "2026-09-08T10:00Z"}, OPEN),
        ({"at": "2026-09-09T20:00:00Z"}, OPEN),
        ({"at": "2026-09-10T05:00:00Z"}, OPEN),
        ({"at": "2026-09-10T11:59Z"}, OPEN),
        ({"at": "2026-09-10T12:00Z"}, OUT),
        ({"at": "2026-09-10T24:00Z"}, OUT),
        ({"at": "2026-08-30/2026-09-05"}, IN),
        ({"at": "2026-08-30/2026-09-30"}, OPEN),
        ({"at": "2027"}, OUT),
        ({"at": "9999-12-31"}, OUT),
        ({"at": "0001-01-01"}, OUT),
    ],
)
def test_the_first_disclosure_answers_to_the_letter(
    change: dict[str, Any], verdict: Verdict
) -> None:
    question = ask(**{**INSIDE_FIRST, **change})

    assert THE_FIRST.verdict(question) is verdict
    assert THE_FIRST.explain(question).verdict is verdict


def test_prompt_of_exactly_the_threshold_is_out_of_scope() -> None:
    answer = THE_FIRST.explain(ask(**{**INSIDE_FIRST, "prompt_tokens": "681,280"}))

    assert answer.verdict is OUT
    assert answer.settle_with == ()
    assert [(one.outcome, one.reason) for one in answer.deciding.findings] == [
        (Outcome.MET, Reason.INSIDE),
        (Outcome.MET, Reason.INSIDE),
        (Outcome.MET, Reason.INSIDE),
        (Outcome.NOT_MET, Reason.OUTSIDE),
    ]


def test_an_answer_explains_every_condition() -> None:
    answer = THE_FIRST.explain(ask(model="glm-5.4", at="2026-09-09T20:00Z", prompt_tokens=1))

    assert answer.clauses == (answer.deciding,)
    assert answer.exclusions == ()
    assert answer.deciding.clause is THE_FIRST.clauses[0]
    assert answer.deciding.outcome is Outcome.UNDETERMINED
    assert [(one.reason, one.settled_by) for one in answer.deciding.findings] == [
        (Reason.MISSING, SettledBy.ASKER),
        (Reason.NOT_RECOGNISED, SettledBy.ASKER),
        (Reason.PUBLISHED_IMPRECISELY, SettledBy.PUBLISHER),
        (Reason.UNRELIABLE, SettledBy.ASKER),
    ]


def test_an_open_clause_adds_to_what_is_possible_alone() -> None:
    suspected = scope(clause(FIRST, open="suspected"))

    assert suspected.verdict(ask(**INSIDE_FIRST)) is OPEN
    assert suspected.explain(ask(**INSIDE_FIRST)).verdict is OPEN
    assert suspected.verdict(ask(service="z-ai")) is OUT
    assert suspected.verdict(ask()) is OPEN


def test_one_clause_that_is_met_is_enough() -> None:
    either = scope({"model": names("glm-5.2")}, {"model": names("glm-5.3-flash")}, FIRST)

    assert [either.verdict(ask(model=name)) for name in ("glm-5.2", "glm-5.3", "glm-5.4")] == [
        IN,
        OPEN,
        OPEN,
    ]


def test_a_reading_across_two_clauses_and_wholly_in_neither_is_undetermined() -> None:
    adjoining = scope({"prompt_tokens": number("<", 5)}, {"prompt_tokens": number(">=", 5)})

    assert adjoining.verdict(ask(prompt_tokens=5)) is IN
    assert adjoining.verdict(ask(prompt_tokens_min=4, prompt_tokens_max=5)) is OPEN


EXCEPT_FLASH = scope(
    {"service": names("workers-ai")},
    exclusions=(
        {"model": names("glm-5.3-flash")},
        clause({"prompt_tokens": number("<", 10)}, open="disputed"),
    ),
)


@pytest.mark.parametrize(
    ("fields", "verdict", "deciding"),
    [
        ({"service": "workers-ai", "model": "glm-5.3", "prompt_tokens": 50}, IN, "clause 0"),
        ({"service": "workers-ai", "model": "glm-5.3-flash"}, OUT, "exclusion 0"),
        # An explicit exclusion needs no missing field.
        ({"model": "glm-5.3-flash"}, OUT, "exclusion 0"),
        ({"service": "z-ai", "model": "glm-5.3-flash"}, OUT, "exclusion 0"),
        ({"service": "z-ai"}, OUT, "clause 0"),
        ({"service": "workers-ai"}, OPEN, "exclusion 0"),
        ({"service": "workers-ai", "model": "glm-5.3", "prompt_tokens": 5}, OPEN, "exclusion 1"),
        ({"model": "glm-5.3"}, OPEN, "clause 0"),
    ],
)
def test_an_exclusion_takes_away_and_is_shown_where_it_decides(
    fields: dict[str, Any], verdict: Verdict, deciding: str
) -> None:
    answer = EXCEPT_FLASH.explain(ask(**fields))
    shown = {f"clause {place}": one for place, one in enumerate(answer.clauses)}
    shown |= {f"exclusion {place}": one for place, one in enumerate(answer.exclusions)}

    assert EXCEPT_FLASH.verdict(ask(**fields)) is verdict
    assert answer.verdict is verdict
    assert answer.deciding is shown[deciding]


def test_of_several_clauses_the_closest_is_shown() -> None:
    found = scope(
        {"service": names("z-ai"), "model": names("glm-5.2")},
        {"service": names("workers-ai"), "model": names("glm-5.3")},
        {"service": names("workers-ai")},
    )

    def shown(**fields: str) -> str:
        return found.explain(ask(**fields)).deciding.clause.fact[-1]

    assert shown(service="z-ai", model="glm-5.3-flash") == "0"
    assert shown(service="workers-ai", model="glm-5.2") == "2"
    assert shown(model="glm-5.3") == "1"


def test_a_scope_without_a_clause_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one clause"):
        Scope("KB-2026-0001", 1, 1, "affected", ())
