"""Query strings, read strictly: nothing is ignored, nothing is guessed."""

from collections.abc import Collection
from urllib.parse import unquote_to_bytes

from rest_framework.request import Request

from api.errors import FieldError, Problem, invalid, pointer_to

#: The longest query string that is read, in bytes; servers accept little more.
LONGEST_QUERY = 8_000

#: Beyond this many parameters a query is no question.
MOST_PARAMETERS = 100


def read_query(request: Request) -> dict[str, str]:
    """The parameters by name.

    Raises Problem for a query that is too long, is not UTF-8 or gives a parameter twice.
    """
    raw: str = request.META.get("QUERY_STRING", "")
    if not raw:
        return {}
    if len(raw) > LONGEST_QUERY:
        raise Problem(
            "query_too_long", f"The query is longer than {LONGEST_QUERY:,} bytes: send a body."
        )
    parameters: dict[str, str] = {}
    errors: list[FieldError] = []
    parts = raw.split("&")
    if len(parts) > MOST_PARAMETERS:
        raise Problem("query_too_long", f"A query has up to {MOST_PARAMETERS} parameters.")
    for part in parts:
        if not part:
            continue
        name, _, value = part.partition("=")
        try:
            name, value = _decode(name), _decode(value)
        except UnicodeDecodeError:
            shown = unquote_to_bytes(name.replace("+", " ")).decode("utf-8", "replace")
            errors.append(
                FieldError(pointer_to(shown), "not_utf8", f"{shown} is not UTF-8: encode it so.")
            )
            continue
        if name in parameters:
            errors.append(
                FieldError(pointer_to(name), "repeated", f"{name} is given twice: give it once.")
            )
        parameters[name] = value
    if errors:
        raise invalid(errors)
    return parameters


def _decode(text: str) -> str:
    """A name or a value as it was before it was encoded. Raises UnicodeDecodeError."""
    if "+" in text:
        text = text.replace("+", " ")
    if "%" not in text and text.isascii():
        return text
    # Servers hand raw bytes on as Latin-1.
    return unquote_to_bytes(text.encode("latin-1", "replace")).decode()


def unknown_parameters(given: Collection[str], known: Collection[str]) -> list[FieldError]:
    """An error for every parameter that the address does not know."""
    return [
        FieldError(
            pointer_to(name),
            "unknown_parameter",
            f"There is no parameter {name[:60]} here. Known: {', '.join(known) or 'none'}.",
        )
        for name in given
        if name not in known
    ]
