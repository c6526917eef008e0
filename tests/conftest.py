import pytest
from django.conf import settings as django_settings
from django.db import connections
from hypothesis import settings as hypothesis_settings

# How long an example takes says more about the machine than about the code.
hypothesis_settings.register_profile("kbase", hypothesis_settings.default, deadline=None)
hypothesis_settings.load_profile("kbase")


def pytest_configure() -> None:
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
