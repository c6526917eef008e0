"""Reading pages as a test does: their text without the markup, and what they cost."""

import re
from html import unescape

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from incidents.domain import snapshots

_SPACE_ENDING = re.compile(r"\s+([,.;:)”])")


def text_of(html: str) -> str:
    """What a reader sees of the page's content: words with single spaces."""
    content = html.split('<main id="main"', 1)[1].split("</main>", 1)[0].partition(">")[2]
    words = re.sub(r"<sup.*?</sup>|<[^>]*>|\u2060", " ", content, flags=re.DOTALL)
    return _SPACE_ENDING.sub(r"\1", " ".join(unescape(words).split())).replace("( ", "(")


def get(client: Client, path: str, status: int = 200) -> str:
    """The page at the path."""
    response = client.get(path)
    assert response.status_code == status, path
    html: str = response.content.decode()
    return html


def read(client: Client, path: str) -> str:
    """The text of the page at the path."""
    return text_of(get(client, path))


def queries_of(client: Client, path: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The queries of a page in a process that was asked before, more than a second ago."""
    get(client, path)
    # As if that second had passed: whether something was published has to be asked again.
    monkeypatch.setattr(snapshots._holder, "checked_at", None)
    with CaptureQueriesContext(connection) as captured:
        get(client, path)
    return len(captured)


def weight_of(client: Client, path: str) -> int:
    """The bytes of a first visit, uncompressed: the page and everything that it loads."""
    html = get(client, path)
    assets = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html))
    files = [finders.find(asset) for asset in assets]
    total = len(html.encode())
    for file in files:
        assert isinstance(file, str)
        with open(file, "rb") as content:  # noqa: PTH123 - a finder gives plain names
            total += len(content.read())
    return total
