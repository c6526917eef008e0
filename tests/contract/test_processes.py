"""Several processes answer from what was published, also after a change."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.contract.markdown import ROOT


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'kbase.sqlite3'}",
        "HTTPS": "off",
    }


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def address(environment: dict[str, str]) -> Iterator[str]:
    """Two workers behind one port, as in production."""
    manage(environment, "migrate", "--verbosity", "0")
    manage(environment, "loaddisclosures")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"{sys.executable} -m gunicorn kbase.wsgi --bind 127.0.0.1:{port} --workers 2"
    server = subprocess.Popen(
        [*command.split(), "--no-control-socket", "--log-level", "critical"],
        cwd=ROOT,
        env=environment,
    )
    url = f"http://127.0.0.1:{port}/api/v1/check/?service=workers-ai"
    wait_until(lambda: answers(url))
    yield url
    server.terminate()
    server.wait(timeout=30)


def answers(url: str) -> bool:
    try:
        return bool(version(url))
    except URLError:
        return False


def version(url: str) -> int:
    with urlopen(url) as response:  # a connection for each, so that either worker may answer
        found: int = json.load(response)["data_version"]
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("What was awaited did not happen.")


def test_a_change_on_the_command_line_is_answered_by_every_process(
    address: str, environment: dict[str, str]
) -> None:
    before = version(address)
    manage(environment, "withdraw", "KB-2026-0003", "--reason", "To see it everywhere.")
    time.sleep(2)
    assert {version(address) for _ in range(40)} == {before + 1}
