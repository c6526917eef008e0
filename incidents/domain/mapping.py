"""Disclosure documents and rows, each from the other, without the database.

A draft is a tree of unsaved or loaded rows. Most parts of a document are lists whose items have
a column per key; scopes are deeper and have a row class per kind of condition. What a document
leaves out has the column's default, and what has its default is left out of the document.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import Field, Model

from incidents.models import (
    AffectedCount,
    Clause,
    Coverage,
    FixedVersion,
    FlagCondition,
    Incident,
    NameCondition,
    Protection,
    RelatedIncident,
    Scope,
    ScopeExample,
    Source,
    Statement,
    Threshold,
    TimelineEvent,
    TimeWindow,
    VersionCondition,
    WindowDate,
)
from incidents.models.clause import ConditionRow
from incidents.models.incident import IncidentPart

SCHEMA = "kbase-disclosure/1"

Json = dict[str, Any]

#: The columns of an incident, by their keys in the document.
INCIDENT_COLUMNS = {
    "id": "public_id",
    "language": "language",
    "kind": "kind",
    "status": "status",
    "provider": "provider",
    "title": "title",
    "summary": "summary",
    "disclosed": "disclosed",
    "notice": "notice",
    "key_points": "key_points",
    "narrative": "narrative",
}


def same_names(*names: str) -> dict[str, str]:
    """Columns that are called as their keys are."""
    return {name: name for name in names}


#: The lists of a document: row class, and columns by key.
PARTS: dict[str, tuple[type[IncidentPart], dict[str, str]]] = {
    "sources": (
        Source,
        same_names(
            "key", "publisher", "title", "published", "url", "language", "type", "read", "note"
        ),
    ),
    "timeline": (TimelineEvent, same_names("at", "text", "sources")),
    "counts": (AffectedCount, same_names("value", "unit", "qualifier", "of", "is_not", "sources")),
    "versions": (
        FixedVersion,
        same_names("component", "version", "role", "status", "note", "sources"),
    ),
    "protections": (Protection, same_names("key", "name", "setting", "note", "sources")),
    "statements": (Statement, same_names("kind", "question", "text", "said_by", "sources")),
    "related": (
        RelatedIncident,
        {"incident": "other", "relation": "relation", "reason": "reason"},
    ),
    "examples": (ScopeExample, same_names("question", "verdict", "why")),
}

_COVERAGE_COLUMNS = same_names("architecture", "state", "as_of", "sources")
_SCOPE_COLUMNS = same_names("subject", "title")
_CLAUSE_COLUMNS = same_names("label", "open", "sources")
_COMMON_COLUMNS = same_names("open", "note", "sources")
_DATE_COLUMNS = same_names("value", "zone", "meaning", "text")

#: Row class and columns of a condition, by its kind.
CONDITIONS: dict[str, tuple[type[ConditionRow], dict[str, str]]] = {
    "identifier": (NameCondition, same_names("names", "possible", "ruled_out", "complete")),
    "instant": (TimeWindow, {}),
    "number": (
        Threshold,
        same_names("bounds", "possible_bounds", "unit", "counted", "unreliable"),
    ),
    "flag": (FlagCondition, {"is": "covered", "possible": "possible"}),
    "version": (
        VersionCondition,
        same_names("product", "scheme", "ranges", "possible_ranges", "outside"),
    ),
}

_SINGLE_DATES = {"start": ("in_effect_by",), "end": ("in_effect_at", "stopped_by")}


@dataclass
class Condition:
    """A condition's row with the dates of its window, if it is one."""

    kind: str
    row: ConditionRow
    dates: list[WindowDate] = field(default_factory=list)


@dataclass
class ClauseRows:
    row: Clause
    conditions: list[Condition]


@dataclass
class ScopeRows:
    row: Scope
    clauses: list[ClauseRows]


@dataclass
class Draft:
    """All rows of one incident."""

    incident: Incident
    parts: dict[str, list[IncidentPart]]
    coverage: list[Coverage]
    scopes: list[ScopeRows]


def draft_of(document: Mapping[str, Any]) -> Draft:
    """Unsaved rows of a valid disclosure document."""
    incident = Incident(**columns_of(document, INCIDENT_COLUMNS))
    parts: dict[str, list[IncidentPart]] = {}
    for key, (model, columns) in PARTS.items():
        parts[key] = [
            model(incident=incident, position=position, **columns_of(item, columns))
            for position, item in enumerate(document.get(key, []))
        ]
    coverage = [
        Coverage(protection=row, position=position, **columns_of(cell, _COVERAGE_COLUMNS))
        for row, item in zip(parts["protections"], document.get("protections", []), strict=True)
        if isinstance(row, Protection)
        for position, cell in enumerate(item.get("coverage", []))
    ]
    scopes = [
        _scope_rows(Scope(incident=incident, position=position), item)
        for position, item in enumerate(document["scopes"])
    ]
    return Draft(incident, parts, coverage, scopes)


