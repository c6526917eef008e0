"""Answers as JSON, with what caches and conditional requests need."""

import hashlib
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework.request import Request

#: Public reads: fresh for half a minute, and good for a day where the server cannot be reached.
PUBLIC = "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400"

#: Verdicts are asked anew each time; an old one must never stand in for one that failed.
UNCACHED = "no-cache"

JSON_TYPE = "application/json"


def etag_of(content: bytes | str) -> str:
    """A strong entity tag of the very bytes."""
    encoded = content if isinstance(content, bytes) else content.encode()
    return f'"{hashlib.sha256(encoded).hexdigest()[:32]}"'


def json_response(
    request: Request | HttpRequest,
    content: bytes | str,
    *,
    etag: str | None = None,
    cache: str = PUBLIC,
    language: str = "en",
    headers: Mapping[str, str] | None = None,
    content_type: str = JSON_TYPE,
) -> HttpResponse:
    """The content, or 304 where the client has it already."""
    if etag is None:
        etag = etag_of(content)
    held = request.META.get("HTTP_IF_NONE_MATCH")
    response = (
        HttpResponseNotModified()
        if held is not None and _matches(held, etag)
        else HttpResponse(content, content_type=content_type)
    )
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = cache
    response.headers["Content-Language"] = language
    for name, value in (headers or {}).items():
        response.headers[name] = value
    return response


def _matches(held: str, etag: str) -> bool:
    """Whether one of the tags of If-None-Match is this one; compared weakly, as for that header."""
    tags = (tag.strip().removeprefix("W/") for tag in held.split(","))
    return held.strip() == "*" or etag in tags
