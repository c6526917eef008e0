"""Databases with many published incidents, for measuring.

Publishing ten thousand incidents one by one takes many minutes, so that the rows which publishing
writes are inserted in bulk: revisions with their frozen scopes, made by the functions that
publishing itself uses. The first incident is published through the domain, which proves the
documents valid. Five incidents share a service, whatever the size of the database.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.documents import Json, canonical_content, content_hash, parse_document
from incidents.domain.drafting import import_disclosure
from incidents.domain.loading import DISCLOSURES
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import frozen_scopes, publish_catalogue, publish_revision
from incidents.models import (
    CatalogueRevision,
    Incident,
    PublicationCounter,
    PublishedIncident,
    Revision,
)
from tests.bench.questions import (
    INCIDENTS_PER_SERVICE,
    MODELS_PER_SERVICE,
    model_of,
    public_id,
    service_of,
)

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def catalogue_document(incidents: int) -> Json:
    """A catalogue with the services of that many incidents."""
    shipped = parse_document((DISCLOSURES / "catalogue.yaml").read_bytes())
    services = [
        {
            "slug": f"service-{number}",
            "name": f"Service {number}",
            "provider": "Provider",
            "models": [
                {"id": f"service-{number}/model-{one}", "name": f"Model {number}.{one}"}
                for one in range(MODELS_PER_SERVICE)
            ],
        }
        for number in range(-(-incidents // INCIDENTS_PER_SERVICE))
    ]
    return {**shipped, "services": services}


def disclosure_document(number: int) -> Json:
    """A disclosure with four conditions, a count and four statements."""

    def text(words: str) -> Json:
        return {"en": f"{words} ({number}).", "zh-Hans": f"{words}（{number}）。"}

    day = 1 + number % 20
    conditions: Json = {
        "service": {"kind": "identifier", "names": [service_of(number)]},
        "model": {"kind": "identifier", "names": [model_of(number)]},
        "at": {
            "kind": "instant",
            "start": {"dates": [{"value": f"2026-08-{day:02}"}]},
            "end": {"dates": [{"value": f"2026-09-{day:02}"}]},
        },
        "prompt_tokens": {
            "kind": "number",
            "bounds": [{"operator": ">", "value": 1000 * (number % 500)}],
            "unit": "tokens",
            "counted": {"en": "as the provider counts them", "zh-Hans": "由服务商统计"},
        },
    }
    document: Json = {
        "schema": "kbase-disclosure/1",
        "id": public_id(number),
        "language": "en",
        "kind": "data_isolation",
        "status": "resolved",
        "title": text("An incident that was made up for measuring"),
        "summary": text("Requests with long prompts were answered with content of other requests"),
        "disclosed": {"value": "2026-10-01"},
        "sources": [
            {
                "key": "report",
                "publisher": "Provider",
                "title": "Report",
                "published": "2026-10-01",
                "language": "en",
                "type": "primary",
            }
        ],
        "scopes": [
            {
                "subject": "affected",
                "clauses": [
                    {"label": text("Long prompts in the window"), "conditions": conditions}
                ],
            }
        ],
        "counts": [
            {
                "value": number,
                "unit": text("responses"),
                "qualifier": "exact",
                "is_not": text("Not customers, users or accounts"),
            }
        ],
        "statements": [
            {"kind": kind, "text": text("A sentence of the length that such sentences have")}
            for kind in ("unknown", "unknown", "do_not_infer", "do_not_infer")
        ],
    }
    return document


@transaction.atomic
def generate(incidents: int) -> None:
    """Fill an empty, migrated database with that many published incidents."""
    import_catalogue(catalogue_document(incidents), actor=COMMAND_LINE, now=NOW)
    catalogue = publish_catalogue(actor=COMMAND_LINE, now=NOW, reason="Made up for measuring.")
    import_disclosure(disclosure_document(0), actor=COMMAND_LINE, now=NOW)
    first = publish_revision(
        incident=Incident.objects.get(),
        actor=COMMAND_LINE,
        now=NOW,
        reason="Made up for measuring.",
    )
    for start in range(1, incidents, 500):
        _insert(range(start, min(start + 500, incidents)), catalogue, first.sequence)
    PublicationCounter.objects.update(sequence=first.sequence + incidents)


def _insert(numbers: range, catalogue: CatalogueRevision, sequence: int) -> None:
    documents = [disclosure_document(number) for number in numbers]
    rows = Incident.objects.bulk_create(_incidents(documents))
    revisions = Revision.objects.bulk_create(
        _revision(row, document, catalogue, sequence + number)
        for number, row, document in zip(numbers, rows, documents, strict=True)
    )
    PublishedIncident.objects.bulk_create(
        _facets(revision, document) for revision, document in zip(revisions, documents, strict=True)
    )


def _incidents(documents: list[Json]) -> Iterator[Incident]:
    columns = ("language", "kind", "status", "title", "summary", "disclosed")
    for document in documents:
        values: dict[str, Any] = {column: document[column] for column in columns}
        yield Incident(public_id=document["id"], edited_at=NOW, **values)


def _revision(
    incident: Incident, document: Json, catalogue: CatalogueRevision, sequence: int
) -> Revision:
    content = canonical_content(document)
    return Revision(
        incident=incident,
        number=1,
        sequence=sequence,
        content=content,
        sha256=content_hash(content),
        reason="Made up for measuring.",
        published_at=NOW,
        catalogue=catalogue,
        scopes=frozen_scopes(document),
    )


def _facets(revision: Revision, document: Json) -> PublishedIncident:
    return PublishedIncident(
        incident=revision.incident,
        revision=revision,
        public_id=document["id"],
        kind=document["kind"],
        status=document["status"],
        provider="",
        disclosed_on=document["disclosed"]["value"],
        is_withdrawn=False,
        summary={key: document[key] for key in ("language", "title", "summary", "disclosed")},
        text=document["title"]["en"].lower(),
        first_published_at=NOW,
        updated_at=NOW,
    )
