"""Lists name what answers name."""

from datetime import datetime

import pytest

from incidents.domain.searching import Filters, published_incidents, unrecognised_names
from tests.conftest import Publish
from tests.documents import disclosure_document


def listed(now: datetime, **filters: str) -> list[str]:
    found = published_incidents(Filters(**filters), now=now)  # type: ignore[arg-type]
    return [one.public_id for one in found]


def test_an_incident_whose_models_are_not_published_is_listed_for_each_of_its_service(
    publish: Publish, now: datetime
) -> None:
    scopes = disclosure_document()["scopes"]
    scopes[0]["clauses"][0]["conditions"]["model"] = {"kind": "identifier", "complete": False}
    publish(scopes=scopes, examples=None)
    assert listed(now, service="Alpha AI", model="small-1") == ["KB-2026-7001"]
    assert listed(now, model="beta/large-1") == []


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, True),
        ({"service": "alpha"}, True),
        ({"service": "beta"}, False),
        ({"model": "LARGE-1"}, True),
        ({"model": "small-1"}, False),
        ({"status": "resolved"}, True),
        ({"status": "ongoing"}, False),
        ({"kind": "data_isolation"}, True),
        ({"kind": "availability"}, False),
        ({"text": "MIXED  up"}, True),
        ({"text": "混淆"}, True),
        ({"text": "unrelated"}, False),
        ({"text": "100%"}, False),
    ],
)
def test_a_list_holds_what_its_filters_admit(
    publish: Publish, now: datetime, filters: dict[str, str], found: bool
) -> None:
    publish()
    assert listed(now, **filters) == (["KB-2026-7001"] if found else [])


def test_a_name_that_is_not_recognised_is_said_to_be(publish: Publish, now: datetime) -> None:
    publish()
    [one] = unrecognised_names(Filters(service="alpha", model="large-l"), now=now)
    assert (one.attribute, one.given) == ("model", "large-l")
    assert "large-1" in one.near
