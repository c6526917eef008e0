"""Keys with which programs act for a person: scoped, hashed, expiring, shown once."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.db.models import Q, QuerySet

from incidents.domain.acting import append_log
from incidents.domain.permissions import Actor, Right, UnableToAct, require
from incidents.models import AccessToken, LogEntry, User

#: What every key begins with, so that people and scanners know one when they see it.
PREFIX = "kb_"
#: How long a key is good for at most.
LONGEST_LIFE = timedelta(days=365)
#: How many keys that still work a person has at most.
MOST_KEYS = 20
_LONGEST_NAME = 100


class Scope(Enum):
    """What a key is for."""

    READ_DRAFTS = "drafts:read"
    WRITE_DRAFTS = "drafts:write"


_RIGHTS = {Scope.READ_DRAFTS: Right.READ_DRAFTS, Scope.WRITE_DRAFTS: Right.EDIT}


class UnableToCreateToken(ValueError):
    """A key that cannot be made as it was asked for. Says why in a sentence."""


class UnknownToken(LookupError):
    """There is no such key of this person, or none that still works."""


@transaction.atomic
def create_token(
    *, actor: Actor, name: str, scopes: Collection[Scope], expires_at: datetime, now: datetime
) -> tuple[AccessToken, str]:
    """Make a key of the actor's own. The second of the pair is the key, which is kept nowhere.

    A key opens no more than its owner's roles do, now and whenever it is used. Raises
    UnableToCreateToken, UnableToAct.
    """
    owner = _owner(actor)
    for scope in scopes:
        require(actor, _RIGHTS[scope])
    name = name.strip()
    if not name or len(name) > _LONGEST_NAME:
        raise UnableToCreateToken(f"Give the token a name of 1 to {_LONGEST_NAME} characters.")
    if not scopes:
        raise UnableToCreateToken("Say what the token is for.")
    if not now < expires_at <= now + LONGEST_LIFE:
        raise UnableToCreateToken(f"A token is good for at most {LONGEST_LIFE.days} days.")
    User.objects.select_for_update().get(pk=owner.pk)
    if _usable(now).filter(owner=owner).count() >= MOST_KEYS:
        raise UnableToCreateToken(f"You have {MOST_KEYS} tokens: revoke one first.")
    key = PREFIX + secrets.token_urlsafe(32)
    token = AccessToken.objects.create(
        owner=owner,
        name=name,
        sha256=_hash(key),
        scopes=sorted(scope.value for scope in scopes),
        created_at=now,
        expires_at=expires_at,
    )
    append_log(actor, LogEntry.Act.KEY_CREATED, now=now, reason=name)
    return token, key


def list_tokens(*, actor: Actor) -> list[AccessToken]:
    """The actor's own keys, newest first, those that no longer work among them."""
    return list(AccessToken.objects.filter(owner=_owner(actor)).order_by("-created_at", "-pk"))


@transaction.atomic
def revoke_token(pk: int, *, actor: Actor, now: datetime) -> AccessToken:
    """Make a key of the actor's own useless from now on. Raises UnknownToken."""
    own = AccessToken.objects.select_for_update().filter(owner=_owner(actor), pk=pk)
    token = own.filter(revoked_at=None).first()
    if token is None:
        raise UnknownToken("There is no such token, or it has been revoked already.")
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])
    append_log(actor, LogEntry.Act.KEY_REVOKED, now=now, reason=token.name)
    return token


def use_token(key: str, *, now: datetime) -> tuple[User, frozenset[Scope]]:
    """Whose key this is, and what for. Raises UnknownToken, always with the same words."""
    token = _usable(now).select_related("owner").filter(sha256=_hash(key)).first()
    if token is None:
        raise UnknownToken("The token is not known here, has expired or has been revoked.")
    hour = now.replace(minute=0, second=0, microsecond=0)
    # To the hour, and by a condition: of many requests at once, one writes.
    if token.used_at is None or token.used_at < hour:
        AccessToken.objects.filter(Q(used_at=None) | Q(used_at__lt=hour), pk=token.pk).update(
            used_at=hour
        )
    known = {scope.value for scope in Scope}
    return token.owner, frozenset(Scope(one) for one in token.scopes if one in known)


def _usable(now: datetime) -> QuerySet[AccessToken]:
    return AccessToken.objects.filter(revoked_at=None, expires_at__gt=now, owner__is_active=True)


def _owner(actor: Actor) -> User:
    if actor.user is None or not actor.user.is_active:
        raise UnableToAct("A person has to do this.")
    return actor.user


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
