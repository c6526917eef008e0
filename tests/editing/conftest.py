from collections.abc import Callable

import pytest
from django.test import Client

from incidents.domain.permissions import Role
from tests.conftest import Publish
from tests.staff import make_staff, sign_in

ID = "KB-2026-7001"

#: A browser of somebody with these roles.
SignIn = Callable[..., Client]


@pytest.fixture
def person(db: None) -> SignIn:
    """Signs somebody in, by a second factor, and gives their browser."""

    def act(name: str, *roles: Role) -> Client:
        client = Client()
        sign_in(client, make_staff(name, *roles))
        return client

    return act


@pytest.fixture
def author(person: SignIn) -> Client:
    return person("author", Role.AUTHOR)


@pytest.fixture
def record(publish: Publish) -> str:
    """A published record, whose draft is not touched yet."""
    publish()
    return ID
