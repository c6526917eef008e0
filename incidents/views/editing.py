"""The draft editor: one page per draft, saved as it is typed."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from incidents.domain.editing import DraftChanged, Saved, UnableToEdit, save_draft, working_copy_of
from incidents.domain.permissions import Actor, Right
from incidents.domain.previewing import Preview, preview_document
from incidents.domain.snapshots import current_snapshot
from incidents.domain.validating import disclosure_problems
from incidents.draft_forms import Typed, UnreadableAct, apply_act, read_fields
from incidents.draft_forms.acting import Changed
from incidents.models import WorkingCopy
from incidents.views.editing_conflict import conflict_response
from incidents.views.editing_kept import keep_typed, take_kept
from incidents.views.editing_page import (
    SECTIONS,
    EditorPage,
    kind_of_attribute,
    make_page,
)
from incidents.views.staff import staff_required

_SAVE, _AUTOSAVE, _PREVIEW = "save", "autosave", "preview"


@require_http_methods(["GET", "HEAD", "POST"])
@keep_typed
@staff_required(Right.READ_DRAFTS)
def draft(request: HttpRequest, public_id: str, *, actor: Actor) -> HttpResponse:
    """The editor of a draft; what is posted is saved, complete or not."""
    try:
        copy = working_copy_of(public_id, actor=actor)
    except UnableToEdit as error:
        raise Http404(str(error)) from None
    if request.method == "POST":
        return _post(request, public_id, actor, timezone.now())
    return _show(request, copy, actor, timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.READ_DRAFTS)
def draft_preview(request: HttpRequest, public_id: str, *, actor: Actor) -> HttpResponse:
    """The preview of what is saved, or of what is posted, which is not saved: one fragment."""
    now = timezone.now()
    typed = read_fields(request.POST.lists())
    if request.method != "POST":
        try:
            typed = Typed(working_copy_of(public_id, actor=actor).document, frozenset())
        except UnableToEdit as error:
            raise Http404(str(error)) from None
    context = {
        "preview": _preview(typed, public_id, now),
        "language": typed.document.get("language"),
    }
    return render(request, "editing/parts/preview.html", context)


def _show(request: HttpRequest, copy: WorkingCopy, actor: Actor, now: datetime) -> HttpResponse:
    """The draft as it is saved, or as it was typed when the session was lost."""
    kept = take_kept(request, copy.public_id, actor)
    document = kept.typed.document if kept else copy.document
    problems = [] if copy.is_valid and not kept else disclosure_problems(document)
    page = make_page(
        copy.public_id,
        document,
        expected=kept.expected if kept else copy.sha256,
        problems=problems,
        actor=actor,
        now=now,
        edited_at=copy.edited_at,
        open_rows=kept.typed.open_rows if kept else frozenset(),
    )
    context = _context(page, actor) | {"is_kept": kept is not None}
    return render(request, "editing/editor.html", context)


def _post(request: HttpRequest, public_id: str, actor: Actor, now: datetime) -> HttpResponse:
    act = request.POST.get("act", _SAVE)
    typed = read_fields(request.POST.lists())
    notice = ""
    changed = Changed(typed, "")
    if ":" in act:
        try:
            changed = _act(request, typed, act, now)
        except UnreadableAct:
            notice = _("Nothing was added: choose what to add, and try again.")
    expected = request.POST.get("expected", "")
    try:
        saved = save_draft(
            public_id, changed.typed.document, expected=expected, actor=actor, now=now
        )
    except DraftChanged as error:
        return conflict_response(request, error, typed, actor, now)
    return _saved(request, saved, changed, act, actor, now, notice)


def _act(request: HttpRequest, typed: Typed, act: str, now: datetime) -> Changed:
    pointer = act.partition(":")[2]
    attribute = request.POST.get(f"attribute:{pointer}", "")
    return apply_act(typed, act, attribute=attribute, kind=kind_of_attribute(attribute, now))


def _saved(
    request: HttpRequest,
    saved: Saved,
    changed: Changed,
    act: str,
    actor: Actor,
    now: datetime,
    notice: str,
) -> HttpResponse:
    """What the button asked for: the section of a row, the state, or the whole page."""
    is_fragment = bool(getattr(request, "htmx", False))
    if act == _SAVE and not is_fragment:
        address = reverse("staff-draft", args=[saved.copy.public_id])
        return HttpResponseRedirect(f"{address}?saved=1")
    page = make_page(
        saved.copy.public_id,
        saved.copy.document,
        expected=saved.copy.sha256,
        problems=saved.problems,
        actor=actor,
        now=now,
        edited_at=saved.copy.edited_at,
        open_rows=changed.typed.open_rows,
        focus=changed.focus,
    )
    context = _context(page, actor) | {"notice": notice, "is_saved": True}
    if act in (_AUTOSAVE, _PREVIEW):
        preview = _preview(Typed(saved.copy.document, frozenset()), page.public_id, now)
        context |= {"preview": preview, "language": saved.copy.document.get("language")}
    if not is_fragment:
        return render(request, "editing/editor.html", context)
    return _fragment(request, context, page, act)


def _fragment(
    request: HttpRequest, context: dict[str, object], page: EditorPage, act: str
) -> HttpResponse:
    if act in (_AUTOSAVE, _PREVIEW):
        response = render(request, "editing/parts/saved.html", context)
        response["HX-Reswap"] = "none"
        return response
    name = _section_of(act)
    if name is None:
        response = render(request, "editing/parts/form.html", context)
        response["HX-Retarget"], response["HX-Reswap"] = "#draft-form", "outerHTML"
        return response
    context["section"] = page.section(name)
    response = render(request, "editing/parts/changed_section.html", context)
    response["HX-Retarget"], response["HX-Reswap"] = f"#section-{name}", "outerHTML"
    return response


def _section_of(act: str) -> str | None:
    """The section that a button changes; None for the whole form."""
    first = act.partition(":")[2].split("/")[1:2]
    return next((name for name, keys in SECTIONS.items() if first and first[0] in keys), None)


def _context(page: EditorPage, actor: Actor) -> dict[str, object]:
    return {"page": page, "may_edit": actor.may(Right.EDIT)}


def _preview(typed: Typed, public_id: str, now: datetime) -> Preview:
    return preview_document(
        {"schema": "kbase-disclosure/1"} | typed.document | {"id": public_id},
        snapshot=current_snapshot(now),
        language=get_language() or "en",
        now=now,
    )
