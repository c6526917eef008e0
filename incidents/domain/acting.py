"""The log of acts: appended in the transaction of the act, and never edited."""

from datetime import datetime

from incidents.domain.permissions import Actor
from incidents.models import Incident, LogEntry


def append_log(
    actor: Actor,
    act: LogEntry.Act,
    *,
    now: datetime,
    incident: Incident | None = None,
    reason: str = "",
) -> None:
    """Note who did what, when, why and from where."""
    LogEntry.objects.create(
        at=now,
        actor=actor.user,
        origin=actor.origin,
        act=act,
        incident=incident,
        reason=reason,
    )
