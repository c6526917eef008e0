"""The work queue of staff: what waits for whom. As many queries as there are kinds of work."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery

from incidents.domain.gaps import DeadEnd, GapKind, gap_word
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.snapshots import PublishedRecord, current_snapshot
from incidents.domain.surveying import Survey, published_dead_ends, survey_published
from incidents.domain.translating import Translation
from incidents.domain.wording import Wording, wording
from incidents.models import Incident, ReaderReport, Revision, Submission, User, WorkingCopy

#: How many of a kind a queue shows; it says how many there are besides.
SHOWN = 30
#: Aliases have no page of their own where the others could be found.
SHOWN_ALIASES = 500

T = TypeVar("T")
M = TypeVar("M", bound=Model)
_State = Submission.State
_OPEN = (_State.WAITING, _State.APPROVED)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A draft that differs from what is published. `sent_back` is the submission it came back as.

    `edited_by` is None where it was imported on the command line.
    """

    public_id: str
    title: Wording
    is_new: bool
    is_complete: bool
    edited_at: datetime
    edited_by: User | None
    sent_back: int | None


@dataclass(frozen=True, slots=True)
class SubmissionLine:
    """A submission that somebody has to act on; `is_own` says that the asker may not."""

    key: int
    public_id: str
    title: Wording
    reason: str
    author: User
    submitted_at: datetime
    publish_at: datetime | None
    refusal: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class TranslationLine:
    public_id: str
    title: Wording
    behind: tuple[Translation, ...]


@dataclass(frozen=True, slots=True)
class GapLine:
    """The incidents that have a gap of a kind, with how many each has."""

    kind: GapKind
    total: int
    incidents: tuple[tuple[str, int], ...]
    #: How many incidents have such a gap besides.
    more: int

    @property
    def word(self) -> str:
        return gap_word(self.kind)


@dataclass(frozen=True, slots=True)
class Listed(Generic[T]):
    """The first of a kind of work, and how many there are of it in all."""

    lines: tuple[T, ...]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.lines)


@dataclass(frozen=True, slots=True)
class Queue:
    """Everything that is to be done."""

    waiting: Listed[SubmissionLine]
    sent_back: Listed[DraftLine]
    approved: Listed[SubmissionLine]
    scheduled: Listed[SubmissionLine]
    reports: Listed[ReaderReport]
    drafts: Listed[DraftLine]
    translations: Listed[TranslationLine]
    gaps: tuple[GapLine, ...]
    dead_ends: Listed[DeadEnd]


def work_queue(*, actor: Actor, language: str, now: datetime) -> Queue:
    """The queue, the oldest of each kind first. Raises UnableToAct."""
    require(actor, Right.READ_DRAFTS)
    snapshot = current_snapshot(now)
    surveys = survey_published(snapshot)
    is_timed = Q(publish_at__isnull=False)
    approved = Submission.objects.filter(state=_State.APPROVED)
    return Queue(
        waiting=_submissions(Submission.objects.filter(state=_State.WAITING), actor.user, language),
        sent_back=_draft_lines(_drafts(are_sent_back=True), language),
        approved=_submissions(approved.exclude(is_timed), actor.user, language),
        scheduled=_submissions(
            approved.filter(is_timed).order_by("publish_at"), actor.user, language
        ),
        reports=_listed(open_reports()),
        drafts=_draft_lines(_drafts(are_sent_back=False), language),
        translations=_translations(surveys, language),
        gaps=_gaps(surveys),
        dead_ends=_cut(published_dead_ends(snapshot), SHOWN_ALIASES),
    )


def open_reports() -> QuerySet[ReaderReport]:
    """What readers have reported and nobody has handled, the oldest first."""
    return ReaderReport.objects.filter(state=ReaderReport.State.OPEN).select_related("incident")


def title_of(document: Mapping[str, Any], language: str) -> Wording:
    """The title of a document that may be incomplete or wrong; its id where it has none."""
    title = document.get("title")
    texts = title if isinstance(title, Mapping) else {}
    texts = {tag: text for tag, text in texts.items() if isinstance(text, str) and text.strip()}
    if not texts:
        return Wording(str(document.get("id", "")))
    return wording(texts, language, str(document.get("language", "")))


def _drafts(*, are_sent_back: bool) -> QuerySet[WorkingCopy]:
    """The working copies that differ from the latest revision, and are not submitted."""
    same = OuterRef("public_id")
    published = Revision.objects.filter(incident__public_id=same).order_by("-number")
    submitted = Submission.objects.filter(incident__public_id=same).order_by("-submitted_at", "-pk")
    came_back = Q(last_state=_State.SENT_BACK)
    return (
        WorkingCopy.objects.annotate(
            published=Subquery(published.values("sha256")[:1]),
            last_state=Subquery(submitted.values("state")[:1]),
            last_key=Subquery(submitted.values("pk")[:1]),
        )
        .filter(~Exists(submitted.filter(state__in=_OPEN)))
        .filter(came_back if are_sent_back else ~came_back | Q(last_state__isnull=True))
        .filter(Q(published__isnull=True) | ~Q(published=F("sha256")))
        .select_related("edited_by")
        .order_by("edited_at", "public_id")
    )


def _draft_lines(drafts: QuerySet[WorkingCopy], language: str) -> Listed[DraftLine]:
    found = _listed(drafts)
    lines = tuple(
        DraftLine(
            copy.public_id,
            title_of(copy.document, language),
            copy.published is None,  # type: ignore[attr-defined]
            copy.is_valid,
            copy.edited_at,
            copy.edited_by,
            copy.last_key,  # type: ignore[attr-defined]
        )
        for copy in found.lines
    )
    return Listed(lines, found.total)


def _submissions(
    submissions: QuerySet[Submission], asker: User | None, language: str
) -> Listed[SubmissionLine]:
    found = _listed(submissions.select_related("incident", "author"))
    return Listed(tuple(_line(one, asker, language) for one in found.lines), found.total)


def _line(submission: Submission, asker: User | None, language: str) -> SubmissionLine:
    incident: Incident = submission.incident
    return SubmissionLine(
        submission.pk,
        incident.public_id,
        wording(incident.title, language, incident.language),
        submission.reason,
        submission.author,
        submission.submitted_at,
        submission.publish_at,
        submission.refusal,
        submission.author == asker,
    )


def _translations(
    surveys: Iterable[tuple[PublishedRecord, Survey]], language: str
) -> Listed[TranslationLine]:
    return _cut(
        [
            TranslationLine(record.public_id, title_of(record.facts, language), survey.behind)
            for record, survey in surveys
            if survey.behind
        ]
    )


def _gaps(surveys: Iterable[tuple[PublishedRecord, Survey]]) -> tuple[GapLine, ...]:
    counted: dict[GapKind, list[tuple[str, int]]] = {kind: [] for kind in GapKind}
    for record, survey in surveys:
        for kind, number in survey.by_kind.items():
            counted[kind].append((record.public_id, number))
    return tuple(
        GapLine(
            kind,
            sum(number for _, number in found),
            tuple(found[:SHOWN]),
            max(0, len(found) - SHOWN),
        )
        for kind, found in counted.items()
        if found
    )


def _cut(found: list[T], most: int = SHOWN) -> Listed[T]:
    return Listed(tuple(found[:most]), len(found))


def _listed(found: QuerySet[M]) -> Listed[M]:
    return Listed(tuple(found[:SHOWN]), found.count())
