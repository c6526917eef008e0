"""The home page, and the answer to a question."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from incidents.domain.checking import Answer, check_question
from incidents.domain.phrasing import document_language
from incidents.domain.reporting import report_text
from incidents.domain.searching import Filters, published_incidents
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.forms import Query, error_sentence, make_form, read_query
from incidents.scope.question import UnreadableQuestion
from incidents.scope.verdict import Verdict
from incidents.views.cards import make_cards, near_names

_NEWEST = 5
#: Cards are long: a page shows fewer of them than the API unless it is asked for more.
_MOST_CARDS = "20"
_API = "/api/v1/check/"


@require_safe
@gzip_page
@cache_control(public=True, max_age=30)
def home(request: HttpRequest) -> HttpResponse:
    """The form, the newest incidents, the region notices."""
    now = timezone.now()
    snapshot = current_snapshot(now)
    context = {
        "form": make_form(read_query(request.GET), snapshot, _language()),
        "incidents": published_incidents(Filters(), now=now)[:_NEWEST],
        "notices": _notices(snapshot),
    }
    return render(request, "checking/home.html", context)


@require_safe
@gzip_page
@cache_control(no_cache=True)
def check(request: HttpRequest) -> HttpResponse:
    """What every incident answers to the question in the address, which is its permalink."""
    now = timezone.now()
    query = read_query(request.GET)
    snapshot = current_snapshot(now)
    try:
        answer = check_question({"limit": _MOST_CARDS} | query.fields, now=now)
        if query.faults:
            raise UnreadableQuestion(list(query.faults))
    except UnreadableQuestion as error:
        return _refuse(request, query, snapshot, error)
    if query.as_text:
        return _plain_text(report_text(answer, _language()))
    return render(request, "checking/answer.html", _answer_context(answer, query, snapshot))


def _answer_context(answer: Answer, query: Query, snapshot: Snapshot) -> dict[str, object]:
    language = _language()
    settling = {name for result in answer.results for name in result.answer.settle_with}
    tag = document_language(language)
    return {
        "answer": answer,
        "tally": {verdict.value: answer.tally[verdict] for verdict in Verdict},
        "form": make_form(query, snapshot, language, wanted=settling, is_answered=True),
        "cards": make_cards(answer, query, language),
        "near": near_names(answer, query, language),
        "address": query.address(),
        "address_as_text": query.address(format="text"),
        "address_of_all": query.address("incident", "revision", "as_of"),
        "address_of_more": query.address(limit="100"),
        "api": f"{_API}?{query.address() if tag == 'en' else query.address(lang=tag)}",
        "notices": _notices(snapshot),
    }


def _refuse(
    request: HttpRequest, query: Query, snapshot: Snapshot, error: UnreadableQuestion
) -> HttpResponse:
    """The form with what was typed and what is wrong with it; no verdict."""
    faults = [*query.faults, *(one for one in error.faults if one not in query.faults)]
    if query.as_text:
        sentences = (error_sentence(fault) for fault in faults)
        return _plain_text("\n".join(sentences) + "\n", status=400)
    context = {
        "form": make_form(query, snapshot, _language(), faults=faults),
        "address_of_all": query.address("incident", "revision", "as_of"),
        "notices": _notices(snapshot),
    }
    return render(request, "checking/unreadable.html", context, status=400)


def _plain_text(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)


def _notices(snapshot: Snapshot) -> list[dict[str, object]]:
    """The region notices of the catalogue: the same for every reader, wherever they are."""
    notices: list[dict[str, object]] = snapshot.catalogue_document.get("notices", [])
    return notices


def _language() -> str:
    return get_language() or "en"
