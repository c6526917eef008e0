"""A reader reports a mistake, on an incident or on a verdict; staff handle the report."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from incidents.domain.permissions import Actor, Right
from incidents.domain.queueing import title_of
from incidents.domain.reader_reports import (
    LONGEST_REPORT,
    UnableToHandle,
    UnableToReport,
    handle_report,
    receive_report,
)
from incidents.domain.reading import UnableToRead, published_revision
from incidents.forms import parameter_of, read_query
from incidents.models import ReaderReport
from incidents.views.rationing import is_within_ration
from incidents.views.staff import staff_required
from incidents.views.typed import typed
from kbase.client import client_address

#: Reports in an hour: of one address, and of all.
MOST_PER_ADDRESS = 5
MOST_IN_ALL = 200

#: A question's address is some hundred letters long.
_LONGEST_QUESTION = 4_000
#: What an address holds beside the question itself.
_NOT_ASKED = ("incident", "revision", "as_of", "limit", "lang")


@dataclass(frozen=True, slots=True)
class ReportForm:
    """The form as it was sent. `question` is the address of what was asked, empty for none."""

    text: str
    contact: str
    question: str
    asked: tuple[tuple[str, str], ...]
    revision: str
    errors: Mapping[str, str]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form, and what it sends. Its cookie against forgery is the only one that readers get."""
    try:
        seen = published_revision(public_id)
    except UnableToRead as error:
        raise Http404(str(error)) from None
    if request.method != "POST":
        form = _read_form(request, request.GET.urlencode()[:_LONGEST_QUESTION], {})
        return _form_page(request, public_id, seen.document, form)
    question = typed(request, "question", _LONGEST_QUESTION)
    # A field that nobody sees: whoever fills it in is no reader, and need not know.
    if request.POST.get("website"):
        return redirect("report-received", public_id)
    try:
        _receive(request, public_id, question)
    except UnableToReport as error:
        form = _read_form(request, question, error.errors)
        status = 429 if "ration" in error.errors else 400
        return _form_page(request, public_id, seen.document, form, status)
    return redirect("report-received", public_id)


@require_safe
@cache_control(public=True, max_age=30)
def report_received(request: HttpRequest, public_id: str) -> HttpResponse:
    """What happens next."""
    try:
        published_revision(public_id)
    except UnableToRead as error:
        raise Http404(str(error)) from None
    return render(request, "reports/received.html", {"public_id": public_id})


def _receive(request: HttpRequest, public_id: str, question: str) -> None:
    form = _read_form(request, question, {})
    limits = {client_address(request): MOST_PER_ADDRESS, "": MOST_IN_ALL}
    if form.text and not is_within_ration("report", limits):
        sentence = _("Many reports have come in this hour. Keep your text, and send it later.")
        raise UnableToReport({"ration": sentence})
    receive_report(
        public_id,
        text=form.text,
        contact=form.contact,
        question={name.removeprefix("attr."): value for name, value in form.asked},
        revision=int(form.revision) if form.revision else None,
        now=timezone.now(),
    )


def _read_form(request: HttpRequest, question: str, errors: Mapping[str, str]) -> ReportForm:
    parameters = read_query(_parsed(question)).parameters
    revision = parameters.get("revision", "")
    is_number = revision.isascii() and revision.isdigit() and len(revision) < 9
    asked = [(name, value) for name, value in parameters.items() if name not in _NOT_ASKED]
    return ReportForm(
        typed(request, "text", LONGEST_REPORT),
        typed(request, "contact", 254),
        urlencode(parameters),
        tuple(asked),
        revision if is_number else "",
        errors,
    )


def _parsed(question: str) -> QueryDict:
    try:
        return QueryDict(question.replace("\x00", "").replace("%00", ""))
    except (ValueError, OSError):  # too many fields, or no text at all
        return QueryDict()


def _form_page(
    request: HttpRequest,
    public_id: str,
    document: Mapping[str, object],
    form: ReportForm,
    status: int = 200,
) -> HttpResponse:
    title = title_of(document, get_language() or "en")
    context = {"public_id": public_id, "title": title, "form": form, "most": LONGEST_REPORT}
    response = render(request, "reports/form.html", context, status=status)
    if status == 429:
        response["Retry-After"] = "3600"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Right.READ_DRAFTS)
def handle(request: HttpRequest, key: int, *, actor: Actor) -> HttpResponse:
    """One report, and the note that closes it."""
    found = ReaderReport.objects.select_related("incident", "handled_by").filter(pk=key).first()
    if found is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            handle_report(key, note=typed(request, "note"), actor=actor, now=timezone.now())
            return redirect("staff-report", key)
        except UnableToHandle as refused:
            error = str(refused)
    context = {
        "report": found,
        "question": urlencode({parameter_of(name): one for name, one in found.question.items()}),
        "error": error,
        "note": typed(request, "note"),
    }
    return render(request, "reviewing/report.html", context, status=400 if error else 200)
