"""JSON bodies, read strictly: nothing is lost, nothing is taken for something else."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from rest_framework.request import Request

from api.errors import FieldError, Problem, pointer_to

#: The largest body of one question, in bytes, and of a batch.
LARGEST_BODY = 1_000_000
LARGEST_BATCH_BODY = 8_000_000

#: Integers of more digits than this are cut, for they are too large at any length.
_LONGEST_INTEGER = 100


def read_body(request: Request, largest: int = LARGEST_BODY) -> Any:
    """The JSON value of the body. Raises Problem."""
    _require_json(request.META.get("CONTENT_TYPE", ""))
    content = _content(request, largest)
    if not content.strip():
        raise Problem("invalid_json", "The body is empty: send a JSON object.")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem(
            "invalid_json", f"The body is not UTF-8 (byte {error.start}): encode it so."
        ) from None
    return parse_json(text)


def _require_json(content_type: str) -> None:
    media_type, _, parameters = content_type.partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    if media_type.strip().lower() != "application/json" or charset not in ("", "utf-8"):
        raise Problem(
            "unsupported_media_type",
            "Send JSON in UTF-8, with the header Content-Type: application/json.",
        )


def _content(request: Request, largest: int) -> bytes:
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length.isdecimal() and "HTTP_TRANSFER_ENCODING" in request.META:
        raise Problem("length_required", "Send the body whole, with its Content-Length.")
    too_large = Problem("body_too_large", f"The body has more than {largest:,} bytes.")
    if length.isdecimal() and int(length) > largest:
        raise too_large
    content = request._request.read(largest + 1)
    if len(content) > largest:
        raise too_large
    return content


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises Problem.

    A key that occurs twice in an object is refused, since one of the two would be lost, and so
    are NaN and infinities, which are no JSON.
    """
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Problem(
            "invalid_json",
            f"The body is not JSON: {error.msg}, line {error.lineno}, column {error.colno}.",
        ) from None
    except RecursionError:
        raise Problem("invalid_json", "The body is nested too deeply.") from None


def _without_repetition(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    pairs = list(pairs)
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated = next(name for name, count in Counter(n for n, _ in pairs).items() if count > 1)
    detail = f"The key {repeated[:60]} occurs twice in one object: one of the two would be lost."
    raise Problem("invalid_json", detail, [FieldError(pointer_to(repeated), "repeated", detail)])


def _integer(text: str) -> int:
    return int(text[:_LONGEST_INTEGER])


def _no_constant(name: str) -> Any:
    raise Problem("invalid_json", f"{name} is no JSON number.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_repetition, parse_int=_integer, parse_constant=_no_constant
)
