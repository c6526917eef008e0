"""What the buttons of the form do to its rows: add, remove, move, open and close them."""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from incidents.draft_forms.nodes import Node, Shape, condition_node, disclosure_node
from incidents.draft_forms.pointers import join_pointer, split_pointer, value_at
from incidents.draft_forms.reading import Typed

Json = dict[str, Any]

ADD, REMOVE, UP, DOWN, OPEN, CLOSE = "add", "remove", "up", "down", "open", "close"


class UnreadableAct(ValueError):
    """A button that the form does not have."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The document after an act, its open rows, and the row to go on with."""

    typed: Typed
    focus: str


def apply_act(typed: Typed, act: str, *, attribute: str = "", kind: str = "") -> Changed:
    """Do what the button `act` (`up:/timeline/2`) says.

    `attribute` and `kind` are those of a condition that is added. Raises UnreadableAct.
    """
    verb, colon, pointer = act.partition(":")
    if not colon or verb not in (ADD, REMOVE, UP, DOWN, OPEN, CLOSE):
        raise UnreadableAct(f"There is no button {act[:60]!r}.")
    if verb == OPEN:
        return Changed(Typed(typed.document, typed.open_rows | {pointer}), pointer)
    if verb == CLOSE:
        return Changed(Typed(typed.document, typed.open_rows - {pointer}), pointer)
    document = deepcopy(typed.document)
    if verb == ADD:
        return _add(document, typed.open_rows, pointer, attribute, kind)
    steps = split_pointer(pointer)
    holder = value_at(document, join_pointer(steps[:-1])) if steps else None
    if isinstance(holder, dict) and verb == REMOVE and steps[-1] in holder:
        return _remove_key(document, typed.open_rows, steps, holder)
    if not isinstance(holder, list) or not steps[-1].isdecimal() or int(steps[-1]) >= len(holder):
        raise UnreadableAct(f"There is no row {pointer[:60]!r}.")
    return _move(document, typed.open_rows, steps, holder, verb)


def _move(
    document: Json, open_rows: frozenset[str], steps: list[str], rows: list[Any], verb: str
) -> Changed:
    place, parent = int(steps[-1]), join_pointer(steps[:-1])
    order = list(range(len(rows)))
    if verb == REMOVE:
        order.pop(place)
    else:
        other = min(max(place + (-1 if verb == UP else 1), 0), len(rows) - 1)
        order[place], order[other] = order[other], order[place]
    rows[:] = [rows[old] for old in order]
    places = {old: new for new, old in enumerate(order)}
    moved = {one for one in (_moved(row, parent, places) for row in open_rows) if one}
    if not rows:
        _drop(document, steps[:-1])
    focus = parent if verb == REMOVE else f"{parent}/{places[place]}"
    return Changed(Typed(document, frozenset(moved)), focus)


def _moved(row: str, parent: str, places: dict[int, int]) -> str | None:
    """Where an open row is afterwards; None for one that was removed."""
    if not row.startswith(f"{parent}/"):
        return row
    step, *rest = row.removeprefix(f"{parent}/").split("/")
    if not step.isdecimal():
        return row
    if int(step) not in places:
        return None
    return "/".join([parent, str(places[int(step)]), *rest])


def _remove_key(
    document: Json, open_rows: frozenset[str], steps: list[str], holder: Json
) -> Changed:
    del holder[steps[-1]]
    pointer = join_pointer(steps)
    kept = frozenset(
        row for row in open_rows if row != pointer and not row.startswith(pointer + "/")
    )
    return Changed(Typed(document, kept), join_pointer(steps[:-1]))


def _drop(document: Json, steps: list[str]) -> None:
    """Leave an empty list out, as documents do."""
    holder = value_at(document, join_pointer(steps[:-1]))
    if isinstance(holder, dict):
        holder.pop(steps[-1], None)


def _add(
    document: Json, open_rows: frozenset[str], pointer: str, attribute: str, kind: str
) -> Changed:
    steps = split_pointer(pointer)
    node, value = disclosure_node(), document
    for step in steps:
        found = _next(node, value, step)
        if found is None:
            raise UnreadableAct(f"Nothing can be added to {pointer[:60]!r}.")
        node = found
        if isinstance(value, list):
            value = value[int(step)]
            continue
        empty: Any = [] if node.shape is Shape.ROWS else {}
        value = value.setdefault(step, empty)
        if not isinstance(value, dict | list):
            raise UnreadableAct(f"Nothing can be added to {pointer[:60]!r}.")
    if node.shape is Shape.CONDITIONS and isinstance(value, dict):
        return _add_condition(document, open_rows, pointer, value, attribute, kind)
    if node.shape is not Shape.ROWS or not isinstance(value, list):
        raise UnreadableAct(f"Nothing can be added to {pointer[:60]!r}.")
    value.append(_new_row(node))
    row = f"{pointer}/{len(value) - 1}"
    return Changed(Typed(document, open_rows | {row}), row)


def _next(node: Node, value: Any, step: str) -> Node | None:
    if isinstance(value, list):
        return node.part(step) if step.isdecimal() and int(step) < len(value) else None
    if node.shape is Shape.CONDITIONS:
        content = value.get(step)
        return condition_node(content.get("kind", "")) if isinstance(content, dict) else None
    return node.part(step)


def _new_row(node: Node) -> Json:
    """An empty row. A scope begins with a clause, since every scope has one."""
    if node.name == "scopes":
        return {"clauses": [{}]}
    return {}


def _add_condition(
    document: Json,
    open_rows: frozenset[str],
    pointer: str,
    conditions: Json,
    attribute: str,
    kind: str,
) -> Changed:
    if condition_node(kind) is None:
        raise UnreadableAct("Choose what the condition is about.")
    row = pointer + join_pointer([attribute])
    conditions.setdefault(attribute, {"kind": kind})
    return Changed(Typed(document, open_rows | {row}), row)
