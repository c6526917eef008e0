"""Sign-in by password and second factor, and what it withstands."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from incidents.domain.permissions import Role
from incidents.models import User
from tests.staff import PASSWORD, add_totp, make_staff, sign_in
from tests.views.markup import read_page

pytestmark = pytest.mark.django_db

LOGIN = "/en/account/login/"
ACCOUNT = "/en/account/"
SET_UP = "/en/account/second-factor/"
CODE = "/en/account/second-factor/authenticate/"


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


def secret_of(factor: Authenticator) -> str:
    return str(factor.data["secret"])


def log_in(client: Client, login: str = "anna", password: str = PASSWORD, **more: str) -> Any:
    return client.post(LOGIN, {"login": login, "password": password, **more})


@pytest.fixture
def anna() -> User:
    return make_staff("anna", Role.AUTHOR)


def test_nobody_signs_in_without_an_account(client: Client, anna: User) -> None:
    page = client.get(ACCOUNT)
    assert page.headers["Location"] == f"{LOGIN}?next={ACCOUNT}"
    for login, password in (("anna", "wrong"), ("nobody", PASSWORD), ("anna", "")):
        response = log_in(client, login, password)
        assert response.status_code == 200
        assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("login", ["anna", "anna@kbase.example", "ANNA@kbase.example"])
def test_a_name_or_an_address_signs_in(client: Client, anna: User, login: str) -> None:
    assert log_in(client, login).headers["Location"] == ACCOUNT
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_without_a_second_factor_there_is_only_its_set_up(client: Client, anna: User) -> None:
    log_in(client)
    for path in (ACCOUNT, "/en/account/tokens/", "/en/admin/"):
        assert client.get(path).headers["Location"] == SET_UP
    assert client.get(SET_UP).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_set_up_asks_for_the_password_once_more_and_opens_the_account(
    client: Client, anna: User
) -> None:
    log_in(client)
    asked = client.get(f"{SET_UP}totp/activate/", follow=True)
    assert asked.redirect_chain[0][0].startswith("/en/account/reauthenticate/")
    page = client.post(
        "/en/account/reauthenticate/",
        {"password": PASSWORD, "next": f"{SET_UP}totp/activate/"},
        follow=True,
    )
    assert b"<svg" in page.content
    secret = page.context["form"].secret
    done = client.post(f"{SET_UP}totp/activate/", {"code": code_of(secret)}, follow=True)
    assert done.redirect_chain[0][0] == f"{SET_UP}recovery-codes/"
    assert done.context["can_view_codes"]
    assert client.get(ACCOUNT).status_code == 200


def test_recovery_codes_are_shown_once(client: Client, anna: User) -> None:
    factor = add_totp(anna)
    RecoveryCodes.activate(anna)
    sign_in(client, anna)
    assert factor.type == Authenticator.Type.TOTP
    page = client.get(f"{SET_UP}recovery-codes/", follow=True)
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    assert all(code not in page.content.decode() for code in codes)


def test_the_second_factor_is_asked_for_and_a_wrong_code_does_not_do(
    client: Client, anna: User
) -> None:
    factor = add_totp(anna)
    assert log_in(client).headers["Location"] == CODE
    assert client.get(ACCOUNT).status_code == 302
    assert "_auth_user_id" not in client.session
    assert client.post(CODE, {"code": "000000"}).status_code == 200
    assert "_auth_user_id" not in client.session
    done = client.post(CODE, {"code": code_of(secret_of(factor))})
    assert done.headers["Location"] == ACCOUNT
    assert client.get(ACCOUNT).status_code == 200


def test_a_code_is_taken_once(client: Client, anna: User) -> None:
    code = code_of(secret_of(add_totp(anna)))
    log_in(client)
    client.post(CODE, {"code": code})
    other = Client()
    log_in(other)
    other.post(CODE, {"code": code})
    assert "_auth_user_id" not in other.session


def test_a_recovery_code_signs_in_once(client: Client, anna: User) -> None:
    add_totp(anna)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    log_in(client)
    assert client.post(CODE, {"code": code}).headers["Location"] == ACCOUNT
    assert client.get(ACCOUNT).status_code == 200
    other = Client()
    log_in(other)
    assert other.post(CODE, {"code": code}).status_code == 200
    assert "_auth_user_id" not in other.session


def test_a_session_from_before_the_second_factor_opens_nothing_and_changes_no_factor(
    client: Client, anna: User
) -> None:
    """Whoever stole a password signs in before its owner has a second factor, and waits."""
    log_in(client)
    add_totp(anna)
    assert client.get(ACCOUNT).headers["Location"].startswith(f"{SET_UP}reauthenticate/")
    # The password, given once more, does not stand in for the second factor.
    client.post("/en/account/reauthenticate/", {"password": PASSWORD})
    for path in (
        SET_UP,
        f"{SET_UP}webauthn/add/",
        f"{SET_UP}totp/deactivate/",
        f"{SET_UP}recovery-codes/generate/",
        "/en/account/password/",
        "/en/admin/",
        ACCOUNT,
    ):
        response = client.get(path)
        assert response.status_code == 302, path
        assert response.headers["Location"].startswith(f"{SET_UP}reauthenticate/"), path
    assert client.post(f"{SET_UP}totp/deactivate/").status_code == 302
    assert Authenticator.objects.count() == 1


def test_a_removed_factor_opens_nothing_any_more(client: Client, anna: User) -> None:
    sign_in(client, anna)
    assert client.get(ACCOUNT).status_code == 200
    Authenticator.objects.all().delete()
    assert client.get(ACCOUNT).headers["Location"] == SET_UP


def test_a_deactivated_account_opens_nothing_any_more(client: Client, anna: User) -> None:
    sign_in(client, anna)
    User.objects.update(is_active=False)
    assert client.get(ACCOUNT).headers["Location"].startswith(LOGIN)
    assert log_in(client).headers["Location"] == "/en/account/inactive/"


def test_a_new_password_ends_all_sessions(client: Client, anna: User) -> None:
    sign_in(client, anna)
    anna.set_password("another long password")
    anna.save()
    assert client.get(ACCOUNT).headers["Location"].startswith(LOGIN)


def test_the_session_gets_a_new_key_at_the_sign_in(client: Client, anna: User) -> None:
    """A session that somebody planted in the browser is worth nothing afterwards."""
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    client.cookies["kbase-session"] = planted
    log_in(client)
    assert client.session.session_key != planted
    stranger = Client()
    stranger.cookies["kbase-session"] = planted
    assert stranger.get(ACCOUNT).headers["Location"].startswith(LOGIN)


def test_the_cookies_are_kept_to_this_host_and_this_browser_session(
    client: Client, anna: User, settings: Settings
) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client.get(LOGIN)
    log_in(client)
    cookie = client.cookies["kbase-session"]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"]) == (True, True, "Lax")
    # No date: the browser forgets it at its end, and the server after 12 hours.
    assert (cookie["max-age"], cookie["expires"], cookie["domain"]) == ("", "", "")
    assert client.session.get_expiry_age() == 12 * 3600
    csrf = client.cookies["kbase-csrf"]
    assert (csrf["httponly"], csrf["secure"], csrf["samesite"]) == (True, True, "Lax")


def test_a_session_ends_after_12_hours(client: Client, anna: User) -> None:
    sign_in(client, anna)
    assert client.get(ACCOUNT).status_code == 200
    session = Session.objects.get()
    assert 11.9 * 3600 < (session.expire_date - timezone.now()).total_seconds() <= 12 * 3600
    session.expire_date = timezone.now()
    session.save()
    assert client.get(ACCOUNT).headers["Location"].startswith(LOGIN)


def test_a_form_from_another_site_is_refused(anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert log_in(client).status_code == 403
    sign_in(client, anna)
    for path in ("/en/account/tokens/", "/en/account/logout/", f"{SET_UP}totp/deactivate/"):
        assert client.post(path, {"name": "x"}).status_code == 403, path


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "\\\\evil.example", "javascript:a()"]
)
def test_the_sign_in_leads_to_no_other_host(client: Client, anna: User, elsewhere: str) -> None:
    assert log_in(client, next=elsewhere).headers["Location"] == ACCOUNT
    other = Client()
    add_totp(anna)
    log_in(other, next=elsewhere)
    secret = secret_of(Authenticator.objects.get())
    assert other.post(CODE, {"code": code_of(secret)}).headers["Location"] == ACCOUNT


def test_the_sign_in_leads_back_to_the_page_that_was_asked_for(client: Client, anna: User) -> None:
    assert log_in(client, next="/en/account/tokens/").headers["Location"] == "/en/account/tokens/"


def test_guessing_a_password_is_stopped_after_five_attempts(client: Client, anna: User) -> None:
    for _ in range(5):
        log_in(client, password="wrong")
    response = log_in(client)
    assert response.status_code == 200
    assert "Too many failed login attempts" in read_page(response.content).text
    # From another address the account stays shut as well.
    assert log_in(Client(REMOTE_ADDR="192.0.2.9")).status_code == 200


def test_guessing_names_is_stopped_by_address(client: Client, anna: User) -> None:
    for number in range(10):
        log_in(client, f"nobody{number}", "wrong")
    assert log_in(client).status_code == 200
    # A header that anybody can send makes no new address.
    assert Client().post(
        LOGIN, {"login": "anna", "password": PASSWORD}, headers={"X-Forwarded-For": "192.0.2.9"}
    ).status_code in (200, 429)
    assert log_in(Client(REMOTE_ADDR="192.0.2.9")).status_code == 302


def test_guessing_codes_is_stopped(client: Client, anna: User) -> None:
    factor = add_totp(anna)
    log_in(client)
    for _ in range(5):
        client.post(CODE, {"code": "000000"})
    response = client.post(CODE, {"code": code_of(secret_of(factor))})
    assert response.status_code == 200
    assert "_auth_user_id" not in client.session


def test_many_visits_to_the_sign_in_are_told_to_wait(client: Client) -> None:
    statuses = {log_in(client, f"n{number}", "wrong").status_code for number in range(31)}
    assert 429 in statuses


def test_there_is_no_sign_up_and_no_page_that_mails(client: Client) -> None:
    for path in ("signup/", "password/reset/", "email/", "login/code/", "social/signup/"):
        assert client.get(f"/en/account/{path}").status_code == 404, path


@pytest.mark.parametrize(
    "password", ["short1", "12345678901234", "password1234", "anna@kbase.example"]
)
def test_a_weak_password_is_refused(client: Client, anna: User, password: str) -> None:
    sign_in(client, anna)
    response = client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": password, "password2": password},
    )
    assert response.status_code == 200
    assert anna.check_password(PASSWORD)
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "tokens/",
        "password/",
        "logout/",
        "second-factor/",
        "second-factor/reauthenticate/",
    ],
)
def test_pages_of_an_account_are_pages_of_ours(
    client: Client, anna: User, language: str, path: str
) -> None:
    sign_in(client, anna)
    response = client.get(f"/{language}/account/{path}")
    assert response.status_code == 200
    text = response.content.decode()
    assert 'class="page-header"' in text
    assert " style=" not in text
