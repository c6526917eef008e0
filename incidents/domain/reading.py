"""Reading what is published: documents, revisions, the catalogue. Each in one or two queries."""

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from incidents.models import CatalogueRevision, Revision


class UnableToRead(LookupError):
    """Nothing is published under that name or number. Drafts are as good as absent."""


def published_revision(public_id: str, *, as_of: datetime | None = None) -> Revision:
    """The latest revision of an incident, or the latest one by a moment of the past.

    A withdrawn incident is read as its withdrawal, which holds the last document. Raises
    UnableToRead.
    """
    revisions = _revisions(public_id)
    if as_of is not None:
        revisions = revisions.filter(published_at__lte=as_of)
    revision = revisions.first()
    if revision is None:
        raise UnableToRead(f"There is no published incident {public_id}.")
    return revision


def numbered_revision(public_id: str, number: int) -> Revision:
    """One revision of an incident, for ever the same. Raises UnableToRead."""
    revision = _revisions(public_id).filter(number=number).first()
    if revision is None:
        raise UnableToRead(f"{public_id} has no published revision {number}.")
    return revision


def revision_history(public_id: str) -> list[Revision]:
    """All revisions of an incident, newest first, without their content. Raises UnableToRead."""
    revisions = list(_revisions(public_id).defer("content", "scopes", "catalogue__content"))
    if not revisions:
        raise UnableToRead(f"There is no published incident {public_id}.")
    return revisions


def published_catalogue(number: int | None = None) -> CatalogueRevision:
    """The catalogue's latest revision, or the one of that number. Raises UnableToRead."""
    revisions = CatalogueRevision.objects.order_by("-number")
    revision = revisions.filter(number=number).first() if number is not None else revisions.first()
    if revision is None:
        raise UnableToRead(
            "No catalogue is published."
            if number is None
            else f"The catalogue has no revision {number}."
        )
    return revision


def _revisions(public_id: str) -> QuerySet[Revision]:
    people = ("author", "reviewer", "publisher") if settings.SHOW_STAFF_NAMES else ()
    return (
        Revision.objects.select_related("incident", "catalogue", *people)
        .filter(incident__public_id=public_id)
        .order_by("-number")
    )
