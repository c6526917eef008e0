"""Facts from a pasted text: proposed one by one, and filled in only where they are accepted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from incidents.domain.accepting import accept, free_key, language_of
from incidents.domain.documents import Json
from incidents.domain.editing import (
    DraftChanged,
    UnableToEdit,
    save_draft,
    start_draft,
    working_copy_of,
)
from incidents.domain.extracting import LONGEST_TEXT, UnableToReadText
from incidents.domain.permissions import Actor, Right
from incidents.domain.snapshots import current_snapshot
from incidents.draft_forms import Typed
from incidents.draft_forms.scalars import clean
from incidents.models import WorkingCopy
from incidents.views.editing_conflict import conflict_response
from incidents.views.editing_proposals import Asked, Shown, proposals_of
from incidents.views.staff import staff_required
from incidents.views.typed import typed

_REFUSED = 400
_SOURCE_FIELDS = {"publisher": 200, "title": 500, "published": 60, "url": 1000, "type": 10}


@dataclass(frozen=True)
class TextPage:
    """The text with its proposals; `proposals` is None before the text was read."""

    public_id: str
    expected: str
    text: str
    source: dict[str, str]
    sources: tuple[tuple[str, str], ...]
    chosen_source: str
    error: str = ""
    proposals: list[Shown] | None = None
    elsewhere: tuple[tuple[str, str], ...] = ()
    page: int = 1
    pages: int = 1
    count: int = 0
    taken: int = 0

    @property
    def page_numbers(self) -> range:
        return range(1, self.pages + 1)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.EDIT)
def new_from_text(request: HttpRequest, *, actor: Actor) -> HttpResponse:
    """A new draft from what is accepted of a pasted text."""
    return _respond(request, None, actor, timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.EDIT)
def add_from_text(request: HttpRequest, public_id: str, *, actor: Actor) -> HttpResponse:
    """Facts from a pasted text for a draft that is there."""
    try:
        copy = working_copy_of(public_id, actor=actor)
    except UnableToEdit as error:
        raise Http404(str(error)) from None
    return _respond(request, copy, actor, timezone.now())


def _respond(
    request: HttpRequest, copy: WorkingCopy | None, actor: Actor, now: datetime
) -> HttpResponse:
    text = clean(request.POST.get("text", ""))
    if request.method != "POST" or not text.strip():
        return _page(request, copy, text)
    snapshot = current_snapshot(now)
    try:
        proposals = proposals_of(text, snapshot)
    except UnableToReadText:
        return _page(request, copy, text, error=_too_long(text))
    answers = {name: clean(value) for name, value in request.POST.items() if isinstance(value, str)}
    asked = Asked(text, proposals, answers, snapshot, get_language() or "en")
    if request.POST.get("act") == "accept":
        return _accept(request, copy, asked, actor, now)
    return _page(request, copy, text, asked=asked)


def _too_long(text: str) -> str:
    numbers = {"count": f"{len(text):,}", "most": f"{LONGEST_TEXT:,}"}
    return (
        _(
            "The text has %(count)s characters; at most %(most)s are read at once. "
            "Paste the part that concerns the incident."
        )
        % numbers
    )


def _page(
    request: HttpRequest,
    copy: WorkingCopy | None,
    text: str,
    *,
    asked: Asked | None = None,
    error: str = "",
) -> HttpResponse:
    page = TextPage(
        copy.public_id if copy else "",
        request.POST.get("expected", copy.sha256 if copy else ""),
        # A text that is too long to be read is not sent back either.
        text if not error else text[:LONGEST_TEXT],
        {name: typed(request, name, most) for name, most in _SOURCE_FIELDS.items()},
        _sources(copy.document if copy else {}),
        typed(request, "source", 64),
        error,
    )
    if asked is not None:
        page = _with_proposals(page, asked, _number(request))
    status = _REFUSED if error else 200
    return render(request, "editing/text.html", {"page": page}, status=status)


def _number(request: HttpRequest) -> int:
    """The page that was asked for by a button; 1 where none was."""
    number = request.POST.get("page", "")
    return int(number) if number.isdecimal() and len(number) < 5 else 1


def _with_proposals(page: TextPage, asked: Asked, number: int) -> TextPage:
    number = min(max(number, 1), asked.pages)
    return TextPage(
        **{name: getattr(page, name) for name in _KEPT},
        proposals=asked.shown(number),
        elsewhere=tuple(asked.elsewhere(number)),
        page=number,
        pages=asked.pages,
        count=len(asked.proposals),
        taken=asked.taken(),
    )


_KEPT = ("public_id", "expected", "text", "source", "sources", "chosen_source", "error")


def _sources(document: Json) -> tuple[tuple[str, str], ...]:
    found = document.get("sources")
    rows = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return tuple((str(one["key"]), str(one.get("title", ""))) for one in rows if one.get("key"))


def _accept(
    request: HttpRequest, copy: WorkingCopy | None, asked: Asked, actor: Actor, now: datetime
) -> HttpResponse:
    language = language_of(asked.text)
    document: Json = copy.document if copy else {"language": language}
    source = _source(request, document, language)
    new = accept(document, asked.accepted(), source=source)
    if copy is None:
        saved = start_draft(new, actor=actor, now=now)
        return redirect("staff-draft", saved.copy.public_id)
    expected = request.POST.get("expected", "")
    try:
        save_draft(copy.public_id, new, expected=expected, actor=actor, now=now)
    except DraftChanged as error:
        return conflict_response(request, error, Typed(new, frozenset()), actor, now)
    return redirect("staff-draft", copy.public_id)


def _source(request: HttpRequest, document: Json, language: str) -> dict[str, Any]:
    """The source that the pasted text is: one of the draft's, or a new one."""
    keys = [key for key, _title in _sources(document)]
    chosen = typed(request, "source", 64)
    if chosen in keys:
        return {"key": chosen}
    given = {name: typed(request, name, most) for name, most in _SOURCE_FIELDS.items()}
    source = {name: value for name, value in given.items() if value}
    return {"key": free_key("pasted-text", keys), "language": language} | source
