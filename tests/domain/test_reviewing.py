"""From a draft to its publication, by four eyes."""

from datetime import datetime, timedelta

import pytest

from incidents.domain.editing import (
    DraftChanged,
    UnableToEdit,
    restore_revision,
    save_draft,
    start_draft,
    working_copy_of,
)
from incidents.domain.permissions import (
    COMMAND_LINE,
    Actor,
    Role,
    UnableToAct,
    grant_role,
)
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import publish_catalogue, publish_revision, withdraw_incident
from incidents.domain.reviewing import (
    UnableToReview,
    approve_submission,
    comment_on,
    publish_submission,
    schedule_publication,
    send_back,
    submit_draft,
)
from incidents.domain.scheduling import Settled, due_submissions, publish_due
from incidents.models import Incident, LogEntry, Submission, User
from tests.conftest import Publish
from tests.documents import Json, disclosure_document

ID = "KB-2026-7001"


def staff(name: str, *roles: Role) -> Actor:
    user = User.objects.create(username=name)
    for role in roles:
        grant_role(user, role)
    return Actor(user, "192.0.2.1")


@pytest.fixture
def author(db: None) -> Actor:
    return staff("author", Role.AUTHOR)


@pytest.fixture
def editor(db: None) -> Actor:
    """Somebody with every role, for whom only the rule of four eyes is left."""
    return staff("editor", *Role)


@pytest.fixture
def second(db: None) -> Actor:
    return staff("second", *Role)


@pytest.fixture
def draft(publish: Publish, editor: Actor, now: datetime) -> Submission:
    """A submitted correction of a published record."""
    publish()
    copy = working_copy_of(ID, actor=editor)
    changed = copy.document | {"status": "ongoing"}
    save_draft(ID, changed, expected=copy.sha256, actor=editor, now=now)
    return submit_draft(ID, actor=editor, now=now, reason="It goes on.")


def acts() -> list[str]:
    return list(LogEntry.objects.order_by("id").values_list("act", flat=True))


def test_a_correction_goes_from_draft_to_revision_by_two_people(
    draft: Submission, second: Actor, now: datetime
) -> None:
    comment_on(draft, actor=second, now=now, text="Since when?", pointer="/status")
    approve_submission(draft, actor=second, now=now)
    revision = publish_submission(draft, actor=second, now=now)
    assert (revision.number, revision.document["status"], revision.reason) == (
        2,
        "ongoing",
        "It goes on.",
    )
    assert (revision.author, revision.reviewer, revision.publisher) == (
        draft.author,
        second.user,
        second.user,
    )
    draft.refresh_from_db()
    assert (draft.state, draft.revision) == ("published", revision)
    assert acts()[-6:] == [
        "imported",
        "edited",
        "submitted",
        "commented",
        "approved",
        "published",
    ]


def test_nobody_approves_sends_back_schedules_or_publishes_their_own_draft(
    draft: Submission, editor: Actor, second: Actor, now: datetime
) -> None:
    with pytest.raises(UnableToAct, match="approves a draft of their own"):
        approve_submission(draft, actor=editor, now=now)
    with pytest.raises(UnableToAct, match="reviews a draft of their own"):
        send_back(draft, actor=editor, now=now, reason="No.")
    approve_submission(draft, actor=second, now=now)
    with pytest.raises(UnableToAct, match="publishes a draft of their own"):
        publish_submission(draft, actor=editor, now=now)
    with pytest.raises(UnableToAct, match="publishes a draft of their own"):
        schedule_publication(draft, actor=editor, now=now, publish_at=now + timedelta(hours=1))


def test_an_edit_voids_the_approval(
    draft: Submission, editor: Actor, second: Actor, now: datetime
) -> None:
    approve_submission(draft, actor=second, now=now)
    copy = working_copy_of(ID, actor=editor)
    save_draft(
        ID, copy.document | {"kind": "availability"}, expected=copy.sha256, actor=editor, now=now
    )
    draft.refresh_from_db()
    assert draft.state == "void"
    with pytest.raises(UnableToReview, match="void by now"):
        publish_submission(draft, actor=second, now=now)


