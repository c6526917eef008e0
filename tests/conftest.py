from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connections
from hypothesis import settings as hypothesis_settings

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.drafting import import_disclosure
from incidents.domain.loading import load_disclosures
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_catalogue, publish_revision
from incidents.domain.snapshots import forget_snapshots
from incidents.models import Incident, Revision
from incidents.models.immutability import triggers_to_create, triggers_to_drop
from tests.documents import Json, catalogue_document, disclosure_document

# How long an example takes says more about the machine than about the code.
hypothesis_settings.register_profile("kbase", hypothesis_settings.default, deadline=None)
hypothesis_settings.load_profile("kbase")


def pytest_configure(config: pytest.Config) -> None:
    # Once, and before there are other processes: the tests read pages in Chinese too.
    if not hasattr(config, "workerinput"):
        try:
            call_command("compile_translations")
        except CommandError as error:
            raise pytest.UsageError(str(error)) from None
    # Static files are served from where they are written: what collectstatic gathered may be old.
    django_settings.WHITENOISE_AUTOREFRESH = True
    django_settings.WHITENOISE_USE_FINDERS = True
    django_settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Test on a real SQLite file: one in memory has no WAL and no waiting for a lock."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "kbase.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def flushable_database(django_db_setup: None) -> None:
    """Let transactional tests empty an SQLite database, which its triggers would refuse.

    PostgreSQL empties tables by TRUNCATE, which fires no triggers of rows.
    """
    connection = connections["default"]
    if connection.vendor != "sqlite":
        return
    flush = connection.ops.execute_sql_flush

    def flush_without_triggers(statements: Sequence[str]) -> None:
        flush([*triggers_to_drop("sqlite"), *statements, *triggers_to_create("sqlite")])

    connection.ops.execute_sql_flush = flush_without_triggers  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def forgotten_snapshots() -> Iterator[None]:
    """What a process remembers of its database must not outlive the test's rollback."""
    forget_snapshots()
    yield
    forget_snapshots()


#: When the tests take place: after every disclosure, and no matter what the machine's clock says.
NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def shipped(db: None) -> None:
    """The catalogue and the records that come with the software, published at NOW."""
    load_disclosures(now=NOW)


#: Imports a disclosure with the given parts, and publishes it.
Publish = Callable[..., Revision]


@pytest.fixture
def catalogue(db: None, now: datetime) -> Json:
    """The small catalogue, published as revision 1."""
    document = catalogue_document()
    import_catalogue(document, actor=COMMAND_LINE, now=now)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason="First.")
    return document


@pytest.fixture
def publish(catalogue: Json, now: datetime) -> Publish:
    """Imports a disclosure with the given parts, and publishes it."""

    def act(at: datetime = now, reason: str = "First.", **parts: Any) -> Revision:
        document = disclosure_document(**parts)
        import_disclosure(document, actor=COMMAND_LINE, now=at)
        incident = Incident.objects.get(public_id=document["id"])
        return publish_revision(incident=incident, actor=COMMAND_LINE, now=at, reason=reason)

    return act
