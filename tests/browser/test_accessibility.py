"""axe on every page, in both themes and on a phone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

IN_SCOPE = "service=Workers+AI&model=glm-5.3&at=1+September+2026&prompt_tokens=700000"

PAGES = (
    "/en/",
    "/zh-hans/",
    "/en/check/",
    f"/en/check/?{IN_SCOPE}",
    f"/zh-hans/check/?{IN_SCOPE}",
    "/en/check/?service=Vertex+AI&at=2025-09-28T12:00Z",
    "/en/check/?model=glm5.3&at=9+September+2026",
    "/en/check/?prompt_tokens=680k&attr.streaming=maybe",
    "/api/docs/",
)

SCREENS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "viewport": {"width": 1100, "height": 800}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1100, "height": 800}},
    "phone": {"color_scheme": "light", "viewport": {"width": 360, "height": 640}},
    "dark phone": {"color_scheme": "dark", "viewport": {"width": 360, "height": 640}},
}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(visit: Open, path: str, screen: str) -> None:
    # axe is put into the page by its driver, which the page's own policy would refuse.
    page = visit(path, bypass_csp=True, **SCREENS[screen])
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    found = Axe().run(page).response
    assert [
        (one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]
    ] == []
