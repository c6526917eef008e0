"""Loading the records that come with the software."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction

from incidents.domain.cataloguing import (
    export_catalogue,
    import_catalogue,
    latest_catalogue_revision,
)
from incidents.domain.documents import Json, canonical_content, parse_document
from incidents.domain.drafting import Imported, export_draft, import_disclosure
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_catalogue, publish_revision
from incidents.models import Incident, Revision
from incidents.models.revision import Publication

DISCLOSURES = Path(__file__).resolve().parent.parent / "disclosures"

_FIRST_REASON = "First publication of the record that comes with the software."
_UPDATE_REASON = "Update of the record that comes with the software."


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading did with one record."""

    name: str
    imported: Imported
    is_published: bool


@transaction.atomic
def load_disclosures(folder: Path = DISCLOSURES, *, now: datetime) -> list[Loaded]:
    """Import and publish the folder's catalogue and records, as far as they are not published yet.

    A record that staff have edited or withdrawn since is left alone: what people decided outranks
    what came with the software. Loading again changes nothing.
    """
    return list(_load(folder, now))


def _load(folder: Path, now: datetime) -> Iterator[Loaded]:
    yield _load_catalogue(parse_document((folder / "catalogue.yaml").read_bytes()), now)
    for path in sorted(folder.glob("kb-*.yaml")):
        yield _load_record(parse_document(path.read_bytes()), now)


def _load_catalogue(document: Json, now: datetime) -> Loaded:
    latest = latest_catalogue_revision()
    if latest is not None and _was_edited(latest, export_catalogue()):
        return Loaded("catalogue", Imported.UNCHANGED, is_published=False)
    imported = import_catalogue(document, actor=COMMAND_LINE, now=now)
    if imported is Imported.UNCHANGED and latest is not None:
        return Loaded("catalogue", imported, is_published=False)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason=_reason(latest))
    return Loaded("catalogue", imported, is_published=True)


def _load_record(document: Json, now: datetime) -> Loaded:
    name = document["id"]
    latest = Revision.objects.filter(incident__public_id=name).order_by("-number").first()
    if latest is not None and (latest.is_withdrawal or _was_edited(latest, export_draft(name))):
        return Loaded(name, Imported.UNCHANGED, is_published=False)
    imported = import_disclosure(document, actor=COMMAND_LINE, now=now)
    if imported is Imported.UNCHANGED and latest is not None:
        return Loaded(name, imported, is_published=False)
    incident = Incident.objects.get(public_id=name)
    publish_revision(incident=incident, actor=COMMAND_LINE, now=now, reason=_reason(latest))
    return Loaded(name, imported, is_published=True)


def _was_edited(latest: Publication, working_copy: Json) -> bool:
    """Whether somebody of the staff published it, or has begun to edit it since."""
    return latest.author_id is not None or canonical_content(working_copy) != latest.content


def _reason(latest: Publication | None) -> str:
    return _FIRST_REASON if latest is None else _UPDATE_REASON
