"""The home page and the answers of the shipped records, as readers see them."""

from typing import Any

import pytest
from django.test import Client

from tests.views.markup import Element, read_page

IN_SCOPE = {
    "service": "Workers AI",
    "model": "glm-5.3",
    "at": "1 September 2026",
    "prompt_tokens": "700000",
}


def page(client: Client, question: dict[str, str], language: str = "en") -> Element:
    response = client.get(f"/{language}/check/", question)
    assert response.status_code == 200
    return read_page(response.content)


def card(client: Client, public_id: str, question: dict[str, str], **options: Any) -> Element:
    return page(client, question, **options).one("article", id=public_id)


def part(element: Element, heading: str) -> list[str]:
    """The lines of the section under a heading."""
    (found,) = (one for one in element.find_all("section") if one.lines[0] == heading)
    return found.lines[1:]


def tally(element: Element) -> str:
    return element.one("p", **{"class": "tally"}).text


def test_the_home_page_begins_with_the_form(shipped: None, client: Client) -> None:
    main = read_page(client.get("/en/").content).one("main")
    labels = [one.text for one in main.find_all("label")]
    assert main.one("h1").text == "Was my request affected?"
    assert main.one("form").attributes["action"] == "/en/check/#answer"
    assert labels == [
        "Service",
        "Model",
        "Time",
        "Time zone",
        "Prompt tokens",
        "Prompt tokens, at least",
        "Prompt tokens, at most",
        "Prompt tokens, counted by",
        "Region",
        "Feature",
        "Plan",
        "API method",
        "Endpoint type",
        "Streaming response",
        "Inference engine",
        "Engine version",
        "Prefill and decode run separately",
        "KV cache pool smaller than the context window",
        "What you ask about",
    ]
    incidents = main.one("ol", **{"class": "incident-list"})
    assert incidents.lines[:2] == [
        "Workers AI: GLM-5.3 responses could contain other requests' cached content",
        "KB-2026-0001 · Cloudflare · data isolation · resolved · disclosed 26 October 2026",
    ]
    assert len(incidents.find_all("li")) == 5
    notice = main.one("aside")
    assert notice.lines[0] == "Region-of-service notice"
    assert notice.lines[1].startswith("This service is offered only to businesses that operate")


def test_a_home_page_without_records_says_so(db: None, client: Client) -> None:
    main = read_page(client.get("/en/").content).one("main")
    assert "Nothing has been published here yet." in main.lines


def test_every_visitor_gets_the_same_bytes(shipped: None, client: Client) -> None:
    plain = client.get("/en/").content
    elsewhere = client.get(
        "/en/",
        headers={"accept-language": "zh-CN", "user-agent": "another", "cf-ipcountry": "CN"},
        REMOTE_ADDR="203.0.113.9",
    )
    assert elsewhere.content == plain


def test_a_request_in_scope_is_answered_with_its_reasons(shipped: None, client: Client) -> None:
    answer = page(client, IN_SCOPE)
    assert tally(answer) == (
        "Incidents considered: 5. In scope: 1. Cannot be determined: 0. Not in scope: 4."
    )
    found = answer.one("article", id="KB-2026-0001")
    assert found.lines[:15] == [
        "In scope",
        "KB-2026-0001 Workers AI: GLM-5.3 responses could contain other requests' cached content",
        "Prompts of more than 681,280 tokens between launch and restoration",
        "Conditions, as published and in your question",
        "Condition | Published | Yours | Outcome |",
        "Service | workers-ai | Workers AI | met |",
        "Model | @cf/zai-org/glm-5.3 | glm-5.3 | met |",
        "Time | 27 August 2026 to 9 September 2026 (time of day and zone not stated) | "
        "1 September 2026, time zone not given | met |",
        "Prompt tokens | more than 681,280 tokens | 700,000 | met |",
        "Scope over time and Prompt tokens",
        "Published: 27 August 2026 to 9 September 2026 (time of day and zone not stated), "
        "more than 681,280 tokens.",
        "Your request lies inside a solid area.",
        "Not drawn: Model, Service.",
        "How many, as published",
        "155 responses as counted by Cloudflare, every one to a prompt of more than 681,280 tokens "
        "Not customers, users or accounts, not the number of requests over the threshold, and not "
        "cases in which content was shown to have reached a person.",
    ]
    assert part(found, "What this does not mean")[0] == "155 responses are not 155 customers."
    assert part(found, "What is not known")[0] == (
        "Which customers received an affected response was not published."
    )
    assert len(found.one("ol", **{"class": "sources"}).find_all("li")) == 13
    assert found.lines[-1] == (
        "Revision 1, published 2026-11-15 12:00 UTC. Link to this answer, which stays as it is "
        "· Report a mistake"
    )


