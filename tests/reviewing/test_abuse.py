"""What must not be possible: with crafted requests, two at once, or from outside."""

import threading
from datetime import datetime

import pytest
from django.db import connections
from django.test import Client

from incidents.domain.editing import working_copy_of
from incidents.domain.permissions import Actor, Role
from incidents.domain.reviewing import UnableToReview, approve_submission, submit_draft
from incidents.models import Incident, LogEntry, Revision, Submission
from tests.conftest import Publish
from tests.reviewing.conftest import ID, SignedIn, correct, make_staff

ACTS = ("comment", "approve", "send-back", "publish", "schedule", "unschedule")
FIELDS = {
    "text": "T.",
    "reason": "R.",
    "publish_at": "2031-01-01T09:00",
    "zone": "UTC",
    "author": "1",
    "reviewer": "2",
    "state": "approved",
}


def path_of(submission: Submission) -> str:
    return f"/en/staff/submissions/{submission.pk}/"


def test_an_author_cannot_decide_on_a_draft_of_their_own_with_a_crafted_request(
    waiting: Submission, editor: Actor, second: Actor, as_: SignedIn, now: datetime
) -> None:
    client = as_(editor)
    page = client.get(path_of(waiting)).content.decode()
    assert "Nobody approves or publishes their own" in page
    assert "/approve/" not in page
    for act in ("approve", "send-back"):
        assert client.post(f"{path_of(waiting)}{act}/", FIELDS).status_code == 403
    approve_submission(waiting, actor=second, now=now)
    for act in ("publish", "schedule", "unschedule"):
        assert client.post(f"{path_of(waiting)}{act}/", FIELDS).status_code == 403
    waiting.refresh_from_db()
    assert (waiting.state, waiting.reviewer, waiting.publisher) == ("approved", second.user, None)
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    ("roles", "allowed"),
    [
        ((), set[str]()),
        ((Role.AUTHOR,), {"comment"}),
        ((Role.REVIEWER,), {"comment", "approve", "send-back"}),
        ((Role.PUBLISHER,), {"comment"}),
    ],
)
def test_each_role_may_do_what_it_may(
    waiting: Submission, as_: SignedIn, roles: tuple[Role, ...], allowed: set[str]
) -> None:
    client = as_(Actor(make_staff("somebody", *roles), "192.0.2.9"))
    found = {
        act
        for act in ("comment", "approve", "send-back")
        if client.post(f"{path_of(waiting)}{act}/", FIELDS).status_code != 403
    }
    assert found == allowed


def test_pages_of_staff_are_for_staff(waiting: Submission, client: Client) -> None:
    paths = (
        "/en/staff/",
        path_of(waiting),
        f"/en/staff/drafts/{ID}/submit/",
        f"/en/staff/incidents/{ID}/",
        f"/en/staff/incidents/{ID}/log/",
        "/en/staff/log/",
        "/en/staff/reports/1/",
    )
    for path in paths:
        response = client.get(path)
        assert response.status_code == 302
        assert "/login/" in response["Location"]
    for act in ACTS:
        assert client.post(f"{path_of(waiting)}{act}/", FIELDS).status_code == 302
    for act in ("withdraw", "supersede", "restore", "link", "unlink"):
        assert client.post(f"/en/staff/incidents/{ID}/{act}/", FIELDS).status_code == 302
    assert Revision.objects.count() == 1
    waiting.refresh_from_db()
    assert waiting.state == "waiting"


def test_acts_need_a_token_against_forgery(
    waiting: Submission, second: Actor, as_: SignedIn
) -> None:
    client = as_(second, checks_csrf=True)
    for act in ACTS:
        assert client.post(f"{path_of(waiting)}{act}/", FIELDS).status_code == 403
    assert client.post(f"/en/staff/incidents/{ID}/withdraw/", FIELDS).status_code == 403
    waiting.refresh_from_db()
    assert waiting.state == "waiting"


def test_acts_are_posts_and_no_others(waiting: Submission, second: Actor, as_: SignedIn) -> None:
    client = as_(second)
    for act in ACTS:
        assert client.get(f"{path_of(waiting)}{act}/").status_code == 405
    assert client.post(f"{path_of(waiting)}destroy/").status_code == 404
    assert client.post(f"/en/staff/incidents/{ID}/destroy/").status_code == 404
    assert client.post("/en/staff/submissions/999/approve/").status_code == 404
    assert client.get("/en/staff/submissions/999/").status_code == 404
    assert client.get("/en/staff/incidents/KB-2026-0404/").status_code == 404
    assert client.get("/en/staff/drafts/KB-2026-0404/submit/").status_code == 404
    assert client.get("/en/staff/reports/999/").status_code == 404


