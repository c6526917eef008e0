"""Editing drafts: saved as they are typed, valid or not, and never over somebody else's change."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from incidents.domain.acting import append_log
from incidents.domain.documents import Json, Problem, canonical_content, content_hash
from incidents.domain.drafting import (
    UnableToExport,
    export_draft,
    import_disclosure,
    write_working_copy,
)
from incidents.domain.mapping import SCHEMA, document_of, draft_of
from incidents.domain.permissions import COMMAND_LINE, Actor, Right, require
from incidents.domain.reading import numbered_revision
from incidents.domain.reviewing import void_submission
from incidents.domain.sequence import hold_publications
from incidents.domain.validating import disclosure_problems
from incidents.models import Incident, LogEntry, WorkingCopy


class UnableToEdit(LookupError):
    """There is no such draft."""


class DraftChanged(ValueError):
    """Somebody else saved the draft meanwhile. Both versions are kept: theirs is saved, and the
    one that was refused is in the exception."""

    def __init__(self, current: WorkingCopy, refused: Json) -> None:
        super().__init__(f"{current.public_id} was changed by somebody else meanwhile.")
        self.current = current
        self.refused = refused


class DraftExists(ValueError):
    """The id of a new draft is taken."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved draft, with everything that still keeps it from being submitted."""

    copy: WorkingCopy
    problems: list[Problem]


@transaction.atomic
def working_copy_of(public_id: str, *, actor: Actor) -> WorkingCopy:
    """The draft as its editors have it. Raises UnableToEdit, UnableToAct."""
    require(actor, Right.READ_DRAFTS)
    copy = WorkingCopy.objects.filter(public_id=public_id).first()
    if copy is not None:
        return copy
    try:
        document = export_draft(public_id)
    except UnableToExport as error:
        raise UnableToEdit(str(error)) from None
    edited_at = Incident.objects.values_list("edited_at", flat=True).get(public_id=public_id)
    return write_working_copy(document, COMMAND_LINE, edited_at, is_valid=True)


@transaction.atomic
def start_draft(document: Mapping[str, Any], *, actor: Actor, now: datetime) -> Saved:
    """A new draft under the next free id of the year, from a document or from nothing."""
    require(actor, Right.EDIT)
    # Two who start at once get two ids: the second waits for the first.
    hold_publications()
    public_id = _next_id(now.year)
    return _save({"schema": SCHEMA} | dict(document) | {"id": public_id}, actor, now)


@transaction.atomic
def create_draft(
    public_id: str, document: Mapping[str, Any], *, actor: Actor, now: datetime
) -> Saved:
    """A new draft under an id that the author chose.

    Raises DraftExists for an id that is taken, UnableToEdit for one that would use up the year's.
    """
    require(actor, Right.EDIT)
    hold_publications()
    for model in (WorkingCopy, Incident):
        if model._default_manager.filter(public_id=public_id).exists():
            raise DraftExists(f"There is a draft {public_id} already.")
    year, number = (int(part) for part in public_id.split("-")[1:])
    next_id = _next_id(year)
    if not 0 < number <= max(9999, int(next_id.rpartition("-")[2])):
        raise UnableToEdit(f"{public_id} is too far ahead: the next free ID is {next_id}.")
    return _save({"schema": SCHEMA} | dict(document) | {"id": public_id}, actor, now)


@transaction.atomic
def save_draft(
    public_id: str, document: Mapping[str, Any], *, expected: str, actor: Actor, now: datetime
) -> Saved:
    """Save the draft, complete or not; `expected` is the hash of the version that was edited.

    An edit voids what was submitted. Raises DraftChanged, UnableToEdit, UnableToAct.
    """
    require(actor, Right.EDIT)
    working_copy_of(public_id, actor=actor)
    current = WorkingCopy.objects.select_for_update().get(public_id=public_id)
    new = {"schema": SCHEMA} | dict(document) | {"id": public_id}
    if current.sha256 != expected:
        raise DraftChanged(current, new)
    return _save(new, actor, now)


@transaction.atomic
def restore_revision(
    public_id: str, number: int, *, expected: str, actor: Actor, now: datetime
) -> Saved:
    """Make an earlier revision the draft again. Raises UnableToRead and as `save_draft` does."""
    document = numbered_revision(public_id, number).document
    saved = save_draft(public_id, document, expected=expected, actor=actor, now=now)
    append_log(
        actor,
        LogEntry.Act.RESTORED,
        now=now,
        incident=Incident.objects.get(public_id=public_id),
        reason=f"Revision {number}.",
    )
    return saved


def _save(document: Json, actor: Actor, now: datetime) -> Saved:
    problems = disclosure_problems(document)
    if not problems:
        document = document_of(draft_of(document))
    previous = WorkingCopy.objects.filter(public_id=document["id"]).first()
    if previous is not None and previous.sha256 == content_hash(canonical_content(document)):
        return Saved(previous, problems)
    if not problems:
        import_disclosure(document, actor=actor, now=now)
    copy = write_working_copy(document, actor, now, is_valid=not problems)
    void_submission(copy.public_id, actor=actor, now=now)
    append_log(
        actor,
        LogEntry.Act.EDITED,
        now=now,
        incident=Incident.objects.filter(public_id=copy.public_id).first(),
        reason=copy.public_id,
    )
    return Saved(copy, problems)


def _next_id(year: int) -> str:
    """One more than the highest number of the year, of drafts and incidents alike."""
    prefix = f"KB-{year}-"
    taken = [
        int(public_id.removeprefix(prefix))
        for model in (Incident, WorkingCopy)
        for public_id in model._default_manager.filter(public_id__startswith=prefix).values_list(
            "public_id", flat=True
        )
    ]
    return f"{prefix}{max(taken, default=0) + 1:04}"