def test_what_must_not_be_confused_is_listed_with_what_rules_it_out(
    shipped: None, client: Client
) -> None:
    answer = page(client, IN_SCOPE)
    verdicts = {one.attributes["id"]: one.lines[0] for one in answer.find_all("article")}
    assert verdicts == {
        "KB-2026-0001": "In scope",
        "KB-2026-0002": "Not in scope",
        "KB-2026-0003": "Not in scope",
    }
    other = answer.one("article", id="KB-2026-0002")
    assert other.lines[:7] == [
        "Not in scope",
        "KB-2026-0002 Workers AI: inference errors on 15 October 2026",
        "Workers AI on 15 October 2026, models not named",
        "Conditions, as published and in your question",
        "Condition | Published | Yours | Outcome |",
        "Time | 15 October 2026 (time of day and zone not stated) | "
        "1 September 2026, time zone not given | "
        "not met Some time on that day, in a time zone that is not stated. |",
        "All conditions, counts, and what this does not mean",
    ]


def test_exactly_the_threshold_is_not_in_scope(shipped: None, client: Client) -> None:
    found = card(client, "KB-2026-0001", IN_SCOPE | {"prompt_tokens": "681,280"})
    assert found.lines[0] == "Not in scope"
    assert found.lines[5] == (
        "Prompt tokens | more than 681,280 tokens | 681,280 | not met Equal to the capacity of "
        "the prefill pool. Exactly 681,280 tokens is not more than 681,280. The context window "
        "of 1,048,576 tokens is not a threshold of impact. |"
    )
    assert "Your request lies outside the marked areas." in found.lines


def test_a_picture_of_another_models_scope_is_not_shown(shipped: None, client: Client) -> None:
    found = card(client, "KB-2026-0001", IN_SCOPE | {"model": "@cf/zai-org/glm-5.2"})
    assert found.lines[0] == "Not in scope"
    assert found.find_all("figure") == []


def test_nobody_can_say_for_the_day_of_the_restoration(shipped: None, client: Client) -> None:
    found = card(client, "KB-2026-0001", IN_SCOPE | {"at": "9 September 2026"})
    assert found.lines[0] == "Cannot be determined"
    assert "Nothing that you could add would settle this: only the publisher could." in found.lines
    assert found.one("p", **{"class": "settle"}).find_all("a") == []


def test_what_would_settle_an_open_answer_leads_to_its_field(shipped: None, client: Client) -> None:
    answer = page(client, {"service": "Workers AI", "model": "glm5.3", "at": "2026-09-01"})
    found = answer.one("article", id="KB-2026-0001")
    links = found.one("p", **{"class": "settle"}).find_all("a")
    assert [(one.attributes["href"], one.text) for one in links] == [
        ("#field-model", "correct or narrow down: Model"),
        ("#field-prompt_tokens", "fill in: Prompt tokens"),
    ]
    assert all(answer.one("input", id=one.attributes["href"][1:]) for one in links)


def test_a_field_that_would_settle_an_answer_is_not_hidden(shipped: None, client: Client) -> None:
    answer = page(client, {"service": "ChatGPT", "at": "2023-03-20T17:30Z"})
    assert "Feature" in [one.text for one in answer.one("form").find_all("label")[:6]]
    assert answer.one("details", **{"class": "more-fields"}).find_all("input", name="feature") == []


def test_near_names_are_offered_and_never_taken(shipped: None, client: Client) -> None:
    answer = page(client, IN_SCOPE | {"model": "glm5.3"})
    near = answer.one("p", **{"class": "near"})
    assert near.text.startswith(
        "“glm5.3” is not a recognised name (Model), so it rules nothing in or out. Did you mean:"
    )
    assert near.find_all("a")[0].attributes["href"] == (
        "/en/check/?service=Workers+AI&model=glm-5.3&at=1+September+2026&prompt_tokens=700000"
        "#answer"
    )
    assert answer.one("article", id="KB-2026-0001").lines[0] == "Cannot be determined"


def test_the_clause_that_decides_is_open_and_the_others_are_folded(
    shipped: None, client: Client
) -> None:
    question = {
        "service": "ChatGPT",
        "at": "2023-03-20T09:30:00-07:00",
        "feature": "subscription-page",
        "attr.plan": "plus",
    }
    found = card(client, "KB-2023-0001", question)
    clauses = found.find_all("section", **{"class": "clause"})
    folded = found.find_all("details")[0]
    assert found.lines[0] == "In scope"
    assert clauses[0].lines[0].startswith("Payment details of a Plus subscriber on the")
    assert folded.lines[0] == "2 other clauses"
    assert folded.find_all("section", **{"class": "clause"}) == clauses[1:]
    assert len(found.one("figure").find_all("svg")) == 3


def test_there_is_no_verdict_over_all_incidents_and_no_promise(
    shipped: None, client: Client
) -> None:
    for question in ({}, IN_SCOPE, IN_SCOPE | {"at": "2026-10-15"}):
        answer = page(client, question)
        headings = [one.text for one in answer.one("main").find_all("h2")]
        assert headings == ["What the incidents answer", "Region-of-service notice"]
        assert " safe" not in answer.text.lower()


