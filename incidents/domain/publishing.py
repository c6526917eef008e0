"""Publishing: the only door through which a draft becomes what readers see."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from incidents.domain.acting import append_log
from incidents.domain.cataloguing import (
    add_catalogue_revision,
    export_catalogue,
    latest_catalogue_revision,
)
from incidents.domain.documents import (
    Json,
    Problem,
    canonical_content,
    content_hash,
)
from incidents.domain.drafting import load_draft
from incidents.domain.mapping import document_of
from incidents.domain.permissions import COMMAND_LINE, Actor, Right, require
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.sequence import next_sequence
from incidents.domain.texts import searchable_text
from incidents.domain.validating import disclosure_problems
from incidents.models import (
    CatalogueRevision,
    Incident,
    LogEntry,
    PublishedIncident,
    Revision,
    Submission,
)
from incidents.scope.catalogue import Catalogue, catalogue_from_document
from incidents.scope.compiling import compile_scope
from incidents.scope.examples import failed_examples
from incidents.scope.published import UnableToPublish, freeze_scope


@transaction.atomic
def publish_revision(
    *,
    incident: Incident,
    actor: Actor,
    now: datetime,
    reason: str,
    submission: Submission | None = None,
) -> Revision:
    """Freeze the incident's draft as its next revision.

    Validates the document, compiles its scopes with the published catalogue, runs its examples,
    and writes revision, facets and log in one transaction. A person needs an approved submission
    of this very draft by somebody else; only the command line does without one. Raises
    UnableToAct, and UnableToPublishRevision with everything that speaks against it.
    """
    require(actor, Right.PUBLISH)
    sequence = next_sequence()
    incident = Incident.objects.select_for_update().get(pk=incident.pk)
    document = document_of(load_draft(incident))
    catalogue_revision = _published_catalogue()
    problems = disclosure_problems(document)
    if not problems:
        catalogue = catalogue_from_document(catalogue_revision.document, catalogue_revision.number)
        frozen = frozen_scopes(document)
        problems = list(publication_problems(document, frozen, catalogue))
    problems += _reason_problems(reason)
    content = canonical_content(document)
    if actor != COMMAND_LINE:
        problems += _approval_problems(submission, incident, content, actor)
    if problems:
        raise UnableToPublishRevision(problems)
    latest = incident.revisions.order_by("-number").first()
    if latest is not None and latest.content == content and not latest.is_withdrawal:
        raise UnableToPublishRevision.because(
            "unchanged", f"{incident} is as revision {latest.number} published it."
        )
    revision = Revision.objects.create(
        incident=incident,
        number=latest.number + 1 if latest else 1,
        sequence=sequence,
        content=content,
        sha256=content_hash(content),
        reason=reason.strip(),
        author=submission.author if submission else None,
        reviewer=submission.reviewer if submission else None,
        publisher=submission.publisher if submission else None,
        published_at=now,
        catalogue=catalogue_revision,
        scopes=frozen,
    )
    _rewrite_facets(revision, document)
    append_log(actor, LogEntry.Act.PUBLISHED, now=now, incident=incident, reason=reason)
    return revision


@transaction.atomic
def withdraw_incident(*, incident: Incident, actor: Actor, now: datetime, reason: str) -> Revision:
    """Publish that the incident is withdrawn: its last document stays, and is no longer evaluated.

    Raises UnableToPublishRevision where nothing is published, or where it is withdrawn already.
    """
    require(actor, Right.PUBLISH)
    sequence = next_sequence()
    incident = Incident.objects.select_for_update().get(pk=incident.pk)
    latest = incident.revisions.order_by("-number").first()
    if latest is None or latest.is_withdrawal:
        raise UnableToPublishRevision.because(
            "not_published", f"{incident} has nothing published that could be withdrawn."
        )
    problems = _reason_problems(reason)
    if problems:
        raise UnableToPublishRevision(problems)
    revision = Revision.objects.create(
        incident=incident,
        number=latest.number + 1,
        sequence=sequence,
        content=latest.content,
        sha256=latest.sha256,
        reason=reason.strip(),
        publisher=actor.user,
        published_at=now,
        catalogue=_published_catalogue(),
        scopes=latest.scopes,
        is_withdrawal=True,
    )
    PublishedIncident.objects.filter(incident=incident).update(
        revision=revision, is_withdrawn=True, updated_at=now
    )
    append_log(actor, LogEntry.Act.WITHDRAWN, now=now, incident=incident, reason=reason)
    return revision


@transaction.atomic
def publish_catalogue(*, actor: Actor, now: datetime, reason: str) -> CatalogueRevision:
    """Freeze the catalogue's working copy as its next revision.

    The examples of every published incident are run with it first, and all must still hold.
    """
    require(actor, Right.PUBLISH)
    problems = _reason_problems(reason)
    if problems:
        raise UnableToPublishRevision(problems)
    revision = add_catalogue_revision(export_catalogue(), actor=actor, now=now, reason=reason)
    catalogue = catalogue_from_document(revision.document, revision.number)
    published = PublishedIncident.objects.filter(is_withdrawn=False).select_related("revision")
    for incident in published.iterator():
        document = incident.revision.document
        for problem in publication_problems(document, incident.revision.scopes, catalogue):
            pointer = f"/{incident.public_id}{problem.pointer}"
            problems.append(Problem(pointer, problem.code, problem.detail))
    if problems:
        raise UnableToPublishRevision(problems)
    return revision


def frozen_scopes(document: Mapping[str, Any]) -> list[Json]:
    """The document's scopes with their extents computed. Raises UnableToPublish."""
    return [
        freeze_scope(section, f"/scopes/{position}")
        for position, section in enumerate(document["scopes"])
    ]


