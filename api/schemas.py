"""The JSON Schemas of the document formats, as files that anybody can read."""

from django.http import HttpRequest, HttpResponse

from api.errors import not_found
from api.responses import json_response
from api.views import PlainView
from incidents.domain.documents import SCHEMAS

SCHEMA_TYPE = "application/schema+json"


class SchemaFile(PlainView):
    """A schema by name: `disclosure-1`, `catalogue-1` or `scope-1`."""

    def get(self, request: HttpRequest, name: str) -> HttpResponse:
        path = SCHEMAS / f"{name}.json"
        if not path.is_file():
            return not_found().response()
        return json_response(request, path.read_bytes(), content_type=SCHEMA_TYPE)
