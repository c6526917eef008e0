"""What probes ask: whether the process lives, and whether it can answer."""

from typing import Any

import orjson
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from api.errors import unavailable
from api.responses import JSON_TYPE
from api.views import PlainView
from incidents.domain.sequence import current_sequence
from incidents.domain.snapshots import current_snapshot


class Livez(PlainView):
    """The process is alive."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return _ok()


class Readyz(PlainView):
    """The database can be reached, and the scopes of what is published are loaded."""

    def get(self, request: HttpRequest) -> HttpResponse:
        try:
            current_sequence()
            snapshot = current_snapshot(timezone.now())
        except DatabaseError:
            return unavailable().response()
        return _ok(data_version=snapshot.sequence, catalogue=snapshot.catalogue.number)


def _ok(**content: Any) -> HttpResponse:
    return HttpResponse(
        orjson.dumps({"status": "ok", **content}),
        content_type=JSON_TYPE,
        headers={"Cache-Control": "no-store", "Content-Language": "en"},
    )
