"""The list of incidents: filters, pages, and names that are not recognised."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import withdraw_incident
from incidents.models import Incident, Revision
from tests.conftest import NOW
from tests.documents import disclosure_document
from tests.views.reading import get, read

Publish = Callable[..., Revision]


@pytest.fixture
def several(publish: Publish) -> None:
    publish(id="KB-2026-7001", title={"en": "Garbled answers"})
    other = disclosure_document(id="KB-2026-7002", title={"en": "Errors"}, kind="availability")
    other["status"] = "ongoing"
    other["disclosed"] = {"value": "2026-06-01"}
    other["examples"] = [{"question": {}, "verdict": "undetermined"}]
    conditions = other["scopes"][0]["clauses"][0]["conditions"]
    conditions["service"] = {"kind": "identifier", "names": ["beta"]}
    conditions["model"] = {"kind": "identifier", "complete": False}
    publish(**other)
    publish(id="KB-2026-7003", title={"en": "Taken back"})
    incident = Incident.objects.get(public_id="KB-2026-7003")
    withdraw_incident(incident=incident, actor=COMMAND_LINE, now=NOW, reason="Taken back.")


def _listed(client: Client, query: str = "") -> list[str]:
    html = get(client, f"/en/incidents/{query}")
    return re.findall(r'href="/en/incidents/(KB-[0-9-]+)/"', html)


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("", ["KB-2026-7002", "KB-2026-7001"]),
        ("?kind=availability", ["KB-2026-7002"]),
        ("?status=resolved", ["KB-2026-7001"]),
        ("?q=garbled+ANSWERS", ["KB-2026-7001"]),
        ("?q=taken", []),
        ("?service=Alpha+AI", ["KB-2026-7001"]),
        ("?service=beta", ["KB-2026-7002"]),
        ("?model=@AL/LARGE-1", ["KB-2026-7001"]),
        # Which models of Beta are covered is not published, so none of its names is left out.
        ("?model=beta/large-1", ["KB-2026-7002"]),
        ("?service=beta&model=beta/large-1", ["KB-2026-7002"]),
        ("?service=alpha&model=small-1", []),
        ("?model=small-1", []),
        ("?service=+&model=&q=", ["KB-2026-7002", "KB-2026-7001"]),
        ("?page=7", ["KB-2026-7002", "KB-2026-7001"]),
        ("?page=x", ["KB-2026-7002", "KB-2026-7001"]),
        (f"?page={10**30}", ["KB-2026-7002", "KB-2026-7001"]),
    ],
)
def test_the_list_is_narrowed(client: Client, query: str, listed: list[str]) -> None:
    assert _listed(client, query) == listed


@pytest.mark.usefixtures("several")
def test_a_name_that_is_not_recognised_rules_nothing_out(client: Client) -> None:
    text = read(client, "/en/incidents/?service=alpha&model=larg-1")
    html = get(client, "/en/incidents/?service=alpha&model=larg-1")

    assert "“larg-1” is not a recognised name, so no incident can be matched" in text
    assert "0 incidents" not in text
    assert 'href="?service=alpha&amp;model=large-1"' in html
    assert 'value="larg-1"' in html


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize(
    ("query", "kept", "sentence"),
    [
        ("?kind=wrong", '<option value="wrong" selected>', "There is no such choice"),
        ("?status=<b>", '<option value="&lt;b&gt;" selected>', "There is no such choice"),
        ("?q=a%00b", 'name="q"', "holds a control character"),
        ("?model=" + "x" * 301, f'value="{"x" * 301}"', "is too long"),
    ],
)
def test_what_cannot_be_read_stays_with_a_sentence_beside_it(
    client: Client, query: str, kept: str, sentence: str
) -> None:
    html = get(client, f"/en/incidents/{query}")

    assert kept in html
    assert sentence in html
    assert 'aria-invalid="true"' in html


def test_long_lists_have_pages_that_keep_the_filters(client: Client, publish: Publish) -> None:
    for number in range(21):
        publish(id=f"KB-2026-{7100 + number}")

    html = get(client, "/en/incidents/?kind=data_isolation")

    assert 'href="?kind=data_isolation&amp;page=2"' in html
    assert "21 incidents" in html
    assert len(_listed(client, "?kind=data_isolation&page=2")) == 1
