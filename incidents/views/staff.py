"""What every page of staff begins with."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from incidents.domain.permissions import Actor, Right, UnableToAct
from incidents.second_factor import actor_of, redirect_to_missing_step

P = ParamSpec("P")


def staff_required(
    right: Right,
) -> Callable[[Callable[..., HttpResponse]], Callable[Concatenate[HttpRequest, P], HttpResponse]]:
    """Let in only people with the right, signed in by a second factor.

    The view gets `actor`. Whoever is not signed in goes to the sign-in and comes back; whoever
    has no second factor goes to its set-up; whoever lacks the right gets the page of a 403, and
    so does whoever is refused by the domain.
    """

    def decorate(
        view: Callable[..., HttpResponse],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            response = redirect_to_missing_step(request)
            if response is None:
                response = _respond(actor_of(request), request, *args, **kwargs)
            add_never_cache_headers(response)
            return response

        def _respond(
            actor: Actor, request: HttpRequest, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if not actor.may(right):
                raise PermissionDenied
            try:
                return view(request, *args, actor=actor, **kwargs)
            except UnableToAct as error:
                raise PermissionDenied(str(error)) from None

        return guarded

    return decorate
