"""Drafts: importing documents to rows, and exporting rows to documents."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import Enum

from django.db import transaction

from incidents.domain.acting import append_log
from incidents.domain.documents import (
    Json,
    Problem,
    UnableToImport,
    canonical_content,
    content_hash,
    parse_document,
)
from incidents.domain.mapping import (
    CONDITIONS,
    PARTS,
    ClauseRows,
    Condition,
    Draft,
    ScopeRows,
    document_of,
    draft_of,
)
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.validating import disclosure_problems
from incidents.models import (
    Clause,
    Coverage,
    Incident,
    LogEntry,
    Scope,
    WindowDate,
    WorkingCopy,
)


class Imported(Enum):
    """What importing a document did."""

    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


class UnableToExport(LookupError):
    """There is no such incident."""


@transaction.atomic
def import_disclosure(document: Json, *, actor: Actor, now: datetime) -> Imported:
    """Make the document an incident's draft, whole or not at all.

    Raises UnableToImport with all problems. A document that the draft already holds changes
    nothing, not even the time of the last edit.
    """
    require(actor, Right.EDIT)
    problems = disclosure_problems(document)
    if problems:
        raise UnableToImport(problems)
    new = draft_of(document)
    existing = Incident.objects.select_for_update().filter(public_id=document["id"]).first()
    if existing is not None and document_of(load_draft(existing)) == document_of(new):
        return Imported.UNCHANGED
    if existing is not None:
        _clear(existing)
        new.incident.pk = existing.pk
    new.incident.edited_at = now
    _save(new)
    write_working_copy(document_of(new), actor, now, is_valid=True)
    append_log(actor, LogEntry.Act.IMPORTED, now=now, incident=new.incident)
    return Imported.CREATED if existing is None else Imported.CHANGED


def write_working_copy(
    document: Json, actor: Actor, now: datetime, *, is_valid: bool
) -> WorkingCopy:
    """Keep the document as the one that its editors see, inside the caller's transaction."""
    content = canonical_content(document)
    copy, _ = WorkingCopy.objects.update_or_create(
        public_id=document["id"],
        defaults={
            "content": content,
            "sha256": content_hash(content),
            "is_valid": is_valid,
            "edited_at": now,
            "edited_by": actor.user,
        },
    )
    return copy


def export_draft(public_id: str) -> Json:
    """The disclosure document of an incident's draft."""
    incident = Incident.objects.filter(public_id=public_id).first()
    if incident is None:
        raise UnableToExport(f"There is no incident {public_id}.")
    return document_of(load_draft(incident))


def _clear(incident: Incident) -> None:
    for model, _ in PARTS.values():
        model._default_manager.filter(incident=incident).delete()
    Scope.objects.filter(incident=incident).delete()


def _save(draft: Draft) -> None:
    draft.incident.save()
    for key, (model, _) in PARTS.items():
        model._default_manager.bulk_create(draft.parts[key])
    Coverage.objects.bulk_create(draft.coverage)
    Scope.objects.bulk_create([scope.row for scope in draft.scopes])
    clauses = [clause for scope in draft.scopes for clause in scope.clauses]
    Clause.objects.bulk_create([clause.row for clause in clauses])
    conditions = [condition for clause in clauses for condition in clause.conditions]
    for kind, (condition_model, _) in CONDITIONS.items():
        condition_model._default_manager.bulk_create(
            [condition.row for condition in conditions if condition.kind == kind]
        )
    WindowDate.objects.bulk_create([date for one in conditions for date in one.dates])


def load_draft(incident: Incident) -> Draft:
    """All rows of the incident, in as many queries as there are kinds of rows."""
    parts = {
        key: list(model._default_manager.filter(incident=incident).order_by("position"))
        for key, (model, _) in PARTS.items()
    }
    coverage = (
        Coverage.objects.filter(protection__incident=incident)
        .select_related("protection")
        .order_by("position")
    )
    clauses = Clause.objects.filter(scope__incident=incident).order_by("is_exclusion", "position")
    conditions = list(_load_conditions(incident))
    scopes = [
        ScopeRows(
            scope,
            [
                ClauseRows(clause, [one for one in conditions if one.row.clause_id == clause.pk])
                for clause in clauses
                if clause.scope_id == scope.pk
            ],
        )
        for scope in Scope.objects.filter(incident=incident).order_by("position")
    ]
    return Draft(incident, parts, list(coverage), scopes)


def _load_conditions(incident: Incident) -> Iterable[Condition]:
    dates: dict[int, list[WindowDate]] = {}
    for date in WindowDate.objects.filter(window__clause__scope__incident=incident):
        dates.setdefault(date.window_id, []).append(date)
    for kind, (model, _) in CONDITIONS.items():
        for row in model._default_manager.filter(clause__scope__incident=incident):
            yield Condition(kind, row, dates.get(row.pk, []) if kind == "instant" else [])


@transaction.atomic
def import_files(
    contents: Mapping[str, bytes], *, actor: Actor, now: datetime
) -> dict[str, tuple[str, Imported]]:
    """Import disclosure documents by file name, all of them or none.

    Raises UnableToImport with the problems of every file; their pointers are its name.
    """
    documents: dict[str, Json] = {}
    problems: list[Problem] = []
    for name, content in contents.items():
        try:
            documents[name] = parse_document(content)
            found = disclosure_problems(documents[name])
        except UnableToImport as error:
            found = error.problems
        problems += [Problem(name, one.code, str(one)) for one in found]
    if problems:
        raise UnableToImport(problems)
    return {
        name: (document["id"], import_disclosure(document, actor=actor, now=now))
        for name, document in documents.items()
    }
