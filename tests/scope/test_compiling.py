from copy import deepcopy
from typing import Any

import pytest

from incidents.scope.catalogue import Catalogue
from incidents.scope.compiling import compile_disclosure, compile_scope
from incidents.scope.conditions import Condition, NameCondition
from incidents.scope.evaluate import Scope
from incidents.scope.published import UnableToPublish, freeze_scope
from incidents.scope.reasons import Reason
from tests.scope.building import (
    CATALOGUE,
    FIRST,
    Json,
    between,
    catalogue,
    clause,
    names,
    number,
    versions,
)


def compile_(conditions: Json, found: Catalogue | None = None) -> Scope:
    section = {"subject": "affected", "clauses": [clause(conditions)]}
    frozen = freeze_scope(section, "/scopes/0")
    return compile_scope(
        frozen, incident="KB-2026-0001", revision=3, catalogue=found or catalogue()
    )


def condition(conditions: Json, attribute: str, found: Catalogue | None = None) -> Condition:
    (one,) = compile_(conditions, found).clauses
    return {one.attribute: one for one in one.conditions}[attribute]


def lists(conditions: Json, attribute: str = "model", found: Catalogue | None = None) -> Json:
    """The names of a compiled condition by what they are."""
    one = condition(conditions, attribute, found)
    assert isinstance(one, NameCondition)
    sets = {
        "certain": one.certain,
        "possible": one.possible,
        "ambiguous": one.ambiguous,
        "excluded": one.excluded,
    }
    return {key: set(values) for key, values in sets.items()} | (
        {"anything": True} if one.anything else {}
    )


def refusal(conditions: Json, found: Catalogue | None = None) -> tuple[str, str, str]:
    with pytest.raises(UnableToPublish) as caught:
        compile_(conditions, found)
    pointer = caught.value.pointer.removeprefix("/scopes/0/clauses/0/conditions")
    return pointer, caught.value.code, caught.value.detail


FLASH = {"@cf/zai-org/glm-5.3-flash", "glm-5.3-flash"}


def test_a_scope_says_of_what_revision_and_catalogue_it_is() -> None:
    found = compile_(FIRST)

    assert (found.incident, found.revision, found.catalogue, found.subject) == (
        "KB-2026-0001",
        3,
        1,
        "affected",
    )
    assert [one.attribute for one in found.clauses[0].conditions] == [
        "service",
        "model",
        "at",
        "prompt_tokens",
    ]
    assert found.clauses[0].fact == "/scopes/0/clauses/0"


def test_a_clause_keeps_its_reason_for_being_open() -> None:
    section = {"subject": "affected", "clauses": [clause(FIRST, open="suspected")]}
    (compiled,) = compile_disclosure(
        {"id": "KB-2026-0001", "scopes": [section]}, revision=1, catalogue=catalogue()
    )

    assert compiled.clauses[0].open is Reason.SUSPECTED


def test_a_name_is_expanded_to_all_names_of_the_model_on_the_service() -> None:
    assert lists(FIRST) == {
        "certain": {"@cf/zai-org/glm-5.3", "glm-5.3"},
        "possible": set(),
        # A name inferred from a pattern, and what another service calls the same weights.
        "ambiguous": {"workers-ai/glm-5.3", "glm-5.3-api"},
        "excluded": FLASH | {"glm-5.2"},
    }
    assert lists(FIRST, "service") == {
        "certain": {"workers-ai", "workers ai"},
        "possible": set(),
        "ambiguous": set(),
        "excluded": {"z-ai", "z.ai"},
    }


def test_without_a_service_a_name_means_the_models_of_all_services() -> None:
    assert lists({"model": names("glm-5.3")}) == {
        "certain": {"@cf/zai-org/glm-5.3", "glm-5.3", "glm-5.3-api"},
        "possible": set(),
        "ambiguous": {"workers-ai/glm-5.3"},
        "excluded": FLASH | {"glm-5.2"},
    }


def test_a_name_that_also_means_what_is_not_covered_matches_nothing() -> None:
    assert lists({"model": names("@cf/zai-org/glm-5.3")}) == {
        "certain": {"@cf/zai-org/glm-5.3"},
        "possible": set(),
        "ambiguous": {"glm-5.3", "workers-ai/glm-5.3"},
        "excluded": FLASH | {"glm-5.2", "glm-5.3-api"},
    }


def test_a_possible_name_is_possible() -> None:
    assert (
        lists(
            {"service": names("workers-ai"), "model": names("glm-5.3", possible=["glm-5.3-flash"])}
        )["possible"]
        == FLASH
    )


