"""What can be passed on: addresses that keep the question, the answer, or both."""

from django.test import Client
from django.utils import timezone

from incidents.domain.checking import check_question
from incidents.domain.reporting import report_text
from incidents.domain.snapshots import forget_snapshots
from tests.conftest import Publish
from tests.documents import disclosure_document
from tests.views.markup import Element, read_page

QUESTION = {
    "service": "alpha",
    "model": "Large 1",
    "at": "2026-05-02T00:00:00Z",
    "prompt_tokens": "1,001",
}
ADDRESS = "service=alpha&model=Large+1&at=2026-05-02T00%3A00%3A00Z&prompt_tokens=1%2C001"


def page(client: Client, address: str) -> Element:
    response = client.get(address)
    assert response.status_code == 200
    return read_page(response.content)


def links(element: Element) -> dict[str, str]:
    return {one.text: one.attributes["href"] for one in element.find_all("a")}


def test_what_was_left_empty_is_left_out_of_links(publish: Publish, client: Client) -> None:
    publish()
    answer = page(client, f"/en/check/?{ADDRESS}&tz=&region=&attr.plan=+")
    assert links(answer.one("ul", **{"class": "tools screen-only"})) == {
        "Copy as text": f"/en/check/?{ADDRESS}&format=text",
        "The same answer as JSON": f"/api/v1/check/?{ADDRESS}",
        "Link to this question": f"/en/check/?{ADDRESS}#answer",
    }


def test_the_json_of_a_chinese_page_is_chinese(publish: Publish, client: Client) -> None:
    publish()
    answer = page(client, f"/zh-hans/check/?{ADDRESS}")
    hrefs = [one.attributes["href"] for one in answer.find_all("a")]
    assert f"/api/v1/check/?{ADDRESS}&lang=zh-Hans" in hrefs


def test_the_answer_as_text_is_the_report(publish: Publish, client: Client) -> None:
    publish()
    response = client.get("/en/check/", QUESTION | {"format": "text"})
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    answer = check_question(QUESTION, now=timezone.now())
    assert response.content.decode() == report_text(answer, "en")


def test_a_link_to_an_answer_outlives_corrections(publish: Publish, client: Client) -> None:
    publish()
    answer = page(client, f"/en/check/?{ADDRESS}")
    link = links(answer.one("article"))["Link to this answer, which stays as it is"]
    assert link == f"/en/check/?{ADDRESS}&incident=KB-2026-7001&revision=1#answer"
    kept = page(client, link).one("article").lines

    scopes = disclosure_document()["scopes"]
    scopes[0]["clauses"][0]["conditions"]["prompt_tokens"]["bounds"][0]["value"] = 2000
    examples = [{"question": QUESTION | {"prompt_tokens": 2001}, "verdict": "in_scope"}]
    publish(reason="The threshold was higher.", scopes=scopes, examples=examples)
    forget_snapshots()
    assert page(client, f"/en/check/?{ADDRESS}").one("article").lines[0] == "Not in scope"
    assert page(client, link).one("article").lines == kept
    assert kept[0] == "In scope"


def test_an_answer_of_the_past_says_so_and_leads_to_the_present(
    publish: Publish, client: Client
) -> None:
    publish()
    pinned = page(client, f"/en/check/?{ADDRESS}&incident=KB-2026-7001&revision=1")
    assert links(pinned)["Ask all incidents, as of now"] == f"/en/check/?{ADDRESS}#answer"
    hidden = pinned.find_all("input", type="hidden")
    assert [(one.attributes["name"], one.attributes["value"]) for one in hidden] == [
        ("incident", "KB-2026-7001"),
        ("revision", "1"),
    ]


def test_a_text_that_is_not_translated_is_marked(publish: Publish, client: Client) -> None:
    publish()
    card = page(client, f"/zh-hans/check/?{ADDRESS}").one("article")
    assert card.lines[1] == "KB-2026-7001 长提示的回答被混淆"
    clause = card.find_all("section", **{"class": "clause"})[0].one("h4")
    assert clause.one("span", lang="en").text == "Large 1, long prompts"
    assert len(clause.find_all("span", **{"class": "not-translated"})) == 1


def test_cards_that_are_too_many_can_be_asked_for(publish: Publish, client: Client) -> None:
    for number in range(21):
        publish(id=f"KB-2026-{7001 + number}")
    answer = page(client, f"/en/check/?{ADDRESS}")
    assert len(answer.find_all("article")) == 20
    more = links(answer)["Show up to 100"]
    assert more == f"/en/check/?{ADDRESS}&limit=100#answer"
    assert len(page(client, more).find_all("article")) == 21
