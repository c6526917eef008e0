"""What opening the editor costs, beside a page without anything on it, in the same run."""

import statistics
import time

import pytest
from django.test import Client

from incidents.domain.permissions import Role
from tests.editing.conftest import SignIn

EDITOR = "/en/staff/drafts/KB-2026-0001/"
EMPTY = "/en/staff/drafts/new/text/"


def seconds(client: Client, path: str) -> float:
    start = time.perf_counter()
    assert client.get(path).status_code == 200
    return time.perf_counter() - start


@pytest.mark.usefixtures("shipped")
def test_the_largest_record_opens_in_less_than_five_empty_pages(person: SignIn) -> None:
    client = person("author", Role.AUTHOR)
    for path in (EDITOR, EMPTY):
        client.get(path)
    pairs = [(seconds(client, EDITOR), seconds(client, EMPTY)) for _ in range(15)]
    editor, empty = (statistics.median(times) for times in zip(*pairs, strict=True))
    assert editor < 5 * empty
