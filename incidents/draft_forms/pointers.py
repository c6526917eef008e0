"""RFC 6901 pointers, by which fields are called."""

from collections.abc import Iterable
from typing import Any


def split_pointer(pointer: str) -> list[str]:
    """The steps of a pointer."""
    return [one.replace("~1", "/").replace("~0", "~") for one in pointer.split("/")[1:]]


def join_pointer(steps: Iterable[str]) -> str:
    """The pointer of the steps."""
    return "".join("/" + one.replace("~", "~0").replace("/", "~1") for one in steps)


def value_at(document: Any, pointer: str) -> Any:
    """The value that a pointer leads to; None where it leads nowhere."""
    value = document
    for step in split_pointer(pointer):
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return None
    return value
