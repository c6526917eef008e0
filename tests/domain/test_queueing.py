"""The work queue: each kind of work where it belongs, in a bounded number of queries."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from incidents.domain.editing import start_draft
from incidents.domain.permissions import Actor, UnableToAct
from incidents.domain.queueing import SHOWN, Queue, title_of, work_queue
from incidents.domain.reader_reports import receive_report
from incidents.domain.reviewing import (
    approve_submission,
    publish_submission,
    schedule_publication,
    send_back,
    submit_draft,
)
from incidents.domain.snapshots import forget_snapshots
from incidents.domain.wording import Wording
from incidents.models import Submission
from tests.conftest import Publish
from tests.documents import disclosure_document
from tests.reviewing.conftest import ID, correct, editor, make_staff, second, waiting

__all__ = ["editor", "second", "waiting"]

Look = Callable[[], Queue]


@pytest.fixture
def look(second: Actor, now: datetime) -> Look:
    return lambda: work_queue(actor=second, language="en", now=now)


def places(queue: Queue) -> dict[str, list[str]]:
    """The ids under each kind of work, of the kinds that have any."""
    kinds = ("waiting", "sent_back", "approved", "scheduled", "drafts")
    listed = {kind: [line.public_id for line in getattr(queue, kind).lines] for kind in kinds}
    return {kind: found for kind, found in listed.items() if found}


def test_what_is_published_as_it_is_drafted_is_no_work(publish: Publish, look: Look) -> None:
    publish()
    assert places(look()) == {}


def test_a_correction_goes_through_the_queue(
    publish: Publish, editor: Actor, second: Actor, look: Look, now: datetime
) -> None:
    publish()
    correct(editor, now, status="ongoing")
    assert places(look()) == {"drafts": [ID]}
    (line,) = look().drafts.lines
    assert (line.is_new, line.is_complete, line.edited_by) == (False, True, editor.user)

    first = submit_draft(ID, actor=editor, now=now, reason="It goes on.")
    assert places(look()) == {"waiting": [ID]}
    (waits,) = look().waiting.lines
    assert (waits.reason, waits.author, waits.is_own) == ("It goes on.", editor.user, False)
    own = work_queue(actor=editor, language="en", now=now).waiting.lines[0]
    assert own.is_own

    send_back(first, actor=second, now=now, reason="Since when?")
    assert places(look()) == {"sent_back": [ID]}
    assert look().sent_back.lines[0].sent_back == first.pk

    again = submit_draft(ID, actor=editor, now=now + timedelta(hours=1), reason="As asked.")
    approve_submission(again, actor=second, now=now)
    assert places(look()) == {"approved": [ID]}
    schedule_publication(again, actor=second, now=now, publish_at=now + timedelta(hours=2))
    assert places(look()) == {"scheduled": [ID]}

    publish_submission(again, actor=second, now=now)
    assert places(look()) == {}


def test_a_refused_publication_shows_why(waiting: Submission, look: Look) -> None:
    second = make_staff("third")
    Submission.objects.update(
        state="approved",
        reviewer=second,
        publish_at=datetime.fromisoformat("2026-11-15T13:00:00+00:00"),
        refusal="An example fails.",
    )
    assert [line.refusal for line in look().scheduled.lines] == ["An example fails."]


def test_an_incomplete_draft_is_listed_by_what_it_has(
    publish: Publish, editor: Actor, look: Look, now: datetime
) -> None:
    start_draft({"title": {"en": "New"}}, actor=editor, now=now)
    start_draft({"title": 7}, actor=editor, now=now)
    lines = look().drafts.lines
    assert [(line.title.text, line.is_new, line.is_complete) for line in lines] == [
        ("New", True, False),
        ("KB-2026-0002", True, False),
    ]


def test_reports_gaps_and_translations_are_listed(
    publish: Publish, look: Look, now: datetime
) -> None:
    publish()
    receive_report(ID, text="The day is wrong.", now=now)
    queue = look()
    assert [one.text for one in queue.reports.lines] == ["The day is wrong."]
    assert [(one.kind.value, one.total, one.incidents) for one in queue.gaps] == [
        ("no_source", 3, ((ID, 3),))
    ]
    assert [one.public_id for one in queue.translations.lines] == [ID]
    assert queue.dead_ends.total == 0


def test_only_staff_see_the_queue(db: None, now: datetime) -> None:
    with pytest.raises(UnableToAct):
        work_queue(actor=Actor(make_staff("nobody"), "192.0.2.9"), language="en", now=now)


def test_a_long_queue_is_cut_and_says_so(publish: Publish, editor: Actor, look: Look) -> None:
    now = datetime.fromisoformat("2026-11-15T12:00:00+00:00")
    for _ in range(SHOWN + 2):
        start_draft({}, actor=editor, now=now)
    drafts = look().drafts
    assert (len(drafts.lines), drafts.total, drafts.more) == (SHOWN, SHOWN + 2, 2)


def test_the_queries_do_not_grow_with_the_work(
    publish: Publish, editor: Actor, second: Actor, look: Look, now: datetime
) -> None:
    counts = []
    for number in (1, 3):
        for place in range(number):
            public_id = f"KB-2026-9{number}{place}0"
            publish(id=public_id, reason="R.")
            receive_report(public_id, text="Wrong.", now=now)
            document = disclosure_document(status="ongoing")
            saved = start_draft(document, actor=editor, now=now)
            start_draft({}, actor=editor, now=now)
            submit_draft(saved.copy.public_id, actor=editor, now=now, reason="New.")
        forget_snapshots()
        second.__dict__.pop("rights", None)
        with CaptureQueriesContext(connection) as captured:
            look()
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[0] <= 20


def test_a_title_falls_back_to_the_id() -> None:
    assert title_of({"id": ID, "title": {"en": " ", "zh-Hans": 3}}, "en") == Wording(ID)
    both = {"id": ID, "language": "en", "title": {"en": "A", "zh-Hans": "甲"}}
    assert title_of(both, "zh-hans") == Wording("甲")
