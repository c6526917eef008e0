from typing import Any

import pytest

from incidents.scope import settling
from incidents.scope.evaluate import Scope
from tests.scope.building import (
    FIRST,
    INSIDE_FIRST,
    ask,
    between,
    clause,
    names,
    number,
    scope,
    versions,
)

FLAG = {"kind": "flag", "is": True}
THE_FIRST = scope(FIRST)


def settle(found: Scope, **fields: Any) -> tuple[str, ...]:
    return found.explain(ask(**fields)).settle_with


def but(**change: Any) -> dict[str, Any]:
    return {**INSIDE_FIRST, **change}


@pytest.mark.parametrize(
    ("fields", "settled_with"),
    [
        (but(), ()),
        (but(prompt_tokens=None), ("prompt_tokens",)),
        (but(prompt_tokens=1), ("prompt_tokens",)),
        (but(prompt_tokens_counted_by="other"), ("prompt_tokens",)),
        (but(model="glm 5.3"), ("model",)),
        (but(at=None, service=None), ("at", "service")),
        ({}, ("at", "model", "prompt_tokens", "service")),
        # More precision would settle this time, and only the publisher that one.
        (but(at="2026-09"), ("at",)),
        (but(at="2026-09-09T20:00Z"), ()),
        # What is beyond the asker leaves the smallest set that rules out.
        (but(at="2026-09-09T20:00Z", model=None, prompt_tokens=None), ("model",)),
        # A reading that no longer reaches what is certain can only be ruled out.
        (but(at="2026-09-10/2026-09-12", model=None), ("at",)),
    ],
)
def test_the_first_disclosure_is_settled_by_what_is_missing(
    fields: dict[str, Any], settled_with: tuple[str, ...]
) -> None:
    assert settle(THE_FIRST, **fields) == settled_with


def test_a_clause_that_stays_possible_can_only_be_ruled_out() -> None:
    suspected = scope(clause(FIRST, open="suspected"))

    assert settle(suspected, **INSIDE_FIRST) == ()
    assert settle(suspected, **but(prompt_tokens=None)) == ("prompt_tokens",)
    assert settle(suspected) == ("at",)


def test_a_field_that_cannot_rule_out_both_clauses_is_not_named() -> None:
    either = scope(
        {"streaming": FLAG, "model": names("glm-5.2")},
        {"streaming": {"kind": "flag", "is": False}, "model": names("glm-5.2")},
    )

    assert settle(either, model="glm-5.2") == ("streaming",)
    assert settle(either) == ("model", "streaming")


def test_a_clause_that_another_one_implies_does_not_stand_in_the_way() -> None:
    found = scope({"model": names("glm-5.2"), "streaming": FLAG}, {"model": names("glm-5.2")})

    assert settle(found) == ("model",)


def test_an_exclusion_has_to_be_settled_too() -> None:
    found = scope({"model": names("glm-5.2")}, exclusions=({"streaming": FLAG},))

    assert settle(found, model="glm-5.2") == ("streaming",)
    assert settle(found) == ("model", "streaming")


def test_a_list_that_is_not_published_is_no_question_to_the_asker() -> None:
    found = scope({"model": names(complete=False), "prompt_tokens": number(">", 5)})

    assert settle(found, prompt_tokens=6) == ()
    assert settle(found) == ("prompt_tokens",)
    assert settle(scope({"model": names(complete=False)})) == ()


def test_a_wholly_open_clause_beside_another_leaves_the_fields_of_that_one() -> None:
    found = scope({"model": names(complete=False)}, {"model": names("glm-5.2")})

    assert settle(found) == ("model",)
    assert settle(found, model="glm-5.3") == ()


def test_versions_settle_on_either_side_of_their_bounds() -> None:
    found = scope({"engine_version": versions({"from": "0.5.10", "before": "0.5.20"})})
    suspected = scope({"engine_version": versions({"before": "0.5.20"}, open="suspected")})
    tags = scope({"engine_version": versions({"is": "gold"}, scheme="tags", open="suspected")})

    assert settle(found) == ("engine_version",)
    assert settle(found, engine_version="latest") == ("engine_version",)
    assert settle(found, engine_version="0.5.20rc1") == ()
    assert settle(suspected) == ("engine_version",)
    assert settle(tags) == ()


def test_where_every_recognised_name_is_possible_no_name_settles() -> None:
    everywhere = scope({"service": names("z-ai", "workers-ai", open="suspected")})

    assert settle(everywhere) == ()


def test_numbers_of_two_clauses_are_tried_together() -> None:
    apart = scope(
        {"prompt_tokens": number("<", 5), "streaming": FLAG},
        {"prompt_tokens": number(">", 9), "streaming": FLAG},
    )
    split = scope({"prompt_tokens": number("<", 5)}, {"prompt_tokens": number(">=", 5)})

    assert settle(apart) == ("prompt_tokens", "streaming")
    assert settle(split) == ("prompt_tokens",)
    assert settle(split, prompt_tokens_min=4, prompt_tokens_max=5) == ("prompt_tokens",)
    assert settle(scope({"at": between("2026", "2026")}), at="2026-06-01") == ()


def test_a_clause_that_is_ruled_out_leaves_no_value_open() -> None:
    found = scope(
        {"model": names("glm-5.2"), "prompt_tokens": number(">", 5)},
        {"model": names("glm-5.3-flash", possible=["glm-5.2"]), "streaming": FLAG},
    )

    assert settle(found, streaming=False) == ("model", "prompt_tokens")


def test_a_number_in_place_of_an_unreliable_one_is_new_to_every_clause() -> None:
    model = {"model": names("glm-5.2")}
    unreliable = [{"min": 1, "max": 1}]
    found = scope(
        {"prompt_tokens": number(">", 5, unreliable=unreliable)},
        {**model, "prompt_tokens": number("<", 3)},
        {**model, "prompt_tokens": number("=", 4, unreliable=unreliable), "streaming": FLAG},
    )

    assert settle(found, prompt_tokens=1) == ("model", "prompt_tokens", "streaming")


def test_beyond_a_number_of_combinations_all_fields_are_named() -> None:
    def summers(last: int) -> list[dict[str, Any]]:
        return [
            {
                "at": between(f"{2000 + year}-05", f"{2000 + year}-09"),
                "prompt_tokens": number("=", year),
                "streaming": FLAG,
            }
            for year in range(last)
        ]

    # With it the moment alone is enough, which for many summers is not looked for.
    always = {"at": between("1990", "2100")}

    assert settle(scope(*summers(3), always)) == ("at",)
    assert settle(scope(*summers(80), always)) == ("at", "prompt_tokens", "streaming")


def test_what_was_found_is_kept_for_a_number_of_questions() -> None:
    found = scope(*({"prompt_tokens": number("=", 2 * step)} for step in range(2, 30)))

    for low in range(3, 60, 2):
        for high in range(low + 2, 60, 2):
            settled = settle(found, prompt_tokens_min=low, prompt_tokens_max=high)
            assert settled == ("prompt_tokens",)
    assert len(found._settling._found) <= settling._MOST_KEPT
