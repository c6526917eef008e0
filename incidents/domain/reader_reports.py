"""Mistakes that readers report, without an account; staff handle them with a note."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from incidents.domain.acting import append_log
from incidents.domain.permissions import Actor, Right, UnableToAct, require
from incidents.domain.reading import published_revision
from incidents.models import LogEntry, ReaderReport, Revision

LONGEST_REPORT = 4_000
LONGEST_NOTE = 2_000
_LONGEST_CONTACT = 254
#: A question has some twenty fields at most, of a name or a time each.
_MOST_FIELDS = 60
_LONGEST_FIELD = 300


class UnableToReport(ValueError):
    """A report that cannot be taken, with a sentence for each field that is wrong."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(" ".join(errors.values()))
        self.errors = dict(errors)


class UnableToHandle(ValueError):
    """A report that cannot be marked as handled. Says why in a sentence."""


def receive_report(
    public_id: str,
    *,
    text: str,
    contact: str = "",
    question: Mapping[str, str] | None = None,
    revision: int | None = None,
    now: datetime,
) -> ReaderReport:
    """Keep what a reader reports on a published incident.

    `question` is what was asked, by field; `revision` the one that the reader saw, the latest
    where that is not known. Raises UnableToRead where nothing of the id is published, and
    UnableToReport.
    """
    seen = published_revision(public_id)
    errors = _errors(text, contact)
    if errors:
        raise UnableToReport(errors)
    number = revision if _exists(seen, revision) and revision else seen.number
    return ReaderReport.objects.create(
        incident=seen.incident,
        revision=number,
        question=_kept(question or {}),
        text=text.strip(),
        contact=contact.strip(),
        received_at=now,
    )


@transaction.atomic
def handle_report(key: int, *, note: str, actor: Actor, now: datetime) -> None:
    """Mark a report as handled, with what came of it. Raises UnableToHandle, UnableToAct."""
    require(actor, Right.READ_DRAFTS)
    if actor.user is None:
        raise UnableToAct("A person has to do this, signed in.")
    note = note.strip()
    if not note:
        raise UnableToHandle(_("Say in a sentence what came of it."))
    if len(note) > LONGEST_NOTE:
        raise UnableToHandle(_too_long(LONGEST_NOTE))
    claimed = ReaderReport.objects.filter(pk=key, state=ReaderReport.State.OPEN).update(
        state=ReaderReport.State.HANDLED, handled_by=actor.user, handled_at=now, note=note
    )
    if not claimed:
        raise UnableToHandle(_("Somebody has handled this report already."))
    incident = ReaderReport.objects.select_related("incident").get(pk=key).incident
    append_log(actor, LogEntry.Act.REPORT_HANDLED, now=now, incident=incident, reason=note)


def _errors(text: str, contact: str) -> dict[str, str]:
    errors = {}
    if not text.strip():
        errors["text"] = _("Say in a sentence what is wrong.")
    elif len(text) > LONGEST_REPORT:
        errors["text"] = _too_long(LONGEST_REPORT)
    if contact.strip() and not _is_address(contact.strip()):
        errors["contact"] = _("This is no e-mail address: correct it, or leave it out.")
    return errors


def _too_long(most: int) -> str:
    return _("The text is too long: write up to %(most)s letters.") % {"most": f"{most:,}"}


def _is_address(contact: str) -> bool:
    try:
        validate_email(contact)
    except ValidationError:
        return False
    return len(contact) <= _LONGEST_CONTACT


def _exists(seen: Revision, number: int | None) -> bool:
    return number is not None and 1 <= number <= seen.number


def _kept(question: Mapping[str, str]) -> dict[str, str]:
    """The question as far as it can be one; the rest is noise that nobody has to read."""
    fields = [
        (key, value)
        for key, value in question.items()
        if max(len(key), len(value)) <= _LONGEST_FIELD
    ]
    return dict(fields[:_MOST_FIELDS])
