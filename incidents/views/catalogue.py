"""Services and served models, as the catalogue holds them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from incidents.domain.browsing import list_services, present_model, present_service
from incidents.domain.reading import UnableToRead


@require_safe
@cache_control(public=True, max_age=30)
def service_list(request: HttpRequest) -> HttpResponse:
    """Every recognised service."""
    services = list_services(now=timezone.now())
    return render(request, "incidents/services.html", {"services": services})


@require_safe
@cache_control(public=True, max_age=30)
def service(request: HttpRequest, slug: str) -> HttpResponse:
    """One service: its names, its models, the incidents that concern it."""
    language = get_language() or "en"
    try:
        page = present_service(slug, language=language, now=timezone.now())
    except UnableToRead as error:
        raise Http404(str(error)) from None
    return render(request, "incidents/service.html", {"page": page})


@require_safe
@cache_control(public=True, max_age=30)
def model(request: HttpRequest, slug: str, model_id: str) -> HttpResponse:
    """One served model, with the look-alikes that it is not."""
    try:
        page = present_model(slug, model_id, now=timezone.now())
    except UnableToRead as error:
        raise Http404(str(error)) from None
    return render(request, "incidents/model.html", {"page": page})
