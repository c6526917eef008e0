"""One question: whole answers for the first disclosure, and how questions may be written."""

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import withdraw_incident
from incidents.models import Incident
from tests.api.conftest import Clock, Get, Json, Post, errors_of
from tests.conftest import Publish
from tests.documents import disclosure_document, whole_document

QUESTION = {
    "service": "Workers AI",
    "model": "@cf/zai-org/glm-5.3",
    "at": "2026-09-01T12:00:00Z",
    "prompt_tokens": "700000",
    "incident": "KB-2026-0001",
}

ASKED: Json = {
    "subject": "affected",
    "service": "Workers AI",
    "model": "@cf/zai-org/glm-5.3",
    "at": {
        "text": "2026-09-01T12:00:00Z",
        "earliest": "2026-09-01T12:00:00Z",
        "latest": "2026-09-01T12:00:01Z",
    },
    "prompt_tokens": {"min": 700000, "max": 700000},
    "incident": "KB-2026-0001",
}

CLAUSE = "/scopes/0/clauses/0"


def condition(attribute: str, published: str, given: str | None, **finding: Any) -> Json:
    settled = {"outcome": "met", "reason": "inside", "settled_by": None}
    return {
        "attribute": attribute,
        "published": published,
        "given": given,
        "fact": f"{CLAUSE}/conditions/{attribute}",
        **settled,
        **finding,
    }


def conditions(**changed: Json) -> list[Json]:
    """The conditions of the first disclosure for QUESTION, with some changed."""
    window = "27 August 2026 to 9 September 2026 (time of day and zone not stated)"
    found = {
        "service": condition("service", "workers-ai", "Workers AI"),
        "model": condition("model", "@cf/zai-org/glm-5.3", "@cf/zai-org/glm-5.3"),
        "at": condition("at", window, "2026-09-01T12:00:00Z"),
        "prompt_tokens": condition("prompt_tokens", "more than 681,280 tokens", "700,000"),
    }
    return [one | changed.get(name, {}) for name, one in found.items()]


def open_(reason: str, settled_by: str, given: str | None) -> Json:
    return {
        "outcome": "undetermined",
        "reason": reason,
        "settled_by": settled_by,
        "given": given,
    }


OUTSIDE = {"outcome": "not_met", "reason": "outside"}

CASES: list[Any] = [
    ("inside every condition", {}, {}, "in_scope", conditions(), []),
    (
        "as many as the threshold is not more",
        {"prompt_tokens": "681280"},
        {"prompt_tokens": {"min": 681280, "max": 681280}},
        "out_of_scope",
        conditions(prompt_tokens={**OUTSIDE, "given": "681,280"}),
        [],
    ),
    (
        "the day of the restoration",
        {"at": "2026-09-09"},
        {
            "at": {
                "text": "2026-09-09",
                "earliest": "2026-09-08T10:00:00Z",
                "latest": "2026-09-10T12:00:00Z",
            }
        },
        "undetermined",
        conditions(at=open_("published_imprecisely", "publisher", "2026-09-09")),
        [],
    ),
    (
        "the length is missing",
        {"prompt_tokens": None},
        {"prompt_tokens": None},
        "undetermined",
        conditions(prompt_tokens=open_("missing", "asker", None)),
        ["prompt_tokens"],
    ),
    (
        "a reading that is known to be wrong",
        {"prompt_tokens": "1"},
        {"prompt_tokens": {"min": 1, "max": 1}},
        "undetermined",
        conditions(prompt_tokens=open_("unreliable", "asker", "1")),
        ["prompt_tokens"],
    ),
    (
        "counted by somebody else",
        {"prompt_tokens_counted_by": "other"},
        {"prompt_tokens": {"min": 700000, "max": 700000, "counted_by": "other"}},
        "undetermined",
        conditions(
            prompt_tokens=open_("not_comparable", "asker", "700,000, counted by another rule")
        ),
        ["prompt_tokens"],
    ),
    (
        "a sibling",
        {"model": "@cf/zai-org/glm-5.3-flash"},
        {"model": "@cf/zai-org/glm-5.3-flash"},
        "out_of_scope",
        conditions(model={**OUTSIDE, "given": "@cf/zai-org/glm-5.3-flash"}),
        [],
    ),
]


def test_the_first_disclosure_answers_whole(
    shipped: None, get: Get, subtests: pytest.Subtests
) -> None:
    document = get("incidents/KB-2026-0001/")
    sha256 = get("incidents/KB-2026-0001/revisions/")["results"][0]["sha256"]
    notice = get("notices/")["results"][0]
    for name, changed, asked, verdict, found, settle_with in CASES:
        with subtests.test(name):
            assert_whole(get, changed, asked, verdict, found, settle_with, document, sha256, notice)


