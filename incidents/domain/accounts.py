"""Accounts of staff: granting roles by name, and the sign-in of a trial on one's own machine."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.db import transaction

from incidents.domain.permissions import Role, grant_role
from incidents.models import User

#: How long a demo link is good for.
DEMO_LINK_LIFE = timedelta(minutes=15)
_SALT = "demo sign-in"
#: What the names of demo accounts begin with, so that no account of a person is ever opened so.
DEMO_PREFIX = "demo-"


class UnableToDemo(PermissionError):
    """This server is no trial on somebody's own machine."""


class UnusableLink(ValueError):
    """A demo link that was used, is too old, or was never made here."""


class UnknownAccount(LookupError):
    """There is no account of that name."""


@dataclass(frozen=True, slots=True)
class DemoLink:
    """An account of the trial, and what opens it once."""

    name: str
    token: str


@transaction.atomic
def grant_named_role(name: str, role: Role) -> User:
    """Give the role to the account of that name. Raises UnknownAccount."""
    user = User.objects.filter(username=name).first()
    if user is None:
        raise UnknownAccount(f"There is no account {name!r}.")
    grant_role(user, role)
    return user


@transaction.atomic
def make_demo_link(role: Role, *, now: datetime) -> DemoLink:
    """An account with this role alone, without a password, and a link that signs in once.

    Earlier links of the account are good no longer. Raises UnableToDemo.
    """
    _require_demo()
    user, _ = User.objects.get_or_create(
        username=f"{DEMO_PREFIX}{role.value}", defaults={"date_joined": now}
    )
    user.is_active = True
    # No password fits what is random and says so; the link is good as long as it stands there.
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    grant_role(user, role)
    content = {"user": user.pk, "once": user.password, "made": now.isoformat()}
    return DemoLink(user.username, signing.dumps(content, salt=_SALT))


def demo_account(token: str, *, now: datetime) -> User:
    """The account that the link opens; looking does not use it up.

    Raises UnableToDemo, UnusableLink.
    """
    _require_demo()
    user, _ = _read(token, now)
    return user


@transaction.atomic
def use_demo_link(token: str, *, now: datetime) -> User:
    """Use the link up. Raises UnableToDemo, UnusableLink."""
    _require_demo()
    user, once = _read(token, now)
    # Of two who use it at once, one gets in.
    if not User.objects.filter(pk=user.pk, password=once).update(password=make_password(None)):
        raise UnusableLink
    user.refresh_from_db()
    return user


def _read(token: str, now: datetime) -> tuple[User, str]:
    """The account of the link, and what has to stand in its row still."""
    try:
        read = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise UnusableLink from None
    made, once = datetime.fromisoformat(read["made"]), str(read["once"])
    user = User.objects.filter(pk=read["user"], password=once, is_active=True).first()
    if user is None or not made <= now < made + DEMO_LINK_LIFE:
        raise UnusableLink
    return user, once


def _require_demo() -> None:
    if not settings.DEMO:
        raise UnableToDemo("Demo accounts exist on a machine of one's own alone, with DEMO=on.")
