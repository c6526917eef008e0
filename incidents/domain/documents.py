"""Documents as people and programs hand them in: parsed without surprises, checked, hashed."""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import jsonschema
import orjson
import yaml

SCHEMAS = Path(__file__).resolve().parent.parent / "schemas"

Json = dict[str, Any]

#: The largest document that is read, in bytes. The largest shipped one has a fiftieth of it.
LARGEST_DOCUMENT = 2_000_000


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a document, and where: an RFC 6901 pointer, a stable code, a sentence."""

    pointer: str
    code: str
    detail: str

    def __str__(self) -> str:
        return f"{self.pointer}: {self.detail}" if self.pointer else self.detail


class UnableToImport(ValueError):
    """A document that is refused whole, with everything that is wrong in it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def parse_document(content: bytes) -> Json:
    """The object that a YAML or JSON text holds. Raises UnableToImport.

    Dates stay texts. A key that occurs twice is refused, since one of the two would be lost, and
    so are YAML's aliases and tags, with which a small text can stand for a huge one.
    """
    if len(content) > LARGEST_DOCUMENT:
        raise _unreadable(f"The document has more than {LARGEST_DOCUMENT:,} bytes.")
    try:
        text = content.decode("utf-8-sig")
        is_json = text.lstrip().startswith("{")
        document = _parse_json(text) if is_json else _parse_yaml(text)
        # What the canonical form cannot hold: half a character, or a number beyond 64 bits.
        orjson.dumps(document)
    except UnicodeDecodeError as error:
        raise _unreadable(f"The text is not UTF-8 (byte {error.start}).") from None
    except RecursionError:
        raise _unreadable("The document is nested too deeply.") from None
    except orjson.JSONEncodeError as error:
        raise _unreadable(f"The document holds what no JSON text can: {error}") from None
    except (ValueError, yaml.YAMLError) as error:
        raise _unreadable(f"The text is neither JSON nor YAML: {error}") from None
    if not isinstance(document, dict):
        raise _unreadable("A document is an object with keys, not a list or a single value.")
    return document


def _unreadable(detail: str) -> UnableToImport:
    return UnableToImport([Problem("", "unreadable", detail)])


def _parse_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)


def _without_duplicates(pairs: Iterable[tuple[str, Any]]) -> Json:
    result: Json = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key!r} occurs twice")
        result[key] = value
    return result


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


class _Loader(yaml.CSafeLoader):
    """YAML's scalars without dates, which would lose the precision they were written in."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for position, key in enumerate(keys):
            if not isinstance(key, str):
                raise ValueError(f"the key {key!r} is not a text; put it in quotes")
            if key in keys[:position]:
                raise ValueError(f"the key {key!r} occurs twice")
        return super().construct_mapping(node, deep)


def _finite(loader: _Loader, node: yaml.ScalarNode) -> float:
    number: float = loader.construct_yaml_float(node)
    if not math.isfinite(number):
        _no_constant(node.value)
    return number


_Loader.add_constructor("tag:yaml.org,2002:float", _finite)
_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if not tag.endswith((":timestamp", ":merge"))]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def _parse_yaml(text: str) -> Any:
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            raise ValueError("aliases are not read; write the value out")
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise ValueError(f"the tag {tag} is not read; write a plain value")
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader with fewer types


def document_text(document: Json) -> str:
    """The document as YAML for people to read and edit."""
    return yaml.dump(
        document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100, indent=2
    )


class _Dumper(yaml.SafeDumper):
    """Writes texts that look like dates in quotes, as any YAML reader wants them."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def canonical_content(document: Mapping[str, Any]) -> str:
    """The one JSON text of a document: keys sorted, no spaces, UTF-8. This is what is hashed."""
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()


def content_hash(content: str) -> str:
    """SHA-256 of the text in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(content.encode()).hexdigest()


@cache
def schema_of(name: str) -> Json:
    """The JSON Schema of a document format: `disclosure-1` or `catalogue-1`."""
    loaded: Json = orjson.loads((SCHEMAS / f"{name}.json").read_bytes())
    return loaded


@cache
def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(
        schema_of(name), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )


def schema_problems(document: Mapping[str, Any], schema: str) -> list[Problem]:
    """Where the document departs from its schema, in the order of the document."""
    errors = sorted(_validator(schema).iter_errors(document), key=lambda one: str(one.json_path))
    return [_schema_problem(leaf) for error in errors for leaf in _leaves(error)]


def _leaves(error: jsonschema.ValidationError) -> Iterator[jsonschema.ValidationError]:
    """The errors that say something: those inside a choice rather than the choice itself."""
    if error.context:
        best = jsonschema.exceptions.best_match([error])
        yield best if isinstance(best, jsonschema.ValidationError) else error
    else:
        yield error


def _schema_problem(error: jsonschema.ValidationError) -> Problem:
    path = [str(step).replace("~", "~0").replace("/", "~1") for step in error.absolute_path]
    pointer = "".join(f"/{step}" for step in path)
    code = "unknown_key" if error.validator == "additionalProperties" else str(error.validator)
    message = error.message if len(error.message) <= 300 else error.message[:300] + "…"
    return Problem(pointer, code, message)