def document_of(draft: Draft) -> Json:
    """The disclosure document that the rows hold, its keys in the order of the schema."""
    document: Json = {"schema": SCHEMA} | item_of(draft.incident, INCIDENT_COLUMNS)
    for key, (_, columns) in PARTS.items():
        if draft.parts[key]:
            document[key] = [item_of(row, columns) for row in draft.parts[key]]
        if key == "sources":
            document["scopes"] = [_scope_item(scope) for scope in draft.scopes]
    for row, item in zip(draft.parts["protections"], document.get("protections", []), strict=True):
        cells = [cell for cell in draft.coverage if cell.protection == row]
        if cells:
            item["coverage"] = [item_of(cell, _COVERAGE_COLUMNS) for cell in cells]
    return document


def columns_of(item: Mapping[str, Any], columns: Mapping[str, str]) -> Json:
    """The column values of a document's item; keys that are left out keep the default."""
    return {column: item[key] for key, column in columns.items() if key in item}


def item_of(row: Model, columns: Mapping[str, str]) -> Json:
    """The document's item of a row, without what has its default."""
    item = {}
    for key, column in columns.items():
        value = getattr(row, column)
        if not _is_left_out(row, column, value):
            item[key] = _number(value) if isinstance(value, Decimal) else value
    return item


def _is_left_out(row: Model, column: str, value: Any) -> bool:
    described = row._meta.get_field(column)
    assert isinstance(described, Field)
    if described.has_default() and value == described.get_default():
        return True
    return value is None or value == ""


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _scope_rows(row: Scope, item: Mapping[str, Any]) -> ScopeRows:
    for column, value in columns_of(item, _SCOPE_COLUMNS).items():
        setattr(row, column, value)
    clauses = [
        _clause_rows(Clause(scope=row, is_exclusion=is_exclusion, position=position), clause)
        for key, is_exclusion in (("clauses", False), ("exclusions", True))
        for position, clause in enumerate(item.get(key, []))
    ]
    return ScopeRows(row, clauses)


def _clause_rows(row: Clause, item: Mapping[str, Any]) -> ClauseRows:
    for column, value in columns_of(item, _CLAUSE_COLUMNS).items():
        setattr(row, column, value)
    conditions = [
        _condition(row, attribute, content) for attribute, content in item["conditions"].items()
    ]
    return ClauseRows(row, conditions)


def _condition(clause: Clause, attribute: str, content: Mapping[str, Any]) -> Condition:
    model, columns = CONDITIONS[content["kind"]]
    row = model(
        clause=clause, attribute=attribute, **columns_of(content, columns | _COMMON_COLUMNS)
    )
    condition = Condition(content["kind"], row)
    if isinstance(row, TimeWindow):
        row.earlier_possible = content.get("start", {}).get("earlier_possible") is True
        condition.dates = list(_window_dates(row, content))
    return condition


def _window_dates(window: TimeWindow, content: Mapping[str, Any]) -> Iterator[WindowDate]:
    for side, single in _SINGLE_DATES.items():
        edge = content.get(side, {})
        found = {side: edge.get("dates", [])}
        found |= {role: [edge[role]] for role in single if role in edge}
        if isinstance(edge.get("earlier_possible"), dict):
            found["earlier_possible"] = [edge["earlier_possible"]]
        for role, dates in found.items():
            for position, date in enumerate(dates):
                yield WindowDate(
                    window=window, role=role, position=position, **columns_of(date, _DATE_COLUMNS)
                )


def _scope_item(scope: ScopeRows) -> Json:
    item = item_of(scope.row, _SCOPE_COLUMNS)
    item["clauses"] = [_clause_item(one) for one in scope.clauses if not one.row.is_exclusion]
    exclusions = [_clause_item(one) for one in scope.clauses if one.row.is_exclusion]
    return item | ({"exclusions": exclusions} if exclusions else {})


def _clause_item(clause: ClauseRows) -> Json:
    conditions = sorted(clause.conditions, key=lambda one: one.row.attribute)
    return item_of(clause.row, _CLAUSE_COLUMNS) | {
        "conditions": {one.row.attribute: _condition_item(one) for one in conditions}
    }


def _condition_item(condition: Condition) -> Json:
    _, columns = CONDITIONS[condition.kind]
    item = {"kind": condition.kind} | item_of(condition.row, columns)
    if isinstance(condition.row, TimeWindow):
        item |= _window_item(condition.row, condition.dates)
    return item | item_of(condition.row, _COMMON_COLUMNS)


def _window_item(window: TimeWindow, dates: Sequence[WindowDate]) -> Json:
    by_role: dict[str, list[Json]] = {}
    for date in sorted(dates, key=lambda one: one.position):
        by_role.setdefault(date.role, []).append(item_of(date, _DATE_COLUMNS))
    item: Json = {}
    for side, single in _SINGLE_DATES.items():
        edge: Json = {"dates": by_role[side]} if side in by_role else {}
        edge |= {role: by_role[role][0] for role in single if role in by_role}
        if side == "start" and window.earlier_possible:
            edge["earlier_possible"] = True
        elif side == "start" and "earlier_possible" in by_role:
            edge["earlier_possible"] = by_role["earlier_possible"][0]
        if edge:
            item[side] = edge
    return item
