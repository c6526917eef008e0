"""The catalogue's rows and documents, and its numbered revisions."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from incidents.domain.acting import append_log
from incidents.domain.documents import (
    Json,
    UnableToImport,
    canonical_content,
    content_hash,
    parse_document,
)
from incidents.domain.drafting import Imported
from incidents.domain.mapping import columns_of, item_of, same_names
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.sequence import next_sequence
from incidents.domain.validating import catalogue_problems
from incidents.models import (
    Alias,
    Attribute,
    CatalogueRevision,
    CatalogueValue,
    LogEntry,
    RegionNotice,
    ServedModel,
    Service,
)

SCHEMA = "kbase-catalogue/1"

_ATTRIBUTE_COLUMNS = same_names("name", "kind", "unit", "label", "help")
_SERVICE_COLUMNS = same_names("slug", "name", "provider", "url")
_MODEL_COLUMNS = {"id": "model_id", "open_ended": "is_open_ended"} | same_names(
    "name", "weights", "source"
)
_VALUE_COLUMNS = same_names("attribute", "name", "label")
_NOTICE_COLUMNS = same_names("key", "publisher", "audience", "excluded_regions", "text", "source")
_ALIAS_COLUMNS = same_names("name", "source", "standing") | {
    "from": "holds_from",
    "until": "holds_until",
}

#: Every row class of the catalogue, in the order in which rows refer to each other.
_MODELS: tuple[type[Model], ...] = (
    Attribute,
    RegionNotice,
    Service,
    ServedModel,
    CatalogueValue,
    Alias,
)


@transaction.atomic
def import_catalogue(document: Json, *, actor: Actor, now: datetime) -> Imported:
    """Make the document the catalogue's working copy. Raises UnableToImport with all problems."""
    require(actor, Right.EDIT)
    problems = catalogue_problems(document)
    if problems:
        raise UnableToImport(problems)
    rows = list(_rows_of(document))
    existed = Service.objects.exists()
    before = export_catalogue()
    if before == document:
        return Imported.UNCHANGED
    for model in reversed(_MODELS):
        model._default_manager.all().delete()
    for model in _MODELS:
        model._default_manager.bulk_create([row for row in rows if isinstance(row, model)])
    if export_catalogue() == before:
        return Imported.UNCHANGED
    append_log(actor, LogEntry.Act.IMPORTED, now=now)
    return Imported.CHANGED if existed else Imported.CREATED


def import_catalogue_file(content: bytes, *, actor: Actor, now: datetime) -> Imported:
    """Make the YAML or JSON text the catalogue's working copy. Raises UnableToImport."""
    return import_catalogue(parse_document(content), actor=actor, now=now)


def _rows_of(document: Mapping[str, Any]) -> Iterator[Model]:
    for position, item in enumerate(document["attributes"]):
        yield Attribute(position=position, **columns_of(item, _ATTRIBUTE_COLUMNS))
    for position, item in enumerate(document.get("notices", [])):
        yield RegionNotice(position=position, **columns_of(item, _NOTICE_COLUMNS))
    yield from _value_rows(None, document)
    for position, item in enumerate(document["services"]):
        service = Service(position=position, **columns_of(item, _SERVICE_COLUMNS))
        yield service
        yield from _alias_rows(item, service=service)
        for place, inner in enumerate(item.get("models", [])):
            model = ServedModel(
                service=service, position=place, **columns_of(inner, _MODEL_COLUMNS)
            )
            yield model
            yield from _alias_rows(inner, model=model)
        yield from _value_rows(service, item)


def _value_rows(service: Service | None, item: Mapping[str, Any]) -> Iterator[Model]:
    for position, inner in enumerate(item.get("values", [])):
        value = CatalogueValue(
            service=service, position=position, **columns_of(inner, _VALUE_COLUMNS)
        )
        yield value
        yield from _alias_rows(inner, value=value)


def _alias_rows(item: Mapping[str, Any], **owner: Model) -> Iterator[Alias]:
    for position, alias in enumerate(item.get("aliases", [])):
        yield Alias(position=position, **owner, **columns_of(alias, _ALIAS_COLUMNS))


def export_catalogue() -> Json:
    """The catalogue document of the working copy."""
    aliases = list(Alias.objects.order_by("position"))
    models = list(ServedModel.objects.order_by("position"))
    values = list(CatalogueValue.objects.order_by("position"))

    def with_aliases(row: Model, columns: Mapping[str, str], owner: str) -> Json:
        own = [item_of(one, _ALIAS_COLUMNS) for one in aliases if getattr(one, owner) == row.pk]
        return item_of(row, columns) | ({"aliases": own} if own else {})

    def values_of(service: Service | None) -> Json:
        pk = service.pk if service else None
        own = [
            with_aliases(one, _VALUE_COLUMNS, "value_id") for one in values if one.service_id == pk
        ]
        return {"values": own} if own else {}

    document: Json = {
        "schema": SCHEMA,
        "attributes": [item_of(one, _ATTRIBUTE_COLUMNS) for one in Attribute.objects.all()],
        "services": [],
    }
    for service in Service.objects.order_by("position"):
        item = with_aliases(service, _SERVICE_COLUMNS, "service_id")
        own = [
            with_aliases(one, _MODEL_COLUMNS, "model_id")
            for one in models
            if one.service_id == service.pk
        ]
        document["services"].append(item | ({"models": own} if own else {}) | values_of(service))
    document |= values_of(None)
    notices = [item_of(one, _NOTICE_COLUMNS) for one in RegionNotice.objects.all()]
    return document | ({"notices": notices} if notices else {})


def latest_catalogue_revision() -> CatalogueRevision | None:
    return CatalogueRevision.objects.order_by("-number").first()


def add_catalogue_revision(
    document: Json, *, actor: Actor, now: datetime, reason: str
) -> CatalogueRevision:
    """Freeze the document as the next revision, inside the caller's transaction."""
    sequence = next_sequence()
    latest = latest_catalogue_revision()
    content = canonical_content(document)
    if latest is not None and latest.content == content:
        raise UnableToPublishRevision.because(
            "unchanged", f"The catalogue is as revision {latest.number} published it."
        )
    revision = CatalogueRevision.objects.create(
        number=latest.number + 1 if latest else 1,
        sequence=sequence,
        content=content,
        sha256=content_hash(content),
        reason=reason,
        author=actor.user,
        published_at=now,
    )
    append_log(actor, LogEntry.Act.PUBLISHED, now=now, reason=reason)
    return revision
