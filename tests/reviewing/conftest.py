"""Staff in the browser, and a correction on its way."""

from collections.abc import Callable
from copy import deepcopy
from datetime import datetime

import pytest
from django.test import Client

from incidents.domain.editing import save_draft, working_copy_of
from incidents.domain.permissions import Actor, Role, grant_role
from incidents.domain.reviewing import submit_draft
from incidents.models import Submission, User
from tests.conftest import Publish
from tests.documents import Json, disclosure_document
from tests.staff import sign_in

ID = "KB-2026-7001"

SignedIn = Callable[..., Client]


def make_staff(name: str, *roles: Role) -> User:
    """An account that signs in by no password, and so costs no hash of one."""
    user = User.objects.create(username=name)
    for role in roles:
        grant_role(user, role)
    return user


@pytest.fixture
def editor(db: None) -> Actor:
    """Somebody with every role, for whom only the rule of four eyes is left."""
    return Actor(make_staff("editor", *Role), "192.0.2.1")


@pytest.fixture
def second(db: None) -> Actor:
    return Actor(make_staff("second", *Role), "192.0.2.2")


@pytest.fixture
def author(db: None) -> Actor:
    return Actor(make_staff("author", Role.AUTHOR), "192.0.2.3")


@pytest.fixture
def as_(db: None) -> SignedIn:
    """A browser of somebody who is signed in, that checks tokens against forgery if asked to."""

    def client_of(actor: Actor, *, checks_csrf: bool = False) -> Client:
        client = Client(enforce_csrf_checks=checks_csrf)
        assert actor.user is not None
        sign_in(client, actor.user)
        return client

    return client_of


def with_bound(value: int) -> Json:
    """The small disclosure with another threshold, and examples that hold under any."""
    document = deepcopy(disclosure_document())
    conditions = document["scopes"][0]["clauses"][0]["conditions"]
    conditions["prompt_tokens"]["bounds"][0]["value"] = value
    document["examples"] = document["examples"][1:]
    return document


def correct(actor: Actor, now: datetime, **parts: object) -> str:
    """Save parts of the draft anew; its hash."""
    copy = working_copy_of(ID, actor=actor)
    saved = save_draft(ID, copy.document | parts, expected=copy.sha256, actor=actor, now=now)
    return saved.copy.sha256


@pytest.fixture
def waiting(publish: Publish, editor: Actor, now: datetime) -> Submission:
    """A submitted correction of a published record, by the editor."""
    publish()
    correct(editor, now, status="ongoing")
    return submit_draft(ID, actor=editor, now=now, reason="It goes on.")
