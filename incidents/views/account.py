"""One's own account, and the sign-in of a trial on one's own machine."""

from dataclasses import dataclass

from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from incidents.domain.accounts import UnusableLink, demo_account, use_demo_link
from incidents.domain.permissions import Actor, Right, Role
from incidents.second_factor import DEMO_METHOD, actor_of, redirect_to_missing_step
from kbase.client import client_address


@dataclass(frozen=True, slots=True)
class AccountPage:
    """What the page says of an account."""

    name: str
    roles: list[str]
    may_have_tokens: bool
    may_administer: bool


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and what they can do with their account."""
    step = redirect_to_missing_step(request)
    if step is not None:
        return step
    return render(request, "account/index.html", {"account": _page_of(actor_of(request))})


def _page_of(actor: Actor) -> AccountPage:
    assert actor.user is not None
    words = {
        Role.AUTHOR.value: _("author"),
        Role.REVIEWER.value: _("reviewer"),
        Role.PUBLISHER.value: _("publisher"),
        Role.ADMINISTRATOR.value: _("administrator"),
    }
    names = actor.user.groups.order_by("name").values_list("name", flat=True)
    return AccountPage(
        name=actor.user.get_full_name() or actor.user.username,
        roles=[words.get(name, name) for name in names],
        may_have_tokens=actor.may(Right.READ_DRAFTS),
        may_administer=actor.may(Right.ADMINISTER),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def demo_sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link. Looking at it does not use it up, so that no preview does."""
    if not settings.DEMO:
        raise Http404
    if client_address(request) not in ("127.0.0.1", "::1"):
        raise PermissionDenied
    now = timezone.now()
    try:
        if request.method != "POST":
            name = demo_account(token, now=now).username
            return render(request, "account/demo.html", {"name": name})
        user = use_demo_link(token, now=now)
    except UnusableLink:
        return render(request, "account/demo.html", status=410)
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(0)
    record_authentication(request, user, DEMO_METHOD)
    return redirect(settings.LOGIN_REDIRECT_URL)
