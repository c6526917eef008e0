"""Views of the catalogue: recognised services and models, and region-of-service notices."""

from collections.abc import Callable, Sequence
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from api.errors import Problem
from api.pagination import Key, page_json, page_of_list
from api.responses import json_response
from api.v1 import description
from api.v1.filters import PAGE_PARAMETERS, Parameters
from api.views import PublicView, origin_of
from incidents.domain.reading import UnableToRead, published_catalogue
from incidents.domain.snapshots import current_snapshot

Json = dict[str, Any]


class CatalogueView(PublicView):
    """The whole catalogue as published last, or one of its revisions: the hashed bytes."""

    @description.read_catalogue
    def get(self, request: Request) -> HttpResponse:
        parameters = Parameters(request, "revision")
        number = parameters.number("revision")
        parameters.check()
        try:
            revision = published_catalogue(number)
        except UnableToRead as error:
            raise Problem("not_found", str(error)) from None
        return json_response(
            request,
            revision.content,
            etag=f'"{revision.sha256}-{revision.number}"',
            headers={"Kbase-Revision": str(revision.number)},
        )


class ServiceListView(PublicView):
    """The recognised services, with their aliases and other values."""

    @description.list_services
    def get(self, request: Request) -> HttpResponse:
        origin = origin_of(request)

        def shown(service: Json) -> Json:
            rest = {key: value for key, value in service.items() if key != "models"}
            url = f"{origin}/api/v1/services/{service['slug']}/models/"
            return rest | {"models_url": url, "model_count": len(service.get("models", []))}

        return _list_response(request, lambda catalogue: catalogue["services"], "slug", shown)


class ModelListView(PublicView):
    """The models as one service serves them, with their aliases."""

    @description.list_models
    def get(self, request: Request, slug: str) -> HttpResponse:
        def models(catalogue: Json) -> Sequence[Json]:
            for service in catalogue["services"]:
                if service["slug"] == slug:
                    found: Sequence[Json] = service.get("models", [])
                    return found
            raise Problem("not_found", f"There is no service {slug} in the catalogue.")

        return _list_response(request, models, "id", lambda model: model)


class NoticeListView(PublicView):
    """The region-of-service notices: the same bytes for every visitor."""

    @description.list_notices
    def get(self, request: Request) -> HttpResponse:
        return _list_response(
            request, lambda catalogue: catalogue.get("notices", []), "key", lambda notice: notice
        )


def _list_response(
    request: Request,
    items_of: Callable[[Json], Sequence[Json]],
    name: str,
    shown: Callable[[Json], Json],
) -> HttpResponse:
    """A page of items of the current catalogue, in the order of that key of theirs."""
    parameters = Parameters(request, *PAGE_PARAMETERS)
    limit, cursor = parameters.limit(), parameters.cursor()
    parameters.check()

    def key(item: Json) -> Key:
        return (item[name],)

    items = items_of(current_snapshot(timezone.now()).catalogue_document)
    page = page_of_list(items, cursor, limit, key)
    results = [shown(one) for one in page.items]
    return json_response(request, orjson.dumps(page_json(page, results, request, parameters.given)))