def test_a_person_publishes_nothing_that_was_not_approved(
    draft: Submission, second: Actor, now: datetime
) -> None:
    incident = Incident.objects.get()
    for submission in (None, draft):
        with pytest.raises(UnableToPublishRevision, match="has to be approved"):
            publish_revision(
                incident=incident, actor=second, now=now, reason="Why.", submission=submission
            )


def test_a_draft_that_changed_after_its_approval_is_not_published(
    draft: Submission, second: Actor, now: datetime
) -> None:
    approve_submission(draft, actor=second, now=now)
    # Rows that were changed behind the editor's back are not what was approved.
    Incident.objects.update(status="not_stated")
    with pytest.raises(UnableToPublishRevision, match="edited after it had been approved"):
        publish_submission(draft, actor=second, now=now)


def test_roles_are_asked_for_in_the_domain(draft: Submission, author: Actor, now: datetime) -> None:
    stranger = staff("stranger")
    with pytest.raises(UnableToAct, match="do not let you edit drafts"):
        submit_draft(ID, actor=stranger, now=now, reason="Why.")
    with pytest.raises(UnableToAct, match="do not let you read drafts"):
        working_copy_of(ID, actor=stranger)
    with pytest.raises(UnableToAct, match="do not let you review drafts"):
        approve_submission(draft, actor=author, now=now)
    for act in (publish_submission,):
        with pytest.raises(UnableToAct, match="do not let you publish"):
            act(draft, actor=author, now=now)
    with pytest.raises(UnableToAct):
        withdraw_incident(incident=draft.incident, actor=author, now=now, reason="Why.")
    with pytest.raises(UnableToAct):
        publish_catalogue(actor=author, now=now, reason="Why.")


def test_a_person_without_an_active_account_may_do_nothing(author: Actor) -> None:
    assert author.user is not None
    author.user.is_active = False
    assert Actor(author.user, "192.0.2.1").rights == frozenset()


def test_decisions_are_made_by_people(draft: Submission, now: datetime) -> None:
    with pytest.raises(UnableToAct, match="A person has to do this"):
        approve_submission(draft, actor=COMMAND_LINE, now=now)


def test_a_draft_that_is_sent_back_can_be_submitted_again(
    draft: Submission, editor: Actor, second: Actor, now: datetime
) -> None:
    send_back(draft, actor=second, now=now, reason="Which day?")
    draft.refresh_from_db()
    assert (draft.state, draft.comments.get().text) == ("sent_back", "Which day?")
    again = submit_draft(ID, actor=editor, now=now, reason="As asked.")
    assert again.state == "waiting"


def test_two_submissions_of_one_draft_are_one(
    draft: Submission, editor: Actor, now: datetime
) -> None:
    with pytest.raises(UnableToReview, match="submitted already"):
        submit_draft(ID, actor=editor, now=now, reason="Again.")


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda s, a, n: submit_draft(ID, actor=a, now=n, reason=" "), "Say in a sentence"),
        (lambda s, a, n: submit_draft("KB-2026-0404", actor=a, now=n, reason="W"), "no draft"),
        (lambda s, a, n: comment_on(s, actor=a, now=n, text=" "), "needs a text"),
        (lambda s, a, n: publish_submission(s, actor=a, now=n), "waiting by now"),
    ],
)
def test_a_step_that_is_not_possible_says_why(
    draft: Submission, second: Actor, now: datetime, act: object, says: str
) -> None:
    with pytest.raises(UnableToReview, match=says):
        act(draft, second, now)  # type: ignore[operator]


