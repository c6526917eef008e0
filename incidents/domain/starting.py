"""Drafts that begin with something: a document, or an incident that they are like or follow."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from incidents.domain.documents import (
    Json,
    Problem,
    UnableToImport,
    canonical_content,
    parse_document,
)
from incidents.domain.editing import Saved, start_draft, working_copy_of
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.validating import disclosure_problems
from incidents.models import RelatedIncident

#: A NUL in canonical JSON, and not the text that writes one.
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")

#: What a new record takes over from another one: its frame and its scope, and nothing that the
#: other disclosure counted, said or dated.
_TAKEN_OVER = ("language", "kind", "provider", "notice", "sources", "scopes")


def start_from_document(content: bytes, *, actor: Actor, now: datetime) -> Saved:
    """A new draft from a YAML or JSON text, under an id of its own.

    Raises UnableToImport with every path and reason, and UnableToAct.
    """
    require(actor, Right.EDIT)
    document = parse_document(content)
    _refuse_unstorable(document)
    # The document's own id is that of the record it was written for, or none at all.
    problems = disclosure_problems({"id": "KB-0000-0000"} | document)
    if problems:
        raise UnableToImport(problems)
    return start_draft(document, actor=actor, now=now)


@transaction.atomic
def start_from_incident(
    other: str, relation: str, reason: str, *, actor: Actor, now: datetime
) -> Saved:
    """A new draft that takes over the frame of another record and links to it.

    `relation` is that of the new record to the other one. Raises UnableToImport for a relation or
    a reason that is missing, UnableToEdit where there is no such incident, UnableToAct.
    """
    require(actor, Right.EDIT)
    problems = []
    if relation not in RelatedIncident.Relation.values:
        problems.append(Problem("/relation", "enum", "Choose how the two belong together."))
    if not reason.strip():
        problems.append(Problem("/reason", "required", "Say in a sentence why they are linked."))
    if problems:
        raise UnableToImport(problems)
    frame = _frame(working_copy_of(other, actor=actor).document)
    language = frame.get("language", "en")
    link = {"incident": other, "relation": relation, "reason": {language: reason.strip()}}
    return start_draft(frame | {"related": [link]}, actor=actor, now=now)


def _refuse_unstorable(document: Json) -> None:
    """Refuse what JSON and YAML can write and no database keeps.

    Raises UnableToImport for half a character, the NUL, and numbers of more than 64 bits.
    """
    try:
        is_storable = not _NUL.search(canonical_content(document))
    except TypeError:
        is_storable = False
    if not is_storable:
        detail = "The document holds half a character, a NUL, or a number of more than 64 bits."
        raise UnableToImport([Problem("", "unreadable", detail)])


def _frame(document: Mapping[str, Any]) -> Json:
    return {key: document[key] for key in _TAKEN_OVER if key in document}