def _published_catalogue() -> CatalogueRevision:
    revision = latest_catalogue_revision()
    if revision is None:
        raise UnableToPublishRevision.because(
            "no_catalogue", "Publish the catalogue first: scopes take their names from it."
        )
    return revision


def _reason_problems(reason: str) -> list[Problem]:
    if reason.strip():
        return []
    return [Problem("/reason", "required", "Say in a sentence why this is published.")]


def _approval_problems(
    submission: Submission | None, incident: Incident, content: str, actor: Actor
) -> list[Problem]:
    """Why the draft is not the one that somebody else has approved."""
    if (
        submission is None
        or submission.incident_id != incident.pk
        or submission.state != Submission.State.APPROVED
    ):
        return [Problem("", "not_approved", "The draft has to be approved before it is published.")]
    if submission.sha256 != content_hash(content):
        detail = "The draft was edited after it had been approved: submit it again."
        return [Problem("", "edited_since_approval", detail)]
    if actor.user is not None and actor.user == submission.author:
        return [Problem("", "own_draft", "Nobody publishes a draft of their own.")]
    return []


def publication_problems(
    document: Mapping[str, Any], frozen: Sequence[Mapping[str, Any]], catalogue: Catalogue
) -> Iterator[Problem]:
    """What speaks against publishing a valid document with this catalogue.

    `frozen` are the document's scopes with their extents computed.
    """
    scopes = []
    for section in frozen:
        try:
            scopes.append(
                compile_scope(section, incident=document["id"], revision=0, catalogue=catalogue)
            )
        except UnableToPublish as error:
            yield Problem(error.pointer, error.code, error.detail)
            return
    for failed in failed_examples(document.get("examples", []), scopes, catalogue):
        yield Problem(
            f"/examples/{failed.position}",
            "example_fails",
            f"The example expects {failed.expected}, and the scope gives: {failed.found}.",
        )


def _rewrite_facets(revision: Revision, document: Mapping[str, Any]) -> None:
    """Write what lists and search read of the revision."""
    first = revision.incident.revisions.order_by("number").values_list("published_at", flat=True)
    PublishedIncident.objects.update_or_create(
        incident=revision.incident,
        defaults={
            "revision": revision,
            "public_id": document["id"],
            "kind": document["kind"],
            "status": document["status"],
            "provider": document.get("provider", ""),
            "disclosed_on": document["disclosed"]["value"],
            "is_withdrawn": False,
            "summary": _summary(document),
            "text": searchable_text(" ".join(_words(document))),
            "first_published_at": first[0],
            "updated_at": revision.published_at,
        },
    )


def _summary(document: Mapping[str, Any]) -> Json:
    keys = ("language", "title", "summary", "disclosed", "counts")
    return {key: document[key] for key in keys if key in document}


def _words(value: Any) -> Iterator[str]:
    """Every text in the document, in every language."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


#: What the command line calls the catalogue where it asks for an incident's id.
CATALOGUE = "catalogue"


class UnknownIncident(LookupError):
    """There is no incident of that id."""


def publish_named(
    name: str, *, actor: Actor, now: datetime, reason: str
) -> Revision | CatalogueRevision:
    """Publish the incident of that id, or the catalogue.

    Raises UnknownIncident and UnableToPublishRevision.
    """
    if name == CATALOGUE:
        return publish_catalogue(actor=actor, now=now, reason=reason)
    return publish_revision(incident=_named(name), actor=actor, now=now, reason=reason)


def withdraw_named(name: str, *, actor: Actor, now: datetime, reason: str) -> Revision:
    """Withdraw the incident of that id. Raises UnknownIncident and UnableToPublishRevision."""
    return withdraw_incident(incident=_named(name), actor=actor, now=now, reason=reason)


def _named(name: str) -> Incident:
    incident = Incident.objects.filter(public_id=name).first()
    if incident is None:
        raise UnknownIncident(f"There is no incident {name}.")
    return incident
