"""A reader reports a mistake: without an account or a script, and without filling the queue."""

from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from incidents.domain.editing import start_draft
from incidents.domain.permissions import Actor
from incidents.models import ReaderReport
from incidents.views import reports
from tests.conftest import Publish
from tests.documents import disclosure_document
from tests.reviewing.conftest import ID, SignedIn
from tests.views.markup import read_page
from tests.views.reading import text_of

INCIDENT = f"/en/incidents/{ID}/"
FORM = f"{INCIDENT}report/"
QUESTION = "service=alpha&model=large-1&prompt_tokens=1001&attr.plan=free"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


@pytest.fixture
def reader(publish: Publish) -> Client:
    """A reader of a published record, whose forms are checked as in earnest."""
    publish()
    return Client(enforce_csrf_checks=True)


def form_of(reader: Client, path: str) -> dict[str, str]:
    """The fields of the form, as a browser would send them back."""
    page = read_page(reader.get(path).content)
    fields = [one for one in page.find_all("input") if "name" in one.attributes]
    return {one.attributes["name"]: one.attributes.get("value", "") for one in fields}


def send(reader: Client, path: str = FORM, **fields: str) -> Any:
    return reader.post(FORM, form_of(reader, path) | fields)


def test_a_report_on_a_page_arrives_in_the_queue(
    reader: Client, second: Actor, as_: SignedIn
) -> None:
    (link,) = (
        one.attributes["href"]
        for one in read_page(reader.get(INCIDENT).content).find_all("a")
        if one.text == "Report a mistake"
    )
    assert link == f"{FORM}?revision=1"
    response = send(reader, link, text="The day is wrong.", contact="r@kbase.example")
    assert (response.status_code, response["Location"]) == (302, f"{FORM}received/")
    assert "Your report has come in" in reader.get(response["Location"]).content.decode()
    report = ReaderReport.objects.get()
    assert (report.revision, report.question) == (1, {})

    staff = as_(second)
    queue = staff.get("/en/staff/").content.decode()
    assert f"Reports of readers (1) {ID} The day is wrong." in text_of(queue)
    path = f"/en/staff/reports/{report.pk}/"
    text = text_of(staff.get(path).content.decode())
    assert "What the reader says The day is wrong. Address for an answer r@kbase.example" in text
    assert staff.post(path, {"note": " "}).status_code == 400
    assert staff.post(path, {"note": "Corrected."}).status_code == 302
    assert "by second" in text_of(staff.get(path).content.decode())
    assert staff.post(path, {"note": "Again."}).status_code == 400
    assert "Reports of readers (0)" in text_of(staff.get("/en/staff/").content.decode())


def test_a_report_on_a_verdict_comes_with_its_question(
    reader: Client, second: Actor, as_: SignedIn
) -> None:
    page = read_page(reader.get(f"/en/check/?{QUESTION}").content)
    (link,) = (
        one.attributes["href"] for one in page.find_all("a") if one.text == "Report a mistake"
    )
    assert "model = large-1" in reader.get(link).content.decode()
    send(reader, link, text="I sent 900 tokens.")
    report = ReaderReport.objects.get()
    assert (report.revision, report.question) == (
        1,
        {"service": "alpha", "model": "large-1", "prompt_tokens": "1001", "plan": "free"},
    )
    page = read_page(as_(second).get(f"/en/staff/reports/{report.pk}/").content)
    (again,) = (one.attributes["href"] for one in page.find_all("a") if one.text == "Ask it again")
    assert as_(second).get(again.partition("#")[0]).status_code == 200
    assert "attr.plan=free" in again


def test_only_the_form_sets_a_cookie_and_only_against_forgery(
    reader: Client, settings: Settings
) -> None:
    for path in (INCIDENT, f"/en/check/?{QUESTION}", f"{FORM}received/"):
        assert not reader.get(path).cookies
    response = reader.get(FORM)
    assert list(response.cookies) == [settings.CSRF_COOKIE_NAME]
    assert "no-store" in response["Cache-Control"]
    assert response.cookies[settings.CSRF_COOKIE_NAME]["httponly"]


def test_a_form_of_somebody_else_is_refused(reader: Client) -> None:
    forged = Client(enforce_csrf_checks=True).post(FORM, {"text": "T."})
    assert forged.status_code == 403
    fields = form_of(reader, FORM) | {"text": "T.", "csrfmiddlewaretoken": "x" * 64}
    assert reader.post(FORM, fields).status_code == 403
    assert not ReaderReport.objects.exists()


