"""Additions to the catalogue's working copy, one by one, and its publication by somebody else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from incidents.domain.cataloguing import export_catalogue, import_catalogue
from incidents.domain.checking import near_names
from incidents.domain.documents import Json, Problem, UnableToImport
from incidents.domain.permissions import Actor, Right, UnableToAct, require
from incidents.domain.publishing import publish_catalogue
from incidents.models import CatalogueRevision, LogEntry, Service
from incidents.scope.catalogue import catalogue_from_document
from incidents.scope.names import fold_name


class NearDuplicate(ValueError):
    """A name that looks like names that are there. A person has to confirm that it is another."""

    def __init__(self, name: str, near: tuple[str, ...]) -> None:
        super().__init__(f"{name!r} looks like {', '.join(near)}.")
        self.name = name
        self.near = near


@dataclass(frozen=True, slots=True)
class Owner:
    """What an alias is of: a service, or a served model of it."""

    service: str
    model: str = ""


def add_service(fields: Mapping[str, str], *, confirmed: bool, actor: Actor, now: datetime) -> None:
    """Add a service: `slug`, `name`, `provider`, `url`.

    Raises NearDuplicate, UnableToImport with every problem, UnableToAct.
    """
    item = _filled(fields, "slug", "name", "provider", "url")

    def add(document: Json) -> None:
        document["services"].append(item)

    names = (item.get("slug", ""), item.get("name", ""))
    _change(add, "service", names, confirmed, actor, now)


def add_model(
    service: str, fields: Mapping[str, str], *, confirmed: bool, actor: Actor, now: datetime
) -> None:
    """Add a served model to a service: `id`, `name`, `weights`, `source`. Raises as above."""
    item = _filled(fields, "id", "name", "weights", "source")

    def add(document: Json) -> None:
        _service(document, service).setdefault("models", []).append(item)

    _change(add, "model", (item.get("id", ""), item.get("name", "")), confirmed, actor, now)


def add_alias(
    owner: Owner, fields: Mapping[str, str], *, confirmed: bool, actor: Actor, now: datetime
) -> None:
    """Add another name: `name`, `source`, `standing`, `from`, `until`. Raises as above."""
    item = _filled(fields, "name", "source", "standing", "from", "until")
    if "source" not in item:
        detail = "Say where the name is used: a name without a source is a guess."
        raise UnableToImport([Problem("/source", "required", detail)])

    def add(document: Json) -> None:
        target = _service(document, owner.service)
        if owner.model:
            target = _model(target, owner.model)
        target.setdefault("aliases", []).append(item)

    attribute = "model" if owner.model else "service"
    _change(add, attribute, (item.get("name", ""),), confirmed, actor, now)


@transaction.atomic
def publish_edited_catalogue(*, actor: Actor, now: datetime, reason: str) -> CatalogueRevision:
    """Publish the working copy. Whoever edited it since the last revision does not publish it.

    Raises UnableToAct and UnableToPublishRevision.
    """
    require(actor, Right.PUBLISH)
    if actor.user is not None and actor.user.pk in catalogue_editors():
        raise UnableToAct("Nobody publishes a catalogue that they edited themselves.")
    return publish_catalogue(actor=actor, now=now, reason=reason)


def catalogue_editors() -> set[int]:
    """The people who edited the catalogue since it was published last, by their keys."""
    entries = LogEntry.objects.filter(incident=None)
    last = entries.filter(act=LogEntry.Act.PUBLISHED).order_by("-pk").values_list("pk", flat=True)
    edits = entries.filter(act=LogEntry.Act.IMPORTED, pk__gt=last.first() or 0)
    return set(edits.exclude(actor=None).values_list("actor", flat=True))


@transaction.atomic
def _change(
    change: Callable[[Json], None],
    attribute: str,
    names: tuple[str, ...],
    confirmed: bool,
    actor: Actor,
    now: datetime,
) -> None:
    """Save the catalogue with the change, whole or not at all."""
    require(actor, Right.EDIT)
    # One edit after the other: each is made to the catalogue that the one before has left.
    list(Service.objects.select_for_update().values_list("pk", flat=True))
    document = export_catalogue()
    if not confirmed:
        _refuse_near(document, attribute, names)
    change(document)
    import_catalogue(document, actor=actor, now=now)


def _refuse_near(document: Json, attribute: str, names: tuple[str, ...]) -> None:
    catalogue = catalogue_from_document(document, 0)
    for name in names:
        near = near_names(catalogue, attribute, fold_name(name)) if name else ()
        if near:
            raise NearDuplicate(name, near)


def _filled(fields: Mapping[str, str], *keys: str) -> Json:
    return {key: fields[key].strip() for key in keys if fields.get(key, "").strip()}


def _service(document: Json, slug: str) -> Json:
    found = next((one for one in document["services"] if one["slug"] == slug), None)
    if found is None:
        raise UnableToImport([Problem("/service", "unknown", "Choose a service of the catalogue.")])
    service: Json = found
    return service


def _model(service: Json, model: str) -> Json:
    found = next((one for one in service.get("models", []) if one["id"] == model), None)
    if found is None:
        raise UnableToImport([Problem("/owner", "unknown", "Choose what the name is of.")])
    served: Json = found
    return served
