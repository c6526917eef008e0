"""Lists of what is published, and search in it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

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


def published_incidents(filters: Filters) -> QuerySet[PublishedIncident]:
    """The published incidents that the filters admit, newest disclosure first.

    Withdrawn incidents are left out. Every word of the text must occur; upper and lower case are
    one. Names are matched exactly, or by an alias, as everywhere.
    """
    found = PublishedIncident.objects.filter(is_withdrawn=False)
    for attribute, name in (("service", filters.service), ("model", filters.model)):
        if name is not None:
            found = found.filter(names__attribute=attribute, names__name=fold_name(name))
    if filters.status is not None:
        found = found.filter(status=filters.status)
    if filters.kind is not None:
        found = found.filter(kind=filters.kind)
    if filters.updated_since is not None:
        found = found.filter(updated_at__gte=filters.updated_since)
    for word in searchable_text(filters.text or "").split():
        found = found.filter(text__contains=word)
    return found
