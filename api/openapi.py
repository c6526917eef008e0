"""The description of the API in OpenAPI, and a page to read it."""

from functools import cache
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

from api.errors import PROBLEM_TYPE, PROBLEMS
from api.responses import json_response
from api.views import PlainView

Json = dict[str, Any]


def add_other_addresses(result: Json, **_: Any) -> Json:
    """Describe the addresses beside version 1; a postprocessing hook of drf-spectacular."""
    for path, (operation, summary, media_type, statuses) in _OTHERS.items():
        responses: Json = {"200": {"description": "", "content": {media_type: {"schema": {}}}}}
        for status in statuses:
            responses[str(status)] = {
                "description": "",
                "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
        result["paths"][path] = {
            "get": {
                "operationId": operation,
                "description": summary,
                "tags": ["description" if "schema" in path or "docs" in path else "health"],
                "responses": responses,
            }
        }
    result["paths"]["/schemas/{name}.json"]["get"]["parameters"] = [
        {
            "in": "path",
            "name": "name",
            "required": True,
            "schema": {"type": "string", "enum": list(SCHEMA_NAMES)},
        }
    ]
    return result


SCHEMA_NAMES = ("catalogue-1", "disclosure-1", "scope-1")

_OTHERS = {
    "/api/schema/": ("readSchema", "This description.", "application/json", ()),
    "/api/docs/": ("readDocs", "This description as a page.", "text/html", ()),
    "/schemas/{name}.json": (
        "readDocumentSchema",
        "The JSON Schema of a document format.",
        "application/schema+json",
        (404,),
    ),
    "/livez": ("isAlive", "The process is alive.", "application/json", ()),
    "/readyz": (
        "isReady",
        "The database can be reached, and the scopes of what is published are loaded.",
        "application/json",
        (503,),
    ),
}


@cache
def schema() -> Json:
    """The description. It follows from the code alone, and is made once."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: Json = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


@cache
def _schema_content() -> bytes:
    return orjson.dumps(schema())


class SchemaView(PlainView):
    """The description as JSON."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return json_response(request, _schema_content())


class DocsView(PlainView):
    """The description as a page that needs neither scripts nor anybody else's server."""

    def get(self, request: HttpRequest) -> HttpResponse:
        context = {"operations": _operations(), "shapes": _shapes(), "problems": _problems()}
        response = render(request, "api/reference.html", context)
        response.headers["Cache-Control"] = "public, max-age=300"
        response.headers["Content-Language"] = "en"
        return response


@cache
def _operations() -> list[Json]:
    """Every operation, with what the page shows of it."""
    return [
        {
            "id": operation["operationId"],
            "method": method.upper(),
            "path": path,
            "description": operation.get("description", ""),
            "parameters": [
                {
                    "name": one["name"],
                    "place": one["in"],
                    "kind": _kind(one["schema"]),
                    "description": one.get("description", ""),
                }
                for one in operation.get("parameters", [])
            ],
            "body": _body(operation.get("requestBody", {}).get("content", {})),
            "responses": [
                {
                    "status": status,
                    "description": response.get("description", ""),
                    "kinds": [
                        (media_type, _kind(content.get("schema", {})))
                        for media_type, content in response.get("content", {}).items()
                    ],
                }
                for status, response in operation["responses"].items()
            ],
        }
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
    ]


def _body(content: Json) -> Json | None:
    for described in content.values():
        examples = described.get("examples", {}).values()
        shown = [
            orjson.dumps(one["value"], option=orjson.OPT_INDENT_2).decode() for one in examples
        ]
        return {"kind": _kind(described["schema"]), "examples": shown}
    return None


@cache
def _shapes() -> list[Json]:
    """Every shape, with its keys."""
    return [
        {
            "name": name,
            "description": shape.get("description", ""),
            "keys": [
                {
                    "name": key,
                    "kind": _kind(described),
                    "is_required": key in shape.get("required", []),
                    "description": described.get("description", ""),
                }
                for key, described in shape.get("properties", {}).items()
            ],
        }
        for name, shape in schema()["components"]["schemas"].items()
    ]


def _kind(described: Json) -> str:
    """A schema in a few words; the name of a shape where it refers to one."""
    if "$ref" in described:
        name: str = described["$ref"].rpartition("/")[2]
        return name
    for several in ("oneOf", "anyOf", "allOf"):
        if several in described:
            return " or ".join(_kind(one) for one in described[several])
    if "enum" in described:
        return " | ".join("null" if one is None else str(one) for one in described["enum"])
    kind = described.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {_kind(described.get('items', {}))}"
    return str(kind)


def _problems() -> list[Json]:
    return [
        {"code": code, "status": status, "title": title}
        for code, (status, title) in PROBLEMS.items()
    ]
