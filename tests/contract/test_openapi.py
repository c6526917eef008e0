"""The description of the API is committed, valid, and what the server does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
import yaml
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypothesis_settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import checks

from api.openapi import schema
from tests.conftest import Publish

COMMITTED = Path(__file__).resolve().parents[2] / "openapi.yml"


def test_the_committed_description_is_the_current_one(tmp_path: Path) -> None:
    """`make openapi` writes it anew."""
    current = tmp_path / "openapi.yml"
    call_command("spectacular", "--fail-on-warn", file=str(current))

    assert COMMITTED.read_text(encoding="utf-8") == current.read_text(encoding="utf-8")


def test_the_description_is_valid_openapi() -> None:
    description = yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))

    assert description["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(description).validate()


def test_the_description_is_served(client: Client) -> None:
    assert client.get("/api/schema/").json() == yaml.safe_load(COMMITTED.read_text("utf-8"))


def test_the_examples_are_valid() -> None:
    for operation in operations():
        contents = [operation.get("requestBody", {}).get("content", {})]
        contents += [one.get("content", {}) for one in operation["responses"].values()]
        for content in contents:
            for described in content.values():
                for example in described.get("examples", {}).values():
                    validator_of(described["schema"]).validate(example["value"])


def operations() -> list[Any]:
    return [one for methods in schema()["paths"].values() for one in methods.values()]


def validator_of(described: Any) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**described, "components": schema()["components"]})


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/incidents/",
        "/api/v1/incidents/KB-2026-0001/",
        "/api/v1/incidents/KB-2026-0001/revisions/",
        "/api/v1/scopes/",
        "/api/v1/services/",
        "/api/v1/services/workers-ai/models/",
        "/api/v1/catalogue/",
        "/api/v1/notices/",
        "/api/v1/check/",
        "/api/v1/check/?subject=deployment&lang=zh-hans",
    ],
)
def test_answers_have_the_shape_that_is_described(
    request: pytest.FixtureRequest, client: Client, path: str
) -> None:
    request.getfixturevalue("shipped")
    bare = path.partition("?")[0]
    bare = bare.replace("KB-2026-0001", "{public_id}").replace("workers-ai", "{slug}")
    content = schema()["paths"][bare]["get"]["responses"]["200"]["content"]

    validator_of(content["application/json"]["schema"]).validate(client.get(path).json())


#: Answers whose shape is not the point, or which no client can bring about.
_FAILURES = {500, 503}

described = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())


@pytest.fixture
def small(publish: Publish) -> Iterator[None]:
    """One incident and a small catalogue, on a connection that outlives each request."""
    publish(id="KB-2026-0001")
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@described.parametrize()
@hypothesis_settings(
    max_examples=15,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_generated_requests_are_answered_as_described(case: schemathesis.Case, small: None) -> None:
    """Whatever is sent: a status, a media type and a shape that the description names."""
    response = case.call()

    assert response.status_code not in _FAILURES
    case.validate_response(
        response,
        checks=[
            checks.not_a_server_error,
            checks.status_code_conformance,
            checks.content_type_conformance,
            checks.response_schema_conformance,
        ],
    )
