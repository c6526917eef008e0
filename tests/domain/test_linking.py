"""Links between incidents: by a person, with a reason, reviewed like any fact, and undone."""

from datetime import datetime

import pytest

from incidents.domain.editing import UnableToEdit, start_draft, working_copy_of
from incidents.domain.linking import UnableToLink, link_incident, unlink_incident
from incidents.domain.permissions import COMMAND_LINE, Actor, UnableToAct
from incidents.domain.reading import published_revision
from incidents.domain.reviewing import approve_submission, publish_submission, submit_draft
from incidents.models import LogEntry
from tests.conftest import Publish
from tests.reviewing.conftest import ID, editor, make_staff, second

__all__ = ["editor", "second"]

OTHER = "KB-2026-7002"
LINK = {"incident": OTHER, "relation": "superseded_by", "reason": {"en": "It corrects this one."}}


@pytest.fixture
def two(publish: Publish) -> None:
    publish()
    publish(id=OTHER, title={"en": "The other one"})


def link(actor: Actor, now: datetime, **changed: str) -> None:
    parts = {"other": OTHER, "relation": "superseded_by", "reason": "It corrects this one."}
    link_incident(ID, actor=actor, now=now, **(parts | changed))


@pytest.mark.usefixtures("two")
def test_an_incident_is_superseded_by_a_reviewed_revision(
    editor: Actor, second: Actor, now: datetime
) -> None:
    link(editor, now)
    assert working_copy_of(ID, actor=editor).document["related"] == [LINK]
    assert "related" not in published_revision(ID).document
    entry = LogEntry.objects.latest("pk")
    assert (entry.act, entry.reason) == ("linked", f"superseded_by {OTHER}: It corrects this one.")

    submission = submit_draft(ID, actor=editor, now=now, reason="Superseded.")
    approve_submission(submission, actor=second, now=now)
    publish_submission(submission, actor=second, now=now)
    assert published_revision(ID).document["related"] == [LINK]


@pytest.mark.usefixtures("two")
def test_a_link_can_be_undone_with_a_reason(editor: Actor, now: datetime) -> None:
    before = working_copy_of(ID, actor=editor).document
    link(editor, now)
    undo = {"other": OTHER, "relation": "superseded_by", "actor": editor, "now": now}
    with pytest.raises(UnableToLink, match="Say in a sentence"):
        unlink_incident(ID, reason=" ", **undo)
    unlink_incident(ID, reason="A mistake.", **undo)
    assert working_copy_of(ID, actor=editor).document == before
    entry = LogEntry.objects.latest("pk")
    assert (entry.act, entry.reason) == ("unlinked", f"superseded_by {OTHER}: A mistake.")
    with pytest.raises(UnableToLink, match="no such link"):
        unlink_incident(ID, reason="Again.", **undo)


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"reason": "  "}, "Say in a sentence"),
        ({"relation": "same_as"}, "no such relation"),
        ({"other": ID}, "not related to itself"),
        ({"other": "KB-2026-0404"}, "There is no incident KB-2026-0404"),
        ({"other": "x' OR 1=1"}, "There is no incident"),
    ],
)
def test_a_link_that_says_nothing_is_refused(
    editor: Actor, now: datetime, changed: dict[str, str], says: str
) -> None:
    with pytest.raises(UnableToLink, match=says):
        link(editor, now, **changed)
    assert "related" not in working_copy_of(ID, actor=editor).document


@pytest.mark.usefixtures("two")
def test_a_link_is_made_once(editor: Actor, now: datetime) -> None:
    link(editor, now)
    with pytest.raises(UnableToLink, match="already"):
        link(editor, now)
    link(editor, now, relation="distinct_from")


@pytest.mark.usefixtures("two")
def test_links_are_made_by_people_with_the_right(now: datetime) -> None:
    with pytest.raises(UnableToAct, match="A person"):
        link(COMMAND_LINE, now)
    with pytest.raises(UnableToAct, match="do not let you"):
        link(Actor(make_staff("stranger"), "192.0.2.9"), now)


@pytest.mark.usefixtures("two")
def test_an_incomplete_draft_can_be_linked(editor: Actor, now: datetime) -> None:
    saved = start_draft({}, actor=editor, now=now)
    link_incident(
        saved.copy.public_id, ID, "follow_up_of", reason="As told.", actor=editor, now=now
    )
    (made,) = working_copy_of(saved.copy.public_id, actor=editor).document["related"]
    assert made["incident"] == ID


def test_what_does_not_exist_cannot_be_linked(editor: Actor, now: datetime) -> None:
    with pytest.raises(UnableToEdit):
        link_incident("KB-2026-0404", ID, "distinct_from", reason="R.", actor=editor, now=now)
