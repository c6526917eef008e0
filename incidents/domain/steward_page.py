"""What staff see of an incident as a whole: revisions, links of the draft, gaps, translations."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.describing import Describer
from incidents.domain.gaps import Gap, gap_word
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.phrasing import text_in
from incidents.domain.presenting import RevisionLine, revision_line
from incidents.domain.queueing import title_of
from incidents.domain.review_page import facts_of
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.domain.surveying import Survey, survey_record
from incidents.domain.translating import Translation
from incidents.domain.wording import Wording, relation_word
from incidents.models import RelatedIncident, Revision, Submission, WorkingCopy


class UnableToSteward(LookupError):
    """There is no such draft and no such incident."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the draft. `reason` is in the language of the page, or in the record's own."""

    other: str
    relation: str
    word: str
    reason: str


@dataclass(frozen=True, slots=True)
class Place:
    """A gap in words."""

    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class StewardPage:
    """An incident for those who look after it. `open` is the submission under way, if there is one.

    `revisions` are the newest first; there are none where nothing is published yet.
    """

    public_id: str
    title: Wording
    sha256: str
    is_complete: bool
    open: Submission | None
    revisions: tuple[RevisionLine, ...]
    links: tuple[Link, ...]
    relations: tuple[tuple[str, str], ...]
    gaps: tuple[Place, ...]
    translations: tuple[Translation, ...]
    may_edit: bool
    may_publish: bool

    @property
    def is_published(self) -> bool:
        """Whether there is something that readers are answered from, and that can be withdrawn."""
        return bool(self.revisions) and not self.revisions[0].is_withdrawal

    @property
    def earlier(self) -> tuple[RevisionLine, ...]:
        """The revisions that can be made the draft again."""
        return tuple(one for one in self.revisions if not one.is_withdrawal)


def present_stewarding(
    public_id: str, *, actor: Actor, language: str, now: datetime
) -> StewardPage:
    """The page of an incident for staff. Raises UnableToSteward, UnableToAct."""
    require(actor, Right.READ_DRAFTS)
    copy = WorkingCopy.objects.filter(public_id=public_id).first()
    if copy is None:
        raise UnableToSteward(_("There is no incident %(id)s.") % {"id": public_id})
    document = copy.document
    snapshot = current_snapshot(now)
    record = snapshot.records.get(public_id)
    survey = survey_record(record) if record is not None and not record.is_withdrawn else None
    revisions = Revision.objects.filter(incident__public_id=public_id).order_by("-number")
    return StewardPage(
        public_id,
        title_of(document, language),
        copy.sha256,
        copy.is_valid,
        _open_submission(public_id),
        tuple(revision_line(one) for one in revisions.defer("content", "scopes")),
        tuple(_links(document, language)),
        tuple((one, relation_word(one)) for one in RelatedIncident.Relation.values),
        tuple(_places(survey, revisions.first(), snapshot, language)),
        survey.behind if survey is not None else (),
        actor.may(Right.EDIT),
        actor.may(Right.PUBLISH),
    )


def _open_submission(public_id: str) -> Submission | None:
    return Submission.objects.filter(
        incident__public_id=public_id,
        state__in=(Submission.State.WAITING, Submission.State.APPROVED),
    ).first()


def _links(document: Mapping[str, Any], language: str) -> list[Link]:
    """The links of a draft, as far as an incomplete one has any that can be read."""
    related = document.get("related", [])
    original = str(document.get("language", "en"))
    return [
        Link(
            link["incident"],
            link["relation"],
            relation_word(link["relation"]),
            text_in(link["reason"], language, original),
        )
        for link in (related if isinstance(related, list) else [])
        if _is_readable(link)
    ]


def _is_readable(link: Any) -> bool:
    return (
        isinstance(link, dict)
        and isinstance(link.get("incident"), str)
        and link.get("relation") in RelatedIncident.Relation.values
        and isinstance(link.get("reason"), dict)
        and bool(link["reason"])
    )


def _places(
    survey: Survey | None, revision: Revision | None, snapshot: Snapshot, language: str
) -> list[Place]:
    """The gaps of the latest revision in words."""
    if survey is None or revision is None:
        return []
    describer = Describer(revision.document, language, snapshot)
    labels = {fact.pointer: fact.label for fact in facts_of(describer)}
    return [Place(gap_word(gap.kind), _place(gap, labels)) for gap in survey.gaps]


def _place(gap: Gap, labels: Mapping[str, str]) -> str:
    label = labels.get(gap.pointer, gap.pointer)
    return f"{label} › {gap.detail}" if gap.detail else label
