"""Django's admin: for administrators with a second factor, and for accounts alone."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.test import Client

from incidents import admin
from incidents.domain.permissions import Actor, Right, Role
from incidents.models import User
from tests.staff import PASSWORD, add_totp, make_staff, sign_in

pytestmark = pytest.mark.django_db

ADMIN = "/en/admin/"
PAGES = [ADMIN, f"{ADMIN}incidents/user/", f"{ADMIN}auth/group/", f"{ADMIN}login/"]


@pytest.fixture
def boss(client: Client) -> User:
    boss = make_staff("boss", Role.ADMINISTRATOR)
    sign_in(client, boss)
    return boss


@pytest.mark.parametrize("path", PAGES)
def test_the_admin_has_no_sign_in_of_its_own(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Location"] == f"/en/account/login/?next={path}"
    make_staff("boss", Role.ADMINISTRATOR)
    form = {"username": "boss", "password": PASSWORD, "next": ADMIN}
    assert client.post(f"{ADMIN}login/", form).headers["Location"].startswith("/en/account/login/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("path", PAGES)
def test_a_password_alone_does_not_do(client: Client, path: str) -> None:
    make_staff("boss", Role.ADMINISTRATOR)
    client.post("/en/account/login/", {"login": "boss", "password": PASSWORD})
    assert client.get(path).headers["Location"] == "/en/account/second-factor/"


@pytest.mark.parametrize("role", [Role.AUTHOR, Role.REVIEWER, Role.PUBLISHER])
@pytest.mark.parametrize("path", PAGES)
def test_other_roles_do_not_get_in_whatever_flags_they_have(
    client: Client, role: Role, path: str
) -> None:
    user = make_staff("anna", role)
    user.is_staff = user.is_superuser = True
    user.save()
    sign_in(client, user)
    assert client.get(path).status_code == 403


def test_flags_of_django_give_no_right() -> None:
    user = User.objects.create_superuser("root", password=PASSWORD)
    assert Actor(user, "").rights == frozenset()


def test_the_admin_holds_accounts_roles_and_look_up_tables_and_no_records() -> None:
    assert {model.__name__ for model in admin.site._registry} == {
        "Alias",
        "Attribute",
        "CatalogueValue",
        "Group",
        "RegionNotice",
        "ServedModel",
        "Service",
        "User",
    }


def test_every_page_of_the_admin_opens_and_keeps_the_content_policy(
    client: Client, boss: User, shipped: None
) -> None:
    for model in admin.site._registry:
        base = f"{ADMIN}{model._meta.app_label}/{model._meta.model_name}/"
        found = model._default_manager.first()
        paths = [base] if found is None else [base, f"{base}{found.pk}/change/"]
        for path in paths:
            response = client.get(path)
            assert response.status_code == 200, path
            assert "<script>" not in response.content.decode(), path
    assert client.get(f"{ADMIN}incidents/user/add/").status_code == 200


def test_an_administrator_makes_an_account_with_a_role(client: Client, boss: User) -> None:
    form = {
        "username": "anna",
        "email": "anna@kbase.example",
        "usable_password": "true",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "groups": [str(Group.objects.get(name="author").pk)],
    }
    assert client.post(f"{ADMIN}incidents/user/add/", form).status_code == 302
    anna = User.objects.get(username="anna")
    assert Actor(anna, "").rights == {Right.READ_DRAFTS, Right.EDIT}
    assert not anna.is_superuser
    again = client.post(
        f"{ADMIN}incidents/user/add/", form | {"username": "b", "email": "ANNA@kbase.example"}
    )
    assert "Another account has this address." in again.content.decode()


def test_a_weak_password_is_refused_here_too(client: Client, boss: User) -> None:
    form = {"username": "b", "usable_password": "true", "password1": "short", "password2": "short"}
    assert client.post(f"{ADMIN}incidents/user/add/", form).status_code == 200
    assert not User.objects.filter(username="b").exists()


def test_roles_are_not_renamed_or_removed(client: Client, boss: User) -> None:
    role = Group.objects.get(name="author")
    assert client.get(f"{ADMIN}auth/group/add/").status_code == 403
    assert client.post(f"{ADMIN}auth/group/{role.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.post(f"{ADMIN}auth/group/{role.pk}/change/", {"name": "x"}).status_code == 403
    assert Group.objects.filter(name="author").exists()


def test_accounts_are_deactivated_and_not_removed(client: Client, boss: User) -> None:
    anna = make_staff("anna", Role.AUTHOR)
    path = f"{ADMIN}incidents/user/{anna.pk}/delete/"
    assert client.post(path, {"post": "yes"}).status_code == 403
    assert User.objects.filter(username="anna").exists()


def test_a_lost_second_factor_is_removed(client: Client, boss: User) -> None:
    anna = make_staff("anna", Role.AUTHOR)
    add_totp(anna)
    form = {"action": "remove_second_factors", "_selected_action": [str(anna.pk)]}
    page = client.post(f"{ADMIN}incidents/user/", form, follow=True)
    assert "1 account has to set up a second factor anew." in page.content.decode()
    assert list(Authenticator.objects.values_list("user", flat=True)) == [boss.pk]


def test_ones_own_password_is_changed_on_the_page_of_the_account(
    client: Client, boss: User
) -> None:
    answer = client.get(f"{ADMIN}password_change/")
    assert answer.headers["Location"] == "/en/account/password/"


def test_the_first_administrator_gets_the_role_by_a_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_staff("root")
    call_command("grant_role", "root", "administrator")
    assert capsys.readouterr().out == "root has the role administrator now.\n"
    assert Actor(User.objects.get(), "").may(Right.ADMINISTER)
    with pytest.raises(CommandError, match="There is no account 'nobody'"):
        call_command("grant_role", "nobody", "author")
