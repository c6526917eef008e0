"""Typed readers of environment variables.

An empty variable counts as one that is not set. A value that cannot be used raises
ImproperlyConfigured with a sentence that names the variable, and never repeats a value that may
hold a password.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if not value:
        return default
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")


def integer(name: str, default: int, *, minimum: int = 0) -> int:
    value = text(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if number < minimum:
        raise ImproperlyConfigured(f"{name} must be at least {minimum}, not {number}.")
    return number


def listing(name: str, default: Sequence[str] = ()) -> list[str]:
    """Read items separated by commas."""
    items = [item.strip() for item in text(name).split(",")]
    return [item for item in items if item] or list(default)


def choice(name: str, default: str, choices: Sequence[str]) -> str:
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def content_of(name: str) -> str:
    """Read the file that a variable names; empty where the variable is not set."""
    path = text(name)
    if not path:
        return ""
    try:
        content = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name} names {path}, which cannot be read: {error}.") from None
    if not content:
        raise ImproperlyConfigured(f"{name} names {path}, which is empty.")
    return content


def database_url(name: str, default: str, *, base: Path) -> dict[str, Any]:
    """Read `sqlite:///path` (relative to `base`) or `postgresql://user:password@host:port/name`.

    Every part of a PostgreSQL address but the name may be left out; libpq's defaults apply. Its
    query gives connection options: `?sslmode=require`.
    """
    value = text(name, default)
    try:
        url = urlsplit(value)
        port = url.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} is not a database address.") from None

    database = unquote(url.path.removeprefix("/"))
    if url.scheme == "sqlite" and not url.netloc and database:
        return sqlite(base / database)
    if url.scheme in ("postgres", "postgresql") and database:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": database,
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": unquote(url.hostname or ""),
            "PORT": str(port or ""),
            "OPTIONS": dict(parse_qsl(url.query)),
            # A worker keeps its connection for a minute and asks whether it still stands before
            # the next request, so a restarted server costs no failed request.
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(
        f"{name} must be sqlite:///path or postgresql://user:password@host:port/name."
    )


def sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # A transaction takes the write lock when it begins: one that reads first and writes
            # later would fail at once, whatever the timeout, if another wrote in between.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # Readers and the writer do not wait for each other.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
