"""The journey of a worried reader, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

QUESTION = "service=Workers+AI&model=glm-5.3&at=1+September+2026&prompt_tokens=700000"


def card(page: Page, public_id: str) -> str:
    return page.locator(f"#{public_id} .card-verdict").inner_text().strip()


@pytest.mark.parametrize("has_script", [True, False], ids=["with script", "without script"])
def test_a_newcomer_asks_and_reads_why(visit: Open, has_script: bool) -> None:
    page = visit("/en/", java_script_enabled=has_script)
    page.get_by_label("Service", exact=True).fill("Workers AI")
    page.get_by_label("Model", exact=True).fill("glm-5.3")
    page.get_by_label("Time", exact=True).fill("1 September 2026")
    page.get_by_label("Prompt tokens", exact=True).fill("700000")
    page.get_by_role("button", name="Check").click()
    expect(page).to_have_title("What the incidents answer · kbase")
    assert card(page, "KB-2026-0001") == "In scope"

    page.get_by_label("Prompt tokens", exact=True).fill("681280")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#KB-2026-0001 .card-verdict")).to_have_text("Not in scope")

    page.get_by_label("Time", exact=True).fill("9 September 2026")
    page.get_by_label("Prompt tokens", exact=True).fill("700000")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#KB-2026-0001 .card-verdict")).to_have_text("Cannot be determined")

    page.get_by_role("link", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    assert page.locator("#field-at").input_value() == "9 September 2026"


@pytest.mark.parametrize("has_script", [True, False], ids=["with script", "without script"])
def test_the_keyboard_alone_is_enough(visit: Open, has_script: bool) -> None:
    page = visit("/en/", java_script_enabled=has_script)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the content")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Service", exact=True)).to_be_focused()
    page.keyboard.type("Workers AI")
    page.keyboard.press("Tab")
    page.keyboard.type("glm-5.3")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    settle = page.locator("#KB-2026-0001 .settle a").first
    expect(settle).to_have_text("fill in: Time")
    settle.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Time", exact=True)).to_be_focused()
    page.keyboard.type("2026-09-01")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Time", exact=True)).to_have_value("2026-09-01")
    expect(page.locator("#KB-2026-0001 .settle a").first).to_have_text("fill in: Prompt tokens")


def test_an_answer_that_was_swapped_in_is_like_one_that_was_loaded(visit: Open) -> None:
    page = visit("/en/")
    page.get_by_label("Model", exact=True).fill("glm-5.3")
    page.get_by_label("Model", exact=True).press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    assert page.url.endswith("/en/check/?model=glm-5.3#answer")
    assert page.get_by_role("link", name="简体中文").get_attribute("href") == (
        "/zh-hans/check/?model=glm-5.3"
    )
    swapped = page.locator("main").inner_text()
    page.reload()
    assert page.locator("main").inner_text() == swapped
    page.go_back()
    expect(page).to_have_title("Was my request affected? · kbase")


@pytest.mark.parametrize("has_script", [True, False], ids=["with script", "without script"])
def test_an_error_is_told_and_leads_to_its_field(visit: Open, has_script: bool) -> None:
    page = visit("/en/", java_script_enabled=has_script)
    page.get_by_label("Prompt tokens", exact=True).fill("680k")
    page.get_by_role("button", name="Check").click()
    expect(page).to_have_title("The question cannot be read · kbase")
    page.locator(".error-summary a").click()
    expect(page.locator("#field-prompt_tokens")).to_be_focused()
    expect(page.locator("#field-prompt_tokens")).to_have_value("680k")


def test_the_zone_of_the_device_is_offered_and_never_filled_in_unasked(visit: Open) -> None:
    page = visit("/en/", timezone_id="Asia/Tokyo")
    zone = page.get_by_label("Time zone", exact=True)
    expect(zone).to_have_value("")
    page.get_by_role("button", name="Use this device’s zone: Asia/Tokyo").click()
    expect(zone).to_have_value("Asia/Tokyo")


def test_the_answer_can_be_copied(visit: Open) -> None:
    page = visit(f"/en/check/?{QUESTION}", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Copy as text").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("5 incidents considered: 1 in scope,")
    assert "KB-2026-0001: In scope" in copied


def test_without_script_the_copy_link_leads_to_the_text(visit: Open) -> None:
    page = visit(f"/en/check/?{QUESTION}", java_script_enabled=False)
    page.get_by_role("link", name="Copy as text").click()
    assert "KB-2026-0001: In scope" in page.locator("body").inner_text()


@pytest.mark.parametrize("width", [320, 360, 768])
@pytest.mark.parametrize("path", ["/en/", "/en/check/", f"/zh-hans/check/?{QUESTION}"])
def test_nothing_is_wider_than_the_screen(visit: Open, path: str, width: int) -> None:
    page = visit(path, viewport={"width": width, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_picture_is_readable_on_a_phone(visit: Open) -> None:
    page = visit(f"/en/check/?{QUESTION}", viewport={"width": 320, "height": 640})
    heights = page.locator("#KB-2026-0001 svg[role=img] text").evaluate_all(
        "texts => texts.map(text => text.getBoundingClientRect().height)"
    )
    assert min(heights) >= 10


def test_paper_shows_the_answer_and_not_the_form(visit: Open) -> None:
    page = visit(f"/en/check/?{QUESTION}")
    page.emulate_media(media="print")
    expect(page.locator("form")).to_be_hidden()
    expect(page.locator("nav").first).to_be_hidden()
    expect(page.locator(".tools")).to_be_hidden()
    expect(page.locator("#KB-2026-0001 figure")).to_be_visible()
