"""What was typed when the session was lost in the middle of an edit.

A form that is sent without a session is kept in a new one, and comes back after the sign-in. It is
kept only with the note, signed by the server, that this very form was shown to somebody who could
read drafts: strangers cannot fill the table of sessions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from incidents.domain.permissions import Actor
from incidents.draft_forms import Typed, read_fields
from incidents.models import User

_SESSION_KEY = "kept-draft"
#: Seconds: as long as a session lasts.
_LONGEST = 24 * 3600


@dataclass(frozen=True, slots=True)
class Kept:
    """A form that was not saved, with the version that it was an edit of."""

    typed: Typed
    expected: str


def keep_typed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep what is posted by somebody who is not signed in any more, and ask to sign in."""

    @wraps(view)
    def keeping(request: HttpRequest, public_id: str, **kwargs: Any) -> HttpResponse:
        is_lost = request.method == "POST" and not isinstance(request.user, User)
        owner = _owner(request.POST.get("proof", ""), public_id) if is_lost else None
        if owner is None:
            return view(request, public_id, **kwargs)
        typed = read_fields(request.POST.lists())
        request.session[_SESSION_KEY] = {
            "owner": owner,
            "id": public_id,
            "expected": request.POST.get("expected", ""),
            "document": typed.document,
            "open": sorted(typed.open_rows),
        }
        here = urlencode({"next": reverse("staff-draft", args=[public_id])})
        sign_in = f"{reverse('account_login')}?{here}"
        if not getattr(request, "htmx", False):
            return HttpResponseRedirect(sign_in)
        response = render(request, "editing/parts/signed_out.html", {"sign_in": sign_in})
        response["HX-Reswap"] = "none"
        return response

    return keeping


def take_kept(request: HttpRequest, public_id: str, actor: Actor) -> Kept | None:
    """What this person had typed into this draft when the session was lost; only once."""
    kept = request.session.get(_SESSION_KEY)
    if not kept or kept["id"] != public_id:
        return None
    del request.session[_SESSION_KEY]
    if actor.user is None or kept["owner"] != actor.user.pk:
        return None
    return Kept(Typed(kept["document"], frozenset(kept["open"])), kept["expected"])


def _owner(proof: str, public_id: str) -> int | None:
    """To whom the form was shown; None for a form that nobody was shown."""
    try:
        owner, shown = signing.loads(proof, salt="draft-form", max_age=_LONGEST)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return owner if shown == public_id else None
