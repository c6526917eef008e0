"""The lists that readers browse: incidents with filters, services, served models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from incidents.domain.covering import Standing, incidents_concerning
from incidents.domain.phrasing import attribute_label, date_words, listing
from incidents.domain.reading import UnableToRead
from incidents.domain.searching import (
    Filters,
    Unrecognised,
    published_incidents,
    unrecognised_names,
)
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.models import PublishedIncident
from incidents.scope.names import fold_name

Json = Mapping[str, Any]

PAGE_SIZE = 20

#: Names on the same service that are less alike than this are not taken for each other.
_ALIKE = 0.6
_MOST_SIBLINGS = 8


@dataclass(frozen=True, slots=True)
class IncidentList:
    """A page of incidents. It is empty where a name is not recognised: it rules nothing out."""

    page: "Page[PublishedIncident]"
    unrecognised: tuple[Unrecognised, ...]


@dataclass(frozen=True, slots=True)
class AliasLine:
    """Another name; `source` and `period` are empty where none is stated."""

    name: str
    source: str
    is_inferred: bool
    period: str


@dataclass(frozen=True, slots=True)
class ServiceLine:
    slug: str
    name: str
    provider: str
    models: int
    incidents: int


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A served model. `sentence` says why it is not another one, where it stands beside that."""

    service: str
    service_name: str
    id: str
    name: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Values:
    """Other recognised names of a service: its regions, methods, plans, …"""

    label: str
    names: str


@dataclass(frozen=True, slots=True)
class Concerning:
    """The incidents that cover a thing, and those that leave open whether they do."""

    covered: tuple[PublishedIncident, ...]
    left_open: tuple[PublishedIncident, ...]


@dataclass(frozen=True, slots=True)
class ServicePage:
    slug: str
    name: str
    provider: str
    url: str
    aliases: tuple[AliasLine, ...]
    models: tuple[ModelLine, ...]
    values: tuple[Values, ...]
    incidents: Concerning


@dataclass(frozen=True, slots=True)
class ModelPage:
    """`source` and `weights` are empty where nobody states them."""

    model: ModelLine
    provider: str
    source: str
    weights: str
    aliases: tuple[AliasLine, ...]
    incidents: Concerning
    siblings: tuple[ModelLine, ...]
    elsewhere: tuple[ModelLine, ...]


def list_incidents(filters: Filters, *, page: str, now: datetime) -> IncidentList:
    """One page of the published incidents that the filters admit.

    An incident that leaves open whether it covers the service or the model is listed as well.
    """
    unrecognised = unrecognised_names(filters, now=now)
    found = published_incidents(filters, now=now)
    if unrecognised:
        found = found.none()
    return IncidentList(Paginator(found, PAGE_SIZE).get_page(page), unrecognised)


def list_services(*, now: datetime) -> tuple[ServiceLine, ...]:
    """Every service of the catalogue, with the number of its models and incidents."""
    snapshot = current_snapshot(now)
    if ("services",) not in snapshot.memo:
        snapshot.memo["services",] = tuple(
            ServiceLine(
                service["slug"],
                service["name"],
                service["provider"],
                len(service.get("models", [])),
                len(incidents_concerning(snapshot, service=service["slug"])),
            )
            for service in _services(snapshot)
        )
    lines: tuple[ServiceLine, ...] = snapshot.memo["services",]
    return lines


def present_service(slug: str, *, language: str, now: datetime) -> ServicePage:
    """A service with its names, models and incidents. Raises UnableToRead."""
    snapshot = current_snapshot(now)
    service = _service(snapshot, slug)
    return ServicePage(
        service["slug"],
        service["name"],
        service["provider"],
        service.get("url", ""),
        _aliases(service),
        tuple(_model_line(service, model) for model in service.get("models", [])),
        _values(service, snapshot, language),
        _concerning(incidents_concerning(snapshot, service=slug)),
    )


