"""From a draft to its publication: submit, discuss, approve or send back, schedule, publish.

A submission binds the hash of the draft. Whoever wrote a draft neither approves nor publishes it.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from incidents.domain.acting import append_log
from incidents.domain.permissions import SCHEDULE, Actor, Right, UnableToAct, require
from incidents.domain.publishing import publish_revision
from incidents.models import (
    Comment,
    Incident,
    LogEntry,
    Revision,
    Submission,
    User,
    WorkingCopy,
)

_OPEN = (Submission.State.WAITING, Submission.State.APPROVED)


class UnableToReview(ValueError):
    """A step that the submission does not allow in its state. Says why in a sentence."""


@transaction.atomic
def submit_draft(
    public_id: str,
    *,
    actor: Actor,
    now: datetime,
    reason: str,
    explanations: Mapping[str, str] | None = None,
) -> Submission:
    """Hand the draft in for review, as it is now.

    `explanations` say why verdicts change, by the key of the change. Raises UnableToReview for a
    draft that is incomplete or already handed in, and for a missing reason.
    """
    author = _person(actor, Right.EDIT)
    if not reason.strip():
        raise UnableToReview("Say in a sentence why this should be published.")
    copy = WorkingCopy.objects.select_for_update().filter(public_id=public_id).first()
    if copy is None:
        raise UnableToReview(f"There is no draft {public_id}.")
    if not copy.is_valid:
        raise UnableToReview("The draft is not complete: mend what is marked first.")
    incident = Incident.objects.get(public_id=public_id)
    open_one = incident.submissions.filter(state__in=_OPEN).first()
    if open_one is not None and open_one.sha256 == copy.sha256:
        raise UnableToReview("This draft has been submitted already.")
    if open_one is not None:
        _void(open_one, actor, now)
    submission = Submission.objects.create(
        incident=incident,
        state=Submission.State.WAITING,
        sha256=copy.sha256,
        reason=reason.strip(),
        explanations=dict(explanations or {}),
        author=author,
        submitted_at=now,
    )
    append_log(actor, LogEntry.Act.SUBMITTED, now=now, incident=incident, reason=reason)
    return submission


@transaction.atomic
def void_submission(public_id: str, *, actor: Actor, now: datetime) -> None:
    """Take back what an edit has overtaken; called by whatever edits the draft."""
    for submission in Submission.objects.select_for_update().filter(
        incident__public_id=public_id, state__in=_OPEN
    ):
        _void(submission, actor, now)


def _void(submission: Submission, actor: Actor, now: datetime) -> None:
    submission.state = Submission.State.VOID
    submission.save(update_fields=["state"])
    append_log(
        actor,
        LogEntry.Act.VOIDED,
        now=now,
        incident=submission.incident,
        reason="The draft was edited after it had been submitted.",
    )


@transaction.atomic
def comment_on(
    submission: Submission, *, actor: Actor, now: datetime, text: str, pointer: str = ""
) -> Comment:
    """Remark on a fact of the submission, or on the whole."""
    author = _person(actor, Right.READ_DRAFTS)
    if not text.strip():
        raise UnableToReview("A comment needs a text.")
    comment = Comment.objects.create(
        submission=submission, pointer=pointer, text=text.strip(), author=author, at=now
    )
    append_log(
        actor, LogEntry.Act.COMMENTED, now=now, incident=submission.incident, reason=text.strip()
    )
    return comment


@transaction.atomic
def approve_submission(submission: Submission, *, actor: Actor, now: datetime) -> None:
    """Approve the draft as it was submitted. Raises UnableToAct, UnableToReview."""
    reviewer = _person(actor, Right.REVIEW)
    submission = _locked(submission, Submission.State.WAITING)
    if reviewer == submission.author:
        raise UnableToAct("Nobody approves a draft of their own.")
    copy = WorkingCopy.objects.get(public_id=submission.incident.public_id)
    if copy.sha256 != submission.sha256:
        raise UnableToReview("The draft was edited after it had been submitted.")
    submission.state = Submission.State.APPROVED
    submission.reviewer = reviewer
    submission.decided_at = now
    submission.save(update_fields=["state", "reviewer", "decided_at"])
    append_log(actor, LogEntry.Act.APPROVED, now=now, incident=submission.incident)


@transaction.atomic
def send_back(submission: Submission, *, actor: Actor, now: datetime, reason: str) -> None:
    """Ask the author to change the draft, with the reason. Raises UnableToAct, UnableToReview."""
    reviewer = _person(actor, Right.REVIEW)
    submission = _locked(submission, *_OPEN)
    if reviewer == submission.author:
        raise UnableToAct("Nobody reviews a draft of their own.")
    comment_on(submission, actor=actor, now=now, text=reason)
    submission.state = Submission.State.SENT_BACK
    submission.reviewer = reviewer
    submission.decided_at = now
    submission.save(update_fields=["state", "reviewer", "decided_at"])
    append_log(actor, LogEntry.Act.SENT_BACK, now=now, incident=submission.incident, reason=reason)


@transaction.atomic
def schedule_publication(
    submission: Submission, *, actor: Actor, now: datetime, publish_at: datetime | None
) -> None:
    """Set the time at which an approved draft is published; None takes the time back."""
    publisher = _person(actor, Right.PUBLISH)
    submission = _locked(submission, Submission.State.APPROVED)
    if publisher == submission.author:
        raise UnableToAct("Nobody publishes a draft of their own.")
    if publish_at is not None and publish_at <= now:
        raise UnableToReview("The time of publication lies in the past: publish it now instead.")
    submission.publish_at = publish_at
    submission.publisher = None if publish_at is None else publisher
    submission.save(update_fields=["publish_at", "publisher"])
    act = LogEntry.Act.UNSCHEDULED if publish_at is None else LogEntry.Act.SCHEDULED
    reason = "" if publish_at is None else f"{publish_at:%Y-%m-%dT%H:%MZ}"
    append_log(actor, act, now=now, incident=submission.incident, reason=reason)


@transaction.atomic
def publish_submission(submission: Submission, *, actor: Actor, now: datetime) -> Revision:
    """Publish an approved draft now.

    Raises UnableToAct, UnableToReview, and UnableToPublishRevision as `publish_revision` does.
    """
    publisher = _person(actor, Right.PUBLISH)
    submission = _locked(submission, Submission.State.APPROVED)
    if publisher == submission.author:
        raise UnableToAct("Nobody publishes a draft of their own.")
    submission.publisher = publisher
    return _publish(submission, actor, now)


def due_submissions(now: datetime) -> list[int]:
    """The keys of the approved submissions whose time has come, also while nobody was looking."""
    due = Submission.objects.filter(state=Submission.State.APPROVED, publish_at__lte=now)
    return list(due.order_by("publish_at").values_list("pk", flat=True))


@transaction.atomic
def publish_due(key: int, *, now: datetime) -> Revision | None:
    """Publish one scheduled submission; None where somebody else has done it meanwhile.

    Raises UnableToPublishRevision where the draft must not be published as it is.
    """
    submission = (
        Submission.objects.select_for_update()
        .filter(pk=key, state=Submission.State.APPROVED, publish_at__lte=now)
        .first()
    )
    return None if submission is None else _publish(submission, SCHEDULE, now)


def _publish(submission: Submission, actor: Actor, now: datetime) -> Revision:
    revision = publish_revision(
        incident=submission.incident,
        actor=actor,
        now=now,
        reason=submission.reason,
        submission=submission,
    )
    submission.state = Submission.State.PUBLISHED
    submission.revision = revision
    submission.save(update_fields=["state", "publisher", "revision"])
    return revision


def _locked(submission: Submission, *states: Submission.State) -> Submission:
    """The submission as it is now, held until the transaction ends."""
    locked = Submission.objects.select_for_update().get(pk=submission.pk)
    if locked.state not in states:
        raise UnableToReview(f"The submission is {locked.get_state_display()} by now.")
    return locked


def _person(actor: Actor, right: Right) -> User:
    """The person who acts: decisions on drafts are never the server's own."""
    require(actor, right)
    if actor.user is None:
        raise UnableToAct("A person has to do this, signed in.")
    return actor.user