def assert_whole(
    get: Get,
    changed: dict[str, str | None],
    asked: Json,
    verdict: str,
    found: list[Json],
    settle_with: list[str],
    document: Json,
    sha256: str,
    notice: Json,
) -> None:
    """The answer to QUESTION with some fields changed is this, and nothing else."""
    fields = {key: value for key, value in (QUESTION | changed).items() if value is not None}
    expected = {key: value for key, value in (ASKED | asked).items() if value is not None}
    assert get("check/", **fields) == {
        "asked": expected,
        "data_version": 6,
        "catalogue": 1,
        "summary": {
            "considered": 1,
            "in_scope": int(verdict == "in_scope"),
            "undetermined": int(verdict == "undetermined"),
            "out_of_scope": int(verdict == "out_of_scope"),
        },
        "truncated": False,
        "results": [
            {
                "incident": "KB-2026-0001",
                "title": document["title"]["en"],
                "revision": 1,
                "sha256": sha256,
                "url": "http://testserver/api/v1/incidents/KB-2026-0001/",
                "verdict": verdict,
                "withdrawn": False,
                "decided_by": {
                    "part": "clause",
                    "label": "Prompts of more than 681,280 tokens between launch and restoration",
                    "open": None,
                    "fact": CLAUSE,
                },
                "conditions": found,
                "settle_with": settle_with,
                "counts": [
                    {
                        "value": 155,
                        "unit": "responses",
                        "qualifier": "exact",
                        "is_not": document["counts"][0]["is_not"]["en"],
                        "of": document["counts"][0]["of"]["en"],
                    }
                ],
                "statements": [
                    {
                        "kind": one["kind"],
                        "text": one["text"]["en"],
                        **({"question": one["question"]["en"]} if "question" in one else {}),
                    }
                    for one in document["statements"]
                    if one["kind"] in ("unknown", "do_not_infer", "correction")
                ],
                "distinct_from": ["KB-2026-0002", "KB-2026-0003"],
            }
        ],
        "suggestions": [],
        "notice": {**notice, "audience": notice["audience"]["en"], "text": notice["text"]["en"]},
    }


@pytest.mark.parametrize("asked", ["glm5.3", "glm-5.3-flsh"])
def test_a_misspelt_model_is_undetermined_with_near_names(
    shipped: None, get: Get, asked: str
) -> None:
    answer = get("check/", **QUESTION | {"model": asked})

    assert answer["results"][0]["verdict"] == "undetermined"
    [suggestion] = answer["suggestions"]
    assert (suggestion["attribute"], suggestion["given"]) == ("model", asked)
    assert any(name.startswith("glm-5.3") for name in suggestion["near"])


def test_the_other_incident_of_the_service_is_listed_although_out_of_scope(
    shipped: None, get: Get
) -> None:
    answer = get("check/", **{key: QUESTION[key] for key in QUESTION if key != "incident"})

    assert [(one["incident"], one["verdict"]) for one in answer["results"]] == [
        ("KB-2026-0001", "in_scope"),
        ("KB-2026-0002", "out_of_scope"),
        ("KB-2026-0003", "out_of_scope"),
    ]
    assert answer["summary"] == {
        "considered": 5,
        "in_scope": 1,
        "undetermined": 0,
        "out_of_scope": 4,
    }


def test_a_question_in_chinese_is_answered_in_chinese_and_no_header_changes_that(
    shipped: None, client: Client
) -> None:
    chinese = client.get("/api/v1/check/", {**QUESTION, "lang": "zh-Hans"})
    english = client.get("/api/v1/check/", QUESTION, headers={"accept-language": "zh-hans"})

    assert chinese["Content-Language"] == "zh-Hans"
    assert chinese.json()["results"][0]["title"].startswith("Workers AI：")
    assert chinese.json()["results"][0]["counts"][0]["unit"] == "条响应"
    assert english["Content-Language"] == "en"
    assert english.content == client.get("/api/v1/check/", QUESTION).content


def test_an_empty_question_is_answered(shipped: None, get: Get, post: Post) -> None:
    answer = get("check/")

    assert answer["asked"] == {"subject": "affected"}
    assert answer["summary"]["undetermined"] == 5
    assert post("check/", {}) == answer


def test_a_body_asks_as_a_query_does(shipped: None, get: Get, post: Post) -> None:
    query = {
        "service": "self-hosted",
        "engine": "sglang",
        "engine_version": "v0.5.20",
        "attr.pd_disaggregation": "true",
        "attr.pool_smaller_than_context": "false",
        "subject": "deployment",
        "limit": "7",
    }
    body = {
        "service": "self-hosted",
        "engine": "sglang",
        "engine_version": "v0.5.20",
        "attributes": {"pd_disaggregation": True, "pool_smaller_than_context": False},
        "subject": "deployment",
        "limit": 7,
        "model": None,
    }

    answer = get("check/", **query)

    assert post("check/", body) == answer
    assert answer["asked"] == {
        "subject": "deployment",
        "service": "self-hosted",
        "engine": "sglang",
        "engine_version": "v0.5.20",
        "attributes": {"pd_disaggregation": True, "pool_smaller_than_context": False},
        "limit": 7,
    }