def present_model(slug: str, model_id: str, *, now: datetime) -> ModelPage:
    """A model as one service serves it. The ID is compared as names are. Raises UnableToRead."""
    snapshot = current_snapshot(now)
    service = _service(snapshot, slug)
    wanted = fold_name(model_id)
    model = next((one for one in service.get("models", []) if fold_name(one["id"]) == wanted), None)
    if model is None:
        raise UnableToRead(f"{service['name']} has no model {model_id} in the catalogue.")
    return ModelPage(
        _model_line(service, model),
        service["provider"],
        model.get("source", ""),
        model.get("weights", ""),
        _aliases(model),
        _concerning(incidents_concerning(snapshot, service=slug, model=model["id"])),
        _siblings(service, model),
        _elsewhere(service, model, snapshot),
    )


def _services(snapshot: Snapshot) -> Sequence[Json]:
    services: Sequence[Json] = snapshot.catalogue_document["services"]
    return services


def _service(snapshot: Snapshot, slug: str) -> Json:
    service = next((one for one in _services(snapshot) if one["slug"] == slug), None)
    if service is None:
        raise UnableToRead(f"The catalogue has no service {slug}.")
    return service


def _aliases(item: Json) -> tuple[AliasLine, ...]:
    return tuple(
        AliasLine(
            alias["name"],
            alias.get("source", ""),
            alias.get("standing") == "inferred",
            _period(alias),
        )
        for alias in item.get("aliases", [])
    )


def _period(alias: Json) -> str:
    start, end = (
        date_words({"value": alias[key]}) if key in alias else "" for key in ("from", "until")
    )
    if start and end:
        return _("from %(start)s until %(end)s") % {"start": start, "end": end}
    if start:
        return _("from %(start)s on") % {"start": start}
    return _("until %(end)s") % {"end": end} if end else ""


def _model_line(service: Json, model: Json, sentence: str = "") -> ModelLine:
    return ModelLine(service["slug"], service["name"], model["id"], model["name"], sentence)


def _values(service: Json, snapshot: Snapshot, language: str) -> tuple[Values, ...]:
    names: dict[str, list[str]] = {}
    for value in service.get("values", []):
        names.setdefault(value["attribute"], []).append(value["name"])
    return tuple(
        Values(attribute_label(snapshot, attribute, language), listing(found))
        for attribute, found in names.items()
    )


def _concerning(standings: Mapping[str, Standing]) -> Concerning:
    rows = list(PublishedIncident.objects.filter(public_id__in=standings, is_withdrawn=False))
    covered, left_open = (
        tuple(row for row in rows if standings[row.public_id] is wanted)
        for wanted in (Standing.COVERED, Standing.LEFT_OPEN)
    )
    return Concerning(covered, left_open)


def _siblings(service: Json, model: Json) -> tuple[ModelLine, ...]:
    """The models of the same service whose names could be mistaken for this one's."""
    likeness = {
        other["id"]: SequenceMatcher(
            None, fold_name(model["name"]), fold_name(other["name"])
        ).ratio()
        for other in service["models"]
        if other["id"] != model["id"]
    }
    near = [one for one in service["models"] if likeness.get(one["id"], 0) >= _ALIKE]
    near.sort(key=lambda one: -likeness[one["id"]])
    sentence = _(
        "%(other)s is another model of %(service)s. Nothing said of %(model)s holds for it."
    )
    return tuple(
        _model_line(
            service,
            other,
            sentence % {"other": other["name"], "service": service["name"], "model": model["name"]},
        )
        for other in near[:_MOST_SIBLINGS]
    )


def _elsewhere(service: Json, model: Json, snapshot: Snapshot) -> tuple[ModelLine, ...]:
    """The same weights on other services."""
    if "weights" not in model:
        return ()
    sentence = _(
        "%(place)s serves the same weights. That is another served model: what happened on "
        "%(service)s says nothing about it, in either direction."
    )
    return tuple(
        _model_line(place, other, sentence % {"place": place["name"], "service": service["name"]})
        for place in _services(snapshot)
        if place["slug"] != service["slug"]
        for other in place.get("models", [])
        if other.get("weights") == model["weights"]
    )
