import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from kbase import env

ROOT = Path(__file__).resolve().parents[2]


def variables_of_settings() -> set[str]:
    """Names given to the readers of kbase.env in the settings."""
    tree = ast.parse((ROOT / "kbase" / "settings.py").read_text(encoding="utf-8"))
    return {
        argument.value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and isinstance(argument := call.args[0], ast.Constant)
    }


def variables_of_compose() -> set[str]:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    return set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", compose))


def run_python(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the project with no variables but these."""
    environment = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example_file_lists_the_variables_that_are_read_and_no_others() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    listed = re.findall(r"^(?:# )?([A-Z_]+)=", example, flags=re.MULTILINE)

    assert sorted(listed) == sorted(variables_of_settings() | variables_of_compose())


def test_the_table_in_contributing_lists_the_variables_that_are_read_and_no_others() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([A-Z_]+)` \|", text, flags=re.MULTILINE)

    assert sorted(listed) == sorted(variables_of_settings() | variables_of_compose())


def test_settings_read_the_environment_through_the_readers_alone() -> None:
    source = (ROOT / "kbase" / "settings.py").read_text(encoding="utf-8")

    assert "environ" not in source
    assert "getenv" not in source


def test_the_server_refuses_to_start_without_a_secret() -> None:
    result = run_python("import kbase.wsgi")

    assert result.returncode != 0
    assert (
        "ImproperlyConfigured: SECRET_KEY or SECRET_KEY_FILE must be set unless DEBUG is on"
        in result.stderr
    )


def test_an_empty_secret_is_none() -> None:
    assert run_python("import kbase.settings", SECRET_KEY=" ").returncode != 0


def test_a_secret_can_stand_in_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("from the file\n", encoding="utf-8")
    code = "from kbase.settings import SECRET_KEY; print(SECRET_KEY)"

    assert run_python(code, SECRET_KEY_FILE=str(secret)).stdout == "from the file\n"
    assert run_python(code, SECRET_KEY_FILE=str(secret), SECRET_KEY="given").stdout == "given\n"


def test_the_defaults_are_the_safe_ones() -> None:
    code = (
        "from kbase import settings as s;"
        "print(s.DEBUG, s.ALLOWED_HOSTS, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS > 0,"
        " s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, hasattr(s, 'SECURE_PROXY_SSL_HEADER'))"
    )

    assert run_python(code, SECRET_KEY="x").stdout == (
        "False ['127.0.0.1', 'localhost', '[::1]'] True True True True False\n"
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEBUG", "maybe", "DEBUG must be on or off, not 'maybe'."),
        ("HTTPS", "2", "HTTPS must be on or off, not '2'."),
        ("BEHIND_PROXY", "x", "BEHIND_PROXY must be on or off, not 'x'."),
        ("SECRET_KEY_FILE", "/nowhere/secret", "SECRET_KEY_FILE names /nowhere/secret, which"),
        ("DATABASE_URL", "mysql://x/y", "DATABASE_URL must be sqlite:///path or postgresql://"),
        ("TIME_ZONE", "Mars/Base", "TIME_ZONE must be an IANA time zone, not 'Mars/Base'."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'loud'."),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(
    name: str, value: str, sentence: str
) -> None:
    variables = {"SECRET_KEY": "x", name: value}
    if name == "SECRET_KEY_FILE":
        del variables["SECRET_KEY"]
    result = run_python("import kbase.settings", **variables)

    assert result.returncode != 0
    assert f"ImproperlyConfigured: {sentence}" in result.stderr


@pytest.mark.parametrize(
    ("text", "value"),
    [("", True), ("on", True), ("TRUE", True), ("1", True), ("off", False), ("No", False)],
)
def test_flags(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("KBASE_TEST", text)

    assert env.flag("KBASE_TEST", default=True) is value


def test_listings_drop_what_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBASE_TEST", " a, b,,")
    assert env.listing("KBASE_TEST", ["c"]) == ["a", "b"]

    monkeypatch.setenv("KBASE_TEST", ",")
    assert env.listing("KBASE_TEST", ["c"]) == ["c"]


def test_an_integer_has_a_least_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBASE_TEST", "0")
    assert env.integer("KBASE_TEST", 5) == 0
    with pytest.raises(ImproperlyConfigured, match=r"^KBASE_TEST must be at least 1, not 0\.$"):
        env.integer("KBASE_TEST", 5, minimum=1)

    monkeypatch.setenv("KBASE_TEST", "1.5")
    with pytest.raises(ImproperlyConfigured, match=r"^KBASE_TEST must be a whole number"):
        env.integer("KBASE_TEST", 5)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///var/kbase.sqlite3", "/project/var/kbase.sqlite3"),
        ("sqlite:////srv/kbase.sqlite3", "/srv/kbase.sqlite3"),
    ],
)
def test_sqlite_addresses(monkeypatch: pytest.MonkeyPatch, url: str, path: str) -> None:
    monkeypatch.setenv("KBASE_TEST", url)
    database = env.database_url("KBASE_TEST", "", base=Path("/project"))

    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == Path(path)
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_postgresql_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBASE_TEST", "postgresql://me:p%40ss@db:5433/kbase?sslmode=require")
    database = env.database_url("KBASE_TEST", "", base=Path("/project"))
    assert database == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "kbase",
        "USER": "me",
        "PASSWORD": "p@ss",
        "HOST": "db",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }

    monkeypatch.setenv("KBASE_TEST", "postgres:///kbase")
    database = env.database_url("KBASE_TEST", "", base=Path("/project"))
    assert (database["NAME"], database["HOST"], database["PORT"]) == ("kbase", "", "")


@pytest.mark.parametrize(
    "url",
    [
        "kbase.sqlite3",
        "sqlite://",
        "sqlite://var/kbase.sqlite3",
        "postgresql://me:hidden@db",
        "postgresql://me:hidden@db:port/kbase",
        "postgresql://me:hidden@[db/kbase",
    ],
)
def test_a_bad_database_address_is_refused_without_repeating_it(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("KBASE_TEST", url)

    with pytest.raises(ImproperlyConfigured, match=r"^KBASE_TEST ") as refusal:
        env.database_url("KBASE_TEST", "", base=Path("/project"))
    assert "hidden" not in str(refusal.value)