@pytest.mark.parametrize(
    "written", ["700000", "700,000", "７０００００", "７００，０００", "0700000", " 700000 "]
)
def test_a_number_may_be_written_in_these_ways(publish: Publish, get: Get, written: str) -> None:
    publish()

    assert get("check/", prompt_tokens=written)["asked"]["prompt_tokens"] == {
        "min": 700000,
        "max": 700000,
    }


def test_bounds_of_a_number_are_read(publish: Publish, get: Get) -> None:
    publish()

    def asked(**fields: Any) -> Any:
        return get("check/", **fields)["asked"]["prompt_tokens"]

    assert asked(prompt_tokens_min=5) == {"min": 5, "max": None}
    assert asked(prompt_tokens_max=5) == {"min": 0, "max": 5}
    assert asked(prompt_tokens_min=5, prompt_tokens_max=6) == {"min": 5, "max": 6}


def test_an_exclusion_decides_and_all_parts_are_shown(
    publish: Publish, get: Get, catalogue: Json
) -> None:
    document = whole_document()
    scopes = document["scopes"]
    publish(scopes=scopes, examples=None)

    answer = get(
        "check/",
        **{
            "service": "alpha",
            "model": "large-1",
            "at": "2026-05-02T00:00:00Z",
            "prompt_tokens": "1001",
            "attr.plan": "free",
        },
    )

    [result] = answer["results"]
    assert result["verdict"] == "out_of_scope"
    assert result["decided_by"] == {
        "part": "exclusion",
        "label": "The free plan",
        "open": None,
        "fact": "/scopes/0/exclusions/0",
    }
    assert [(one["fact"], one["outcome"]) for one in result["clauses"]] == [
        ("/scopes/0/clauses/0", "met"),
        ("/scopes/0/clauses/1", "undetermined"),
        ("/scopes/0/exclusions/0", "met"),
    ]
    assert [one["given"] for one in result["clauses"][2]["conditions"]] == ["free"]


def test_a_text_that_is_not_translated_stands_in_its_own_language(
    publish: Publish, get: Get
) -> None:
    publish()

    [result] = get("check/", lang="zh-hans")["results"]

    assert result["title"] == "长提示的回答被混淆"
    assert result["counts"][0]["unit"] == "responses"


def test_results_are_limited_and_the_summary_is_not(publish: Publish, get: Get) -> None:
    for number in (1, 2, 3):
        publish(id=f"KB-2026-700{number}")

    answer = get("check/", limit=2)

    assert [one["incident"] for one in answer["results"]] == ["KB-2026-7001", "KB-2026-7002"]
    assert (answer["truncated"], answer["summary"]["undetermined"]) == (True, 3)


def test_questions_are_answered_as_of_then(
    publish: Publish, get: Get, now: datetime, clock: Clock
) -> None:
    publish()
    later = clock.advance(hours=1)
    publish(at=later, reason="Renamed.", title={"en": "Renamed"})
    incident = Incident.objects.get()
    withdrawn_at = clock.advance(hours=1)
    withdraw_incident(incident=incident, actor=COMMAND_LINE, now=withdrawn_at, reason="Not ours.")
    clock.advance(hours=1)

    def titles(**fields: Any) -> list[tuple[str, int, bool]]:
        found = get("check/", **fields)["results"]
        return [(one["title"], one["revision"], one["withdrawn"]) for one in found]

    first = disclosure_document()["title"]["en"]
    assert titles() == []
    assert titles(as_of=now.isoformat()) == [(first, 1, True)]
    assert titles(as_of=later.isoformat()) == [("Renamed", 2, True)]
    assert titles(incident="KB-2026-7001", revision=1) == [(first, 1, True)]
    problem = get("check/", 400, incident="KB-2026-7001")
    assert errors_of(problem) == [("/incident", "withdrawn")]
    assert get("check/", as_of=now.isoformat())["asked"]["as_of"] == now.isoformat()
    assert get("check/", incident="KB-2026-7001", revision="1")["asked"]["revision"] == 1


def test_what_was_given_is_never_taken_from_another_question(publish: Publish, get: Get) -> None:
    publish()

    def given(**fields: Any) -> list[str | None]:
        [result] = get("check/", **fields)["results"]
        return [one["given"] for one in result["conditions"]]

    assert given(service="alpha", prompt_tokens="5000") == ["alpha", None, None, "5,000"]
    assert given(service="Alpha AI", prompt_tokens="6000") == ["Alpha AI", None, None, "6,000"]
    assert given(service='"\\/origin', prompt_tokens_min="7") == [
        '"\\/origin',
        None,
        None,
        "at least 7",
    ]