def test_an_incomplete_list_leaves_the_other_models_of_its_services_possible() -> None:
    found = lists({"service": names("workers-ai"), "model": names("glm-5.3", complete=False)})

    assert found == {
        "certain": {"@cf/zai-org/glm-5.3", "glm-5.3"},
        "possible": FLASH,
        "ambiguous": {"workers-ai/glm-5.3", "glm-5.3-api"},
        "excluded": {"glm-5.2"},
    }


def test_of_an_incomplete_list_of_services_the_models_of_all_are_meant() -> None:
    found = lists(
        {"service": names("workers-ai", complete=False), "model": names("glm-5.2", complete=False)}
    )

    assert found["certain"] == {"glm-5.2"}
    assert found["possible"] == FLASH | {"@cf/zai-org/glm-5.3", "glm-5.3", "glm-5.3-api"}
    assert found["excluded"] == set()


def test_an_unpublished_list_leaves_any_name_possible() -> None:
    assert lists({"model": names(complete=False)}) == {
        "certain": set(),
        "possible": set(),
        "ambiguous": set(),
        "excluded": set(),
        "anything": True,
    }


def test_what_a_statement_rules_out_of_an_unpublished_list_is_excluded() -> None:
    found = lists(
        {
            "service": names("workers-ai"),
            "model": names(complete=False, ruled_out=["glm-5.3-flash"]),
        }
    )

    assert found == {
        "certain": set(),
        "possible": {"@cf/zai-org/glm-5.3", "glm-5.3"},
        "ambiguous": {"workers-ai/glm-5.3", "glm-5.3-api"},
        "excluded": FLASH | {"glm-5.2"},
    }


def test_what_a_statement_rules_out_of_an_incomplete_list_is_excluded() -> None:
    found = lists({"model": names("glm-5.2", complete=False, ruled_out=["glm-5.3-flash"])})

    assert found["excluded"] == FLASH


def test_values_of_every_service_are_meant_beside_those_of_the_service() -> None:
    found = lists(
        {"service": names("workers-ai"), "region": names("global", possible=["EU"])}, "region"
    )

    assert (found["certain"], found["possible"]) == ({"global"}, {"eu"})
    assert refusal({"service": names("z-ai"), "region": names("eu")})[:2] == (
        "/region/names/0",
        "not_in_catalogue",
    )


def test_a_list_that_is_open_as_a_whole_is_only_possible() -> None:
    service = names("workers-ai")
    whole = lists({"service": service, "model": names("glm-5.3", open="suspected")})
    part = {"possible": ["glm-5.3-flash"], "open": "suspected"}
    partly = lists({"service": service, "model": names("glm-5.3", **part)})
    incomplete = names("glm-5.3", open="not_published", complete=False)
    beyond = lists({"service": service, "model": incomplete})

    assert (whole["certain"], whole["possible"]) == (set(), {"@cf/zai-org/glm-5.3", "glm-5.3"})
    assert (partly["certain"], partly["possible"]) == ({"@cf/zai-org/glm-5.3", "glm-5.3"}, FLASH)
    assert (beyond["certain"], beyond["possible"]) == ({"@cf/zai-org/glm-5.3", "glm-5.3"}, FLASH)


def test_the_models_of_a_service_that_is_only_suspected_are_its_models() -> None:
    found = lists({"service": names("z-ai", open="suspected"), "model": names("glm-5.3")})

    assert found["certain"] == {"glm-5.3", "glm-5.3-api"}


def moving(**periods: Any) -> Catalogue:
    """A catalogue in which `glm-latest` moves from one model of z-ai to the next."""
    document = deepcopy(CATALOGUE)
    for position, model in ((1, "glm-5.2"), (0, "glm-5.3")):
        entry = document["services"][1]["models"][position]
        assert entry["id"] == model
        if model in periods:
            entry["aliases"] = [{"name": "glm-latest", **periods[model]}]
    return catalogue(document)


def in_month(month: str, model: str) -> Json:
    at = between(f"2026-{month}-05", f"2026-{month}-20")
    return {"service": names("z-ai"), "model": names(model), "at": at}


def kind_of(name: str, found: Json) -> str:
    return next(key for key, values in found.items() if name in values)


@pytest.mark.parametrize(
    ("month", "model", "kind"),
    [
        ("03", "glm-5.2", "certain"),
        ("03", "glm-5.3", "excluded"),
        ("06", "glm-5.2", "ambiguous"),
        ("08", "glm-5.2", "ambiguous"),
        ("08", "glm-5.3", "ambiguous"),
    ],
)
def test_a_name_that_moves_on_is_certain_in_its_own_time_alone(
    month: str, model: str, kind: str
) -> None:
    found = moving(**{"glm-5.2": {"until": "2026-06-10"}})

    assert kind_of("glm-latest", lists(in_month(month, model), found=found)) == kind


