"""From the fields of the form to the document, complete or not. Nothing that was typed is lost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from incidents.draft_forms.nodes import LANGUAGES, Node, Shape, condition_node, disclosure_node
from incidents.draft_forms.pointers import join_pointer, split_pointer
from incidents.draft_forms.scalars import (
    clean,
    read_json,
    read_lines,
    read_number,
    read_question,
)

Json = dict[str, Any]

#: The name of a field that holds a value as JSON: a row that is not opened, or a part that the
#: format does not know.
AS_JSON = "json:"
#: Rows of a list that are read; a form has fewer.
_MOST_ROWS = 2_000


class _Missing:
    """A value that is left out."""


_MISSING = _Missing()


@dataclass(frozen=True, slots=True)
class Typed:
    """A document as it was typed, and the rows that stood open."""

    document: Json
    open_rows: frozenset[str]


@dataclass
class _Branch:
    """Fields by the steps of their pointers."""

    values: list[str] = field(default_factory=list)
    json: str | None = None
    branches: dict[str, "_Branch"] = field(default_factory=dict)

    def texts(self) -> list[str]:
        return [clean(one) for one in self.values]

    def text(self) -> str:
        return clean(self.values[-1]) if self.values else ""


def read_fields(fields: Iterable[tuple[str, list[str]]]) -> Typed:
    """The document of a form's fields. Fields of other names are passed over."""
    root = _grown(fields)
    reader = _Reader()
    if root.json is not None:
        whole = read_json(root.json)
        return Typed(whole if isinstance(whole, dict) else {}, frozenset())
    value = reader.value(disclosure_node(), root, ())
    return Typed(value if isinstance(value, dict) else {}, frozenset(reader.open_rows))


def _grown(fields: Iterable[tuple[str, list[str]]]) -> _Branch:
    root = _Branch()
    for name, values in fields:
        is_json = name.startswith(AS_JSON)
        pointer = name.removeprefix(AS_JSON)
        if pointer and not pointer.startswith("/"):
            continue
        if not pointer and not is_json:
            continue
        branch = root
        for step in split_pointer(pointer)[:12]:
            branch = branch.branches.setdefault(step, _Branch())
        if is_json:
            branch.json = clean(values[-1]) if values else None
        else:
            branch.values += values
    return root


class _Reader:
    """Reads branches by the nodes of the format."""

    def __init__(self) -> None:
        self.open_rows: set[str] = set()

    def value(self, node: Node, branch: _Branch, path: tuple[str, ...]) -> Any:
        """The value that was typed, `_MISSING` where nothing was."""
        if branch.json is not None:
            return read_json(branch.json)
        match node.shape:
            case Shape.OBJECT:
                return self._object(node, branch, path)
            case Shape.ROWS:
                return self._rows(node, branch, path)
            case Shape.CONDITIONS:
                return self._conditions(branch, path)
            case Shape.EARLIER:
                return self._earlier(node, branch, path)
            case Shape.TEXT:
                return _filled(
                    {
                        tag: branch.branches[tag].text()
                        for tag in LANGUAGES
                        if tag in branch.branches
                    }
                )
        return _scalar(node, branch)

    def _object(self, node: Node, branch: _Branch, path: tuple[str, ...]) -> Any:
        found = {
            key: self.value(part, branch.branches[key], (*path, key))
            for key, part in node.parts.items()
            if key in branch.branches
        }
        for key, inner in branch.branches.items():
            if key not in node.parts and inner.json is not None:
                found[key] = read_json(inner.json)
        kept = {key: value for key, value in found.items() if value is not _MISSING}
        return kept or _MISSING

    def _rows(self, node: Node, branch: _Branch, path: tuple[str, ...]) -> Any:
        assert node.item is not None
        rows: list[Any] = []
        for step in sorted((one for one in branch.branches if one.isdecimal()), key=_place):
            place = (*path, str(len(rows)))
            value = self.value(node.item, branch.branches[step], place)
            if branch.branches[step].json is None:
                self.open_rows.add(join_pointer(place))
            rows.append({} if value is _MISSING else value)
        return rows[:_MOST_ROWS] or _MISSING

    def _conditions(self, branch: _Branch, path: tuple[str, ...]) -> Any:
        found = {}
        for attribute, inner in branch.branches.items():
            place = (*path, attribute)
            if inner.json is not None:
                found[attribute] = read_json(inner.json)
                continue
            self.open_rows.add(join_pointer(place))
            kind = inner.branches["kind"].text() if "kind" in inner.branches else ""
            node = condition_node(kind)
            value = self._object(node, inner, place) if node is not None else _MISSING
            found[attribute] = {"kind": kind} if value is _MISSING else value
        return found or _MISSING

    def _earlier(self, node: Node, branch: _Branch, path: tuple[str, ...]) -> Any:
        assert node.item is not None
        choice = branch.text()
        if choice == "true":
            return True
        if choice != "date" and not any(one.text() for one in branch.branches.values()):
            return _MISSING
        date = self.value(node.item, branch, path)
        return {} if date is _MISSING else date


def _place(step: str) -> int:
    return int(step[:9])


def _filled(texts: Mapping[str, str]) -> Any:
    kept = {tag: text for tag, text in texts.items() if text.strip()}
    return kept or _MISSING


def _scalar(node: Node, branch: _Branch) -> Any:
    text = branch.text()
    match node.shape:
        case Shape.LINES:
            return read_lines(branch.texts()) or _MISSING
        case Shape.CITES:
            return [one for one in branch.texts() if one] or _MISSING
        case Shape.FLAGS:
            return [_flag(one) for one in branch.texts() if one] or _MISSING
        case Shape.QUESTION:
            return read_question(text) or _MISSING
    if not text.strip():
        return _MISSING
    match node.shape:
        case Shape.NUMBER:
            return read_number(text)
        case Shape.FLAG:
            return _flag(text)
    return text.strip()


def _flag(text: str) -> bool | str:
    return {"true": True, "false": False}.get(text, text)
