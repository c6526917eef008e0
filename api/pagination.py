"""Pages of lists, led from one to the next by an opaque cursor.

A cursor holds the key of the item next to the page, so that what is published meanwhile moves
nothing that was already read.
"""

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest
from rest_framework.request import Request

from api.errors import FieldError
from api.views import origin_of

T = TypeVar("T")

#: The key of an item: texts that order the list.
Key = tuple[str, ...]

DEFAULT_PAGE = 50
LARGEST_PAGE = 100


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: after the item of that key, or before it."""

    key: Key
    is_backward: bool = False

    def __str__(self) -> str:
        written = json.dumps([int(self.is_backward), *self.key], separators=(",", ":"))
        return base64.urlsafe_b64encode(written.encode()).decode().rstrip("=")


def read_cursor(text: str | None, length: int, errors: list[FieldError]) -> Cursor | None:
    """The cursor of a list whose keys have that many parts; None for the first page."""
    if text is None:
        return None
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        direction, *key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if direction not in (0, 1) or len(key) != length or not all(map(_is_part, key)):
            raise ValueError("not a cursor of this list")
    except (ValueError, TypeError, RecursionError, binascii.Error):
        detail = "This is no cursor of this list: take the address in next or previous."
        errors.append(FieldError("/cursor", "invalid_cursor", detail))
        return None
    return Cursor(tuple(key), direction == 1)


def _is_part(part: object) -> bool:
    return isinstance(part, str) and part.isprintable() and len(part) <= 300


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some items of a list, with the cursors to its neighbours; None where there is none."""

    items: Sequence[T]
    following: Cursor | None
    preceding: Cursor | None


def page_of(
    found: Sequence[T], cursor: Cursor | None, limit: int, key: Callable[[T], Key]
) -> Page[T]:
    """The page of the items found beyond the cursor, of which there may be one more than `limit`.

    For a backward cursor they come in reverse order.
    """
    items = list(found[:limit])
    has_more = len(found) > limit
    if not items:
        return Page((), None, None)
    if cursor is not None and cursor.is_backward:
        items.reverse()
        preceding = Cursor(key(items[0]), is_backward=True) if has_more else None
        return Page(items, Cursor(key(items[-1])), preceding)
    return Page(
        items,
        Cursor(key(items[-1])) if has_more else None,
        Cursor(key(items[0]), is_backward=True) if cursor is not None else None,
    )


def page_of_list(
    items: Sequence[T], cursor: Cursor | None, limit: int, key: Callable[[T], Key]
) -> Page[T]:
    """The page of a list at hand, in the order of its keys."""
    ordered = sorted(items, key=key)
    if cursor is not None and cursor.is_backward:
        found = [one for one in reversed(ordered) if key(one) < cursor.key]
    else:
        found = [one for one in ordered if cursor is None or key(one) > cursor.key]
    return page_of(found[: limit + 1], cursor, limit, key)


def page_json(
    page: Page[Any],
    results: Sequence[Any],
    request: Request | HttpRequest,
    parameters: Mapping[str, str],
) -> dict[str, Any]:
    """The page as JSON, with the addresses of its neighbours."""
    return {
        "results": results,
        "next": _address(page.following, request, parameters),
        "previous": _address(page.preceding, request, parameters),
    }


def _address(
    cursor: Cursor | None, request: Request | HttpRequest, parameters: Mapping[str, str]
) -> str | None:
    if cursor is None:
        return None
    query = urlencode({**parameters, "cursor": str(cursor)})
    return f"{origin_of(request)}{request.path_info}?{query}"
