"""The wall around everything that staff do: signed in, and by a second factor in this session.

A factor that was removed, and a session from before there was one, open nothing.
"""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from incidents.domain.permissions import Actor, Right
from incidents.models import User
from kbase.client import client_address

#: How the one-time link of a local trial is noted in the session; it stands for both factors.
DEMO_METHOD = "demo"

#: Pages of an account that somebody who has not shown the second factor may see.
_OPEN_PAGES = frozenset(
    {
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "mfa_authenticate",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
    }
)


def actor_of(request: HttpRequest) -> Actor:
    """Who acts in this request. The person has to be signed in."""
    assert isinstance(request.user, User)
    return Actor(request.user, client_address(request))


def redirect_to_missing_step(request: HttpRequest) -> HttpResponse | None:
    """Where to go for what is missing of sign-in and second factor; None if nothing is."""
    here = request.get_full_path()
    if not isinstance(request.user, User):
        return redirect_to_login(here, reverse("account_login"))
    if has_shown_second_factor(request):
        return None
    return _redirect_to_second_factor(request, here) or HttpResponseRedirect(reverse("mfa_index"))


def has_shown_second_factor(request: HttpRequest) -> bool:
    """Whether this session was opened by a second factor that the person still has."""
    records = get_authentication_records(request, request.user)
    if settings.DEMO and any(record["method"] == DEMO_METHOD for record in records):
        return True
    used = {record["id"] for record in records if record["method"] == "mfa"}
    return (
        bool(used) and Authenticator.objects.filter(user_id=request.user.pk, pk__in=used).exists()
    )


def _redirect_to_second_factor(request: HttpRequest, then: str) -> HttpResponse | None:
    """Where to show the second factor; None if the person has none."""
    for method in get_adapter().get_reauthentication_methods(request.user):
        if method["id"].startswith("mfa_"):
            return redirect_to_login(then, method["url"])
    return None


class SecondFactorMiddleware:
    """Puts Django's admin behind the wall, and keeps a session that has not shown the second
    factor from changing it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None:
            return None
        if "admin" in match.app_names:
            step = redirect_to_missing_step(request)
            if step is None and not actor_of(request).may(Right.ADMINISTER):
                raise PermissionDenied
            return step
        name = match.url_name or ""
        if not name.startswith(("account_", "mfa_")) or name in _OPEN_PAGES:
            return None
        if not request.user.is_authenticated or has_shown_second_factor(request):
            return None
        return _redirect_to_second_factor(request, request.get_full_path())


def note_added_factor(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    """Whoever adds a factor has just shown it."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        record_authentication(request, user, "mfa", id=authenticator.pk, type=authenticator.type)
