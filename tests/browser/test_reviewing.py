"""The pages of review, the log and reports in a browser: axe, both themes, a phone, no scripts."""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from pytest_django import DjangoDbBlocker

from incidents.domain.editing import save_draft, working_copy_of
from incidents.domain.permissions import Actor, Role
from incidents.domain.reader_reports import receive_report
from incidents.domain.reviewing import (
    UnexplainedChange,
    approve_submission,
    comment_on,
    submit_draft,
)
from tests.browser.conftest import Open
from tests.browser.test_accessibility import SCREENS
from tests.conftest import NOW
from tests.documents import Json
from tests.staff import make_staff, sign_in

pytestmark = pytest.mark.browser

ID = "KB-2026-0001"
OTHER = "KB-2026-0002"


@dataclass(frozen=True)
class Desk:
    """Somebody who is signed in, with work before them: options of a browser, and addresses."""

    options: dict[str, Any]
    paths: tuple[str, ...]


@pytest.fixture(scope="module")
def desk(site: str, django_db_blocker: DjangoDbBlocker) -> Desk:
    """A correction that waits, one that is approved, a draft whose effect is not explained."""
    with django_db_blocker.unblock():
        author = Actor(make_staff("desk-author", *Role), "192.0.2.1")
        second = make_staff("desk-second", *Role)
        reviewer = Actor(second, "192.0.2.2")
        approved = _submit(OTHER, {"status": "ongoing"}, author)
        approve_submission(approved, actor=reviewer, now=NOW)
        waiting = _submit(ID, {"scopes": _with_another_threshold(author)}, author)
        comment_on(waiting, actor=reviewer, now=NOW, text="Which page?", pointer="/status")
        report = receive_report(ID, text="A day.", question={"model": "glm-5.3"}, now=NOW)
        client = Client()
        sign_in(client, second)
    cookie = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "domain": "localhost",
        "path": "/",
    }
    return Desk(
        {"storage_state": {"cookies": [cookie], "origins": []}},
        (
            "/en/staff/",
            "/zh-hans/staff/",
            f"/en/staff/submissions/{waiting.pk}/",
            f"/en/staff/submissions/{approved.pk}/",
            f"/en/staff/drafts/{ID}/submit/",
            f"/en/staff/incidents/{ID}/",
            f"/en/staff/incidents/{ID}/log/",
            "/en/staff/log/",
            f"/en/staff/reports/{report.pk}/",
            f"/en/incidents/{ID}/report/?model=glm-5.3&revision=1",
            f"/en/incidents/{ID}/report/received/",
        ),
    )


def _with_another_threshold(actor: Actor) -> list[Json]:
    scopes: list[Json] = deepcopy(working_copy_of(ID, actor=actor).document["scopes"])
    condition = scopes[0]["clauses"][0]["conditions"]["prompt_tokens"]
    condition["bounds"][0]["value"] += 1
    return scopes


def _submit(public_id: str, parts: Json, author: Actor) -> Any:
    copy = working_copy_of(public_id, actor=author)
    document = copy.document | parts
    save_draft(public_id, document, expected=copy.sha256, actor=author, now=NOW)
    try:
        return submit_draft(public_id, actor=author, now=NOW, reason="Corrected.")
    except UnexplainedChange as error:
        explanations = {group.key: "The publisher corrected it." for group in error.groups}
    return submit_draft(
        public_id, actor=author, now=NOW, reason="Corrected.", explanations=explanations
    )


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(visit: Open, desk: Desk, screen: str) -> None:
    for path in desk.paths:
        # axe is put into the page by its driver, which the page's own policy would refuse.
        page = visit(path, bypass_csp=True, **desk.options, **SCREENS[screen])
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        found = Axe().run(page).response
        problems = [
            (path, one["id"], [node["html"] for node in one["nodes"]])
            for one in found["violations"]
        ]
        assert problems == []
        wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide, path


def test_pages_keep_to_the_policy(visit: Open, desk: Desk) -> None:
    for path in desk.paths:
        visit(path, **desk.options)


def test_a_reader_reports_without_scripts(visit: Open, site: str) -> None:
    page = visit("/en/check/?model=glm-5.3", java_script_enabled=False)
    page.get_by_role("link", name="Report a mistake").first.click()
    page.get_by_label("What is wrong").fill("The threshold is another one.")
    page.get_by_role("button", name="Send the report").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Your report has come in"
