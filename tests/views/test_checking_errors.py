"""Questions that cannot be read: the form again, with what was typed and what to write instead."""

import pytest
from django.test import Client

from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import withdraw_incident
from incidents.models import Incident
from tests.conftest import NOW, Publish
from tests.views.markup import Element, read_page


def refused(client: Client, query: str) -> Element:
    response = client.get(f"/en/check/?{query}")
    assert response.status_code == 400
    page = read_page(response.content)
    assert page.find_all("article") == []
    return page


def errors(page: Element) -> list[tuple[str, str]]:
    """The items of the summary: the id of the field that they lead to, and the sentence."""
    items = page.one("section", **{"class": "error-summary"}).find_all("li")
    links = [item.find_all("a") for item in items]
    return [
        (link[0].attributes["href"] if link else "", item.text)
        for item, link in zip(items, links, strict=True)
    ]


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        (
            "prompt_tokens=680k",
            "prompt_tokens",
            "“680k” is abbreviated: write the whole number in digits, such as 680000.",
        ),
        (
            "prompt_tokens=681.280",
            "prompt_tokens",
            "“681.280” can be read in two ways: write digits only, such as 681280, or commas "
            "between groups of three, such as 681,280.",
        ),
        ("prompt_tokens=-1", "prompt_tokens", "“-1” is below zero: write a number from 0."),
        (
            "prompt_tokens_min=9&prompt_tokens_max=3",
            "prompt_tokens",
            "The smallest value is above the largest one: swap them.",
        ),
        (
            "at=2026-02-30",
            "at",
            "There is no such day as in “2026-02-30”: check year, month and day.",
        ),
        (
            "at=2026-09-01&tz=Berlin",
            "tz",
            "“Berlin” is not a known time zone: write a name such as Europe/Berlin, or leave it "
            "out.",
        ),
        (
            "attr.streaming=maybe",
            "attr.streaming",
            "“maybe” is not a flag: write true or false.",
        ),
        (
            "subject=me",
            "subject",
            "There is no subject “me”: it is one of affected, deployment, exposure, remedy.",
        ),
        (
            "model=a%00b",
            "model",
            "model holds a control character: write it in plain letters.",
        ),
        (
            "model=a&model=b",
            "model",
            "model is given more than once: give it once.",
        ),
    ],
)
def test_the_error_stands_beside_the_field_and_in_the_summary(
    publish: Publish, client: Client, query: str, field: str, sentence: str
) -> None:
    publish()
    page = refused(client, query)
    assert errors(page) == [(f"#field-{field}", sentence)]
    (element,) = page.find_all("*", id=f"field-{field}")
    assert element.attributes["aria-invalid"] == "true"
    assert f"field-{field}-error" in element.attributes["aria-describedby"].split()
    assert page.one("p", id=f"field-{field}-error").text == f"Error: {sentence}"


def test_all_errors_are_told_at_once_and_what_was_typed_stays(
    publish: Publish, client: Client
) -> None:
    publish()
    page = refused(client, "service=alpha&at=yesterday&prompt_tokens=many&attr.streaming=maybe")
    assert [field for field, _sentence in errors(page)] == [
        "#field-at",
        "#field-prompt_tokens",
        "#field-attr.streaming",
    ]
    values = {one.attributes["name"]: one.attributes["value"] for one in page.find_all("input")}
    assert (values["service"], values["at"], values["prompt_tokens"]) == (
        "alpha",
        "yesterday",
        "many",
    )
    (chosen,) = (
        option
        for option in page.one("select", name="attr.streaming").find_all("option")
        if "selected" in option.attributes
    )
    assert chosen.attributes["value"] == "maybe"
    assert "open" in page.one("details", **{"class": "more-fields"}).attributes


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("modle=large-1", "There is no field modle."),
        ("attr.colour=red", "There is no field colour."),
        ("revision=1", "revision needs the incident that it is one of."),
        ("incident=KB-2026-9999", "There is no published incident “KB-2026-9999”."),
        ("incident=KB-2026-7001&revision=7", "The incident has no revision 7."),
        ("as_of=2026-01-01", "as_of is one instant: write it with time of day and offset, such as "
         "2026-11-01T00:00:00Z."),
        ("as_of=2999-01-01T00:00:00Z", "as_of lies in the future: nobody knows what is published "
         "then."),
    ],
)  # fmt: skip
def test_what_has_no_field_is_told_in_the_summary_alone(
    publish: Publish, client: Client, query: str, sentence: str
) -> None:
    publish()
    assert errors(refused(client, query)) == [("", sentence)]


def test_markup_in_a_field_stays_text(publish: Publish, client: Client) -> None:
    publish()
    page = refused(client, "model=%22%3E%3Cscript%3E&prompt_tokens=%3Cb%3E")
    assert page.one("input", name="model").attributes["value"] == '"><script>'
    assert page.one("input", name="prompt_tokens").attributes["value"] == "<b>"
    assert page.find_all("b") == []


@pytest.mark.parametrize(
    "query", ["model=%ff%fe", "model=" + "x" * 3000, "%00=1", "at=/", "=", "&"]
)
def test_nothing_that_is_typed_makes_the_server_fail(
    publish: Publish, client: Client, query: str
) -> None:
    publish()
    assert client.get(f"/en/check/?{query}").status_code in (200, 400)


def test_a_draft_is_as_good_as_absent(publish: Publish, client: Client) -> None:
    publish()
    Incident.objects.create(
        public_id="KB-2026-7009",
        language="en",
        kind="availability",
        status="ongoing",
        title={"en": "Not for readers yet"},
        summary={"en": "Not for readers yet."},
        disclosed={"value": "2026-11-01"},
        edited_at=NOW,
    )
    sentence = "There is no published incident “KB-2026-7009”."
    assert errors(refused(client, "incident=KB-2026-7009")) == [("", sentence)]
    for address in ("/en/", "/en/check/"):
        assert b"Not for readers yet" not in client.get(address).content


def test_a_withdrawn_incident_is_not_asked_and_its_old_answers_are_marked(
    publish: Publish, client: Client
) -> None:
    revision = publish()
    withdraw_incident(
        incident=revision.incident, actor=COMMAND_LINE, now=NOW, reason="It was another."
    )
    assert "KB-2026-7001" not in read_page(client.get("/en/check/").content).text
    page = refused(client, "incident=KB-2026-7001")
    assert errors(page)[0][1].startswith("KB-2026-7001 has been withdrawn and is no longer")
    then = read_page(client.get("/en/check/?incident=KB-2026-7001&revision=1").content)
    assert "This incident has been withdrawn since. Its page gives the reason." in (
        then.one("article", id="KB-2026-7001").lines
    )


def test_the_errors_as_text(publish: Publish, client: Client) -> None:
    publish()
    response = client.get("/en/check/?prompt_tokens=680k&format=text")
    assert (response.status_code, response.headers["Content-Type"]) == (
        400,
        "text/plain; charset=utf-8",
    )
    assert response.content.decode() == (
        "“680k” is abbreviated: write the whole number in digits, such as 680000.\n"
    )
