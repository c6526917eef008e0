"""What is scheduled is published when its time has come, once, and late rather than never."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import connection, connections

from incidents import tasks
from incidents.domain.permissions import Actor, Role, grant_role
from incidents.domain.reviewing import approve_submission, schedule_publication, submit_draft
from incidents.domain.scheduling import (
    Settled,
    UnreadableTime,
    due_submissions,
    publish_due,
    read_publication_time,
)
from incidents.models import Incident, LogEntry, Revision, Submission, User
from incidents.tasks import publish_what_is_due
from tests.conftest import Publish
from tests.reviewing.conftest import ID, correct

#: Long before the clock of the machine, which the task reads.
NOW = datetime.fromisoformat("2026-11-15T12:00:00+00:00")
AT = NOW + timedelta(hours=1)


def staff(name: str) -> Actor:
    user = User.objects.create(username=name)
    for role in Role:
        grant_role(user, role)
    return Actor(user, "192.0.2.1")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock that the task reads."""

    def show(moment: datetime) -> None:
        monkeypatch.setattr(tasks.timezone, "now", lambda: moment)

    return show


@pytest.fixture
def scheduled(publish: Publish) -> Submission:
    """An approved correction that is to be published in an hour."""
    publish()
    editor, second = staff("editor"), staff("second")
    correct(editor, NOW, status="ongoing")
    submission = submit_draft(ID, actor=editor, now=NOW, reason="It goes on.")
    approve_submission(submission, actor=second, now=NOW)
    schedule_publication(submission, actor=second, now=NOW, publish_at=AT)
    return submission


def test_the_task_runs_each_minute() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["publish-what-is-due"]
    assert entry == {"task": publish_what_is_due.name, "schedule": timedelta(minutes=1)}


def test_nothing_is_published_before_its_time(
    scheduled: Submission, clock: Callable[[datetime], None]
) -> None:
    clock(AT - timedelta(seconds=1))
    assert publish_what_is_due() == 0
    assert Revision.objects.count() == 1


def test_what_was_due_while_the_server_was_down_is_published_late(
    scheduled: Submission, clock: Callable[[datetime], None]
) -> None:
    late = AT + timedelta(days=3)
    clock(late)
    assert publish_what_is_due() == 1
    revision = Revision.objects.get(number=2)
    assert (revision.published_at, revision.publisher) == (
        late,
        User.objects.get(username="second"),
    )
    assert publish_what_is_due() == 0
    assert Revision.objects.count() == 2


def test_a_refused_one_is_logged_and_stays_with_its_reason(
    scheduled: Submission, clock: Callable[[datetime], None], caplog: pytest.LogCaptureFixture
) -> None:
    Incident.objects.update(status="not_stated")  # behind the back of its editors
    clock(AT)
    assert publish_what_is_due() == 0
    scheduled.refresh_from_db()
    assert scheduled.state == "approved"
    assert "edited after it had been approved" in scheduled.refusal
    assert f"{ID} is not published: {scheduled.refusal}" in caplog.text
    entry = LogEntry.objects.latest("pk")
    assert (entry.act, entry.origin, entry.reason) == ("refused", "schedule", scheduled.refusal)

    before = LogEntry.objects.count()
    assert publish_what_is_due() == 0  # it is not tried, and logged, each minute
    assert LogEntry.objects.count() == before


def test_another_time_gives_a_refused_one_another_chance(
    scheduled: Submission, clock: Callable[[datetime], None]
) -> None:
    status = Incident.objects.get().status
    Incident.objects.update(status="not_stated")
    clock(AT)
    publish_what_is_due()
    Incident.objects.update(status=status)
    second = Actor(User.objects.get(username="second"), "192.0.2.1")
    again = AT + timedelta(hours=1)
    schedule_publication(scheduled, actor=second, now=AT, publish_at=again)
    clock(again)
    assert publish_what_is_due() == 1


