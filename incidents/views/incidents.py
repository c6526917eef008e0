"""The list of incidents, and the page of one, as of its latest revision or of an earlier one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from incidents.domain.browsing import list_incidents
from incidents.domain.presenting import present_incident
from incidents.domain.reading import UnableToRead
from incidents.domain.snapshots import current_snapshot
from incidents.views.filters import make_filter_form
from incidents.views.structured_data import report_data


@require_safe
@cache_control(public=True, max_age=30)
def incident_list(request: HttpRequest) -> HttpResponse:
    """The published incidents, newest disclosure first, with filters."""
    now = timezone.now()
    form = make_filter_form(request.GET, current_snapshot(now))
    found = list_incidents(form.filters, page=request.GET.get("page", "1"), now=now)
    return render(request, "incidents/list.html", {"form": form, "found": found})


@require_safe
@cache_control(public=True, max_age=30)
def incident(request: HttpRequest, public_id: str) -> HttpResponse:
    """The latest revision of an incident."""
    return _incident(request, public_id, None)


@require_safe
@cache_control(public=True, max_age=30)
def revision(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One revision of an incident, marked where it is not the latest."""
    return _incident(request, public_id, number)


def _incident(request: HttpRequest, public_id: str, number: int | None) -> HttpResponse:
    language = get_language() or "en"
    try:
        page = present_incident(public_id, language=language, now=timezone.now(), number=number)
    except UnableToRead as error:
        raise Http404(str(error)) from None
    canonical = reverse("incident", args=[public_id])
    document = f"/api/v1/incidents/{public_id}/"
    context = {
        "page": page,
        "canonical": request.build_absolute_uri(canonical),
        "document_url": document if page.is_latest else f"{document}revisions/{number}/",
        "structured_data": report_data(page, request.build_absolute_uri(request.path)),
    }
    return render(request, "incidents/incident.html", context)
