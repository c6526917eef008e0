"""From a draft to its publication: submit, discuss, approve or send back, schedule, publish.

A submission binds the hash of the draft. Whoever wrote a draft neither approves nor publishes it.
A verdict that changes has to be explained, when the draft is submitted and again when it is
published, against what is published at that moment.

Rows are held in one order by all, so that nobody waits for somebody who waits for them: the
counter of publications, the working copy, the incident, its submissions.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from incidents.domain.acting import append_log
from incidents.domain.drafting import export_draft
from incidents.domain.effects import FlipGroup, unexplained
from incidents.domain.permissions import SCHEDULE, Actor, Right, UnableToAct, require
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import publish_revision
from incidents.domain.sequence import hold_publications
from incidents.domain.snapshots import snapshot_of_transaction
from incidents.domain.weighing import weigh_draft
from incidents.models import (
    Comment,
    Incident,
    LogEntry,
    Revision,
    Submission,
    User,
    WorkingCopy,
)
from incidents.scope.published import UnableToPublish

_OPEN = (Submission.State.WAITING, Submission.State.APPROVED)


_STATES = {
    Submission.State.WAITING: _lazy("waiting"),
    Submission.State.SENT_BACK: _lazy("sent back"),
    Submission.State.APPROVED: _lazy("approved"),
    Submission.State.PUBLISHED: _lazy("published"),
    Submission.State.VOID: _lazy("void"),
}


def state_word(state: str) -> str:
    """How far a submission has come."""
    return str(_STATES[Submission.State(state)])


class UnableToReview(ValueError):
    """A step that the submission does not allow in its state. Says why in a sentence."""


class UnexplainedChange(UnableToReview):
    """Verdicts change that nobody has explained. `groups` are those that lack a sentence."""

    def __init__(self, groups: Sequence[FlipGroup]) -> None:
        super().__init__(
            _("Verdicts would change that nobody has explained: say of each why it is right.")
        )
        self.groups = tuple(groups)


@transaction.atomic
def submit_draft(
    public_id: str,
    *,
    actor: Actor,
    now: datetime,
    reason: str,
    explanations: Mapping[str, str] | None = None,
    expected: str | None = None,
) -> Submission:
    """Hand the draft in for review, as it is now.

    `explanations` say why verdicts change, by the key of the group of changes. `expected` is the
    hash of the draft that the author has looked at, where it is known. Raises
    UnableToReview for a draft that is incomplete or already handed in, and for a missing reason;
    UnexplainedChange where a verdict changes without a word.
    """
    author = _person(actor, Right.EDIT)
    if not reason.strip():
        raise UnableToReview(_("Say in a sentence why this should be published."))
    copy = WorkingCopy.objects.select_for_update().filter(public_id=public_id).first()
    if copy is None:
        raise UnableToReview(_("There is no draft %(id)s.") % {"id": public_id})
    if expected is not None and copy.sha256 != expected:
        raise UnableToReview(_("The draft was changed meanwhile: look at it once more."))
    if not copy.is_valid:
        raise UnableToReview(_("The draft is not complete: mend what is marked first."))
    incident = Incident.objects.select_for_update().get(public_id=public_id)
    open_one = incident.submissions.filter(state__in=_OPEN).first()
    if open_one is not None and open_one.sha256 == copy.sha256:
        raise UnableToReview(_("This draft has been submitted already."))
    given = _spoken(explanations)
    missing = _unexplained_changes(copy.document, given)
    if missing:
        raise UnexplainedChange(missing)
    if open_one is not None:
        _void(open_one, actor, now)
    submission = Submission.objects.create(
        incident=incident,
        state=Submission.State.WAITING,
        sha256=copy.sha256,
        reason=reason.strip(),
        explanations=given,
        author=author,
        submitted_at=now,
    )
    append_log(actor, LogEntry.Act.SUBMITTED, now=now, incident=incident, reason=reason)
    return submission


def last_submission(public_id: str) -> Submission | None:
    """What was last handed in of a draft and not published, to begin the next submission with."""
    found = Submission.objects.filter(incident__public_id=public_id)
    last = found.order_by("-submitted_at", "-pk").first()
    return None if last is None or last.state == Submission.State.PUBLISHED else last


def _spoken(explanations: Mapping[str, str] | None) -> dict[str, str]:
    """The explanations that say something."""
    return {key: text.strip() for key, text in (explanations or {}).items() if text.strip()}


def _unexplained_changes(
    document: Mapping[str, Any], explanations: Mapping[str, str]
) -> list[FlipGroup]:
    """The groups of changed verdicts that lack a sentence, by what is published at this moment."""
    try:
        effect = weigh_draft(document, snapshot_of_transaction())
    except UnableToPublish as error:
        raise UnableToReview(
            _("The scope cannot be read with the published catalogue: %(problem)s")
            % {"problem": error.detail}
        ) from None
    return unexplained(effect, explanations)


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
        raise UnableToReview(_("A comment needs a text."))
    _hold_incident(submission)
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
        raise UnableToAct(_("Nobody approves a draft of their own."))
    copy = WorkingCopy.objects.get(public_id=submission.incident.public_id)
    if copy.sha256 != submission.sha256:
        raise UnableToReview(_("The draft was edited after it had been submitted."))
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
        raise UnableToAct(_("Nobody reviews a draft of their own."))
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
        raise UnableToAct(_("Nobody publishes a draft of their own."))
    if publish_at is not None and publish_at <= now:
        raise UnableToReview(_("The time of publication lies in the past: publish it now instead."))
    submission.publish_at = publish_at
    submission.refusal = ""
    submission.publisher = None if publish_at is None else publisher
    submission.save(update_fields=["publish_at", "publisher", "refusal"])
    act = LogEntry.Act.UNSCHEDULED if publish_at is None else LogEntry.Act.SCHEDULED
    reason = "" if publish_at is None else f"{publish_at:%Y-%m-%dT%H:%MZ}"
    append_log(actor, act, now=now, incident=submission.incident, reason=reason)


@transaction.atomic
def publish_submission(submission: Submission, *, actor: Actor, now: datetime) -> Revision:
    """Publish an approved draft now.

    Raises UnableToAct, UnableToReview, and UnableToPublishRevision as `publish_revision` does.
    """
    publisher = _person(actor, Right.PUBLISH)
    hold_publications()
    submission = _locked(submission, Submission.State.APPROVED)
    if publisher == submission.author:
        raise UnableToAct(_("Nobody publishes a draft of their own."))
    submission.publisher = publisher
    return _publish(submission, actor, now)


def publish_scheduled(key: int, *, now: datetime) -> Revision | None:
    """Publish one scheduled submission whose time has come, once.

    None where somebody else has done it, or taken the time back. Raises UnableToPublishRevision
    where the draft must not be published as it is.
    """
    with transaction.atomic():
        hold_publications()
        submission = Submission.objects.filter(pk=key).first()
        if submission is None:
            return None
        _hold_incident(submission)
        due = submissions_due(now).select_for_update().filter(pk=key).first()
        return None if due is None else _publish(due, SCHEDULE, now)


def submissions_due(now: datetime) -> QuerySet[Submission]:
    """The approved submissions whose time has come, but for those that were refused then."""
    return Submission.objects.filter(
        state=Submission.State.APPROVED, publish_at__lte=now, refusal=""
    ).order_by("publish_at", "pk")


def _publish(submission: Submission, actor: Actor, now: datetime) -> Revision:
    _check_explanations(submission)
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


def _check_explanations(submission: Submission) -> None:
    """Raise UnableToPublishRevision where a verdict changes that the submission does not explain.

    What is published may have changed since the draft was submitted.
    """
    document = export_draft(submission.incident.public_id)
    try:
        missing = _unexplained_changes(document, submission.explanations)
    except UnableToReview as error:
        raise UnableToPublishRevision.because("unreadable_scope", str(error)) from None
    if missing:
        raise UnableToPublishRevision.because(
            "unexplained",
            "Verdicts would change that nobody has explained, since something else was published "
            "meanwhile: submit the draft again.",
        )


def _hold_incident(submission: Submission) -> None:
    Incident.objects.select_for_update().get(pk=submission.incident_id)


def _locked(submission: Submission, *states: Submission.State) -> Submission:
    """The submission as it is now, held until the transaction ends."""
    _hold_incident(submission)
    locked = Submission.objects.select_for_update().get(pk=submission.pk)
    if locked.state not in states:
        state = _STATES[Submission.State(locked.state)]
        raise UnableToReview(_("The submission is %(state)s by now.") % {"state": state})
    return locked


def _person(actor: Actor, right: Right) -> User:
    """The person who acts: decisions on drafts are never the server's own."""
    require(actor, right)
    if actor.user is None:
        raise UnableToAct(_("A person has to do this, signed in."))
    return actor.user
