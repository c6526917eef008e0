"""The pages on which staff review and publish, as they are used."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from incidents.domain.editing import start_draft
from incidents.domain.permissions import Actor
from incidents.domain.reading import published_revision
from incidents.domain.reviewing import approve_submission, send_back
from incidents.models import LogEntry, Revision, Submission
from tests.conftest import Publish
from tests.documents import disclosure_document
from tests.reviewing.conftest import ID, SignedIn, correct, with_bound
from tests.views.markup import Element, read_page
from tests.views.reading import text_of

QUEUE = "/en/staff/"
SUBMIT = f"/en/staff/drafts/{ID}/submit/"
INCIDENT = f"/en/staff/incidents/{ID}/"


def page_of(submission: Submission) -> str:
    return f"/en/staff/submissions/{submission.pk}/"


def read(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return text_of(response.content.decode())


def post(client: Client, path: str, status: int = 302, **fields: str) -> str:
    """Send a form; the text of the page that comes back."""
    response = client.post(path, fields)
    assert response.status_code == status, response.content.decode()
    return "" if status == 302 else text_of(response.content.decode())


def buttons(client: Client, path: str) -> list[str]:
    page = read_page(client.get(path).content)
    return [one.text for one in page.find_all("button")]


def field(client: Client, path: str, **attributes: str) -> Element:
    return read_page(client.get(path).content).one("*", **attributes)


# The queue and the review


def test_the_queue_shows_what_waits_and_whose_it_is(
    waiting: Submission, editor: Actor, second: Actor, as_: SignedIn
) -> None:
    text = read(as_(second), QUEUE)
    assert "Waiting for review (1)" in text
    assert f"{ID} Answers to long prompts were mixed up It goes on. Submitted by editor" in text
    assert "Your own" not in text
    assert "Your own: somebody else decides." in read(as_(editor), QUEUE)


def test_a_review_shows_reason_changes_effect_and_what_can_be_done(
    waiting: Submission, second: Actor, as_: SignedIn
) -> None:
    client = as_(second)
    text = read(client, page_of(waiting))
    for part in (
        "Reason It goes on.",
        "No answer changes.",
        "Compared with revision 1. Status Was resolved Is ongoing",
        "Boundary probes",
    ):
        assert part in text
    assert buttons(client, page_of(waiting)) == ["Comment", "Approve", "Send back"]


def test_a_correction_is_reviewed_and_published_in_the_browser(
    waiting: Submission, second: Actor, as_: SignedIn
) -> None:
    client, path = as_(second), page_of(waiting)
    post(client, f"{path}comment/", text="Since when?", pointer="/status")
    assert "Since when? On “Status: ongoing”. second" in read(client, path)
    post(client, f"{path}approve/")
    assert buttons(client, path) == ["Comment", "Send back", "Publish now", "Set the time"]
    post(client, f"{path}publish/")
    assert published_revision(ID).document["status"] == "ongoing"
    text = read(client, path)
    assert "State published" in text
    assert "Published as Revision 2" in text
    assert "Status Was resolved Is ongoing" in text  # also now that it is published
    assert buttons(client, path) == ["Comment"]
    # The next correction begins with a reason of its own.
    assert field(client, SUBMIT, id="reason").text == ""


def test_a_draft_goes_back_with_a_reason_and_comes_again(
    waiting: Submission, editor: Actor, second: Actor, as_: SignedIn
) -> None:
    client, path = as_(second), page_of(waiting)
    assert "A comment needs a text." in post(client, f"{path}send-back/", 400, reason=" ")
    post(client, f"{path}send-back/", reason="Since when?")
    assert f"Sent back (1) {ID}" in read(as_(editor), QUEUE)
    text = read(as_(editor), path)
    assert "State sent back" in text
    assert "Since when?" in text
    # The author begins with what was said before.
    assert field(as_(editor), SUBMIT, id="reason").text == "It goes on."
    post(as_(editor), SUBMIT, reason="As asked.")
    assert Submission.objects.filter(state="waiting").count() == 1


def test_a_time_is_set_in_a_zone_and_taken_back(
    waiting: Submission, second: Actor, as_: SignedIn, now: datetime
) -> None:
    approve_submission(waiting, actor=second, now=now)
    client, path = as_(second), page_of(waiting)
    refused = post(client, f"{path}schedule/", 400, publish_at="2031-01-01T09:00", zone="Berlin")
    assert "“Berlin” is not a known time zone" in refused
    past = post(client, f"{path}schedule/", 400, publish_at="2020-01-01T09:00", zone="UTC")
    assert "lies in the past" in past
    post(client, f"{path}schedule/", publish_at="2031-01-01T09:00", zone="Europe/Berlin")
    assert "To be published 2031-01-01 08:00 UTC" in read(client, path)
    assert f"Scheduled (1) {ID}" in read(client, QUEUE)
    post(client, f"{path}unschedule/")
    waiting.refresh_from_db()
    assert waiting.publish_at is None


def test_a_refusal_is_shown_with_what_was_typed(
    waiting: Submission, second: Actor, as_: SignedIn, now: datetime
) -> None:
    path = page_of(waiting)
    response = as_(second).post(f"{path}send-back/", {"reason": ""})
    assert response.status_code == 400
    send_back(waiting, actor=second, now=now, reason="No.")
    text = post(as_(second), f"{path}approve/", 400)
    assert "The submission is sent back by now." in text


def test_an_edited_draft_is_not_shown_as_what_was_submitted(
    waiting: Submission, editor: Actor, second: Actor, as_: SignedIn, now: datetime
) -> None:
    correct(editor, now, kind="availability")
    text = read(as_(second), page_of(waiting))
    assert "State void" in text
    assert "The draft was edited after it had been submitted" in text
    assert "availability" not in text


# The effect


@pytest.fixture
def lower(publish: Publish, editor: Actor, now: datetime) -> str:
    publish(**with_bound(1000))
    return correct(editor, now, scopes=with_bound(500)["scopes"])


def test_the_author_explains_each_change_before_submitting(
    lower: str, editor: Actor, second: Actor, as_: SignedIn
) -> None:
    client = as_(editor)
    page = read_page(client.get(SUBMIT).content)
    names = [one.attributes["name"] for one in page.find_all("textarea")]
    keys = [name for name in names if name.startswith("explain-")]
    assert len(keys) > 1
    assert "Requests · Prompt length: 501" in page.text
    assert page.one("input", name="sha256").attributes["value"] == lower

    explained = dict.fromkeys(keys[1:], "Corrected.")
    text = post(client, SUBMIT, 400, reason="Lower.", sha256=lower, **explained)
    assert "Verdicts would change that nobody has explained" in text
    assert text.count("This change is not explained yet.") == 1
    assert not Submission.objects.exists()

    explained[keys[0]] = "Corrected as well."
    post(client, SUBMIT, reason="Lower.", sha256=lower, **explained)
    submission = Submission.objects.get()
    text = read(as_(second), page_of(submission))
    assert text.count("Explained: Corrected") == len(keys)
    assert "Not explained" not in text


def test_a_draft_that_changed_behind_the_form_is_not_submitted(
    lower: str, editor: Actor, as_: SignedIn, now: datetime
) -> None:
    correct(editor, now, status="ongoing")
    text = post(as_(editor), SUBMIT, 400, reason="Lower.", sha256=lower)
    assert "The draft was changed meanwhile" in text


def test_a_first_publication_is_shown_fact_by_fact(
    publish: Publish, editor: Actor, as_: SignedIn, now: datetime
) -> None:
    publish()
    new = start_draft(disclosure_document(), actor=editor, now=now).copy.public_id
    text = read(as_(editor), f"/en/staff/drafts/{new}/submit/")
    assert "Nothing of this is published yet. Title Added Answers to long prompts" in text
    assert "Count Added 12 responses. Not customers." in text


def test_an_example_that_fails_is_said_before_it_is_submitted(
    publish: Publish, editor: Actor, as_: SignedIn, now: datetime
) -> None:
    publish()
    example = {"question": {"service": "alpha", "model": "small-1"}, "verdict": "in_scope"}
    correct(editor, now, examples=[example])
    text = read(as_(editor), SUBMIT)
    assert "What keeps it from being published /examples/0 The example expects" in text


# An incident as a whole


def test_an_incident_is_withdrawn_with_a_reason(
    publish: Publish, second: Actor, as_: SignedIn, client: Client
) -> None:
    publish()
    staff = as_(second)
    assert "Say in a sentence" in post(staff, f"{INCIDENT}withdraw/", 400, reason=" ")
    post(staff, f"{INCIDENT}withdraw/", reason="Entered twice.")
    assert Revision.objects.latest("pk").is_withdrawal
    assert "Entered twice." in read(client, f"/en/incidents/{ID}/")
    assert "Withdraw" not in buttons(staff, INCIDENT)


def test_a_revision_is_restored_as_a_draft_and_nothing_is_published(
    publish: Publish, editor: Actor, as_: SignedIn, client: Client
) -> None:
    publish()
    publish(reason="Title.", title={"en": "Another title"})
    staff = as_(editor)
    post(staff, f"{INCIDENT}restore/", 400, number="9")
    post(staff, f"{INCIDENT}restore/", 400, number="x")
    stale = post(staff, f"{INCIDENT}restore/", 400, number="1", sha256="0" * 64)
    assert "changed by somebody else" in stale
    current = field(staff, INCIDENT, name="sha256").attributes["value"]
    post(staff, f"{INCIDENT}restore/", number="1", sha256=current)
    assert "Title Was Another title Is Answers to long prompts" in read(staff, SUBMIT)
    assert "Another title" in read(client, f"/en/incidents/{ID}/")


def test_an_incident_is_superseded_linked_and_unlinked(
    publish: Publish, editor: Actor, as_: SignedIn
) -> None:
    publish()
    publish(id="KB-2026-7002", title={"en": "The other one"})
    staff = as_(editor)
    refused = post(staff, f"{INCIDENT}link/", 400, other="KB-2026-0404", relation="distinct_from")
    assert "There is no incident KB-2026-0404" in refused
    post(staff, f"{INCIDENT}supersede/", other="KB-2026-7002", reason="It corrects this one.")
    assert "Superseded by: KB-2026-7002. It corrects this one." in read(staff, INCIDENT)
    parts = {"other": "KB-2026-7002", "relation": "superseded_by"}
    post(staff, f"{INCIDENT}unlink/", reason="A mistake.", **parts)
    assert "Superseded by: KB-2026-7002" not in read(staff, INCIDENT)


def test_gaps_and_translations_of_an_incident_are_listed_by_place(
    publish: Publish, editor: Actor, as_: SignedIn
) -> None:
    publish()
    text = read(as_(editor), INCIDENT)
    assert "Simplified Chinese: 5 texts are not translated" in text
    assert "Facts without a source: Large 1, long prompts › Model: large-1" in text


# The log


def test_the_log_says_who_did_what_why_and_from_where(
    waiting: Submission, second: Actor, as_: SignedIn
) -> None:
    text = read(as_(second), f"{INCIDENT}log/")
    assert "editor submitted the draft It goes on. 192.0.2.1" in text
    assert "the server published First. command line" in text


def test_the_log_is_narrowed_down(waiting: Submission, second: Actor, as_: SignedIn) -> None:
    client = as_(second)

    def rows(query: str) -> int:
        page = read_page(client.get(f"/en/staff/log/?{query}").content)
        return len(page.find_all("tr")[1:])

    assert rows("") == LogEntry.objects.count()
    assert rows("act=submitted") == 1
    assert rows("person=editor") == LogEntry.objects.filter(actor__username="editor").count()
    assert rows(f"incident={ID}&act=published") == 1
    assert rows("incident=KB-2026-0404") == 0
    for odd in ("page=x", "page=-1", "page=" + "9" * 30, "incident=%00", "act=%F0%9F"):
        assert client.get(f"/en/staff/log/?{odd}").status_code == 200


def test_a_long_log_has_pages(waiting: Submission, second: Actor, as_: SignedIn) -> None:
    moment = datetime.fromisoformat("2026-11-15T12:00:00+00:00")
    LogEntry.objects.bulk_create(
        LogEntry(at=moment + timedelta(seconds=place), origin="x", act="edited", reason=str(place))
        for place in range(60)
    )
    client = as_(second)
    page = read_page(client.get("/en/staff/log/?act=edited").content)
    assert len(page.find_all("tr")[1:]) == 50
    (older,) = (one for one in page.find_all("a") if one.text == "Older acts")
    assert older.attributes["href"] == "?act=edited&page=2"
    assert "Older acts" not in read(client, "/en/staff/log/?act=edited&page=2")


# Names


def test_readers_see_no_names_of_staff_unless_a_setting_says_so(
    waiting: Submission,
    editor: Actor,
    second: Actor,
    as_: SignedIn,
    client: Client,
    settings: Settings,
) -> None:
    path = page_of(waiting)
    post(as_(second), f"{path}approve/")
    post(as_(second), f"{path}publish/")
    pages = (f"/en/incidents/{ID}/", f"/en/incidents/{ID}/history/")
    for page in pages:
        assert "editor" not in read(client, page)
    settings.SHOW_STAFF_NAMES = True
    for page in pages:
        assert "written by editor, reviewed by second, published by second" in read(client, page)


def test_pages_of_staff_are_in_chinese_too(
    waiting: Submission, second: Actor, as_: SignedIn
) -> None:
    for path in ("/zh-hans/staff/", f"/zh-hans/staff/submissions/{waiting.pk}/"):
        assert as_(second).get(path).status_code == 200


def test_a_review_costs_a_bounded_number_of_queries(
    waiting: Submission,
    second: Actor,
    as_: SignedIn,
    now: datetime,
    django_assert_max_num_queries: object,
) -> None:
    client = as_(second)
    for place in range(5):
        post(client, f"{page_of(waiting)}comment/", text=f"Remark {place}.")
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        client.get(page_of(waiting))
