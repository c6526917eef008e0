"""Who may do what. Checked here, where the acts are, and so for pages, API and commands alike."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from django.contrib.auth.models import Group

from incidents.models import User


class Role(Enum):
    """The roles of staff, which are groups of Django's. A person may have several."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    PUBLISHER = "publisher"
    ADMINISTRATOR = "administrator"


class Right(Enum):
    """What a role allows."""

    READ_DRAFTS = "read drafts"
    EDIT = "edit drafts"
    REVIEW = "review drafts"
    PUBLISH = "publish, schedule and withdraw"
    ADMINISTER = "manage accounts"


_RIGHTS = {
    Role.AUTHOR: {Right.READ_DRAFTS, Right.EDIT},
    Role.REVIEWER: {Right.READ_DRAFTS, Right.REVIEW},
    Role.PUBLISHER: {Right.READ_DRAFTS, Right.PUBLISH},
    Role.ADMINISTRATOR: set(Right),
}


@dataclass(frozen=True)
class Actor:
    """Who acts, and from where. `user` is None on the command line and for scheduled work."""

    user: User | None
    origin: str

    @cached_property
    def rights(self) -> frozenset[Right]:
        """Everything that the person's roles allow; the server's own commands may do anything."""
        if self.user is None:
            return frozenset(Right)
        if not self.user.is_active:
            return frozenset()
        roles = set(self.user.groups.values_list("name", flat=True))
        return frozenset(right for role in Role if role.value in roles for right in _RIGHTS[role])

    def may(self, right: Right) -> bool:
        return right in self.rights


#: Whoever has access to the server.
COMMAND_LINE = Actor(None, "command line")
#: The periodic sweep, for what people have set a time for.
SCHEDULE = Actor(None, "schedule")


class UnableToAct(PermissionError):
    """An act that the person's roles do not allow."""


def require(actor: Actor, right: Right) -> None:
    """Raise UnableToAct unless the actor may do it."""
    if not actor.may(right):
        raise UnableToAct(f"Your roles do not let you {right.value}.")


def grant_role(user: User, role: Role) -> None:
    """Give the person a role."""
    group, _ = Group.objects.get_or_create(name=role.value)
    user.groups.add(group)
