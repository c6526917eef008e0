"""What every page of staff begins with, and whose address the log keeps."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from incidents.domain.permissions import Actor, Right, Role, UnableToAct
from incidents.views.staff import staff_required
from kbase.client import client_address
from tests.staff import make_staff, sign_in


def request_of(client: Client) -> HttpRequest:
    response: Any = client.get("/en/account/")
    request: HttpRequest = response.wsgi_request
    return request


@pytest.mark.django_db
def test_a_view_of_staff_gets_who_acts_and_from_where(client: Client) -> None:
    anna = make_staff("anna", Role.AUTHOR)
    sign_in(client, anna)

    @staff_required(Right.EDIT)
    def view(request: HttpRequest, number: int, *, actor: Actor) -> HttpResponse:
        return HttpResponse(f"{number} {actor.user} {actor.origin}")

    response = view(request_of(client), number=7)
    assert response.content == b"7 anna 127.0.0.1"
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.django_db
def test_who_lacks_the_right_or_is_refused_by_the_domain_gets_no_answer(client: Client) -> None:
    sign_in(client, make_staff("anna", Role.AUTHOR))

    @staff_required(Right.REVIEW)
    def for_others(request: HttpRequest, *, actor: Actor) -> HttpResponse:
        raise AssertionError

    @staff_required(Right.EDIT)
    def refused(request: HttpRequest, *, actor: Actor) -> HttpResponse:
        raise UnableToAct("Nobody approves a draft of their own.")

    for view in (for_others, refused):
        with pytest.raises(PermissionDenied):
            view(request_of(client))


@pytest.mark.django_db
def test_a_view_of_staff_knows_no_strangers(client: Client) -> None:
    @staff_required(Right.READ_DRAFTS)
    def view(request: HttpRequest, *, actor: Actor) -> HttpResponse:
        raise AssertionError

    assert view(request_of(client)).headers["Location"].startswith("/en/account/login/?next=")
    client.force_login(make_staff("anna", *Role))
    assert view(request_of(client)).headers["Location"] == "/en/account/second-factor/"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "198.51.100.1", "127.0.0.1"),
        (1, "198.51.100.1, 192.0.2.5", "192.0.2.5"),
        (1, "2001:db8::1", "2001:db8::1"),
        (1, "", "127.0.0.1"),
        (1, "no address at all" * 20, "unknown"),
    ],
)
def test_only_what_the_proxy_itself_has_seen_is_believed(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == address
