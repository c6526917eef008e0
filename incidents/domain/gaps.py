"""Gaps of a record: what its sources leave open or nobody has entered yet, place by place.

A gap is no mistake: a disclosure that states no zone has none. The list is what staff go through
when a publisher says more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.documents import Json
from incidents.scope.dates import read_local_unit
from incidents.scope.names import fold_name

#: The lists whose items are facts, each of which should cite a source.
_FACTS = ("timeline", "counts", "versions", "protections", "statements")


class GapKind(Enum):
    """What is missing. The values are stable codes."""

    NO_SOURCE = "no_source"
    NO_ZONE = "no_zone"
    DISPUTED = "disputed"
    EMPTY_CELL = "empty_cell"


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap, with the RFC 6901 pointer to its place.

    `detail` names what has no place of its own: the architecture of a cell that nobody entered.
    """

    kind: GapKind
    pointer: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """An alias that leads to no incident: nothing published covers it, certainly or possibly.

    Whoever asks by it is told of no incident, so either the alias is not needed or an incident
    is missing.
    """

    attribute: str
    alias: str
    #: What the alias stands for: the slug of a service, or the id of a served model.
    name: str
    #: The slug of the service that serves the model; empty for a service.
    service: str


def gap_word(kind: GapKind) -> str:
    """What is missing, for a list."""
    return {
        GapKind.NO_SOURCE: _("Facts without a source"),
        GapKind.NO_ZONE: _("Windows without a stated zone"),
        GapKind.DISPUTED: _("Disputed facts"),
        GapKind.EMPTY_CELL: _("Coverage that is not published"),
    }[kind]


def gaps_of(document: Mapping[str, Any]) -> list[Gap]:
    """Every gap of a valid disclosure document, kind by kind."""
    return [
        *_without_source(document),
        *_without_zone(document),
        *_disputed(document),
        *_empty_cells(document),
    ]


def dead_ends(catalogue: Mapping[str, Any], covered: set[tuple[str, str]]) -> list[DeadEnd]:
    """The aliases of services and served models that lead to no incident.

    `covered` are the attributes and folded names that published scopes cover or may cover.
    """
    return [one for one in _aliases(catalogue) if not _leads_on(one, covered)]


def _leads_on(one: DeadEnd, covered: set[tuple[str, str]]) -> bool:
    return (one.attribute, fold_name(one.alias)) in covered


def _aliases(catalogue: Mapping[str, Any]) -> Iterator[DeadEnd]:
    for service in catalogue["services"]:
        slug = service["slug"]
        for alias in service.get("aliases", []):
            yield DeadEnd("service", alias["name"], slug, "")
        for model in service.get("models", []):
            for alias in model.get("aliases", []):
                yield DeadEnd("model", alias["name"], model["id"], slug)


def _without_source(document: Mapping[str, Any]) -> Iterator[Gap]:
    for key in _FACTS:
        for position, fact in enumerate(document.get(key, [])):
            if not fact.get("sources"):
                yield Gap(GapKind.NO_SOURCE, f"/{key}/{position}")
    for pointer, clause in _clauses(document):
        # A clause that cites a source does so for all of its conditions.
        for attribute, condition in clause["conditions"].items():
            if not clause.get("sources") and not condition.get("sources"):
                yield Gap(GapKind.NO_SOURCE, f"{pointer}/conditions/{attribute}")


def _without_zone(document: Mapping[str, Any]) -> Iterator[Gap]:
    for pointer, clause in _clauses(document):
        for attribute, condition in clause["conditions"].items():
            if condition["kind"] == "instant" and any(map(_lacks_zone, _dates(condition))):
                yield Gap(GapKind.NO_ZONE, f"{pointer}/conditions/{attribute}")


def _dates(condition: Mapping[str, Any]) -> Iterator[Json]:
    for edge in (condition.get("start", {}), condition.get("end", {})):
        yield from edge.get("dates", [])
        for key in ("in_effect_by", "in_effect_at", "stopped_by", "earlier_possible"):
            # That earlier cases are possible is said with a date or without one.
            if isinstance(edge.get(key), Mapping):
                yield edge[key]


def _lacks_zone(date: Mapping[str, Any]) -> bool:
    return "zone" not in date and read_local_unit(date["value"]).offset is None


def _disputed(document: Mapping[str, Any]) -> Iterator[Gap]:
    for position, version in enumerate(document.get("versions", [])):
        if version["status"] == "disputed":
            yield Gap(GapKind.DISPUTED, f"/versions/{position}")
    for pointer, clause in _clauses(document):
        if clause.get("open") == "disputed":
            yield Gap(GapKind.DISPUTED, pointer)
        for attribute, condition in clause["conditions"].items():
            if condition.get("open") == "disputed":
                yield Gap(GapKind.DISPUTED, f"{pointer}/conditions/{attribute}")


def _empty_cells(document: Mapping[str, Any]) -> Iterator[Gap]:
    """The cells of the table of protections against architectures of which nothing is published."""
    protections: Sequence[Json] = document.get("protections", [])
    architectures = dict.fromkeys(
        cell["architecture"] for one in protections for cell in one.get("coverage", [])
    )
    for position, protection in enumerate(protections):
        cells = {cell["architecture"]: cell["state"] for cell in protection.get("coverage", [])}
        for architecture in architectures:
            if cells.get(architecture, "not_published") == "not_published":
                yield Gap(GapKind.EMPTY_CELL, f"/protections/{position}", architecture)


def _clauses(document: Mapping[str, Any]) -> Iterator[tuple[str, Json]]:
    for place, scope in enumerate(document["scopes"]):
        for key in ("clauses", "exclusions"):
            for position, clause in enumerate(scope.get(key, [])):
                yield f"/scopes/{place}/{key}/{position}", clause
