"""What staff do about an incident as a whole: withdraw, supersede, restore, link."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from incidents.domain.editing import (
    DraftChanged,
    UnableToEdit,
    restore_revision,
    working_copy_of,
)
from incidents.domain.linking import UnableToLink, link_incident, unlink_incident
from incidents.domain.permissions import Actor, Right
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import withdraw_named
from incidents.domain.reading import UnableToRead
from incidents.domain.steward_page import UnableToSteward, present_stewarding
from incidents.views.staff import staff_required
from incidents.views.typed import typed

_REFUSALS = (UnableToLink, UnableToPublishRevision, UnableToEdit, UnableToRead, DraftChanged)


@require_safe
@staff_required(Right.READ_DRAFTS)
def steward(request: HttpRequest, public_id: str, *, actor: Actor) -> HttpResponse:
    """The incident with its revisions, links, gaps and translations, and what can be done."""
    return _page(request, public_id, actor)


@require_POST
@staff_required(Right.READ_DRAFTS)
def act_on(request: HttpRequest, public_id: str, act: str, *, actor: Actor) -> HttpResponse:
    """One act on an incident. What the act needs, its domain call asks for."""
    if act not in _ACTS:
        raise Http404
    try:
        _ACTS[act](request, public_id, actor, timezone.now())
    except _REFUSALS as error:
        return _page(request, public_id, actor, act, str(error))
    return redirect("staff-incident", public_id)


def _withdraw(request: HttpRequest, public_id: str, actor: Actor, now: datetime) -> None:
    withdraw_named(public_id, actor=actor, now=now, reason=typed(request, "reason"))


def _supersede(request: HttpRequest, public_id: str, actor: Actor, now: datetime) -> None:
    link_incident(
        public_id,
        typed(request, "other", 20),
        "superseded_by",
        reason=typed(request, "reason"),
        actor=actor,
        now=now,
    )


def _restore(request: HttpRequest, public_id: str, actor: Actor, now: datetime) -> None:
    number = typed(request, "number", 9)
    if not (number.isascii() and number.isdigit()):
        raise UnableToRead(_("There is no such revision: take one from the list."))
    expected = working_copy_of(public_id, actor=actor).sha256
    seen = typed(request, "sha256") or expected
    restore_revision(public_id, int(number), expected=seen, actor=actor, now=now)


def _link(request: HttpRequest, public_id: str, actor: Actor, now: datetime) -> None:
    link_incident(
        public_id,
        typed(request, "other", 20),
        typed(request, "relation", 20),
        reason=typed(request, "reason"),
        actor=actor,
        now=now,
    )


def _unlink(request: HttpRequest, public_id: str, actor: Actor, now: datetime) -> None:
    unlink_incident(
        public_id,
        typed(request, "other", 20),
        typed(request, "relation", 20),
        reason=typed(request, "reason"),
        actor=actor,
        now=now,
    )


_ACTS: Mapping[str, Callable[[HttpRequest, str, Actor, datetime], None]] = {
    "withdraw": _withdraw,
    "supersede": _supersede,
    "restore": _restore,
    "link": _link,
    "unlink": _unlink,
}


def _page(
    request: HttpRequest, public_id: str, actor: Actor, act: str = "", error: str = ""
) -> HttpResponse:
    try:
        page = present_stewarding(
            public_id, actor=actor, language=get_language() or "en", now=timezone.now()
        )
    except UnableToSteward as unread:
        raise Http404(str(unread)) from None
    context = {"page": page, "act": act, "error": error, "given": request.POST}
    return render(request, "reviewing/incident.html", context, status=400 if error else 200)
