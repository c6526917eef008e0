"""The log of acts, of one incident or of all."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from incidents.domain.log_reading import LogFilters, act_word, people_in_log, read_log
from incidents.domain.permissions import Actor, Right
from incidents.models import LogEntry
from incidents.views.staff import staff_required


@require_safe
@staff_required(Right.READ_DRAFTS)
def log(request: HttpRequest, public_id: str = "", *, actor: Actor) -> HttpResponse:
    """The acts, newest first. `act`, `person` and `incident` narrow them down."""
    given = {
        name: request.GET.get(name, "").replace("\x00", "").strip()[:200]
        for name in ("incident", "act", "person")
    }
    filters = LogFilters(public_id or given["incident"], given["act"], given["person"])
    number = request.GET.get("page", "1")
    page = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    context = {
        "public_id": public_id,
        "page": read_log(filters, actor=actor, page=page),
        "filters": filters,
        "acts": sorted(((one, act_word(one)) for one in LogEntry.Act.values), key=lambda o: o[1]),
        "people": people_in_log(),
        "query": urlencode({name: value for name, value in given.items() if value}),
    }
    return render(request, "reviewing/log.html", context)
