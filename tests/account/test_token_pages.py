"""The page of one's own tokens."""

import re

import pytest
from django.test import Client

from incidents.domain.permissions import Role
from incidents.models import AccessToken, User
from tests.staff import make_staff, sign_in

pytestmark = pytest.mark.django_db

TOKENS = "/en/account/tokens/"
FORM = {"name": "my own script", "scopes": ["drafts:read", "drafts:write"], "days": "30"}


@pytest.fixture
def anna(client: Client) -> User:
    anna = make_staff("anna", Role.AUTHOR)
    sign_in(client, anna)
    return anna


def key_in(content: bytes) -> str:
    [key] = re.findall(r"kb_[\w-]{43}", content.decode())
    return str(key)


def test_a_token_is_made_shown_once_and_used(client: Client, anna: User) -> None:
    made = client.post(TOKENS, FORM)
    key = key_in(made.content)
    assert "no-store" in made["Cache-Control"]
    listed = client.get(TOKENS).content.decode()
    assert "my own script" in listed
    assert key not in listed
    answer = Client().get(
        "/api/v1/drafts/KB-2026-0001/", headers={"Authorization": f"Bearer {key}"}
    )
    assert answer.status_code == 404


def test_a_token_is_revoked(client: Client, anna: User) -> None:
    key = key_in(client.post(TOKENS, FORM).content)
    token = AccessToken.objects.get()
    path = f"{TOKENS}{token.pk}/revoke/"
    assert client.get(path).status_code == 405
    page = client.post(path, follow=True)
    assert "has been revoked" in page.content.decode()
    headers = {"Authorization": f"Bearer {key}"}
    assert Client().get("/api/v1/drafts/KB-2026-0001/", headers=headers).status_code == 401
    assert client.post(path).status_code == 404


def test_tokens_of_others_are_not_seen_or_revoked(client: Client, anna: User) -> None:
    client.post(TOKENS, FORM)
    other = Client()
    sign_in(other, make_staff("other", *Role))
    assert "my own script" not in other.get(TOKENS).content.decode()
    token = AccessToken.objects.get()
    assert other.post(f"{TOKENS}{token.pk}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"scopes": []}, {"scopes": ["publish"]}, {"days": "9999"}]
)
def test_a_form_that_makes_no_sense_is_shown_again(
    client: Client, anna: User, change: dict[str, object]
) -> None:
    assert client.post(TOKENS, FORM | change).status_code == 400
    assert not AccessToken.objects.exists()


def test_a_reviewer_gets_no_token_to_write(client: Client) -> None:
    sign_in(client, make_staff("rita", Role.REVIEWER))
    page = client.post(TOKENS, FORM)
    assert page.status_code == 400
    assert "do not let you edit drafts" in page.content.decode()


def test_without_a_role_there_are_no_tokens(client: Client) -> None:
    sign_in(client, make_staff("nora"))
    assert client.get(TOKENS).status_code == 403
    assert client.get("/en/account/").status_code == 200


def test_a_name_is_shown_as_text(client: Client, anna: User) -> None:
    client.post(TOKENS, FORM | {"name": "<script>alert(1)</script>"})
    assert "<script>alert" not in client.get(TOKENS).content.decode()
