"""The history of an incident: its revisions, and the difference between any two."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from incidents.domain.history import present_history
from incidents.domain.reading import UnableToRead


@require_safe
@cache_control(public=True, max_age=30)
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every revision with its reason, and what changed from one (`from`) to another (`to`)."""
    try:
        page = present_history(
            public_id,
            start=request.GET.get("from", ""),
            end=request.GET.get("to", ""),
            language=get_language() or "en",
            now=timezone.now(),
        )
    except UnableToRead as error:
        raise Http404(str(error)) from None
    return render(request, "incidents/history.html", {"page": page})
