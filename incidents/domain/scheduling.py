"""Publications for which somebody has set a time: made when it has come, or as soon as possible.

What was due while the server was down is published late. Each is one transaction of its own, so
that one that is refused keeps no other one waiting.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction
from django.utils.translation import gettext as _

from incidents.domain.acting import append_log
from incidents.domain.permissions import SCHEDULE
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.reviewing import publish_scheduled, submissions_due
from incidents.models import LogEntry, Revision, Submission


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a due submission: a revision, a refusal, or neither where another did it."""

    public_id: str
    revision: Revision | None
    refusal: str


def due_submissions(now: datetime) -> list[int]:
    """The keys of the submissions whose time has come, the earliest first."""
    return list(submissions_due(now).values_list("pk", flat=True))


def publish_due(key: int, *, now: datetime) -> Settled:
    """Publish one due submission, or keep why it must not be published and log that.

    A refused one stays approved, and is not tried again until a person publishes it or sets
    another time.
    """
    public_id = Submission.objects.values_list("incident__public_id", flat=True).get(pk=key)
    try:
        return Settled(public_id, publish_scheduled(key, now=now), "")
    except UnableToPublishRevision as error:
        return Settled(public_id, None, _refuse(key, str(error), now))


@transaction.atomic
def _refuse(key: int, reason: str, now: datetime) -> str:
    """Keep the reason, once; empty where the submission is not due any more."""
    if not submissions_due(now).filter(pk=key).update(refusal=reason):
        return ""
    incident = Submission.objects.select_related("incident").get(pk=key).incident
    append_log(SCHEDULE, LogEntry.Act.REFUSED, now=now, incident=incident, reason=reason)
    return reason


class UnreadableTime(ValueError):
    """A time of publication that cannot be read, or that is no one instant. Says what to write."""


def read_publication_time(text: str, zone: str) -> datetime:
    """The instant of a local time to the minute, as a form writes it, in a zone by its IANA name.

    A time that the clocks skip or show twice is refused, since a guess could be an hour early.
    """
    try:
        local = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UnreadableTime(_("Write day and time, such as 2026-11-01T09:00.")) from None
    if local.tzinfo is not None:
        return local.astimezone(UTC)
    try:
        place = ZoneInfo(zone.strip())
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise UnreadableTime(
            _("“%(zone)s” is not a known time zone: write a name such as Europe/Berlin.")
            % {"zone": zone[:40]}
        ) from None
    try:
        instants = {local.replace(tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1)}
    except OverflowError:
        raise UnreadableTime(_("Write day and time, such as 2026-11-01T09:00.")) from None
    if len(instants) > 1:
        raise UnreadableTime(
            _("The clocks of that zone skip this time or show it twice: write it in UTC.")
        )
    return instants.pop()
