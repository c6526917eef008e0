"""Who sends a request for staff: the owner of the key in the header `Authorization`.

No cookie signs anybody in here, so that there is no request to forge.
"""

from django.utils import timezone
from rest_framework.request import Request

from api.errors import Problem
from incidents.domain.permissions import Actor
from incidents.domain.tokens import Scope, UnknownToken, use_token
from kbase.client import client_address

_CHALLENGE = 'Bearer realm="kbase"'


def authorize(request: Request, *scopes: Scope) -> Actor:
    """The person in whose name the request is made, by a key that has one of the scopes.

    Raises Problem. What the person's roles allow is asked where the act is.
    """
    header: str = request.META.get("HTTP_AUTHORIZATION", "")
    kind, _, key = header.strip().partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise Problem(
            "unauthorized",
            "Send a token in the header Authorization, after the word Bearer.",
            headers={"WWW-Authenticate": _CHALLENGE},
        )
    try:
        user, granted = use_token(key.strip(), now=timezone.now())
    except UnknownToken as error:
        challenge = f'{_CHALLENGE}, error="invalid_token"'
        headers = {"WWW-Authenticate": challenge}
        raise Problem("unauthorized", str(error), headers=headers) from None
    if granted.isdisjoint(scopes):
        wanted = " ".join(scope.value for scope in scopes)
        challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{wanted}"'
        detail = f"The token is not for this: it needs the scope {' or '.join(wanted.split())}."
        raise Problem("forbidden", detail, headers={"WWW-Authenticate": challenge})
    return Actor(user, client_address(request._request))
