"""Everything that can go wrong under /api/, told as RFC 9457 problems with stable codes.

A problem names what is wrong with each part of a request by an RFC 6901 pointer. For a query the
pointer is `/` and the parameter's name, as if the query were a flat object.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions

from incidents.domain.permissions import UnableToAct

logger = logging.getLogger(__name__)

PROBLEM_TYPE = "application/problem+json"

#: Every code of a problem, with its status and its title. The reference lists them.
PROBLEMS: dict[str, tuple[int, str]] = {
    "invalid_request": (400, "The request cannot be read as it stands"),
    "invalid_json": (400, "The body is not the JSON that is expected"),
    "bad_request": (400, "The request is malformed"),
    "unauthorized": (401, "This needs a token that is valid"),
    "forbidden": (403, "This is not allowed"),
    "not_found": (404, "There is nothing at this address"),
    "withdrawn": (404, "The incident has been withdrawn"),
    "method_not_allowed": (405, "This method is not supported here"),
    "not_acceptable": (406, "Only JSON is served here"),
    "conflict": (409, "This is not possible as things stand"),
    "length_required": (411, "The length of the body is missing"),
    "precondition_failed": (412, "The draft has changed meanwhile"),
    "body_too_large": (413, "The body is too large"),
    "query_too_long": (414, "The query is too long"),
    "unsupported_media_type": (415, "Only JSON is read here"),
    "precondition_required": (428, "Say which version is meant"),
    "too_many_requests": (429, "Too many requests"),
    "internal_error": (500, "The server has failed"),
    "unavailable": (503, "The service cannot answer at the moment"),
}

#: How long to wait before asking a service again that could not answer, in seconds.
RETRY_AFTER = 5


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one part of a request: where, a stable code, a sentence."""

    pointer: str
    code: str
    detail: str


class Problem(Exception):
    """A request that cannot be answered, and why."""

    def __init__(
        self,
        code: str,
        detail: str,
        errors: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        return PROBLEMS[self.code][0]

    def document(self) -> dict[str, Any]:
        """The problem as JSON. Its type leads to the part of the reference that explains it."""
        status, title = PROBLEMS[self.code]
        document: dict[str, Any] = {
            "type": f"/api/docs/#problem-{self.code}",
            "title": title,
            "status": status,
            "code": self.code,
            "detail": clean(self.detail),
        }
        if self.errors:
            document["errors"] = [
                {"pointer": clean(one.pointer), "code": one.code, "detail": clean(one.detail)}
                for one in self.errors
            ]
        return document

    def response(self) -> HttpResponse:
        headers = {"Cache-Control": "no-store", "Content-Language": "en"} | self.headers
        return HttpResponse(
            orjson.dumps(self.document()),
            status=self.status,
            content_type=PROBLEM_TYPE,
            headers=headers,
        )


def invalid(errors: Iterable[FieldError], language: str = "en") -> Problem:
    """The problem of a request of which some parts cannot be read."""
    found = tuple(errors)
    detail = found[0].detail if len(found) == 1 else f"{len(found)} parts cannot be read."
    return Problem("invalid_request", detail, found, {"Content-Language": language})


def clean(text: str) -> str:
    """The text without halves of surrogate pairs, which JSON may carry and UTF-8 may not."""
    return text.encode("utf-8", "replace").decode()


def pointer_to(*steps: str | int) -> str:
    """The RFC 6901 pointer of the steps."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def respond_to(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Answer an exception of an API view; Django REST framework's exception handler."""
    return problem_of(error).response()


def problem_of(error: Exception) -> Problem:
    """The problem that an exception stands for. What was not foreseen is logged and not told."""
    match error:
        case Problem():
            return error
        case Http404():
            return not_found()
        case exceptions.MethodNotAllowed():
            return Problem("method_not_allowed", str(error.detail))
        case exceptions.NotAcceptable():
            return Problem(
                "not_acceptable", "Accept application/json: nothing else is served here."
            )
        case UnableToAct():
            return Problem("forbidden", str(error))
        case exceptions.PermissionDenied() | exceptions.NotAuthenticated():
            return Problem("forbidden", str(error.detail))
        case exceptions.Throttled():
            # How long to wait; None where the throttle cannot tell.
            wait = str(int(getattr(error, "wait", None) or 0) + 1)
            detail = f"Ask again in {wait} seconds."
            return Problem("too_many_requests", detail, headers={"Retry-After": wait})
        case exceptions.APIException() if error.status_code < 500:
            return Problem("bad_request", "The request is malformed.")
        case SuspiciousOperation():
            return Problem("bad_request", "The request is malformed.")
        case DatabaseError():
            logger.exception("The database cannot be read.", exc_info=error)
            return unavailable()
    logger.exception("An API view has failed.", exc_info=error)
    return internal_error()


def not_found() -> Problem:
    return Problem("not_found", "There is nothing at this address.")


def internal_error() -> Problem:
    return Problem("internal_error", "The server has failed. That is no verdict: ask again.")


def unavailable() -> Problem:
    return Problem(
        "unavailable",
        "What is published cannot be read at the moment. That is no verdict: ask again.",
        headers={"Retry-After": str(RETRY_AFTER)},
    )


_BY_STATUS = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}


def problem_of_status(status: int) -> Problem:
    """The problem in place of an error page that was made for readers."""
    if status >= 500:
        return internal_error()
    code = _BY_STATUS.get(status, "bad_request")
    return Problem(code, f"{PROBLEMS[code][1]}.")


@method_decorator(csrf_exempt, name="dispatch")
class NothingHere(View):
    """Every address under /api/ that leads nowhere, whatever the method."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return not_found().response()
