"""What is to be done about published records: gaps, and translations that lag behind.

Every revision is read once in the life of a process, in one query for all that are new to it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from incidents.domain.gaps import DeadEnd, Gap, GapKind, dead_ends, gaps_of
from incidents.domain.snapshots import PublishedRecord, Snapshot
from incidents.domain.translating import Translation, TranslationHistory
from incidents.models import Revision
from incidents.scope.conditions import NameCondition

#: What a record's memo holds its survey under.
_SURVEY = ("survey",)
_DEAD_ENDS = ("dead ends",)

#: From so many records on, all are read in one go rather than picked by their ids.
_MANY = 500


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found in the latest revision of an incident."""

    gaps: tuple[Gap, ...]
    translations: tuple[Translation, ...]

    @property
    def by_kind(self) -> Mapping[GapKind, int]:
        """How many gaps there are of each kind."""
        return Counter(gap.kind for gap in self.gaps)

    @property
    def behind(self) -> tuple[Translation, ...]:
        """The translations that are not up to date."""
        return tuple(one for one in self.translations if not one.is_current)


def survey_published(snapshot: Snapshot) -> list[tuple[PublishedRecord, Survey]]:
    """Every record that is evaluated, by its id, with what was found in it."""
    records = [one for one in snapshot.records.values() if not one.is_withdrawn]
    unread = {one.public_id: one for one in records if _SURVEY not in one.memo}
    for public_id, revisions in _revisions(list(unread)):
        record = unread.get(public_id)
        if record is not None:
            survey = _survey(revisions, record.revision)
            if survey is not None:
                record.memo[_SURVEY] = survey
    return [(one, one.memo[_SURVEY]) for one in records if _SURVEY in one.memo]


def survey_record(record: PublishedRecord) -> Survey | None:
    """What was found in one record; None where its revisions are gone."""
    if _SURVEY not in record.memo:
        for _, revisions in _revisions([record.public_id]):
            record.memo[_SURVEY] = _survey(revisions, record.revision)
    found: Survey | None = record.memo.get(_SURVEY)
    return found


def _survey(revisions: Iterator[Revision], last: int) -> Survey | None:
    """What the revisions up to the last one come to; None where there is none of them."""
    history, gaps = TranslationHistory(), None
    for revision in revisions:
        if revision.number <= last:
            document = revision.document
            history.read(document)
            gaps = gaps_of(document) if revision.number == last else None
    return None if gaps is None else Survey(tuple(gaps), history.state())


def _revisions(public_ids: Sequence[str]) -> Iterator[tuple[str, Iterator[Revision]]]:
    if not public_ids:
        return
    found = Revision.objects.select_related("incident").defer("scopes")
    if len(public_ids) < _MANY:
        found = found.filter(incident__public_id__in=public_ids)
    ordered = found.order_by("incident__public_id", "number").iterator(chunk_size=_MANY)
    yield from groupby(ordered, lambda one: one.incident.public_id)


def published_dead_ends(snapshot: Snapshot) -> list[DeadEnd]:
    """The aliases of the published catalogue that lead to no incident."""
    if _DEAD_ENDS not in snapshot.memo:
        covered = set(_covered_names(snapshot))
        snapshot.memo[_DEAD_ENDS] = dead_ends(snapshot.catalogue_document, covered)
    found: list[DeadEnd] = snapshot.memo[_DEAD_ENDS]
    return found


def _covered_names(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """The names that a published scope covers or may cover, by attribute."""
    for index in snapshot.indexes.values():
        for scope in index.scopes:
            for clause in scope.clauses:
                for condition in clause.conditions:
                    if isinstance(condition, NameCondition):
                        for name in condition.certain | condition.possible:
                            yield condition.attribute, name
