"""Two people who edit one draft: both versions side by side, and nothing lost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from incidents.domain.comparing import Change, compare_documents
from incidents.domain.documents import Json, document_text
from incidents.domain.editing import DraftChanged
from incidents.domain.permissions import Actor, Right
from incidents.domain.snapshots import current_snapshot
from incidents.domain.validating import disclosure_problems
from incidents.draft_forms import Typed, write_fields
from incidents.draft_forms.scalars import write_json
from incidents.views.editing_page import proof_of

_CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that the two versions have differently, for versions that are not complete."""

    place: str
    theirs: str
    mine: str


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """Both versions of a draft."""

    public_id: str
    expected: str
    edited_at: datetime
    edited_by: str
    changes: tuple[Change, ...]
    differences: tuple[Difference, ...]
    theirs: str
    mine: str
    mine_json: str
    proof: str


def conflict_response(
    request: HttpRequest, error: DraftChanged, typed: Typed, actor: Actor, now: datetime
) -> HttpResponse:
    """Both versions, with status 409; the person takes over the one or the other."""
    current, mine = error.current, {"schema": "kbase-disclosure/1"} | typed.document
    mine["id"] = current.public_id
    theirs = current.document
    is_comparable = not disclosure_problems(theirs) and not disclosure_problems(mine)
    page = ConflictPage(
        current.public_id,
        current.sha256,
        current.edited_at,
        current.edited_by.get_username() if current.edited_by else "",
        _changes(theirs, mine, now) if is_comparable else (),
        () if is_comparable else tuple(_differences(theirs, mine)),
        document_text(theirs),
        document_text(mine),
        write_json(mine),
        proof_of(actor, current.public_id),
    )
    context = {"page": page, "may_edit": actor.may(Right.EDIT)}
    is_fragment = bool(getattr(request, "htmx", False))
    template = "editing/parts/conflict.html" if is_fragment else "editing/conflict.html"
    response = render(request, template, context, status=_CONFLICT)
    response["HX-Retarget"], response["HX-Reswap"] = "#main", "innerHTML"
    return response


def _changes(theirs: Json, mine: Json, now: datetime) -> tuple[Change, ...]:
    return compare_documents(
        theirs, mine, language=get_language() or "en", snapshot=current_snapshot(now)
    )


def _differences(theirs: Mapping[str, Any], mine: Mapping[str, Any]) -> Iterator[Difference]:
    """Field by field, where a version is not complete enough for words."""
    one, other = write_fields(theirs), write_fields(mine)
    for name in dict.fromkeys([*one, *other]):
        if one.get(name) != other.get(name):
            yield Difference(name, "\n".join(one.get(name, [])), "\n".join(other.get(name, [])))