def test_one_that_fails_keeps_its_place_and_no_other_one_waiting(
    scheduled: Submission,
    clock: Callable[[datetime], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def is_down(key: int, *, now: datetime) -> Settled:
        raise ConnectionError("The database went away.")

    clock(AT)
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "publish_due", is_down)
        assert publish_what_is_due() == 0
    assert "could not be published" in caplog.text
    assert due_submissions(AT) == [scheduled.pk]
    assert publish_what_is_due() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_publish_once(scheduled: Submission) -> None:
    """Two threads with connections of their own, on either database."""
    key, barrier = scheduled.pk, threading.Barrier(2)
    found: list[Settled | Exception] = []

    def work() -> None:
        try:
            barrier.wait(timeout=10)
            found.append(publish_due(key, now=AT))
        except Exception as error:
            found.append(error)
        finally:
            connections["default"].close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=60)
    revisions = [one.revision for one in found if isinstance(one, Settled)]
    assert len(revisions) == 2, found
    assert sum(revision is not None for revision in revisions) == 1
    assert [one.refusal for one in found if isinstance(one, Settled)] == ["", ""]
    assert Revision.objects.count() == 2
    assert LogEntry.objects.filter(act="published", incident__isnull=False).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_publication_that_fails_half_way_leaves_nothing(scheduled: Submission) -> None:
    """The database refuses the last step, after the revision and its facets were written."""
    on_insert, drop = _refusing_log()
    log = LogEntry.objects.count()
    with connection.cursor() as cursor:
        for statement in on_insert:
            cursor.execute(statement)
    try:
        with pytest.raises(Exception, match="no more log"):
            publish_due(scheduled.pk, now=AT)
    finally:
        with connection.cursor() as cursor:
            for statement in drop:
                cursor.execute(statement)
    scheduled.refresh_from_db()
    incident = Incident.objects.get()
    assert (scheduled.state, scheduled.refusal) == ("approved", "")
    assert Revision.objects.count() == 1
    assert LogEntry.objects.count() == log
    assert incident.publishedincident.revision.number == 1
    assert publish_due(scheduled.pk, now=AT).revision is not None


def _refusing_log() -> tuple[list[str], list[str]]:
    """Statements that make the database refuse an entry of the log, and that let it be again."""
    if connection.vendor == "sqlite":
        create = (
            "CREATE TRIGGER full_log BEFORE INSERT ON incidents_logentry "
            "BEGIN SELECT RAISE(ABORT, 'no more log'); END"
        )
        return [create], ["DROP TRIGGER full_log"]
    return [
        "CREATE FUNCTION full_log() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no more log'; END $$",
        "CREATE TRIGGER full_log BEFORE INSERT ON incidents_logentry "
        "FOR EACH ROW EXECUTE FUNCTION full_log()",
    ], ["DROP TRIGGER full_log ON incidents_logentry", "DROP FUNCTION full_log()"]


@pytest.mark.parametrize(
    ("text", "zone", "instant"),
    [
        ("2026-12-01T09:00", "UTC", "2026-12-01T09:00:00+00:00"),
        ("2026-12-01T09:00", "Europe/Berlin", "2026-12-01T08:00:00+00:00"),
        (" 2026-12-01T09:00 ", " Asia/Shanghai ", "2026-12-01T01:00:00+00:00"),
        ("2026-12-01T09:00+01:00", "", "2026-12-01T08:00:00+00:00"),
    ],
)
def test_a_time_of_publication_is_read_in_its_zone(text: str, zone: str, instant: str) -> None:
    assert read_publication_time(text, zone) == datetime.fromisoformat(instant)


@pytest.mark.parametrize(
    ("text", "zone", "says"),
    [
        ("tomorrow", "UTC", "Write day and time"),
        ("", "UTC", "Write day and time"),
        ("0001-01-01T00:00", "Asia/Tokyo", "Write day and time"),
        ("2026-12-01T09:00", "Berlin", "not a known time zone"),
        ("2026-12-01T09:00", "", "not a known time zone"),
        ("2026-12-01T09:00", "../../etc/passwd", "not a known time zone"),
        ("2026-10-25T02:30", "Europe/Berlin", "show it twice"),
        ("2026-03-29T02:30", "Europe/Berlin", "skip this time"),
    ],
)
def test_a_time_that_is_no_instant_is_refused(text: str, zone: str, says: str) -> None:
    with pytest.raises(UnreadableTime, match=says):
        read_publication_time(text, zone)
