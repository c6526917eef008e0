"""How a draft begins: with nothing, with a document, or with another incident."""

from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from incidents.domain.documents import LARGEST_DOCUMENT, Problem, UnableToImport
from incidents.domain.editing import Saved, UnableToEdit, start_draft
from incidents.domain.permissions import Actor, Right
from incidents.domain.starting import start_from_document, start_from_incident
from incidents.domain.wording import relation_word
from incidents.models import RelatedIncident
from incidents.views.staff import staff_required
from incidents.views.typed import typed

_REFUSED = 400


@dataclass(frozen=True, slots=True)
class StartPage:
    """The page with what was typed, and why it was refused."""

    problems: tuple[Problem, ...] = ()
    #: Which of the ways was refused: `document` or `incident`.
    refused: str = ""
    document: str = ""
    incident: str = ""
    relation: str = ""
    reason: str = ""
    relations: tuple[tuple[str, str], ...] = field(
        default_factory=lambda: tuple(
            (one, relation_word(one)) for one in RelatedIncident.Relation.values
        )
    )


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.EDIT)
def start(request: HttpRequest, *, actor: Actor) -> HttpResponse:
    """The ways to start a draft; each ends in the editor."""
    if request.method != "POST":
        page = StartPage(incident=request.GET.get("incident", "")[:30])
        return _page(request, page)
    ways = {"blank": _blank, "document": _from_document, "incident": _from_incident}
    way = ways.get(request.POST.get("way", ""), _blank)
    result = way(request, actor)
    if isinstance(result, StartPage):
        return _page(request, result)
    return redirect("staff-draft", result.copy.public_id)


def _page(request: HttpRequest, page: StartPage) -> HttpResponse:
    status = _REFUSED if page.problems else 200
    return render(request, "editing/start.html", {"page": page}, status=status)


def _blank(request: HttpRequest, actor: Actor) -> Saved | StartPage:
    language = "zh-Hans" if request.POST.get("language") == "zh-Hans" else "en"
    return start_draft({"language": language}, actor=actor, now=timezone.now())


def _from_document(request: HttpRequest, actor: Actor) -> Saved | StartPage:
    upload = request.FILES.get("file")
    pasted = request.POST.get("document", "").replace("\x00", "")
    if upload is not None and (upload.size or 0) > LARGEST_DOCUMENT:
        # Not even read: `parse_document` would refuse it as well.
        detail = _("The file has more than %(bytes)s bytes.") % {"bytes": f"{LARGEST_DOCUMENT:,}"}
        return StartPage((Problem("", "unreadable", detail),), "document", pasted)
    content = upload.read() if upload is not None else pasted.encode()
    try:
        return start_from_document(content, actor=actor, now=timezone.now())
    except UnableToImport as error:
        return StartPage(tuple(error.problems), "document", pasted)


def _from_incident(request: HttpRequest, actor: Actor) -> Saved | StartPage:
    incident = typed(request, "incident", 30)
    relation, reason = typed(request, "relation", 40), typed(request, "reason")
    try:
        return start_from_incident(incident, relation, reason, actor=actor, now=timezone.now())
    except UnableToImport as error:
        problems = tuple(error.problems)
    except UnableToEdit:
        detail = _("There is no incident %(id)s.") % {"id": incident}
        problems = (Problem("/incident", "unknown", detail),)
    return StartPage(problems, "incident", "", incident, relation, reason)
