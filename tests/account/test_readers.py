"""Readers have no session: accounts of staff cost them no cookie, no query and no shared cache."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from incidents.domain.permissions import Role
from tests.staff import make_staff, sign_in

PAGES = [
    "/en/",
    "/zh-hans/",
    "/en/check/?service=workers-ai",
    "/en/incidents/",
    "/en/incidents/KB-2026-0001/",
    "/en/incidents/KB-2026-0001/history/",
    "/en/services/",
    "/en/nothing-here/",
    "/api/v1/check/?service=workers-ai",
    "/api/v1/incidents/",
    "/api/docs/",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_reader_gets_a_cookie_or_costs_a_session(
    shipped: None, client: Client, path: str
) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = client.get(path)
    assert client.cookies == {}
    assert "Cookie" not in response.headers.get("Vary", "")
    tables = ("django_session", "incidents_user", "auth_group", "mfa_authenticator")
    assert [one["sql"] for one in queries if any(name in one["sql"] for name in tables)] == []


@pytest.mark.parametrize("path", PAGES)
def test_nor_does_a_reader_who_is_signed_in(shipped: None, client: Client, path: str) -> None:
    """Pages for readers are the same for all, so that a shared cache may keep them."""
    bare = Client().get(path)
    sign_in(client, make_staff("anna", Role.AUTHOR))
    response = client.get(path)
    assert response.content == bare.content
    assert "Cookie" not in response.headers.get("Vary", "")
