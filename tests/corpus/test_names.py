"""Names that people write for an affected model never rule it out."""

from datetime import datetime

import pytest

from incidents.domain.checking import check_question

VERTEX = {"service": "vertex-ai", "streaming": "true", "incident": "KB-2025-0001"}
SELF_DEPLOYED = {"endpoint_type": "shared-public", "method": "ChatCompletions"}


def verdict(now: datetime, **fields: str) -> str:
    [result] = check_question(fields, now=now).results
    return result.verdict.value


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    "model",
    [
        "meta-llama/Llama-3.3-70B-Instruct",
        "meta-llama/Llama-3.1-8B-Instruct",
        "deepseek-ai/DeepSeek-V3.1",
        "gemma-3-12b-it",
        "google/gemma-3-12b-it",
        "qwq-32b",
        "mistral-7b-instruct-v0.2",
        "glm-4.6",
    ],
)
def test_a_customers_own_deployment_is_not_ruled_out_by_the_name_of_its_model(
    now: datetime, model: str
) -> None:
    after_the_other_groups = {"at": "2025-09-28T12:00-07:00"}
    found = verdict(now, **VERTEX, **SELF_DEPLOYED, **after_the_other_groups, model=model)
    assert found == "undetermined"


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    "model",
    [
        "Mistral Large 24.11",
        "Mistral Large (24.11)",
        "mistral-large-2411",
        "Codestral 25.01",
        "Codestral (25.01)",
        "mistral-medium-2505",
        "Mistral Medium 3",
    ],
)
def test_no_spelling_of_an_affected_release_is_out_of_scope(now: datetime, model: str) -> None:
    assert verdict(now, **VERTEX, at="2025-09-25T12:00Z", model=model) != "out_of_scope"


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("incident", ["KB-2026-0001", "KB-2025-0001", "KB-2026-0003"])
@pytest.mark.parametrize("service", ["OpenRouter", "openrouter", "openrouter.ai"])
def test_a_router_may_have_used_any_host(now: datetime, incident: str, service: str) -> None:
    assert verdict(now, incident=incident, service=service) == "undetermined"


@pytest.mark.usefixtures("shipped")
def test_the_clause_about_the_same_model_explains_why_a_request_is_out_of_scope(
    now: datetime,
) -> None:
    asked = {"model": "self-deployed", "at": "2025-09-25T12:00Z"}
    fields = VERTEX | asked | {"endpoint_type": "shared-public", "method": "Predict"}
    [result] = check_question(fields, now=now).results
    deciding = result.answer.deciding
    not_met = [
        condition.attribute
        for condition, finding in zip(deciding.clause.conditions, deciding.findings, strict=True)
        if finding.outcome.value == "not_met"
    ]
    assert (result.verdict.value, not_met) == ("out_of_scope", ["method"])
