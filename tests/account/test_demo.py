"""The demo sign-in: there on one's own machine with DEMO=on, and nowhere else."""

import re
from datetime import datetime, timedelta

import pytest
from django.core import signing
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from incidents.domain.accounts import (
    DEMO_LINK_LIFE,
    UnableToDemo,
    UnusableLink,
    demo_account,
    make_demo_link,
    use_demo_link,
)
from incidents.domain.permissions import Role
from incidents.models import User
from tests.contract.test_settings import run_python

pytestmark = pytest.mark.django_db

ACCOUNT = "/en/account/"


@pytest.fixture
def demo(settings: Settings) -> None:
    settings.DEMO = True


def printed_links(capsys: pytest.CaptureFixture[str], *roles: str) -> dict[str, str]:
    call_command("demo_sign_in", *roles, site="http://127.0.0.1:8123")
    text = capsys.readouterr().out
    return dict(re.findall(r"^  (\w+) +http://127\.0\.0\.1:8123(\S+)$", text, flags=re.MULTILINE))


def test_a_server_has_no_demo_sign_in(client: Client) -> None:
    with pytest.raises(CommandError, match="DEMO=on"):
        call_command("demo_sign_in")
    assert not User.objects.exists()


def test_nor_has_one_with_debug_on(settings: Settings) -> None:
    settings.DEBUG = True
    with pytest.raises(CommandError, match="DEMO=on"):
        call_command("demo_sign_in")


def test_a_link_from_a_trial_opens_nothing_on_a_server(
    settings: Settings, client: Client, now: datetime
) -> None:
    settings.DEMO = True
    link = make_demo_link(Role.ADMINISTRATOR, now=timezone.now())
    settings.DEMO = False
    for method in (client.get, client.post):
        assert method(f"{ACCOUNT}demo/{link.token}/").status_code == 404
    for act in (demo_account, use_demo_link):
        with pytest.raises(UnableToDemo):
            act(link.token, now=timezone.now())


@pytest.mark.parametrize(
    "variables",
    [
        {"DATABASE_URL": "postgresql:///kbase"},
        {"ALLOWED_HOSTS": "127.0.0.1,kbase.example"},
        {"ALLOWED_HOSTS": "*"},
        {"BEHIND_PROXY": "on"},
    ],
)
def test_a_server_for_others_refuses_to_start_with_it(variables: dict[str, str]) -> None:
    result = run_python("import kbase.settings", SECRET_KEY="x", DEMO="on", **variables)
    assert result.returncode != 0
    assert "ImproperlyConfigured: DEMO is for a trial on one's own machine" in result.stderr


def test_it_is_off_if_nothing_is_said() -> None:
    code = "from kbase.settings import DEMO; print(DEMO)"
    assert run_python(code, SECRET_KEY="x").stdout == "False\n"
    assert run_python(code, DEBUG="on").stdout == "False\n"


def test_the_links_sign_in_an_author_and_an_administrator_without_a_phone(
    demo: None, capsys: pytest.CaptureFixture[str]
) -> None:
    links = printed_links(capsys)
    assert list(links) == ["author", "administrator"]
    for role, path in links.items():
        client = Client()
        assert f"demo-{role}" in client.get(path).content.decode()
        # Looking has used nothing up.
        assert client.post(path).headers["Location"] == ACCOUNT
        page = client.get(ACCOUNT)
        assert page.status_code == 200
        assert [group.name for group in User.objects.get(username=f"demo-{role}").groups.all()] == [
            role
        ]
        # Even here, an author administers nothing.
        assert client.get("/en/admin/").status_code == (200 if role == "administrator" else 403)


def test_a_link_signs_in_once(demo: None, capsys: pytest.CaptureFixture[str]) -> None:
    path = printed_links(capsys, "author")["author"]
    assert Client().post(path).status_code == 302
    for response in (Client().post(path), Client().get(path)):
        assert response.status_code == 410
    stranger = Client()
    stranger.post(path)
    assert stranger.get(ACCOUNT).status_code == 302


def test_a_link_is_good_for_a_quarter_of_an_hour(demo: None, now: datetime) -> None:
    token = make_demo_link(Role.AUTHOR, now=now).token
    assert demo_account(token, now=now + DEMO_LINK_LIFE - timedelta(seconds=1))
    for late in (now + DEMO_LINK_LIFE, now - timedelta(seconds=1)):
        with pytest.raises(UnusableLink):
            use_demo_link(token, now=late)


def test_a_newer_link_ends_the_older_one(demo: None, now: datetime) -> None:
    first = make_demo_link(Role.AUTHOR, now=now).token
    second = make_demo_link(Role.AUTHOR, now=now).token
    with pytest.raises(UnusableLink):
        use_demo_link(first, now=now)
    use_demo_link(second, now=now)


def test_a_forged_link_opens_nothing(demo: None, now: datetime) -> None:
    link = make_demo_link(Role.ADMINISTRATOR, now=now)
    user = User.objects.get()
    content = {"user": user.pk, "once": user.password, "made": now.isoformat()}
    for token in (
        link.token[:-1],
        "x" + link.token,
        "",
        signing.dumps(content, salt="another"),
        signing.dumps(content, key="another", salt="demo sign-in"),
    ):
        with pytest.raises(UnusableLink):
            use_demo_link(token, now=now)


def test_another_machine_cannot_use_a_link(demo: None, capsys: pytest.CaptureFixture[str]) -> None:
    path = printed_links(capsys, "author")["author"]
    assert Client(REMOTE_ADDR="192.0.2.7").post(path).status_code == 403
    assert Client().post(path).status_code == 302


def test_a_link_in_a_form_of_another_site_does_not_sign_in(
    demo: None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = printed_links(capsys, "author")["author"]
    assert Client(enforce_csrf_checks=True).post(path).status_code == 403


def test_a_demo_account_opens_nothing_once_the_trial_is_over(
    demo: None, settings: Settings, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    client.post(printed_links(capsys, "administrator")["administrator"])
    assert client.get("/en/admin/").status_code == 200
    settings.DEMO = False
    for path in (ACCOUNT, "/en/admin/", "/en/account/tokens/"):
        assert client.get(path).headers["Location"] == "/en/account/second-factor/"
    # It has no password, with which a second factor could be set up.
    assert client.get("/en/account/second-factor/totp/activate/").status_code == 403
    login = {"login": "demo-administrator", "password": ""}
    assert Client().post("/en/account/login/", login).status_code == 200


def test_a_demo_session_ends_with_the_browser(
    demo: None, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    client.post(printed_links(capsys, "author")["author"])
    cookie = client.cookies["kbase-session"]
    assert (cookie["max-age"], cookie["expires"], cookie["httponly"]) == ("", "", True)
