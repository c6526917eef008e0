"""The work queue, and a draft on its way to publication: submitted, discussed, decided on."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incidents.domain.permissions import Actor, Right
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.queueing import work_queue
from incidents.domain.review_page import (
    UnableToReadSubmission,
    present_draft,
    present_submission,
)
from incidents.domain.reviewing import (
    UnableToReview,
    UnexplainedChange,
    approve_submission,
    comment_on,
    last_submission,
    publish_submission,
    schedule_publication,
    send_back,
    state_word,
    submit_draft,
)
from incidents.domain.scheduling import UnreadableTime, read_publication_time
from incidents.forms import COMMON_ZONES
from incidents.models import Submission
from incidents.views.staff import staff_required
from incidents.views.typed import typed

_EXPLAIN = "explain-"


@require_safe
@staff_required(Right.READ_DRAFTS)
def queue(request: HttpRequest, *, actor: Actor) -> HttpResponse:
    """Everything that waits for somebody."""
    found = work_queue(actor=actor, language=_language(), now=timezone.now())
    context = {"queue": found, "may_edit": actor.may(Right.EDIT)}
    return render(request, "reviewing/queue.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.EDIT)
def submit(request: HttpRequest, public_id: str, *, actor: Actor) -> HttpResponse:
    """The effect of a draft, and the form that hands it in."""
    now = timezone.now()
    if request.method != "POST":
        return _submit_page(request, public_id, actor, now, last_submission(public_id))
    explanations = {
        name.removeprefix(_EXPLAIN): typed(request, name)
        for name in request.POST
        if name.startswith(_EXPLAIN)
    }
    try:
        submission = submit_draft(
            public_id,
            actor=actor,
            now=now,
            reason=typed(request, "reason"),
            explanations=explanations,
            expected=typed(request, "sha256") or None,
        )
    except UnableToReview as error:
        given = Submission(reason=typed(request, "reason"), explanations=explanations)
        return _submit_page(request, public_id, actor, now, given, error)
    return redirect("submission", submission.pk)


def _submit_page(
    request: HttpRequest,
    public_id: str,
    actor: Actor,
    now: datetime,
    given: Submission | None,
    error: UnableToReview | None = None,
) -> HttpResponse:
    explanations: Mapping[str, str] = given.explanations if given is not None else {}
    try:
        view = present_draft(
            public_id, actor=actor, explanations=explanations, language=_language(), now=now
        )
    except UnableToReadSubmission as unread:
        raise Http404(str(unread)) from None
    context = {
        "view": view,
        "reason": given.reason if given is not None else "",
        "error": error,
        "is_unexplained": isinstance(error, UnexplainedChange),
    }
    return render(request, "reviewing/submit.html", context, status=400 if error else 200)


@require_safe
@staff_required(Right.READ_DRAFTS)
def submission(request: HttpRequest, key: int, *, actor: Actor) -> HttpResponse:
    """A submission, with everything that it changes."""
    return _submission_page(request, key, actor, timezone.now())


@require_POST
@staff_required(Right.READ_DRAFTS)
def decide(request: HttpRequest, key: int, act: str, *, actor: Actor) -> HttpResponse:
    """One step of a submission. What the step needs, its domain call asks for."""
    now = timezone.now()
    found = Submission.objects.filter(pk=key).first()
    if found is None or act not in _ACTS:
        raise Http404
    try:
        _ACTS[act](request, found, actor, now)
    except (UnableToReview, UnableToPublishRevision, UnreadableTime) as error:
        return _submission_page(request, key, actor, now, act, error)
    return redirect("submission", key)


def _comment(request: HttpRequest, found: Submission, actor: Actor, now: datetime) -> None:
    pointer = typed(request, "pointer", 299)
    comment_on(found, actor=actor, now=now, text=typed(request, "text"), pointer=pointer)


def _approve(request: HttpRequest, found: Submission, actor: Actor, now: datetime) -> None:
    approve_submission(found, actor=actor, now=now)


def _send_back(request: HttpRequest, found: Submission, actor: Actor, now: datetime) -> None:
    send_back(found, actor=actor, now=now, reason=typed(request, "reason"))


def _publish(request: HttpRequest, found: Submission, actor: Actor, now: datetime) -> None:
    publish_submission(found, actor=actor, now=now)


def _schedule(request: HttpRequest, found: Submission, actor: Actor, now: datetime) -> None:
    at = read_publication_time(typed(request, "publish_at"), typed(request, "zone"))
    schedule_publication(found, actor=actor, now=now, publish_at=at)


def _unschedule(request: HttpRequest, found: Submission, actor: Actor, now: datetime) -> None:
    schedule_publication(found, actor=actor, now=now, publish_at=None)


_ACTS: Mapping[str, Callable[[HttpRequest, Submission, Actor, datetime], None]] = {
    "comment": _comment,
    "approve": _approve,
    "send-back": _send_back,
    "publish": _publish,
    "schedule": _schedule,
    "unschedule": _unschedule,
}


def _submission_page(
    request: HttpRequest,
    key: int,
    actor: Actor,
    now: datetime,
    act: str = "",
    error: Exception | None = None,
) -> HttpResponse:
    try:
        page = present_submission(key, actor=actor, language=_language(), now=now)
    except UnableToReadSubmission as unread:
        raise Http404(str(unread)) from None
    context = {
        "page": page,
        "state": state_word(page.submission.state),
        "act": act,
        "error": error,
        "given": request.POST,
        "zone": request.POST.get("zone", settings.TIME_ZONE),
        "zones": COMMON_ZONES,
    }
    return render(request, "reviewing/submission.html", context, status=400 if error else 200)


def _language() -> str:
    return get_language() or "en"