def test_the_fifteenth_of_october_is_another_incident(shipped: None, client: Client) -> None:
    answer = page(client, IN_SCOPE | {"at": "2026-10-15"})
    verdicts = {one.attributes["id"]: one.lines[0] for one in answer.find_all("article")}
    assert verdicts["KB-2026-0001"] == "Not in scope"
    assert verdicts["KB-2026-0002"] == "Cannot be determined"


def test_the_form_keeps_what_was_typed(shipped: None, client: Client) -> None:
    question = IN_SCOPE | {"tz": "Europe/Berlin", "attr.streaming": "true", "subject": "deployment"}
    form = page(client, question).one("form")
    typed = {
        one.attributes["name"]: one.attributes["value"]
        for one in form.find_all("input")
        if one.attributes["value"]
    }
    chosen = [
        (select.attributes["name"], option.attributes["value"])
        for select in form.find_all("select")
        for option in select.find_all("option")
        if "selected" in option.attributes and option.attributes["value"]
    ]
    assert typed == IN_SCOPE | {"tz": "Europe/Berlin"}
    assert chosen == [("attr.streaming", "true"), ("subject", "deployment")]


def test_the_given_time_is_shown_with_its_zone(shipped: None, client: Client) -> None:
    def given(**time: str) -> str:
        rows = card(client, "KB-2026-0001", IN_SCOPE | time).find_all("span", **{"class": "given"})
        return rows[2].text

    assert given(at="2026-09-01 12:00") == "2026-09-01 12:00, time zone not given"
    assert given(at="2026-09-01 12:00", tz="Asia/Tokyo") == "2026-09-01 12:00, time zone Asia/Tokyo"
    assert given(at="2026-09-01T12:00Z", tz="Asia/Tokyo") == "2026-09-01T12:00Z"


def test_the_page_in_chinese_shows_the_chinese_texts(shipped: None, client: Client) -> None:
    answer = page(client, IN_SCOPE, "zh-hans")
    assert answer.one("html").attributes["lang"] == "zh-hans"
    found = answer.one("article", id="KB-2026-0001")
    assert found.lines[1] == "KB-2026-0001 Workers AI：GLM-5.3 的部分响应可能混入其他请求的缓存内容"
    assert found.find_all("span", **{"class": "not-translated"}) == []


def test_the_language_switch_keeps_the_page_and_the_question(shipped: None, client: Client) -> None:
    answer = page(client, {"model": "glm-5.3", "prompt_tokens": "700000"})
    nav = answer.one("nav", **{"class": "languages"})
    assert [(one.text, one.attributes["href"]) for one in nav.find_all("a")] == [
        ("English", "/en/check/?model=glm-5.3&prompt_tokens=700000"),
        ("简体中文", "/zh-hans/check/?model=glm-5.3&prompt_tokens=700000"),
    ]


def test_an_address_that_leads_nowhere_offers_both_home_pages(
    shipped: None, client: Client
) -> None:
    response = client.get("/en/nowhere/")
    found = read_page(response.content)
    assert response.status_code == 404
    assert found.one("h1").text == "This page does not exist"
    nav = found.one("nav", **{"class": "languages"})
    assert [one.attributes["href"] for one in nav.find_all("a")] == ["/en/nowhere/", "/zh-hans/"]


@pytest.mark.parametrize("template", ["400.html", "403.html", "404.html", "500.html"])
def test_error_pages_need_no_request(db: None, template: str) -> None:
    from django.template.loader import render_to_string

    assert read_page(render_to_string(template).encode()).one("h1").text


def test_an_answer_is_never_kept_and_the_home_page_for_a_moment(
    shipped: None, client: Client
) -> None:
    assert client.get("/en/check/", IN_SCOPE).headers["Cache-Control"] == "no-cache"
    assert client.get("/en/").headers["Cache-Control"] == "public, max-age=30"


def test_pages_only_answer_to_being_read(shipped: None, client: Client) -> None:
    assert client.post("/en/check/", IN_SCOPE).status_code == 405
    assert client.head("/en/check/", IN_SCOPE).status_code == 200


def test_nothing_is_styled_or_scripted_inside_the_page(shipped: None, client: Client) -> None:
    response = client.get("/en/check/", IN_SCOPE)
    found = read_page(response.content)
    elements = found.find_all("*")
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert [one for one in elements if "style" in one.attributes or one.tag == "style"] == []
    assert [one for one in elements if one.tag == "script" and "src" not in one.attributes] == []
    assert [name for one in elements for name in one.attributes if name.startswith("on")] == []


def test_ids_are_unique(shipped: None, client: Client) -> None:
    for question in ({}, IN_SCOPE):
        elements = page(client, question).find_all("*")
        ids = [one.attributes["id"] for one in elements if "id" in one.attributes]
        assert sorted(set(ids)) == sorted(ids)