def test_an_author_cannot_withdraw(waiting: Submission, author: Actor, as_: SignedIn) -> None:
    response = as_(author).post(f"/en/staff/incidents/{ID}/withdraw/", {"reason": "R."})
    assert response.status_code == 403
    assert not Revision.objects.filter(is_withdrawal=True).exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_submits_at_once_one_is_taken(publish: Publish, now: datetime) -> None:
    publish()
    people = [Actor(make_staff(f"author{n}", Role.AUTHOR), "192.0.2.1") for n in range(2)]
    correct(people[0], now, status="ongoing")
    barrier, found = threading.Barrier(2), list[object]()

    def hand_in(actor: Actor) -> None:
        try:
            barrier.wait(timeout=10)
            found.append(submit_draft(ID, actor=actor, now=now, reason="R."))
        except Exception as error:
            found.append(error)
        finally:
            connections["default"].close()

    threads = [threading.Thread(target=hand_in, args=[actor]) for actor in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(type(one).__name__ for one in found) == ["Submission", "UnableToReview"]
    assert Submission.objects.count() == 1
    assert LogEntry.objects.filter(act="submitted").count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_edit_and_an_approval_at_once_never_approve_what_nobody_saw(
    publish: Publish, now: datetime
) -> None:
    publish()
    one, two = (Actor(make_staff(name, *Role), "192.0.2.1") for name in ("one", "two"))
    correct(one, now, status="ongoing")
    submission = submit_draft(ID, actor=one, now=now, reason="R.")
    barrier = threading.Barrier(2)
    failed: list[Exception] = []

    def edit() -> None:
        _together(barrier, failed, lambda: correct(one, now, kind="availability"))

    def approve() -> None:
        _together(barrier, failed, lambda: approve_submission(submission, actor=two, now=now))

    threads = [threading.Thread(target=act) for act in (edit, approve)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert all(isinstance(error, UnableToReview) for error in failed), failed
    submission.refresh_from_db()
    assert submission.state == "void"
    assert working_copy_of(ID, actor=one).document["kind"] == "availability"


def _together(barrier: threading.Barrier, failed: list[Exception], act: object) -> None:
    try:
        barrier.wait(timeout=10)
        act()  # type: ignore[operator]
    except Exception as error:
        failed.append(error)
    finally:
        connections["default"].close()


SECRET = "unpublishedword"


def test_nothing_of_a_draft_on_its_way_is_in_any_public_output(
    publish: Publish, editor: Actor, second: Actor, as_: SignedIn, client: Client, now: datetime
) -> None:
    publish()
    correct(editor, now, title={"en": f"About {SECRET}"}, provider=SECRET)
    submission = submit_draft(ID, actor=editor, now=now, reason=f"Because {SECRET}.")
    staff = as_(second)
    staff.post(f"{path_of(submission)}comment/", {"text": SECRET})
    assert SECRET in staff.get(path_of(submission)).content.decode()  # so it could leak

    def outputs() -> list[str]:
        return [
            client.get(path).content.decode()
            for path in (
                "/en/",
                "/en/incidents/",
                f"/en/incidents/?q={SECRET[:-1]}",
                f"/en/incidents/{ID}/",
                f"/en/incidents/{ID}/history/",
                f"/en/incidents/{ID}/revisions/2/",
                f"/en/incidents/{ID}/report/",
                "/en/check/?model=large-1",
                "/en/services/",
                "/api/v1/incidents/",
                f"/api/v1/incidents/{ID}/",
                f"/api/v1/incidents/{ID}/revisions/",
                f"/api/v1/incidents/{ID}/scope/",
                "/api/v1/check/?model=large-1",
            )
        ]

    def leaks() -> bool:
        return any(SECRET in output for output in outputs())

    assert not leaks()
    staff.post(f"{path_of(submission)}approve/")
    assert not leaks()
    staff.post(f"{path_of(submission)}publish/")
    Incident.objects.get(public_id=ID)
    assert Revision.objects.count() == 2
    assert leaks()  # once published, it is there


def test_markup_of_staff_stays_text(waiting: Submission, second: Actor, as_: SignedIn) -> None:
    client = as_(second)
    client.post(f"{path_of(waiting)}comment/", {"text": "<script>alert(1)</script>"})
    client.post(f"{path_of(waiting)}comment/", {"text": "T.", "pointer": "/<img src=x>"})
    html = client.get(path_of(waiting)).content.decode()
    assert "<script>alert" not in html
    assert "<img src" not in html


def test_a_nul_and_a_huge_text_do_no_harm(
    waiting: Submission, second: Actor, as_: SignedIn
) -> None:
    client = as_(second)
    path = f"{path_of(waiting)}comment/"
    assert client.post(path, {"text": "a\x00b", "pointer": "/\x00" + "x" * 999}).status_code == 302
    assert client.post(path, {"text": "x" * 1_000_000}).status_code == 302
    longest = max(len(one.text) for one in waiting.comments.all())
    assert longest <= 4_001
    assert client.post(path, {"text": "x" * 3_000_000}).status_code == 400