def test_a_name_that_two_models_carry_one_after_the_other_is_open() -> None:
    found = moving(**{"glm-5.2": {"until": "2026-06-10"}, "glm-5.3": {"from": "2026-06-10"}})

    kinds = [
        kind_of("glm-latest", lists(in_month(month, model), found=found))
        for month in ("03", "08")
        for model in ("glm-5.2", "glm-5.3")
    ]

    assert kinds == ["ambiguous"] * 4


def test_a_dated_name_of_another_service_is_excluded() -> None:
    found = moving(**{"glm-5.2": {"until": "2026-06-10"}})
    conditions = {**in_month("08", "GLM-5.3"), "service": names("workers-ai")}

    assert kind_of("glm-latest", lists(conditions, found=found)) == "excluded"


def test_a_dated_name_within_its_time_is_excluded_where_its_model_is_not_covered() -> None:
    document = deepcopy(CATALOGUE)
    document["services"][0]["models"][1]["aliases"] = [{"name": "flash", "from": "2026-01"}]
    conditions = {"service": names("workers-ai"), "model": names("glm-5.3")}
    inside = {**conditions, "at": between("2026-03", "2026-04")}

    assert kind_of("flash", lists(inside, found=catalogue(document))) == "excluded"
    assert kind_of("flash", lists(conditions, found=catalogue(document))) == "ambiguous"


@pytest.mark.parametrize(
    ("conditions", "pointer", "code"),
    [
        ({"model": names("glm-5.2", "glm-5.4")}, "/model/names/1", "not_in_catalogue"),
        ({"model": names("glm-5.2", possible=["x"])}, "/model/possible/0", "not_in_catalogue"),
        ({"model": names("glm-5.2", ruled_out=["x"])}, "/model/ruled_out/0", "not_in_catalogue"),
        ({"service": names("cloud")}, "/service/names/0", "not_in_catalogue"),
        (
            {"service": names("z-ai"), "model": names("glm-5.3-flash")},
            "/model/names/0",
            "not_in_catalogue",
        ),
        ({"model": names("glm-5.2", ruled_out=["GLM-5.2"])}, "/model/ruled_out", "covered_and_not"),
        (
            {"model": names("glm-5.2", possible=["glm-5.3"], ruled_out=["GLM-5.3"])},
            "/model/ruled_out",
            "covered_and_not",
        ),
        ({"colour": names("red")}, "/colour", "unknown_attribute"),
        ({"model": number(">", 5)}, "/model", "wrong_kind"),
        ({"at": number(">", 5)}, "/at", "wrong_kind"),
        ({"service": {"kind": "flag", "is": True}}, "/service", "wrong_kind"),
        ({"prompt_tokens": number(">", 5, unit="characters")}, "/prompt_tokens", "wrong_unit"),
        ({"prompt_tokens": number(">=", 0)}, "/prompt_tokens", "no_condition"),
    ],
)
def test_what_the_catalogue_does_not_hold_is_refused_at_its_place(
    conditions: Json, pointer: str, code: str
) -> None:
    assert refusal(conditions)[:2] == (pointer, code)


def test_a_refusal_names_the_services_that_were_looked_in() -> None:
    assert refusal({"service": names("z-ai", "workers-ai"), "model": names("x")})[2] == (
        "'x' is not in the catalogue as a model of workers-ai, z-ai."
    )
    assert refusal({"model": names("x")})[2] == "'x' is not in the catalogue as a model."


def test_attributes_of_another_kind_than_usual_are_taken_as_the_catalogue_has_them() -> None:
    document = deepcopy(CATALOGUE)
    kinds = {"service": "flag", "at": "number"}
    for attribute in document["attributes"]:
        attribute["kind"] = kinds.get(attribute["name"], attribute["kind"])
    conditions = {
        "service": {"kind": "flag", "is": True},
        "at": number(">", 5),
        "model": names("glm-5.2"),
        "engine_version": versions({"before": "1.0"}),
    }

    found = compile_(conditions, catalogue(document))

    assert [type(one).__name__ for one in found.clauses[0].conditions] == [
        "FlagCondition",
        "NameCondition",
        "NumberCondition",
        "VersionCondition",
    ]


def test_a_disclosure_has_one_scope_for_each_subject() -> None:
    section = {"subject": "affected", "clauses": [clause(FIRST)]}
    document = {"id": "KB-2026-0001", "scopes": [section, {**section, "subject": "deployment"}]}

    found = compile_disclosure(document, revision=2, catalogue=catalogue())

    assert [(one.subject, one.revision) for one in found] == [("affected", 2), ("deployment", 2)]
    assert found[1].clauses[0].fact == "/scopes/1/clauses/0"
    document["scopes"] = [section, section]
    with pytest.raises(UnableToPublish) as caught:
        compile_disclosure(document, revision=2, catalogue=catalogue())
    assert (caught.value.pointer, caught.value.code) == ("/scopes/1/subject", "repeated")
