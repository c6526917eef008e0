"""Reading incidents, their history and the catalogue, in a real browser."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, Route, expect

from incidents.domain.drafting import export_draft, import_disclosure
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_revision, withdraw_incident
from incidents.models import Incident
from tests.browser.conftest import Open
from tests.browser.test_accessibility import SCREENS
from tests.conftest import NOW

pytestmark = pytest.mark.browser

GLM = "services/workers-ai/models/@cf/zai-org/glm-5.3/"

PATHS = (
    "/en/incidents/",
    "/zh-hans/incidents/?service=Workers+AI&kind=availability",
    "/en/incidents/?model=glm5.3&kind=wrong",
    "/en/incidents/KB-2026-0001/",
    "/zh-hans/incidents/KB-2026-0001/",
    "/en/incidents/KB-2025-0001/",
    "/en/incidents/KB-2026-0002/history/",
    "/en/services/",
    "/zh-hans/services/workers-ai/",
    f"/en/{GLM}",
)

#: Pages of records that were edited, which the site does not hold: see `edited`.
EDITED_PATHS = (
    "/en/incidents/KB-2026-0001/history/",
    "/zh-hans/incidents/KB-2026-0001/history/?from=2&to=1",
    "/en/incidents/KB-2026-0001/revisions/1/",
    "/zh-hans/incidents/KB-2026-0003/",
)


@pytest.fixture
def edited(site: str, db: None) -> None:
    """A second revision of one record, and another one withdrawn, until the test ends."""
    document = export_draft("KB-2026-0001")
    document["status"] = "ongoing"
    document["counts"][0]["value"] = 157
    document["key_points"].pop()
    document["key_points"].append({"zh-Hans": "只有中文的要点。"})
    import_disclosure(document, actor=COMMAND_LINE, now=NOW)
    first = Incident.objects.get(public_id="KB-2026-0001")
    publish_revision(incident=first, actor=COMMAND_LINE, now=NOW, reason="Corrected.")
    third = Incident.objects.get(public_id="KB-2026-0003")
    withdraw_incident(incident=third, actor=COMMAND_LINE, now=NOW, reason="Taken back.")


def _open_edited(visit: Open, client: Client, path: str, **options: Any) -> Page:
    """The page as this process answers it: the site would not see what is not committed."""
    body = client.get(path).content
    page = visit("/en/incidents/", **options)

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page.route(f"**{path.replace('?', '[?]')}", answer)
    page.goto(path)
    return page


def _violations(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]


def _overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return max(width, 0)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_and_nothing_overflows(visit: Open, path: str, screen: str) -> None:
    # axe is put into the page by its driver, which the page's own policy would refuse.
    page = visit(path, bypass_csp=True, **SCREENS[screen])

    assert _violations(page) == []
    assert _overflow(page) == 0


@pytest.mark.usefixtures("edited")
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("path", EDITED_PATHS)
def test_axe_finds_nothing_in_what_was_edited(
    visit: Open, client: Client, path: str, screen: str
) -> None:
    page = _open_edited(visit, client, path, bypass_csp=True, **SCREENS[screen])

    assert _violations(page) == []
    assert _overflow(page) == 0


@pytest.mark.parametrize("has_script", [True, False], ids=["with script", "without script"])
def test_a_reader_goes_from_the_list_to_a_source_and_to_the_form(
    visit: Open, has_script: bool
) -> None:
    page = visit("/en/incidents/", java_script_enabled=has_script)
    page.get_by_label("Service").fill("Workers AI")
    page.get_by_label("Kind").select_option("data_isolation")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".incident-list li")).to_have_count(1)
    expect(page.get_by_label("Service")).to_have_value("Workers AI")

    page.get_by_role("link", name="Workers AI: GLM-5.3 responses").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("GLM-5.3 responses")
    expect(page.get_by_role("region", name="What must not be inferred")).to_contain_text(
        "155 responses are not 155 customers."
    )
    page.get_by_role("link", name="Source 3").first.click()
    expect(page.locator("#source-3")).to_be_in_viewport()

    page.get_by_role("link", name="Check a request against this incident").click()
    expect(page.locator("input[name=incident]")).to_have_value("KB-2026-0001")


def test_a_page_is_read_by_keyboard_alone(visit: Open) -> None:
    # Waiting for a condition is a script of the driver, which the page's own policy would refuse.
    page = visit("/en/incidents/KB-2026-0001/", bypass_csp=True, **SCREENS["phone"])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="History and differences")).to_be_focused()

    # A table that is wider than the screen can be reached, and so scrolled.
    table = page.get_by_role("region", name="Protections by architecture")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")


def test_two_revisions_are_chosen_and_compared(visit: Open, client: Client, edited: None) -> None:
    page = _open_edited(visit, client, "/en/incidents/KB-2026-0001/history/")

    expect(page.get_by_label("From revision")).to_have_value("1")
    expect(page.get_by_label("To revision")).to_have_value("2")
    changes = page.locator(".changes > li")
    expect(changes).to_have_count(4)
    expect(changes.first.locator("del")).to_have_text("resolved")
    expect(changes.first.locator("ins")).to_have_text("ongoing")


def test_a_printed_page_holds_the_facts_and_no_controls(visit: Open) -> None:
    page = visit("/en/incidents/KB-2026-0001/")
    page.emulate_media(media="print")

    expect(page.get_by_text("155 responses are not 155 customers.")).to_be_visible()
    expect(page.locator("figure.picture svg")).to_be_visible()
    expect(page.get_by_role("link", name="Check a request against this incident")).to_be_hidden()
    expect(page.get_by_role("navigation")).to_have_count(0)


def test_a_model_page_leads_to_what_the_model_is_not(visit: Open) -> None:
    page = visit(f"/en/{GLM}")
    page.get_by_role("link", name="GLM-5.3-Flash").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("GLM-5.3-Flash on Workers AI")
    expect(page.locator("main")).not_to_contain_text("KB-2026-0001")
