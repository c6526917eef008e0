"""Many questions at once: answered in their order, each on its own."""

import json
from datetime import datetime

from django.test import Client

from tests.api.conftest import Clock, Get, Post, assert_problem, errors_of
from tests.conftest import Publish

QUESTION = {
    "service": "alpha",
    "model": "large-1",
    "at": "2026-05-02T00:00Z",
    "prompt_tokens": 5000,
}


def test_items_are_answered_in_their_order_as_single_questions_are(
    publish: Publish, get: Get, post: Post
) -> None:
    publish()
    questions = [{**QUESTION, "prompt_tokens": number} for number in (5000, 5, 1001, 1000)]

    results = post("check/batch/", {"items": questions})["results"]

    verdicts = [one["answer"]["results"][0]["verdict"] for one in results]
    assert verdicts == ["in_scope", "out_of_scope", "in_scope", "out_of_scope"]
    assert results[0]["answer"] == get("check/", **questions[0])


def test_a_bad_item_has_its_own_problem_and_the_others_are_answered(
    publish: Publish, post: Post
) -> None:
    publish()
    bad = [{"prompt_tokens": "680k"}, 5, None, [], {"lang": "en"}, {"limit": 21}, {"limit": "x"}]

    results = post("check/batch/", {"items": [QUESTION, *bad, QUESTION]})["results"]

    assert results[0] == results[-1]
    assert results[0]["answer"]["summary"]["in_scope"] == 1
    assert [errors_of(one["problem"]) for one in results[1:-1]] == [
        [("/items/1/prompt_tokens", "abbreviated")],
        [("/items/2", "wrong_type")],
        [("/items/3", "wrong_type")],
        [("/items/4", "wrong_type")],
        [("/items/5/lang", "unknown_field")],
        [("/items/6/limit", "limit_out_of_range")],
        [("/items/7/limit", "limit_out_of_range")],
    ]


def test_a_batch_follows_its_language(publish: Publish, post: Post) -> None:
    publish()

    [result] = post("check/batch/", {"items": [QUESTION], "lang": "zh-hans"})["results"]

    assert result["answer"]["results"][0]["title"] == "长提示的回答被混淆"


def test_a_batch_holds_up_to_a_thousand_items(publish: Publish, post: Post) -> None:
    publish()

    assert len(post("check/batch/", {"items": [QUESTION] * 1000})["results"]) == 1000
    problem = post("check/batch/", {"items": [QUESTION] * 1001}, 400)
    assert errors_of(problem) == [("/items", "too_many_items")]
    assert problem["detail"] == "A batch holds at most 1,000 questions, not 1,001."
    assert post("check/batch/", {"items": []}) == {"results": []}


def test_what_is_no_batch_is_refused_whole(client: Client) -> None:
    cases: list[tuple[object, list[tuple[str, str]]]] = [
        ({}, [("/items", "required")]),
        ({"items": {}}, [("/items", "required")]),
        ({"items": None}, [("/items", "required")]),
        ({"items": [], "lang": "de"}, [("/lang", "unknown_language")]),
        ({"items": [], "model": "x"}, [("/model", "unknown_field")]),
    ]
    for body, errors in cases:
        response = client.post(
            "/api/v1/check/batch/", json.dumps(body), content_type="application/json"
        )
        assert errors_of(assert_problem(response, 400, "invalid_request")) == errors


def test_an_answer_of_a_batch_lists_up_to_twenty_results(publish: Publish, post: Post) -> None:
    for number in range(21):
        publish(id=f"KB-2026-71{number:02}")

    [all_, one] = post("check/batch/", {"items": [QUESTION, {**QUESTION, "limit": 1}]})["results"]

    assert (len(all_["answer"]["results"]), all_["answer"]["truncated"]) == (20, True)
    assert all_["answer"]["summary"]["in_scope"] == 21
    assert (len(one["answer"]["results"]), one["answer"]["truncated"]) == (1, True)


def test_a_batch_asks_of_few_moments_of_the_past(
    publish: Publish, post: Post, now: datetime, clock: Clock
) -> None:
    publish()
    moments = [f"2026-11-15T12:0{minute}:00Z" for minute in range(5)]
    items = [{**QUESTION, "as_of": moment} for moment in [*moments, moments[0]]]

    results = post("check/batch/", {"items": items})["results"]

    assert [list(one) for one in results] == [["answer"]] * 4 + [["problem"], ["answer"]]
    assert errors_of(results[4]["problem"]) == [("/items/4/as_of", "too_many_pasts")]
    pinned = {**QUESTION, "incident": "KB-2026-7001"}
    items = [{**pinned, "revision": number} for number in range(1, 6)]
    results = post("check/batch/", {"items": items})["results"]
    assert errors_of(results[4]["problem"]) == [("/items/4/revision", "too_many_pasts")]