def test_what_was_typed_is_kept_beside_what_is_wrong(reader: Client) -> None:
    response = send(reader, f"{FORM}?{QUESTION}", text="", contact="nobody")
    page = read_page(response.content)
    assert response.status_code == 400
    assert page.one("input", id="contact").attributes["value"] == "nobody"
    assert page.one("input", id="contact").attributes["aria-invalid"] == "true"
    assert "Say in a sentence what is wrong." in page.text
    assert "model=large-1" in page.one("input", name="question").attributes["value"]
    long = send(reader, text="x" * 5_000)
    assert "The text is too long: write up to 4,000 letters." in long.content.decode()
    assert not ReaderReport.objects.exists()


def test_a_program_that_fills_in_everything_is_thanked_and_forgotten(reader: Client) -> None:
    response = send(reader, text="Buy this.", website="https://spam.example")
    assert response["Location"] == f"{FORM}received/"
    assert not ReaderReport.objects.exists()


def test_the_hidden_field_is_hidden_from_everybody(reader: Client) -> None:
    page = read_page(reader.get(FORM).content)
    assert page.one("div", **{"class": "left-empty"}).attributes["aria-hidden"] == "true"
    assert page.one("input", name="website").attributes["tabindex"] == "-1"


def test_one_address_is_held_up_and_others_are_not(reader: Client) -> None:
    for _ in range(reports.MOST_PER_ADDRESS):
        assert send(reader, text="T.").status_code == 302
    response = send(reader, text="One more.")
    assert (response.status_code, response["Retry-After"]) == (429, "3600")
    assert "One more." in response.content.decode()
    other = Client(REMOTE_ADDR="192.0.2.77")
    assert other.post(FORM, {"text": "T."}).status_code == 302
    assert ReaderReport.objects.count() == reports.MOST_PER_ADDRESS + 1


def test_all_addresses_together_are_held_up(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MOST_IN_ALL", 3)
    statuses = [
        Client(REMOTE_ADDR=f"192.0.2.{place}").post(FORM, {"text": "T."}).status_code
        for place in range(5)
    ]
    assert statuses == [302, 302, 302, 429, 429]


def test_an_address_that_is_held_up_does_not_use_up_what_all_may_send(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MOST_PER_ADDRESS", 1)
    monkeypatch.setattr(reports, "MOST_IN_ALL", 2)
    loud = Client(REMOTE_ADDR="192.0.2.1")
    assert [loud.post(FORM, {"text": "T."}).status_code for _ in range(4)] == [302, 429, 429, 429]
    assert Client(REMOTE_ADDR="192.0.2.2").post(FORM, {"text": "T."}).status_code == 302


def test_a_cache_that_is_down_holds_nobody_up(
    reader: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    backend = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "redis://127.0.0.1:1/0"}}
    for _ in range(reports.MOST_PER_ADDRESS + 1):
        assert send(reader, text="T.").status_code == 302
    assert "nobody is held up" in caplog.text


@pytest.mark.parametrize(
    "question",
    ["model=%00", "&".join(f"f{n}=1" for n in range(2_000)), "x" * 10_000, "%ff=%fe", "=&&="],
)
def test_a_question_that_is_none_does_no_harm(reader: Client, question: str) -> None:
    assert send(reader, text="T.\x00", question=question).status_code == 302
    assert ReaderReport.objects.get().text == "T."


def test_a_page_with_an_odd_question_is_shown(reader: Client) -> None:
    for query in ("revision=%C2%B2", "revision=" + "9" * 40, "model=%00", "a=" + "b" * 9_000):
        assert reader.get(f"{FORM}?{query}").status_code == 200


def test_nothing_can_be_reported_on_a_draft(
    publish: Publish, editor: Actor, client: Client, now: datetime
) -> None:
    publish()
    draft = start_draft(disclosure_document(), actor=editor, now=now).copy.public_id
    answers = [
        (
            client.get(f"/en/incidents/{public_id}/report/").status_code,
            client.get(f"/en/incidents/{public_id}/report/received/").status_code,
            client.post(f"/en/incidents/{public_id}/report/", {"text": "T."}).status_code,
        )
        for public_id in (draft, "KB-2026-0404")
    ]
    assert answers == [(404, 404, 404)] * 2


def test_markup_in_a_report_stays_text(reader: Client, second: Actor, as_: SignedIn) -> None:
    send(reader, text="<script>alert(1)</script>", question="model=%3Cimg%20src=x%3E")
    report = ReaderReport.objects.get()
    for path in ("/en/staff/", f"/en/staff/reports/{report.pk}/"):
        html = as_(second).get(path).content.decode()
        assert "<script>alert" not in html
        assert "<img src" not in html
