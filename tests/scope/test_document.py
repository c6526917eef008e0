import json
from typing import Any

import pytest

from incidents.scope.conditions import Condition
from incidents.scope.document import (
    bundle_from_document,
    bundle_to_document,
    condition_from_document,
    instants_from_wire,
    instants_to_wire,
    numbers_from_wire,
    numbers_to_wire,
    range_from_document,
    range_to_document,
    scope_from_document,
    scope_to_document,
)
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.versions import VersionRange
from tests.scope.building import FIRST, Json, catalogue, clause, names, number, scope, versions

EVERYTHING = scope(
    clause(FIRST, open="suspected"),
    {
        "model": names(complete=False, open="not_published"),
        "streaming": {"kind": "flag", "is": True, "possible": [False]},
        "engine_version": versions(
            {"is": "0.5.9"},
            {"from": "0.5.10", "before": "0.5.12"},
            possible_ranges=[{"after": "0.5.12", "through": "0.5.13"}, {"before": "0.4"}],
            outside=["0.5.10rc1"],
        ),
    },
    exclusions=({"service": names("z-ai")},),
)


def test_a_scope_document_holds_all_that_evaluation_needs() -> None:
    fact = "/scopes/0/clauses/0"

    assert scope_to_document(scope(clause(FIRST))) == {
        "schema": "kbase-scope/1",
        "incident": "KB-2026-0001",
        "revision": 1,
        "catalogue": 1,
        "subject": "affected",
        "clauses": [
            {
                "open": None,
                "fact": fact,
                "conditions": [
                    {
                        "attribute": "service",
                        "kind": "identifier",
                        "fact": f"{fact}/conditions/service",
                        "certain": ["workers ai", "workers-ai"],
                        "possible": [],
                        "ambiguous": [],
                        "excluded": ["z-ai", "z.ai"],
                    },
                    {
                        "attribute": "model",
                        "kind": "identifier",
                        "fact": f"{fact}/conditions/model",
                        "certain": ["@cf/zai-org/glm-5.3", "glm-5.3"],
                        "possible": [],
                        "ambiguous": ["glm-5.3-api", "workers-ai/glm-5.3"],
                        "excluded": ["@cf/zai-org/glm-5.3-flash", "glm-5.2", "glm-5.3-flash"],
                    },
                    {
                        "attribute": "at",
                        "kind": "instant",
                        "fact": f"{fact}/conditions/at",
                        "certain": [["2026-08-28T12:00:00Z", "2026-09-08T10:00:00Z"]],
                        "possible": [["2026-08-26T10:00:00Z", "2026-09-10T12:00:00Z"]],
                    },
                    {
                        "attribute": "prompt_tokens",
                        "kind": "number",
                        "fact": f"{fact}/conditions/prompt_tokens",
                        "unit": "tokens",
                        "counted": "Text",
                        "certain": [[681281, None]],
                        "possible": [[681281, None]],
                        "unreliable": [[1, 2]],
                    },
                ],
            }
        ],
        "exclusions": [],
    }


def test_every_kind_of_condition_has_its_wire_form() -> None:
    document = scope_to_document(EVERYTHING)
    model, version, flag = document["clauses"][1]["conditions"]

    assert document["clauses"][0]["open"] == "suspected"
    assert model == {
        "attribute": "model",
        "kind": "identifier",
        "fact": "/scopes/0/clauses/1/conditions/model",
        "open": "not_published",
        "certain": [],
        "possible": "*",
        "ambiguous": [],
        "excluded": [],
    }
    assert {key: flag[key] for key in ("kind", "certain", "possible")} == {
        "kind": "flag",
        "certain": [True],
        "possible": [False, True],
    }
    assert {key: version[key] for key in version if key not in ("attribute", "fact")} == {
        "kind": "version",
        "product": "sglang",
        "scheme": "pep440",
        "certain": [{"is": "0.5.9"}, {"from": "0.5.10", "before": "0.5.12"}],
        "possible": [
            {"is": "0.5.9"},
            {"from": "0.5.10", "before": "0.5.12"},
            {"after": "0.5.12", "through": "0.5.13"},
            {"before": "0.4"},
        ],
        "outside": ["0.5.10rc1"],
    }


def test_a_scope_document_is_read_and_written_without_loss() -> None:
    document = json.loads(json.dumps(scope_to_document(EVERYTHING)))

    assert scope_to_document(scope_from_document(document)) == document


def test_a_bundle_holds_the_recognised_names_once() -> None:
    recognised = catalogue().excluding
    bundle = json.loads(json.dumps(bundle_to_document([EVERYTHING, EVERYTHING], recognised)))

    assert bundle["schema"] == "kbase-scope-bundle/1"
    assert bundle["names"]["service"] == ["workers ai", "workers-ai", "z-ai", "z.ai"]
    assert "excluded" not in json.dumps(bundle["scopes"])
    assert bundle_from_document(bundle) == [EVERYTHING, EVERYTHING]


@pytest.mark.parametrize(
    "read", [scope_from_document, lambda document: bundle_from_document(document)]
)
def test_another_schema_is_refused(read: Any) -> None:
    with pytest.raises(ValueError, match="'kbase-scope/2' is not a"):
        read({"schema": "kbase-scope/2"})


def test_an_unknown_kind_is_refused_in_both_directions() -> None:
    content = {"attribute": "x", "fact": "", "kind": "colour", "certain": [], "possible": []}
    with pytest.raises(ValueError, match="'colour' is not a kind of condition"):
        condition_from_document(content, {})

    class Colour(Condition):
        find = can_be_met = can_fail = is_vacuous = None  # type: ignore[assignment]

    unknown = Scope("i", 1, 1, "affected", (Clause((Colour("x", None, ""),)),))
    with pytest.raises(TypeError, match="has no wire form"):
        scope_to_document(unknown)


def test_instants_and_numbers_have_null_for_an_unbounded_end() -> None:
    instants = [[None, "2026-01-01T00:00:00Z"], ["2026-02-01T00:00:00.000001Z", None]]
    numbers: list[list[Any]] = [[0, 5], [7, None]]

    assert instants_to_wire(instants_from_wire(instants)) == instants
    assert numbers_to_wire(numbers_from_wire(numbers)) == numbers
    assert numbers_to_wire(numbers_from_wire([[None, 5], [5, 7]])) == [[None, 7]]


@pytest.mark.parametrize(
    ("document", "one"),
    [
        ({"is": "1"}, VersionRange("1", True, "1", True)),
        ({"from": "1", "before": "2"}, VersionRange("1", True, "2", False)),
        ({"after": "1", "through": "2"}, VersionRange("1", False, "2", True)),
        ({"after": "1"}, VersionRange("1", False)),
        ({"through": "2"}, VersionRange(None, True, "2", True)),
        ({}, VersionRange()),
    ],
)
def test_a_version_range_has_its_wire_form(document: Json, one: VersionRange) -> None:
    assert range_from_document(document) == one
    assert range_to_document(one) == document


def test_a_threshold_that_is_open_keeps_its_reason() -> None:
    found = scope({"prompt_tokens": number(">", 5, open="disputed")})
    (condition,) = scope_to_document(found)["clauses"][0]["conditions"]

    assert (condition["open"], condition["certain"], condition["possible"]) == (
        "disputed",
        [],
        [[6, None]],
    )
    assert scope_from_document(scope_to_document(found)) == found
