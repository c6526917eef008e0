"""Reading the log of acts, newest first, narrowed down to an incident, an act, or a person."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from incidents.domain.permissions import Actor, Right, require
from incidents.models import LogEntry, User

#: So many entries stand on a page.
PAGE = 50


@dataclass(frozen=True, slots=True)
class LogFilters:
    """What the log is narrowed to; an empty text leaves a thing open."""

    public_id: str = ""
    act: str = ""
    username: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An act. `name` is empty where the server or its command line acted."""

    entry: LogEntry
    act: str
    name: str
    public_id: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log; `older` is the number of the page after it, None on the last one."""

    lines: tuple[LogLine, ...]
    number: int
    older: int | None


def read_log(filters: LogFilters, *, actor: Actor, page: int = 1) -> LogPage:
    """One page of the log. Raises UnableToAct."""
    require(actor, Right.READ_DRAFTS)
    number = max(1, min(page, 10_000))
    start = (number - 1) * PAGE
    # One more than is shown tells whether there is a further page, without counting them all.
    entries = list(_entries(filters)[start : start + PAGE + 1])
    lines = tuple(
        LogLine(
            entry,
            act_word(entry.act),
            entry.actor.get_username() if entry.actor is not None else "",
            entry.incident.public_id if entry.incident is not None else "",
        )
        for entry in entries[:PAGE]
    )
    return LogPage(lines, number, number + 1 if len(entries) > PAGE else None)


def people_in_log() -> list[str]:
    """The names of everybody who may have acted."""
    return list(User.objects.order_by("username").values_list("username", flat=True)[:500])


def act_word(act: str) -> str:
    """What was done, for a list; acts that nobody named stay as they are."""
    return {
        "imported": _("imported a document"),
        "edited": _("edited the draft"),
        "submitted": _("submitted the draft"),
        "commented": _("commented"),
        "sent_back": _("sent the draft back"),
        "approved": _("approved the draft"),
        "scheduled": _("set a time for publication"),
        "unscheduled": _("took the time of publication back"),
        "voided": _("took a submission back by an edit"),
        "published": _("published"),
        "withdrawn": _("withdrew the incident"),
        "restored": _("made an earlier revision the draft"),
        "linked": _("linked an incident"),
        "unlinked": _("undid a link"),
        "refused": _("refused a scheduled publication"),
        "report_handled": _("handled a reader's report"),
        "key_created": _("created a key"),
        "key_revoked": _("revoked a key"),
    }.get(act, act)


def _entries(filters: LogFilters) -> QuerySet[LogEntry]:
    entries = LogEntry.objects.select_related("actor", "incident").order_by("-pk")
    if filters.public_id:
        entries = entries.filter(incident__public_id=filters.public_id)
    if filters.act:
        entries = entries.filter(act=filters.act)
    if filters.username:
        entries = entries.filter(actor__username=filters.username)
    return entries
