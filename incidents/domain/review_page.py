"""What a reviewer sees: what the draft changes, fact by fact, and which verdicts with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from incidents.domain.comparing import ORDER, Change, compare_documents
from incidents.domain.describing import Describer, field_label, is_text
from incidents.domain.documents import Json, Problem, canonical_content, content_hash
from incidents.domain.effect_phrasing import EffectWords, phrase_effect
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.publishing import frozen_scopes, publication_problems
from incidents.domain.queueing import title_of
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.domain.weighing import weigh_draft
from incidents.domain.wording import Wording
from incidents.models import Comment, Revision, Submission, WorkingCopy
from incidents.scope.published import UnableToPublish

#: Labels of facts are cut to so many letters.
_LONGEST_LABEL = 90

_State = Submission.State


class UnableToReadSubmission(LookupError):
    """There is no such submission or draft."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A place that can be commented on."""

    pointer: str
    label: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, with what it is about in words; empty for the whole."""

    comment: Comment
    label: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft beside what is published. `effect` is None where the draft cannot be weighed.

    `earlier` is the number of the revision it is compared with; None before the first one.
    """

    public_id: str
    title: Wording
    sha256: str
    earlier: int | None
    changes: tuple[Change, ...]
    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]
    effect: EffectWords | None


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A submission for one who looks at it. `view` is None where the draft was edited since."""

    submission: Submission
    title: Wording
    view: DraftView | None
    remarks: tuple[Remark, ...]
    is_own: bool
    may_review: bool
    may_publish: bool

    @property
    def may_decide(self) -> bool:
        """Whether there is anything to decide, and for this person."""
        may_approve = self.may_review and (self.is_waiting or self.is_approved)
        return may_approve or (self.may_publish and self.is_approved)

    @property
    def is_waiting(self) -> bool:
        return self.submission.state == _State.WAITING

    @property
    def is_approved(self) -> bool:
        return self.submission.state == _State.APPROVED


def present_submission(key: int, *, actor: Actor, language: str, now: datetime) -> ReviewPage:
    """The page of a submission. Raises UnableToReadSubmission, UnableToAct."""
    require(actor, Right.READ_DRAFTS)
    submission = (
        Submission.objects.select_related("incident", "author", "reviewer", "publisher", "revision")
        .filter(pk=key)
        .first()
    )
    if submission is None:
        raise UnableToReadSubmission(f"There is no submission {key}.")
    view = _view_of(submission, language, now)
    labels = {fact.pointer: fact.label for fact in view.facts} if view else {}
    incident = submission.incident
    is_own = submission.author == actor.user
    return ReviewPage(
        submission,
        title_of({"title": incident.title, "language": incident.language}, language),
        view,
        tuple(
            Remark(one, labels.get(one.pointer, one.pointer))
            for one in submission.comments.select_related("author")
        ),
        is_own,
        actor.may(Right.REVIEW) and not is_own,
        actor.may(Right.PUBLISH) and not is_own,
    )


def present_draft(
    public_id: str,
    *,
    actor: Actor,
    explanations: Mapping[str, str],
    language: str,
    now: datetime,
) -> DraftView:
    """A complete draft beside what is published, before it is submitted.

    Raises UnableToReadSubmission for one that is not complete, UnableToAct.
    """
    require(actor, Right.READ_DRAFTS)
    copy = WorkingCopy.objects.filter(public_id=public_id, is_valid=True).first()
    if copy is None:
        raise UnableToReadSubmission(f"There is no complete draft {public_id}.")
    return _compared(copy.document, _latest(public_id), explanations, language, now)


def _view_of(submission: Submission, language: str, now: datetime) -> DraftView | None:
    incident, published = submission.incident, submission.revision
    if published is not None:
        before = incident.revisions.filter(number__lt=published.number).order_by("-number").first()
        return _compared(published.document, before, {}, language, now, is_weighed=False)
    copy = WorkingCopy.objects.filter(public_id=incident.public_id).first()
    if copy is None or copy.sha256 != submission.sha256:
        return None
    explanations: dict[str, str] = submission.explanations
    latest = _latest(incident.public_id)
    return _compared(copy.document, latest, explanations, language, now)


def _latest(public_id: str) -> Revision | None:
    return Revision.objects.filter(incident__public_id=public_id).order_by("-number").first()


def _compared(
    document: Json,
    before: Revision | None,
    explanations: Mapping[str, str],
    language: str,
    now: datetime,
    *,
    is_weighed: bool = True,
) -> DraftView:
    snapshot = current_snapshot(now)
    nothing = {"language": document["language"], "sources": []}
    problems = tuple(_problems(document, snapshot)) if is_weighed else ()
    return DraftView(
        document["id"],
        title_of(document, language),
        content_hash(canonical_content(document)),
        before.number if before is not None else None,
        compare_documents(
            before.document if before is not None else nothing,
            document,
            language=language,
            snapshot=snapshot,
        ),
        tuple(facts_of(Describer(document, language, snapshot))),
        problems,
        _effect(document, explanations, snapshot, language) if is_weighed else None,
    )


def _effect(
    document: Json, explanations: Mapping[str, str], snapshot: Snapshot, language: str
) -> EffectWords | None:
    try:
        effect = weigh_draft(document, snapshot)
    except UnableToPublish:
        return None
    return phrase_effect(effect, explanations, snapshot, language)


def _problems(document: Json, snapshot: Snapshot) -> Iterator[Problem]:
    """What would keep the draft from being published as it is."""
    yield from publication_problems(document, frozen_scopes(document), snapshot.catalogue)


# Places that can be commented on


def facts_of(describer: Describer) -> Iterator[Fact]:
    """Every place of a valid document that can be commented on, in its order."""
    document = describer.document
    for key in (one for one in ORDER if one in document):
        value = document[key]
        if key == "scopes":
            yield from _scope_facts(describer, value)
        elif isinstance(value, list):
            for position, item in enumerate(value):
                yield _fact(describer, f"/{key}/{position}", key, item)
        else:
            yield _fact(describer, f"/{key}", key, value)


def _scope_facts(describer: Describer, scopes: Any) -> Iterator[Fact]:
    for place, scope in enumerate(scopes):
        for key in ("clauses", "exclusions"):
            for position, clause in enumerate(scope.get(key, [])):
                pointer = f"/scopes/{place}/{key}/{position}"
                label = describer.text(clause["label"])
                yield Fact(pointer, _short(f"{field_label(key)}: {label}"))
                for attribute, condition in clause["conditions"].items():
                    words = describer.describe("conditions", condition)
                    name = describer.attribute(attribute)
                    yield Fact(
                        f"{pointer}/conditions/{attribute}", _short(f"{label} › {name}: {words}")
                    )


def _fact(describer: Describer, pointer: str, key: str, value: Any) -> Fact:
    words = describer.text(value) if is_text(value) else describer.describe(key, value)
    return Fact(pointer, _short(f"{field_label(key)}: {words}"))


def _short(label: str) -> str:
    label = " ".join(label.split())
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
