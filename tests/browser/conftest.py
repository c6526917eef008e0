"""A Chromium that looks at a live server, and reports what no reader should meet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connections
from django.test.utils import setup_databases, teardown_databases
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    sync_playwright,
)
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from incidents.domain.loading import load_disclosures
from tests.conftest import NOW

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="session")
def site(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The address of a server with the shipped records, in a database that no test changes.

    pytest-django's own live server would empty the database after every test.
    """
    options = connections["default"].settings_dict["TEST"]
    usual = options["NAME"]
    if connections["default"].vendor == "sqlite":
        options["NAME"] = str(tmp_path_factory.mktemp("site") / "kbase.sqlite3")
    with django_db_blocker.unblock():
        databases = setup_databases(verbosity=0, interactive=False, aliases=["default"])
        load_disclosures(now=NOW)
        server = LiveServer("localhost")
        yield server.url
        server.stop()
        teardown_databases(databases, verbosity=0)
    options["NAME"] = usual


@pytest.fixture(scope="session")
def chromium(site: str) -> Iterator[Browser]:
    """The browser. It starts after the site: its loop would keep Django from the database."""
    with sync_playwright() as playwright:
        # Containers have no user namespaces for a sandbox, and only our own pages are opened.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Watch:
    """What went wrong in a browser: messages of its console, and requests to other hosts."""

    host: str
    messages: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        # The browser itself reports an answer of 400, which is how a form with errors is sent, one
        # of 409, which shows two versions, and that a plain text, which can name no icon, has none.
        is_expected = "status of 400" in message.text or "status of 409" in message.text
        is_expected |= message.location["url"].endswith("/favicon.ico")
        if message.type in ("error", "warning") and not is_expected:
            self.messages.append(message.text)

    def _see(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self.host:
            self.requests.append(request.url)


#: Opens a page of a new browser window; options are those of a Playwright context.
Open = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Open]:
    """Opens pages of the shipped records, and in the end fails for errors and foreign requests."""
    watch = Watch(urlsplit(site).netloc)
    contexts: list[BrowserContext] = []

    def act(path: str, **options: Any) -> Page:
        context = chromium.new_context(base_url=site, **options)
        contexts.append(context)
        page = context.new_page()
        watch.over(page)
        page.goto(path)
        return page

    yield act
    for context in contexts:
        context.close()
    assert watch == Watch(watch.host)
