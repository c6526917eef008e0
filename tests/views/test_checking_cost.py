"""What a page costs: queries to the database, and bytes on the first visit."""

import gzip
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from incidents.domain import snapshots
from tests.conftest import Publish
from tests.views.markup import read_page

PAGES = ("/en/", "/en/check/?model=large-1", "/en/check/?incident=KB-2026-7001&revision=1")
KILOBYTE = 1000


def queries(client: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many a page needs when what is published has to be looked up again."""
    client.get(address)
    monkeypatch.setattr(snapshots._holder, "checked_at", None)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_queries_are_few_and_the_same_for_a_hundred_incidents(
    publish: Publish, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish()
    for_one = [queries(client, address, monkeypatch) for address in PAGES]
    for number in range(1, 100):
        publish(id=f"KB-2026-{7001 + number}")
    for_many = [queries(client, address, monkeypatch) for address in PAGES]
    assert for_many == for_one == [2, 1, 1]


def test_a_repeated_check_needs_no_query(publish: Publish, client: Client) -> None:
    publish()
    client.get("/en/check/?model=large-1")
    with CaptureQueriesContext(connection) as captured:
        client.get("/en/check/?model=large-1")
    assert len(captured) == 0


def weight(client: Client, address: str) -> int:
    """The bytes of a first visit: the page and everything that it loads, compressed."""
    response = client.get(address, headers={"accept-encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    page = read_page(gzip.decompress(response.content))
    files = [one.attributes["src"] for one in page.find_all("script")]
    files += [
        one.attributes["href"]
        for one in page.find_all("link")
        if one.attributes["rel"] in ("stylesheet", "icon")
    ]
    found = [finders.find(name.removeprefix("/static/")) for name in files]
    assets = sum(len(gzip.compress(Path(str(one)).read_bytes())) for one in found)
    return len(response.content) + assets


@pytest.mark.parametrize(
    "address",
    [
        "/en/",
        "/zh-hans/",
        "/en/check/",
        "/en/check/?service=Workers+AI&model=glm-5.3&at=2026-09-01&prompt_tokens=700000",
        "/en/check/?prompt_tokens=680k",
    ],
)
def test_a_first_visit_weighs_less_than_60_kilobytes(
    shipped: None, client: Client, address: str
) -> None:
    assert weight(client, address) < 60 * KILOBYTE
