"""What is published is verified by a real worker over a real broker, and damage is found."""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from incidents.domain.documents import Problem
from incidents.domain.verifying import verify_publications
from incidents.models.immutability import triggers_to_drop
from incidents.tasks import verify_what_is_published
from tests.conftest import Publish

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")


def damage() -> None:
    """Change a published text as only somebody with the database in hand can."""
    with connection.cursor() as cursor:
        for statement in triggers_to_drop(connection.vendor):
            cursor.execute(statement)
        cursor.execute("UPDATE incidents_revision SET content = replace(content, '12', '13')")


def test_what_was_published_verifies(publish: Publish) -> None:
    publish()
    assert verify_publications() == []
    call_command("verify")
    assert verify_what_is_published() == 0


def test_a_changed_text_is_found(publish: Publish, caplog: pytest.LogCaptureFixture) -> None:
    publish()
    damage()
    detail = "KB-2026-7001, revision 1 does not have the SHA-256 that was published with it."
    assert verify_publications() == [Problem("/KB-2026-7001, revision 1", "changed", detail)]
    with pytest.raises(CommandError, match="does not have the SHA-256"):
        call_command("verify")
    assert verify_what_is_published() == 1
    assert detail in caplog.text


def test_an_example_that_no_longer_holds_is_found(publish: Publish) -> None:
    publish()
    with connection.cursor() as cursor:
        for statement in triggers_to_drop(connection.vendor):
            cursor.execute(statement)
        cursor.execute(
            "UPDATE incidents_revision SET scopes = replace(CAST(scopes AS TEXT), '1001', '5001')"
            + ("::jsonb" if connection.vendor == "postgresql" else "")
        )
    codes = [(one.pointer, one.code) for one in verify_publications()]
    assert codes == [("/KB-2026-7001/revisions/1/examples/0", "example_fails")]


def test_nothing_published_verifies(db: None) -> None:
    assert verify_publications() == []


@pytest.mark.parametrize("broker", [REDIS_URL, "filesystem://"])
def test_a_worker_does_the_work_that_was_announced(broker: str, tmp_path: Path) -> None:
    """The worker runs as a process of its own, with a database of its own, as in production."""
    queue = f"test-{uuid.uuid4().hex}"
    environment = os.environ | {
        "CELERY_BROKER_URL": broker,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'kbase.sqlite3'}",
    }
    script = (
        "import django; django.setup()\n"
        "from django.core.management import call_command\n"
        "call_command('migrate', verbosity=0)\n"
        "call_command('loaddisclosures')\n"
        "from incidents.tasks import verify_what_is_published\n"
        f"verify_what_is_published.apply_async(queue='{queue}')\n"
    )
    run = {
        "cwd": settings.BASE_DIR,
        "env": environment | {"DJANGO_SETTINGS_MODULE": "kbase.settings"},
    }
    subprocess.run([sys.executable, "-c", script], check=True, **run)
    log = tmp_path / "worker.log"
    command = f"celery -A kbase worker -Q {queue} -P solo --loglevel INFO --logfile {log}"
    quiet = ["--without-gossip", "--without-mingle"]
    worker = subprocess.Popen([sys.executable, "-m", *command.split(), *quiet], **run)
    try:
        wait_until(lambda: log.exists() and "succeeded" in log.read_text(encoding="utf-8"))
    finally:
        worker.terminate()
        worker.wait(timeout=30)
    assert "verify_what_is_published" in log.read_text(encoding="utf-8")


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("What was awaited did not happen.")
