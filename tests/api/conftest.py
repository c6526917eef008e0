"""What tests of the API share: a clock that stands still, and short ways to ask."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

Json = dict[str, Any]


@dataclass
class Clock:
    """The time of the server, which a test moves."""

    now: datetime

    def advance(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now


@pytest.fixture(autouse=True)
def clock(now: datetime, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """An hour after everything was published, whatever the machine's clock says."""
    clock = Clock(now + timedelta(hours=1))
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


#: Reads an address under /api/v1/, with parameters; the answer must have the status.
Get = Callable[..., Json]


@pytest.fixture
def get(client: Client) -> Get:
    """Reads an address under /api/v1/; the JSON of an answer that must have the status."""

    def act(path: str, status: int = 200, /, **parameters: Any) -> Json:
        response = client.get(f"/api/v1/{path}", parameters)
        assert response.status_code == status, response.content
        found: Json = response.json()
        return found

    return act


#: Sends a value, or the bytes of one, to an address under /api/v1/.
Post = Callable[..., Json]


@pytest.fixture
def post(client: Client) -> Post:
    """Sends a body to an address under /api/v1/; the JSON of its answer."""

    def act(path: str, body: Any, status: int = 200) -> Json:
        response = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert response.status_code == status, response.content
        found: Json = response.json()
        return found

    return act


def assert_problem(response: HttpResponse, status: int, code: str) -> Json:
    """The problem of the response, which must have the status and the code."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    problem: Json = response.json()  # type: ignore[attr-defined]
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"/api/docs/#problem-{code}"
    return problem


def errors_of(problem: Json) -> list[tuple[str, str]]:
    """Pointer and code of each error."""
    return [(one["pointer"], one["code"]) for one in problem["errors"]]
