"""Single values as they are typed, and as documents hold them."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

#: Numbers of more digits are left as typed: no count has them, and not every reader can hold them.
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,15})(\.\d{1,15})?", re.ASCII)
_LARGEST = 2**63 - 1


def clean(text: str) -> str:
    """What was typed, with the line ends of documents and without what no database keeps."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def read_number(text: str) -> int | float | str:
    """The number; what is none stays a text, so that it is shown again with what is wrong."""
    plain = text.strip()
    if not _NUMBER.fullmatch(plain):
        return plain
    return float(plain) if "." in plain else int(plain)


def read_json(text: str) -> Any:
    """The value of a JSON text; a text that is no JSON, or none of ours, stays a text."""
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_float, parse_int=_int)
        return _storable(value)
    except (ValueError, RecursionError):
        return text


def _storable(value: Any) -> Any:
    """The value with texts that every database and encoding keeps."""
    if isinstance(value, str):
        return clean(value).encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_storable(one) for one in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(one) for key, one in value.items()}
    return value


def write_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text)
    return value


def _int(text: str) -> int:
    if len(text) > 20 or abs(int(text)) > _LARGEST:
        raise ValueError(text)
    return int(text)


def read_question(text: str) -> dict[str, Any]:
    """The fields of a question, written one per line as `name: value`."""
    fields: dict[str, Any] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        if name.strip() or value.strip():
            fields[name.strip()] = _question_value(value.strip())
    return fields


def _question_value(text: str) -> Any:
    is_json = text in ("true", "false", "null") or text[:1] in ('"', "{", "[")
    return read_json(text) if is_json else read_number(text)


def write_question(question: Mapping[str, Any]) -> str:
    """The question as it is typed; a value that would be read as another one is in quotes."""
    return "\n".join(f"{name}: {_written(value)}" for name, value in question.items())


def _written(value: Any) -> str:
    is_plain = isinstance(value, str) and "\n" not in value and value == value.strip()
    if is_plain and _question_value(value) == value:
        return str(value)
    return write_json(value)


def read_lines(texts: Iterable[str]) -> list[str]:
    return [line.strip() for text in texts for line in text.split("\n") if line.strip()]
