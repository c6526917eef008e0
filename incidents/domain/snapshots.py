"""Everything that is published, compiled and held in memory, as of one publication.

A snapshot never changes; a newer one takes its place. Whoever asks gets the newest, and whether
there is a newer one is looked up at most once a second, with one small query.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from incidents.domain.documents import Json
from incidents.domain.sequence import current_sequence
from incidents.models import CatalogueRevision, Revision
from incidents.scope.catalogue import Catalogue, catalogue_from_document
from incidents.scope.compiling import compile_scope
from incidents.scope.evaluate import Scope
from incidents.scope.index import ScopeIndex

#: How old the knowledge of the last publication may be.
FRESH_FOR = timedelta(seconds=1)

#: How many snapshots of the past are kept, for questions that are asked as of then.
_KEPT_PASTS = 4


@dataclass(frozen=True)
class PublishedRecord:
    """What answers need of an incident's revision."""

    public_id: str
    revision: int
    sha256: str
    published_at: datetime
    is_withdrawn: bool
    scopes: Mapping[str, Scope]
    #: What is shown beside a verdict: title, counts, statements, sources, links, and the scopes
    #: as published, whose facts the conditions point to.
    facts: Json
    #: Sentences and fragments that were made of the facts once; the facts never change.
    memo: dict[tuple[object, ...], Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def distinct_from(self) -> tuple[str, ...]:
        """The incidents that this one must not be confused with."""
        return tuple(
            link["incident"]
            for link in self.facts.get("related", [])
            if link["relation"] == "distinct_from"
        )

    def fact(self, pointer: str) -> Json:
        """The part of the disclosure document that a pointer of a scope leads to."""
        part: Any = self.facts
        for step in pointer.split("/")[1:]:
            part = part[int(step)] if isinstance(part, list) else part[step]
        found: Json = part
        return found


@dataclass(frozen=True)
class Snapshot:
    """What was published up to one publication."""

    sequence: int
    catalogue: Catalogue
    catalogue_document: Json
    records: Mapping[str, PublishedRecord]
    #: What interfaces made of the snapshot once; it never changes.
    memo: dict[tuple[object, ...], Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def indexes(self) -> dict[str, ScopeIndex]:
        """An index over the scopes of the incidents that are evaluated, by subject."""
        by_subject: dict[str, list[Scope]] = {}
        for record in self.records.values():
            if not record.is_withdrawn:
                for subject, scope in record.scopes.items():
                    by_subject.setdefault(subject, []).append(scope)
        return {
            subject: ScopeIndex(scopes, self.catalogue.excluding)
            for subject, scopes in by_subject.items()
        }


_FACTS = (
    "language",
    "kind",
    "title",
    "counts",
    "statements",
    "sources",
    "related",
    "scopes",
    "notice",
)

_EMPTY_CATALOGUE: Json = {"schema": "kbase-catalogue/1", "attributes": [], "services": []}


class _Holder:
    """The newest snapshot of this process, and a few of the past."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.newest: Snapshot | None = None
        self.checked_at: datetime | None = None
        self.pasts: OrderedDict[int, Snapshot] = OrderedDict()
        self.revisions: OrderedDict[tuple[str, int], Snapshot] = OrderedDict()

    def is_fresh(self, now: datetime) -> bool:
        # A clock that was set back must not keep an old snapshot alive.
        return self.checked_at is not None and timedelta(0) <= now - self.checked_at < FRESH_FOR


_holder = _Holder()


def forget_snapshots() -> None:
    """Drop what this process remembers, as when its database is another one."""
    global _holder
    _holder = _Holder()


def current_snapshot(now: datetime) -> Snapshot:
    """Everything published, at most a second old."""
    holder = _holder
    if holder.newest is not None and holder.is_fresh(now):
        return holder.newest
    with holder.lock:
        if holder.newest is None or not holder.is_fresh(now):
            sequence = current_sequence()
            if holder.newest is None or holder.newest.sequence != sequence:
                holder.newest = _load(sequence, holder.newest)
            holder.checked_at = now
        return holder.newest


def snapshot_of_transaction() -> Snapshot:
    """Everything published as the transaction sees it, for decisions that must not be a second old.

    Nothing of it is kept for others: the transaction may come to nothing.
    """
    newest = _holder.newest
    sequence = current_sequence()
    if newest is not None and newest.sequence == sequence:
        return newest
    return _load(sequence, newest if newest is not None and newest.sequence < sequence else None)


def snapshot_as_of(moment: datetime, now: datetime) -> Snapshot:
    """Everything that had been published by that moment."""
    newest = current_snapshot(now)
    last = [
        model._default_manager.filter(published_at__lte=moment).order_by().values_list("sequence")
        for model in (Revision, CatalogueRevision)
    ]
    found = last[0].union(last[1], all=True).order_by("-sequence").first()
    sequence: int = found[0] if found else 0
    if sequence == newest.sequence:
        return newest
    with _holder.lock:
        if sequence not in _holder.pasts:
            _holder.pasts[sequence] = _load(sequence, None)
            while len(_holder.pasts) > _KEPT_PASTS:
                _holder.pasts.popitem(last=False)
        return _holder.pasts[sequence]


def snapshot_of_revision(public_id: str, number: int) -> Snapshot | None:
    """One revision of one incident, with the catalogue it was published with, for ever the same.

    A withdrawal is read as the document that it withdrew.
    """
    kept = _holder.revisions
    known = kept.get((public_id, number))
    if known is not None:
        return known
    revision = (
        Revision.objects.select_related("incident", "catalogue")
        .filter(incident__public_id=public_id, number=number)
        .first()
    )
    if revision is None:
        return None
    catalogue = catalogue_from_document(revision.catalogue.document, revision.catalogue.number)
    record = _record(revision, catalogue, is_withdrawn=False)
    found = Snapshot(revision.sequence, catalogue, revision.catalogue.document, {public_id: record})
    with _holder.lock:
        kept[public_id, number] = found
        while len(kept) > _KEPT_PASTS:
            kept.popitem(last=False)
    return found


def _load(sequence: int, previous: Snapshot | None) -> Snapshot:
    """The snapshot of a publication, taking over from the previous one what has not changed."""
    latest = CatalogueRevision.objects.filter(sequence__lte=sequence).order_by("-number").first()
    number = latest.number if latest else 0
    document = latest.document if latest else _EMPTY_CATALOGUE
    if previous is not None and previous.catalogue.number == number:
        catalogue, records = previous.catalogue, dict(previous.records)
        changed = _latest_revisions(sequence).filter(sequence__gt=previous.sequence)
    else:
        catalogue, records = catalogue_from_document(document, number), {}
        changed = _latest_revisions(sequence)
    for revision in changed.iterator(chunk_size=500):
        records[revision.incident.public_id] = _record(
            revision, catalogue, is_withdrawn=revision.is_withdrawal
        )
    return Snapshot(sequence, catalogue, document, dict(sorted(records.items())))


def _latest_revisions(sequence: int) -> QuerySet[Revision]:
    newest = (
        Revision.objects.filter(incident=OuterRef("incident"), sequence__lte=sequence)
        .order_by("-number")
        .values("pk")[:1]
    )
    return Revision.objects.select_related("incident").filter(pk=Subquery(newest))


def _record(revision: Revision, catalogue: Catalogue, *, is_withdrawn: bool) -> PublishedRecord:
    public_id = revision.incident.public_id
    document = revision.document
    # A withdrawn incident is not evaluated, and later catalogues need not hold its names.
    scopes = [
        compile_scope(section, incident=public_id, revision=revision.number, catalogue=catalogue)
        for section in ([] if is_withdrawn else revision.scopes)
    ]
    return PublishedRecord(
        public_id,
        revision.number,
        revision.sha256,
        revision.published_at,
        is_withdrawn,
        {scope.subject: scope for scope in scopes},
        {key: document[key] for key in _FACTS if key in document},
    )
