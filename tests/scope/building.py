"""What several tests of the engine build on: a small catalogue, and the first disclosure."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from incidents.scope.catalogue import Catalogue, catalogue_from_document
from incidents.scope.compiling import compile_disclosure
from incidents.scope.evaluate import Scope
from incidents.scope.extent import Interval
from incidents.scope.question import read_question
from incidents.scope.reading import Question

Json = dict[str, Any]

TEXT = {"en": "Text"}

CATALOGUE: Json = {
    "schema": "kbase-catalogue/1",
    "attributes": [
        {"name": "service", "kind": "identifier", "label": TEXT},
        {"name": "model", "kind": "identifier", "label": TEXT},
        {"name": "region", "kind": "identifier", "label": TEXT},
        {"name": "at", "kind": "instant", "label": TEXT},
        {"name": "prompt_tokens", "kind": "number", "unit": "tokens", "label": TEXT},
        {"name": "streaming", "kind": "flag", "label": TEXT},
        {"name": "engine_version", "kind": "version", "label": TEXT},
    ],
    "values": [{"attribute": "region", "name": "global"}],
    "services": [
        {
            "slug": "workers-ai",
            "name": "Workers AI",
            "provider": "Cloudflare",
            "models": [
                {
                    "id": "@cf/zai-org/glm-5.3",
                    "name": "GLM-5.3",
                    "weights": "glm-5.3",
                    "aliases": [{"name": "workers-ai/glm-5.3", "standing": "inferred"}],
                },
                {"id": "@cf/zai-org/glm-5.3-flash", "name": "GLM-5.3-Flash"},
            ],
            "values": [{"attribute": "region", "name": "eu"}],
        },
        {
            "slug": "z-ai",
            "name": "Z.ai",
            "provider": "Z.ai",
            "models": [
                {
                    "id": "glm-5.3",
                    "name": "GLM-5.3",
                    "weights": "glm-5.3",
                    "aliases": [{"name": "glm-5.3-api"}],
                },
                {"id": "glm-5.2", "name": "GLM-5.2"},
            ],
        },
    ],
}


def catalogue(document: Mapping[str, Any] = CATALOGUE, number: int = 1) -> Catalogue:
    return catalogue_from_document(document, number)


def names(*values: str, **content: Any) -> Json:
    return {"kind": "identifier", **({"names": list(values)} if values else {}), **content}


def between(start: str, end: str, **content: Any) -> Json:
    return {
        "kind": "instant",
        "start": {"dates": [{"value": start}]},
        "end": {"dates": [{"value": end}]},
        **content,
    }


def number(operator: str, value: int, **content: Any) -> Json:
    bounds = [{"operator": operator, "value": value}]
    return {"kind": "number", "unit": "tokens", "counted": TEXT, "bounds": bounds, **content}


def versions(*ranges: Mapping[str, str], scheme: str = "pep440", **content: Any) -> Json:
    found = {"ranges": list(ranges)} if ranges else {}
    return {"kind": "version", "product": "sglang", "scheme": scheme, **found, **content}


def clause(conditions: Mapping[str, Any], **content: Any) -> Json:
    return {"label": TEXT, "conditions": dict(conditions), **content}


def scope(*clauses: Mapping[str, Any], exclusions: tuple[Any, ...] = ()) -> Scope:
    """The compiled scope of clauses and exclusions, each as its conditions or whole."""
    section: Json = {"subject": "affected", "clauses": [_whole(one) for one in clauses]}
    if exclusions:
        section["exclusions"] = [_whole(one) for one in exclusions]
    document = {"id": "KB-2026-0001", "scopes": [section]}
    return compile_disclosure(document, revision=1, catalogue=catalogue())[0]


def _whole(one: Mapping[str, Any]) -> Mapping[str, Any]:
    return one if "conditions" in one else clause(one)


#: Workers AI served GLM-5.3 with a fault from its launch to its repair, for long prompts.
FIRST: Json = {
    "service": names("workers-ai"),
    "model": names("GLM-5.3"),
    "at": between("2026-08-27", "2026-09-09"),
    "prompt_tokens": number(">", 681280, unreliable=[{"min": 1, "max": 1}]),
}

INSIDE_FIRST = {
    "service": "workers-ai",
    "model": "glm-5.3",
    "at": "2026-09-01T12:00:00Z",
    "prompt_tokens": "700000",
}


def ask(**fields: object) -> Question:
    return read_question(fields, catalogue().attributes)


def instant(text: str) -> int:
    """Microseconds of an instant, by the standard library and not by the engine."""
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    return (datetime.fromisoformat(text) - epoch) // timedelta(microseconds=1)


def span(low: str, high: str) -> Interval:
    return Interval(instant(low), instant(high))
