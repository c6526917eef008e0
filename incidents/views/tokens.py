"""A person's own tokens for the API."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from incidents.domain.permissions import Actor, Right, UnableToAct
from incidents.domain.tokens import (
    Scope,
    UnableToCreateToken,
    UnknownToken,
    create_token,
    list_tokens,
    revoke_token,
)
from incidents.views.staff import staff_required


class TokenForm(forms.Form):
    """What a new token is called, what it is for, and how long."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("The program that will use it, such as “import script”."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (Scope.READ_DRAFTS.value, gettext_lazy("read drafts")),
            (Scope.WRITE_DRAFTS.value, gettext_lazy("edit drafts and submit them for review")),
        ],
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"),
        coerce=int,
        choices=[
            (7, gettext_lazy("7 days")),
            (30, gettext_lazy("30 days")),
            (90, gettext_lazy("90 days")),
            (365, gettext_lazy("a year")),
        ],
        initial=30,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.READ_DRAFTS)
@sensitive_variables("key")
def tokens(request: HttpRequest, *, actor: Actor) -> HttpResponse:
    """List one's tokens, and make one. The key stands in this one response and nowhere else."""
    now = timezone.now()
    form = TokenForm(request.POST if request.method == "POST" else None)
    key = ""
    if form.is_valid():
        try:
            _token, key = create_token(
                actor=actor,
                name=form.cleaned_data["name"],
                scopes=[Scope(one) for one in form.cleaned_data["scopes"]],
                expires_at=now + timedelta(days=form.cleaned_data["days"]),
                now=now,
            )
            form = TokenForm()
        except (UnableToCreateToken, UnableToAct) as error:
            form.add_error(None, str(error))
    found = list_tokens(actor=actor)
    for token in found:
        token.is_expired = token.expires_at <= now  # type: ignore[attr-defined]
    return render(
        request,
        "account/tokens.html",
        {"tokens": found, "form": form, "key": key},
        status=400 if form.errors else 200,
    )


@require_POST
@staff_required(Right.READ_DRAFTS)
def revoke(request: HttpRequest, pk: int, *, actor: Actor) -> HttpResponse:
    """Revoke one of one's tokens."""
    try:
        token = revoke_token(pk, actor=actor, now=timezone.now())
    except UnknownToken:
        raise Http404 from None
    messages.success(request, _("The token “%(name)s” has been revoked.") % {"name": token.name})
    return redirect("account_tokens")
