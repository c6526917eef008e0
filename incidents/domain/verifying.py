"""Verifying that what is published is still what was published, and still answers rightly."""

from collections.abc import Iterator

from incidents.domain.cataloguing import latest_catalogue_revision
from incidents.domain.documents import Problem, content_hash
from incidents.domain.publishing import publication_problems
from incidents.models import CatalogueRevision, PublishedIncident, Revision
from incidents.scope.catalogue import catalogue_from_document


def verify_publications() -> list[Problem]:
    """Every revision whose text no longer has its hash, and every current example that fails.

    Triggers forbid such changes from inside the database; a restored backup or a damaged disk
    asks nobody. Pointers begin with the incident and the number of the revision.
    """
    return [*_changed_texts(), *_failing_examples()]


def _changed_texts() -> Iterator[Problem]:
    for model in (CatalogueRevision, Revision):
        for revision in model._default_manager.order_by("pk").iterator(chunk_size=100):
            if content_hash(revision.content) != revision.sha256:
                detail = f"{revision} does not have the SHA-256 that was published with it."
                yield Problem(f"/{revision}", "changed", detail)


def _failing_examples() -> Iterator[Problem]:
    latest = latest_catalogue_revision()
    if latest is None:
        return
    catalogue = catalogue_from_document(latest.document, latest.number)
    published = PublishedIncident.objects.filter(is_withdrawn=False).select_related("revision")
    for incident in published.iterator(chunk_size=100):
        revision = incident.revision
        for problem in publication_problems(revision.document, revision.scopes, catalogue):
            pointer = f"/{incident.public_id}/revisions/{revision.number}{problem.pointer}"
            yield Problem(pointer, problem.code, problem.detail)
