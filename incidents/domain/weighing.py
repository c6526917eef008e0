"""What publishing a draft would change, weighed against what is published at that moment."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from incidents.domain.effects import Asked, Effect, corpus_questions, effect_of
from incidents.domain.snapshots import PublishedRecord, Snapshot
from incidents.models import PublishedIncident, Revision

#: What a record's memo holds its questions under.
_ASKED = ("asked",)

#: From so many records on, all are read in one go rather than picked by their ids.
_MANY = 500


def weigh_draft(document: Mapping[str, Any], snapshot: Snapshot) -> Effect:
    """The effect of publishing a valid document: examples, probes and the whole corpus are asked.

    Raises UnableToPublish where the document has a scope that cannot be compiled.
    """
    public_id = document["id"]
    return effect_of(
        document,
        snapshot.records.get(public_id),
        snapshot.catalogue,
        published_examples=_published_examples(public_id),
        corpus=published_questions(snapshot),
    )


def published_questions(snapshot: Snapshot) -> tuple[Asked, ...]:
    """The examples of everything published. Read once per record and catalogue, and remembered."""
    known: tuple[Asked, ...] | None = snapshot.memo.get(_ASKED)
    if known is not None:
        return known
    records = [one for one in snapshot.records.values() if not one.is_withdrawn]
    unread = [one for one in records if _ASKED not in one.memo]
    for record, revision in _revisions(unread):
        record.memo[_ASKED] = corpus_questions([revision.document], snapshot.catalogue)
    found = tuple(asked for one in records for asked in one.memo.get(_ASKED, ()))
    snapshot.memo[_ASKED] = found
    return found


def _revisions(records: Sequence[PublishedRecord]) -> Iterator[tuple[PublishedRecord, Revision]]:
    """The records with their revisions, in one query."""
    if not records:
        return
    by_revision = {(one.public_id, one.revision): one for one in records}
    found = Revision.objects.filter(is_withdrawal=False).defer("scopes")
    if len(records) < _MANY:
        found = found.filter(incident__public_id__in=[one.public_id for one in records])
    for revision in found.select_related("incident").iterator(chunk_size=_MANY):
        record = by_revision.get((revision.incident.public_id, revision.number))
        if record is not None:
            yield record, revision


def _published_examples(public_id: str) -> list[Mapping[str, Any]]:
    """The examples that readers' verdicts stand on now; none where nothing is published."""
    published = (
        PublishedIncident.objects.filter(public_id=public_id, is_withdrawn=False)
        .select_related("revision")
        .first()
    )
    return published.revision.document.get("examples", []) if published is not None else []
