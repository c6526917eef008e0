"""From a document to the fields of the form: what `read_fields` reads as that very document."""

from collections.abc import Iterator
from typing import Any

from incidents.draft_forms.nodes import LANGUAGES, Node, Shape, condition_node, disclosure_node
from incidents.draft_forms.pointers import join_pointer
from incidents.draft_forms.reading import AS_JSON
from incidents.draft_forms.scalars import read_number, write_json, write_question


def write_fields(document: Any) -> dict[str, list[str]]:
    """Every field of the document, with all rows opened."""
    return dict(_fields(disclosure_node(), document, ()))


def fits(node: Node, value: Any) -> bool:
    """Whether the value can be typed in the node's own field; others are kept as JSON."""
    match node.shape:
        case Shape.OBJECT:
            return isinstance(value, dict)
        case Shape.ROWS:
            return isinstance(value, list)
        case Shape.CONDITIONS:
            return isinstance(value, dict) and all(
                isinstance(one, dict) and condition_node(one.get("kind", "")) is not None
                for one in value.values()
            )
        case Shape.TEXT:
            return isinstance(value, dict) and all(
                tag in LANGUAGES and isinstance(text, str) for tag, text in value.items()
            )
        case Shape.QUESTION:
            return isinstance(value, dict) and all(
                name and ":" not in name and "\n" not in name and name == name.strip()
                for name in value
            )
        case Shape.EARLIER:
            return value is True or isinstance(value, dict)
        case Shape.LINES | Shape.CITES:
            return _are_lines(value)
        case Shape.FLAGS:
            return isinstance(value, list) and all(isinstance(one, bool) for one in value)
        case Shape.FLAG:
            return isinstance(value, bool)
        case Shape.NUMBER:
            return not isinstance(value, bool) and read_number(scalar_text(value)) == value
    return isinstance(value, str) and value == value.strip() and bool(value)


def _are_lines(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, str) and one and one == one.strip() and "\n" not in one for one in value
    )


def scalar_text(value: Any) -> str:
    """A single value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _fields(node: Node, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    name = join_pointer(path)
    if not fits(node, value):
        yield AS_JSON + name, [write_json(value)]
        return
    match node.shape:
        case Shape.OBJECT:
            yield from _object_fields(node, value, path)
        case Shape.ROWS:
            assert node.item is not None
            for place, item in enumerate(value):
                yield from _row_fields(node.item, item, (*path, str(place)))
        case Shape.CONDITIONS:
            for attribute, content in value.items():
                found = condition_node(content["kind"])
                assert found is not None
                yield from _object_fields(found, content, (*path, attribute))
        case Shape.EARLIER if value is not True:
            assert node.item is not None
            yield name, ["date"]
            yield from _object_fields(node.item, value, path)
        case Shape.TEXT:
            yield from ((f"{name}/{tag}", [text]) for tag, text in value.items())
        case Shape.LINES:
            yield name, ["\n".join(value)]
        case Shape.CITES | Shape.FLAGS:
            yield name, [scalar_text(one) for one in value]
        case Shape.QUESTION:
            yield name, [write_question(value)]
        case _:
            yield name, [scalar_text(value)]


def _row_fields(node: Node, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    if value == {}:
        # A row in which nothing is typed yet is a row all the same.
        yield join_pointer(path), [""]
    yield from _fields(node, value, path)


def _object_fields(
    node: Node, value: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[str, list[str]]]:
    for key, part in node.parts.items():
        if key in value:
            yield from _fields(part, value[key], (*path, key))
    for key in value:
        if key not in node.parts:
            yield AS_JSON + join_pointer((*path, key)), [write_json(value[key])]
