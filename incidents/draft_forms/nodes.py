"""What kind of field each part of a document is edited in, read off its JSON Schema."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any

from incidents.domain.documents import schema_of

Json = Mapping[str, Any]

LANGUAGES = ("en", "zh-Hans")
_CITATIONS = "Keys of the sources"
#: Longer texts than this are typed in more than one line.
_LONGEST_LINE = 300


class Shape(Enum):
    """How a value is typed."""

    TEXT = "text"  # by language, side by side
    LINE = "line"
    NUMBER = "number"
    FLAG = "flag"  # true, false or not given
    CHOICE = "choice"
    CONSTANT = "constant"
    LINES = "lines"  # several names, one per line
    FLAGS = "flags"  # any of true and false
    CITES = "cites"  # any of the document's sources
    QUESTION = "question"  # a field of the question per line
    EARLIER = "earlier"  # true, or a date
    OBJECT = "object"
    ROWS = "rows"
    CONDITIONS = "conditions"  # by attribute


@dataclass(frozen=True)
class Node:
    """A part of the format. `name` tells objects apart for their labels and helps."""

    shape: Shape
    name: str = ""
    parts: Mapping[str, "Node"] = field(default_factory=dict)
    #: What a list holds, or what `EARLIER` may be.
    item: "Node | None" = None
    choices: tuple[str, ...] = ()
    required: frozenset[str] = frozenset()

    def part(self, step: str) -> "Node | None":
        """The node one step of a pointer further; None where the format has no such part."""
        if self.shape is Shape.ROWS:
            return self.item if step.isdigit() else None
        if self.shape is Shape.EARLIER:
            return self.item
        return self.parts.get(step)


_ITEM_NAMES = {
    "sources": "source",
    "timeline": "event",
    "counts": "count",
    "versions": "fixed_version",
    "protections": "protection",
    "coverage": "coverage",
    "statements": "statement",
    "related": "related",
    "examples": "example",
    "unreliable": "unreliable",
}


@cache
def disclosure_node() -> Node:
    """The whole disclosure document."""
    return _object(schema_of("disclosure-1"), "incident")


@cache
def condition_node(kind: str) -> Node | None:
    """A condition of that kind; None for a kind that the format does not know."""
    definitions = schema_of("disclosure-1")["$defs"]
    if kind not in ("identifier", "instant", "number", "flag", "version"):
        return None
    return _object(definitions[kind], kind)


def _object(schema: Json, name: str) -> Node:
    parts = {key: _node(one, key) for key, one in schema["properties"].items()}
    return Node(Shape.OBJECT, name, parts, required=frozenset(schema.get("required", ())))


_BY_REFERENCE = {
    "text": Shape.TEXT,
    "question": Shape.QUESTION,
    "conditions": Shape.CONDITIONS,
    "key": Shape.LINE,
    "name": Shape.LINE,
    "incident_id": Shape.LINE,
}


def _node(schema: Json, key: str) -> Node:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if name in _BY_REFERENCE:
            return Node(_BY_REFERENCE[name], key)
        found = schema_of("disclosure-1")["$defs"][name]
        return _object(found, name) if found.get("type") == "object" else _node(found, key)
    if "const" in schema:
        return Node(Shape.CONSTANT, key)
    if "enum" in schema:
        return Node(Shape.CHOICE, key, choices=tuple(schema["enum"]))
    if "oneOf" in schema:
        return Node(Shape.EARLIER, key, item=_node({"$ref": "#/$defs/date"}, key))
    match schema["type"]:
        case "array":
            return _list(schema, key)
        case "object":
            return _object(schema, _ITEM_NAMES.get(key, key))
        case "boolean":
            return Node(Shape.FLAG, key)
        case "number" | "integer":
            return Node(Shape.NUMBER, key)
    return Node(Shape.LINE, key)


def _list(schema: Json, key: str) -> Node:
    if schema.get("description", "").startswith(_CITATIONS):
        return Node(Shape.CITES, key)
    item = _node(schema["items"], key)
    if item.shape is Shape.LINE:
        return Node(Shape.LINES, key)
    if item.shape is Shape.FLAG:
        return Node(Shape.FLAGS, key)
    return Node(Shape.ROWS, key, item=item)