def test_a_scheduled_draft_is_published_once_when_its_time_has_come_even_if_late(
    draft: Submission, second: Actor, now: datetime
) -> None:
    approve_submission(draft, actor=second, now=now)
    with pytest.raises(UnableToReview, match="lies in the past"):
        schedule_publication(draft, actor=second, now=now, publish_at=now)
    at = now + timedelta(hours=1)
    schedule_publication(draft, actor=second, now=now, publish_at=at)
    assert due_submissions(now) == []
    late = at + timedelta(days=1)
    assert due_submissions(late) == [draft.pk]
    revision = publish_due(draft.pk, now=late).revision
    assert revision is not None
    assert (revision.publisher, revision.published_at) == (second.user, late)
    assert publish_due(draft.pk, now=late) == Settled(ID, None, "")
    assert LogEntry.objects.last().origin == "schedule"


def test_a_schedule_can_be_taken_back(draft: Submission, second: Actor, now: datetime) -> None:
    approve_submission(draft, actor=second, now=now)
    at = now + timedelta(hours=1)
    schedule_publication(draft, actor=second, now=now, publish_at=at)
    schedule_publication(draft, actor=second, now=now, publish_at=None)
    assert due_submissions(at) == []
    assert acts()[-2:] == ["scheduled", "unscheduled"]


def test_of_two_editors_the_second_is_refused_and_nothing_is_lost(
    publish: Publish, editor: Actor, second: Actor, now: datetime
) -> None:
    publish()
    copy = working_copy_of(ID, actor=editor)
    theirs = copy.document | {"status": "ongoing"}
    mine = copy.document | {"status": "not_stated"}
    save_draft(ID, theirs, expected=copy.sha256, actor=editor, now=now)
    with pytest.raises(DraftChanged) as refused:
        save_draft(ID, mine, expected=copy.sha256, actor=second, now=now)
    assert refused.value.current.document == theirs
    assert refused.value.refused == mine


def test_a_draft_is_kept_while_it_is_incomplete_and_cannot_be_submitted(
    catalogue: Json, editor: Actor, now: datetime
) -> None:
    saved = start_draft({"title": {"en": "New"}}, actor=editor, now=now)
    assert saved.copy.public_id == "KB-2026-0001"
    assert not saved.copy.is_valid
    assert saved.problems != []
    with pytest.raises(UnableToReview, match="not complete"):
        submit_draft("KB-2026-0001", actor=editor, now=now, reason="Why.")
    assert not Incident.objects.exists()
    whole = disclosure_document(examples=None)
    done = save_draft("KB-2026-0001", whole, expected=saved.copy.sha256, actor=editor, now=now)
    assert (done.problems, done.copy.document) == ([], whole | {"id": "KB-2026-0001"})
    submit_draft("KB-2026-0001", actor=editor, now=now, reason="Why.")


def test_new_drafts_get_the_next_free_number(
    publish: Publish, editor: Actor, now: datetime
) -> None:
    publish()
    first = start_draft({}, actor=editor, now=now)
    second = start_draft({}, actor=editor, now=now)
    assert [first.copy.public_id, second.copy.public_id] == ["KB-2026-7002", "KB-2026-7003"]


def test_saving_what_is_saved_already_voids_nothing(
    draft: Submission, editor: Actor, now: datetime
) -> None:
    copy = working_copy_of(ID, actor=editor)
    save_draft(ID, copy.document, expected=copy.sha256, actor=editor, now=now)
    draft.refresh_from_db()
    assert draft.state == "waiting"


def test_an_earlier_revision_can_be_made_the_draft_again(
    publish: Publish, editor: Actor, now: datetime
) -> None:
    publish()
    publish(reason="Title.", title={"en": "Another title"})
    copy = working_copy_of(ID, actor=editor)
    saved = restore_revision(ID, 1, expected=copy.sha256, actor=editor, now=now)
    assert saved.copy.document["title"] == disclosure_document()["title"]
    assert acts()[-1] == "restored"


def test_an_unknown_draft_cannot_be_edited(editor: Actor) -> None:
    with pytest.raises(UnableToEdit, match="KB-2026-0404"):
        working_copy_of("KB-2026-0404", actor=editor)
