"""Lists of what is published, and search in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from incidents.domain.checking import near_names
from incidents.domain.covering import incidents_to_list
from incidents.domain.snapshots import current_snapshot
from incidents.domain.texts import searchable_text
from incidents.models import PublishedIncident
from incidents.scope.names import fold_name


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list is narrowed to; None leaves a thing open."""

    service: str | None = None
    model: str | None = None
    status: str | None = None
    kind: str | None = None
    text: str | None = None
    updated_since: datetime | None = None

    def names(self) -> Iterator[tuple[str, str]]:
        """The names that are asked for, by attribute."""
        for attribute, name in (("service", self.service), ("model", self.model)):
            if name is not None:
                yield attribute, name


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A name that the catalogue does not hold, with recognised ones that look like it."""

    attribute: str
    given: str
    near: tuple[str, ...]


def unrecognised_names(filters: Filters, *, now: datetime) -> tuple[Unrecognised, ...]:
    """The names for which no list can be given, since they rule nothing in or out."""
    if not any(filters.names()):
        return ()
    catalogue = current_snapshot(now).catalogue
    return tuple(
        Unrecognised(attribute, name, near_names(catalogue, attribute, fold_name(name)))
        for attribute, name in filters.names()
        if not catalogue.is_recognised(attribute, fold_name(name))
    )


def published_incidents(filters: Filters, *, now: datetime) -> QuerySet[PublishedIncident]:
    """The published incidents that the filters admit, newest disclosure first.

    Withdrawn incidents are left out. An incident that leaves open whether it covers the service
    or the model is listed as well. Every word of the text must occur, in upper or lower case.
    """
    found = PublishedIncident.objects.filter(is_withdrawn=False)
    if any(filters.names()):
        snapshot = current_snapshot(now)
        named = incidents_to_list(snapshot, service=filters.service, model=filters.model)
        found = found.filter(public_id__in=named)
    if filters.status is not None:
        found = found.filter(status=filters.status)
    if filters.kind is not None:
        found = found.filter(kind=filters.kind)
    if filters.updated_since is not None:
        found = found.filter(updated_at__gte=filters.updated_since)
    for word in searchable_text(filters.text or "").split():
        found = found.filter(text__contains=word)
    return found
