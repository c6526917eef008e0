"""The draft editor in a browser: typed, saved, previewed, searched by axe, without scripts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from incidents.domain.editing import start_draft
from incidents.domain.permissions import COMMAND_LINE, Role
from tests.browser.conftest import Open
from tests.conftest import NOW
from tests.documents import Json
from tests.staff import make_staff, sign_in

pytestmark = pytest.mark.browser

DISCLOSURE = (
    "On 27 August 2026 the service Workers AI launched GLM-5.3. From 2026-08-27 to 2026-09-09 "
    "prompts of more than 681,280 tokens could be answered with other content. "
    "155 responses were affected. We do not know which customers were affected."
)


@pytest.fixture
def signed_in(site: str, django_db_blocker: DjangoDbBlocker) -> Callable[..., dict[str, Any]]:
    """Options of a browser in which a new person with these roles is signed in."""

    def act(name: str, *roles: Role) -> dict[str, Any]:
        client = Client()
        with django_db_blocker.unblock():
            sign_in(client, make_staff(name, *roles))
        cookie = {
            "name": settings.SESSION_COOKIE_NAME,
            "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
            "domain": "localhost",
            "path": "/",
        }
        return {"storage_state": {"cookies": [cookie], "origins": []}}

    return act


@pytest.fixture
def draft(site: str, django_db_blocker: DjangoDbBlocker) -> Callable[[Json], str]:
    """Starts a draft from a document, and gives the address of its editor."""

    def act(document: Json) -> str:
        with django_db_blocker.unblock():
            copy = start_draft(document, actor=COMMAND_LINE, now=NOW).copy
        return f"/en/staff/drafts/{copy.public_id}/"

    return act


def saved(page: Page) -> None:
    """Waits until what was typed is saved."""
    with page.expect_response(lambda one: one.request.method == "POST" and one.ok):
        pass


def test_what_is_typed_saves_itself_and_is_previewed(
    visit: Open, signed_in: Callable[..., dict[str, Any]]
) -> None:
    page = visit("/en/staff/drafts/KB-2026-0001/", **signed_in("typist", Role.AUTHOR))
    with page.expect_response(lambda one: one.request.method == "POST" and one.ok):
        page.get_by_label("Status").select_option("Ongoing")
    expect(page.locator("#preview svg").first).to_be_visible()
    expect(page.locator("#preview")).to_contain_text("boundary probes")
    page.reload()
    expect(page.get_by_label("Status")).to_have_value("ongoing")


def test_rows_are_opened_added_moved_and_removed_in_place(
    visit: Open, signed_in: Callable[..., dict[str, Any]], draft: Callable[[Json], str]
) -> None:
    page = visit(draft({"language": "en"}), **signed_in("rower", Role.AUTHOR))
    address = page.url
    page.get_by_role("button", name="Add: Event").click()
    page.locator("[name='/timeline/0/at/value']").fill("2026-09-09")
    expect(page.locator("[name='/timeline/0/at/value']")).to_be_visible()
    page.get_by_role("button", name="Add: Event").click()
    second = page.locator("[name='/timeline/1/at/value']")
    second.fill("2026-09-10")
    page.get_by_role("button", name="Up: Event 2").click()
    expect(page.locator("[name='/timeline/0/at/value']")).to_have_value("2026-09-10")
    page.get_by_role("button", name="Remove: Event 2").click()
    expect(page.locator("[name='/timeline/1/at/value']")).to_have_count(0)
    assert page.url == address


def test_a_draft_grows_from_a_pasted_text_without_scripts(
    visit: Open, signed_in: Callable[..., dict[str, Any]]
) -> None:
    options = signed_in("paster", Role.AUTHOR) | {"java_script_enabled": False}
    page = visit("/en/staff/drafts/new/text/", **options)
    page.get_by_label("Text of the disclosure").fill(DISCLOSURE)
    page.get_by_label("Publisher").fill("Cloudflare")
    page.get_by_label("Title").fill("Report")
    page.get_by_role("button", name="Find facts").click()
    for words in ("681,280", "155 responses", "2026-08-27 to 2026-09-09"):
        proposal = page.locator("fieldset.proposal", has=page.locator("mark", has_text=words)).first
        proposal.get_by_role("checkbox").check()
    page.get_by_role("button", name="Start a draft").click()
    expect(page.locator("main")).to_contain_text("more than 681,280 tokens")
    expect(page.locator("main")).to_contain_text("things are missing or wrong")
    page.get_by_role("button", name="Add: Example").click()
    expect(page.locator("[name='/examples/0/question']")).to_be_visible()


SCREENS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "viewport": {"width": 1300, "height": 900}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1300, "height": 900}},
    "phone": {"color_scheme": "light", "viewport": {"width": 320, "height": 640}},
}

PATHS = (
    "/en/staff/drafts/KB-2026-0001/",
    "/zh-hans/staff/drafts/KB-2026-0002/",
    "/en/staff/drafts/new/",
    "/en/staff/drafts/new/text/",
    "/en/staff/catalogue/",
)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing(
    visit: Open, signed_in: Callable[..., dict[str, Any]], path: str, screen: str
) -> None:
    name = f"axe-{screen}-{PATHS.index(path)}"
    page = visit(path, bypass_csp=True, **SCREENS[screen], **signed_in(name, *Role))
    _assert_accessible(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_in_opened_rows_and_problems(
    visit: Open,
    signed_in: Callable[..., dict[str, Any]],
    draft: Callable[[Json], str],
    screen: str,
    tmp_path: Path,
) -> None:
    document = {
        "language": "en",
        "sources": [{"key": "Bad Key", "title": "T"}],
        "counts": [{"value": "x", "sources": ["gone"]}],
        "scopes": [{"clauses": [{"conditions": {
            "at": {"kind": "instant", "start": {"dates": [{"value": "9 Sept"}]}, "x": 1},
            "prompt_tokens": {"kind": "number", "bounds": [{"operator": ">"}]},
            "engine_version": {"kind": "version", "ranges": [{}]},
            "streaming": {"kind": "flag", "y": 1},
            "model": {"kind": "identifier", "names": [3]},
        }}]}],
    }  # fmt: skip
    options = SCREENS[screen] | signed_in(f"axe-rows-{screen}", Role.AUTHOR)
    page = visit(draft(document), bypass_csp=True, **options)
    _assert_accessible(page)


def _assert_accessible(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    found = Axe().run(page).response
    assert [
        (one["id"], [node["html"][:200] for node in one["nodes"]][:3])
        for one in found["violations"]
    ] == []
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0


def test_two_people_who_save_both_see_both_versions(
    visit: Open, signed_in: Callable[..., dict[str, Any]], draft: Callable[[Json], str]
) -> None:
    path = draft({"language": "en", "provider": "Nobody"})
    one = visit(path, **signed_in("first", Role.AUTHOR))
    other = visit(path, **signed_in("second", Role.AUTHOR))
    with one.expect_response(lambda found: found.request.method == "POST" and found.ok):
        one.get_by_label("Provider").fill("Alpha")
    with other.expect_response(lambda found: found.status == 409):
        other.get_by_label("Provider").fill("Beta")
    expect(other.get_by_role("heading", level=1)).to_have_text("Somebody else saved this draft")
    expect(other.locator(".changes")).to_contain_text("Alpha")
    other.get_by_role("button", name="Save mine in place of theirs").click()
    expect(other.get_by_label("Provider")).to_have_value("Beta")


def test_what_is_typed_after_the_sign_out_is_kept(
    visit: Open, signed_in: Callable[..., dict[str, Any]], draft: Callable[[Json], str]
) -> None:
    page = visit(draft({"language": "en"}), **signed_in("leaver", Role.AUTHOR))
    cookie = next(
        one for one in page.context.cookies() if one["name"] == settings.SESSION_COOKIE_NAME
    )
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_label("Provider").fill("Alpha")
    expect(page.locator("#draft-message")).to_contain_text("You are signed out.")
    expect(page.get_by_label("Provider")).to_have_value("Alpha")
    assert cookie["value"]
