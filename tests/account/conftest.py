"""What tests of accounts share: quick hashing, and a memory of attempts that begins empty."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def forgotten_attempts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
