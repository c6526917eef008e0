"""Few queries for a read, and as many for a hundred incidents as for one."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from incidents.domain.snapshots import forget_snapshots
from tests.api.conftest import Clock
from tests.conftest import Publish

READS = [
    "incidents/",
    "incidents/?service=alpha&model=large-1&q=long&kind=data_isolation&limit=100",
    "incidents/KB-2026-7000/",
    "incidents/KB-2026-7000/?as_of=2026-11-15T12:30:00Z",
    "incidents/KB-2026-7000/revisions/",
    "incidents/KB-2026-7000/revisions/1/",
    "incidents/KB-2026-7000/scope/",
    "scopes/",
    "services/",
    "services/alpha/models/",
    "catalogue/",
    "catalogue/?revision=1",
    "notices/",
    "check/?service=alpha&model=large-1",
    "check/?service=nobody",
    "check/?incident=KB-2026-7000&revision=1",
]


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(f"/api/v1/{path}").status_code == 200
    return len(captured)


@pytest.mark.django_db
def test_a_read_costs_up_to_three_queries_whatever_the_number_of_incidents(
    publish: Publish, client: Client
) -> None:
    counts: dict[str, list[int]] = {path: [] for path in READS}
    published = 0
    for incidents in (1, 3, 100):
        while published < incidents:
            publish(id=f"KB-2026-7{published:03}", examples=None)
            published += 1
        for path in READS:
            forget_snapshots()
            counts[path].append(queries(client, path))

    assert {path: found for path, found in counts.items() if len(set(found)) > 1} == {}
    # A process that has loaded nothing does so first, in three queries; with one query more it
    # reads the revision that the question is pinned to, or the list.
    assert {path: max(found) for path, found in counts.items() if max(found) > 3} == {
        "check/?incident=KB-2026-7000&revision=1": 4,
        "incidents/?service=alpha&model=large-1&q=long&kind=data_isolation&limit=100": 4,
    }


def test_a_repeated_question_costs_no_query(
    publish: Publish, client: Client, now: datetime
) -> None:
    for number in range(3):
        publish(id=f"KB-2026-700{number}")
    for path in (
        "check/?service=alpha&model=large-1&prompt_tokens=5000",
        "check/?service=nobody&lang=zh-hans",
        "check/?incident=KB-2026-7000&revision=1",
        "scopes/",
        "incidents/KB-2026-7000/scope/",
    ):
        queries(client, path)
        assert queries(client, path) == 0
    body = {"items": [{"service": "alpha"}] * 50}
    with CaptureQueriesContext(connection) as captured:
        client.post("/api/v1/check/batch/", body, content_type="application/json")
    assert len(captured) == 0


def test_a_question_of_the_past_costs_one_query_once_that_past_is_known(
    publish: Publish, client: Client, now: datetime, clock: Clock
) -> None:
    publish()
    publish(at=now + timedelta(minutes=5), title={"en": "Renamed"}, reason="Renamed.")
    path = "check/?as_of=2026-11-15T12:01:00Z"
    queries(client, "check/")

    assert queries(client, path) == 3
    assert queries(client, path) == 1
