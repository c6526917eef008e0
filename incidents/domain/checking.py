"""Checking: one question against what is published, answered incident by incident."""

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from weakref import WeakValueDictionary

from incidents.domain.snapshots import (
    PublishedRecord,
    Snapshot,
    current_snapshot,
    snapshot_as_of,
    snapshot_of_revision,
)
from incidents.scope.catalogue import Catalogue
from incidents.scope.conditions import IDENTIFYING, Condition
from incidents.scope.dates import Precision, UnreadableDate, instants_of, read_local_unit
from incidents.scope.evaluate import Scope, ScopeAnswer
from incidents.scope.examples import DEFAULT_SUBJECT
from incidents.scope.question import Fault, UnreadableQuestion, read_question
from incidents.scope.reading import (
    LARGEST_NUMBER,
    NameReading,
    Question,
    Reading,
    UnreadableValue,
    read_number,
)
from incidents.scope.reasons import Reason
from incidents.scope.verdict import Verdict

SUBJECTS = ("affected", "deployment", "exposure", "remedy")

#: The fields that say how to ask rather than what is known of the request.
CONTROL_FIELDS = ("subject", "incident", "as_of", "revision", "limit")

_CONTROL_FIELDS = frozenset(CONTROL_FIELDS)

DEFAULT_LIMIT = 100
LARGEST_LIMIT = 1000


class ControlProblem(Enum):
    """Why a question cannot be asked in this manner; the sentence belongs to the interfaces."""

    WRONG_TYPE = "wrong_type"
    NO_SUCH_SUBJECT = "no_such_subject"
    LIMIT_OUT_OF_RANGE = "limit_out_of_range"
    NOT_AN_INSTANT = "not_an_instant"
    IN_THE_FUTURE = "in_the_future"
    AS_OF_AND_REVISION = "as_of_and_revision"
    REVISION_WITHOUT_INCIDENT = "revision_without_incident"
    NO_SUCH_INCIDENT = "no_such_incident"
    NO_SUCH_REVISION = "no_such_revision"
    NO_SUCH_SCOPE = "no_such_scope"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Result:
    """What one incident answers. `is_withdrawn` says that it has been withdrawn since.

    Results of one record with the same `basis` and the same `settle_with` differ in nothing but
    what was given.
    """

    record: PublishedRecord
    answer: ScopeAnswer
    is_withdrawn: bool
    basis: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        return self.answer.verdict


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Recognised names near to one that is not recognised. Never a match."""

    attribute: str
    given: str
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answers of all incidents to one question. There is no verdict over them all.

    `tally` is exact for the `considered` incidents; `results` hold the ones that concern the
    asker, in scope first, and `is_truncated` says that there were more.
    """

    question: Question
    subject: str
    snapshot: Snapshot
    considered: int
    tally: Mapping[Verdict, int]
    results: tuple[Result, ...]
    is_truncated: bool
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class _Manner:
    """How to ask: the control fields, read."""

    subject: str = DEFAULT_SUBJECT
    incident: str | None = None
    as_of: datetime | None = None
    revision: int | None = None
    limit: int = DEFAULT_LIMIT


def check_question(
    fields: Mapping[str, object], *, now: datetime, limit: int = DEFAULT_LIMIT
) -> Answer:
    """Answer a question as callers write it, by field; see `read_question` and CONTROL_FIELDS.

    `limit` holds where the fields state none. Raises UnreadableQuestion with every field that
    cannot be read.
    """
    faults: list[Fault] = []
    newest = current_snapshot(now)
    if _CONTROL_FIELDS.isdisjoint(fields):
        manner, snapshot, asked = _Manner(limit=limit), newest, fields
    else:
        manner = _read_manner(fields, now, limit, faults)
        snapshot = _snapshot(manner, newest, now, faults)
        asked = {name: value for name, value in fields.items() if name not in _CONTROL_FIELDS}
    try:
        # What can be asked is a matter of today, also where the answer is one of the past.
        question = read_question(asked, newest.catalogue.attributes)
    except UnreadableQuestion as error:
        raise UnreadableQuestion([*faults, *error.faults]) from None
    if faults:
        raise UnreadableQuestion(faults)
    return _answer(question, manner, snapshot, newest)


def _read_manner(
    fields: Mapping[str, object], now: datetime, default_limit: int, faults: list[Fault]
) -> _Manner:
    def text(name: str) -> str | None:
        value = fields.get(name)
        if value is None or isinstance(value, str):
            return value
        faults.append(Fault(name, ControlProblem.WRONG_TYPE, str(value)[:40]))
        return None

    subject = text("subject")
    if subject is None:
        subject = DEFAULT_SUBJECT
    elif subject not in SUBJECTS:
        faults.append(Fault("subject", ControlProblem.NO_SUCH_SUBJECT, subject[:40]))
    limit = _whole(fields, "limit", faults)
    if limit is not None and not 1 <= limit <= LARGEST_LIMIT:
        faults.append(Fault("limit", ControlProblem.LIMIT_OUT_OF_RANGE, str(limit)))
    as_of = _moment(text("as_of"), now, faults)
    revision = _whole(fields, "revision", faults)
    incident = text("incident")
    if revision is not None and incident is None:
        faults.append(Fault("revision", ControlProblem.REVISION_WITHOUT_INCIDENT, str(revision)))
    if revision is not None and as_of is not None:
        faults.append(Fault("as_of", ControlProblem.AS_OF_AND_REVISION, str(fields["as_of"])[:40]))
    return _Manner(subject, incident, as_of, revision, limit or default_limit)


def _whole(fields: Mapping[str, object], name: str, faults: list[Fault]) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | str):
        faults.append(Fault(name, ControlProblem.WRONG_TYPE, str(value)[:40]))
        return None
    if isinstance(value, int) and 0 <= value <= LARGEST_NUMBER:
        return value
    try:
        return read_number(str(value))
    except UnreadableValue as error:
        faults.append(Fault(name, error.problem, error.text[:40]))
        return None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _moment(text: str | None, now: datetime, faults: list[Fault]) -> datetime | None:
    """The moment as of which to ask: an instant with its offset, not in the future."""
    if text is None:
        return None
    try:
        moment = read_moment(text)
    except UnreadableDate as error:
        faults.append(Fault("as_of", error.problem, text[:40]))
        return None
    if moment is None:
        faults.append(Fault("as_of", ControlProblem.NOT_AN_INSTANT, text[:40]))
    elif moment > now:
        faults.append(Fault("as_of", ControlProblem.IN_THE_FUTURE, text[:40]))
    return moment


def read_moment(text: str) -> datetime | None:
    """The instant of an RFC 3339 text; None where it states no time of day or no offset.

    Raises UnreadableDate for a text that is no time at all.
    """
    unit = read_local_unit(text)
    instant = instants_of(unit, None, text).low
    if unit.offset is None or unit.precision in (Precision.YEAR, Precision.MONTH, Precision.DAY):
        return None
    try:
        return _EPOCH + timedelta(microseconds=instant)
    except OverflowError:
        return None


def _snapshot(manner: _Manner, newest: Snapshot, now: datetime, faults: list[Fault]) -> Snapshot:
    """What the question is asked of. An incident that readers cannot see is an unknown one."""
    snapshot: Snapshot | None = newest
    if manner.incident is not None and manner.revision is not None:
        # Only what is published is looked up, by an ID that is one.
        is_known = manner.incident in newest.records
        snapshot = snapshot_of_revision(manner.incident, manner.revision) if is_known else None
        if snapshot is None and is_known:
            faults.append(Fault("revision", ControlProblem.NO_SUCH_REVISION, str(manner.revision)))
    elif manner.as_of is not None:
        snapshot = snapshot_as_of(manner.as_of, now)
    if manner.incident is not None:
        record = snapshot.records.get(manner.incident) if snapshot else None
        if record is None and manner.incident not in newest.records:
            faults.append(Fault("incident", ControlProblem.NO_SUCH_INCIDENT, manner.incident[:40]))
        elif record is not None and record.is_withdrawn:
            faults.append(Fault("incident", ControlProblem.WITHDRAWN, manner.incident))
        elif record is not None and manner.subject not in record.scopes:
            faults.append(Fault("subject", ControlProblem.NO_SUCH_SCOPE, manner.subject))
    return snapshot or newest


#: Up to this many incidents are explained one by one.
_FEW = 30


def _answer(question: Question, manner: _Manner, snapshot: Snapshot, newest: Snapshot) -> Answer:
    candidates, naming, considered = _scopes(question, manner, snapshot)
    subject = manner.subject
    known: dict[str, _Explained] = {}
    inside: list[str] = []
    open_: list[str] = []
    # Most of few are listed, so the reasons are asked at once rather than after the verdicts.
    are_few = len(candidates) <= _FEW
    for scope in candidates:
        public_id = scope.incident
        if are_few:
            explained = known[public_id] = _explain(snapshot.records[public_id], subject, question)
            verdict = explained[1].verdict
        else:
            verdict = scope.verdict(question)
        if verdict is Verdict.IN_SCOPE:
            inside.append(public_id)
        elif verdict is Verdict.UNDETERMINED:
            open_.append(public_id)
    outside = _ruled_out({*inside, *open_}, naming, manner, snapshot)
    ordered = [*sorted(inside), *sorted(open_), *sorted(outside)]
    results = []
    for public_id in ordered[: manner.limit]:
        record = snapshot.records[public_id]
        basis, answer = known.get(public_id) or _explain(record, subject, question)
        now_published = newest.records.get(public_id)
        is_withdrawn = now_published is not None and now_published.is_withdrawn
        results.append(Result(record, answer, is_withdrawn, basis))
    tally = {
        Verdict.IN_SCOPE: len(inside),
        Verdict.UNDETERMINED: len(open_),
        Verdict.OUT_OF_SCOPE: considered - len(inside) - len(open_),
    }
    return Answer(
        question,
        subject,
        snapshot,
        considered,
        tally,
        tuple(results),
        len(ordered) > manner.limit,
        _suggestions(question, snapshot.catalogue),
    )


def _scopes(
    question: Question, manner: _Manner, snapshot: Snapshot
) -> tuple[Sequence[Scope], Sequence[Scope], int]:
    """The scopes to ask, those that name what is asked about, and the number considered."""
    if manner.incident is not None:
        record = snapshot.records.get(manner.incident)
        scope = record.scopes.get(manner.subject) if record else None
        only = (scope,) if scope else ()
        return only, only, len(only)
    index = snapshot.indexes.get(manner.subject)
    if index is None:
        return (), (), 0
    # Whoever asks about a log asks about the same few models again and again.
    key = (manner.subject, *(_folded(question.get(one)) for one in IDENTIFYING))
    found: tuple[Sequence[Scope], Sequence[Scope]] | None = snapshot.memo.get(key)
    if found is None:
        found = tuple(index.candidates(question)), index.naming(question)
        if len(snapshot.memo) < _MOST_LOOKED_UP and len(found[0]) <= _FEW:
            snapshot.memo[key] = found
    return *found, len(index.scopes)


#: How many pairs of a service and a model are remembered with the scopes that they concern.
_MOST_LOOKED_UP = 4096


def _folded(reading: Reading | None) -> str:
    return reading.folded if isinstance(reading, NameReading) else ""


def _ruled_out(
    listed: set[str], naming: Iterable[Scope], manner: _Manner, snapshot: Snapshot
) -> set[str]:
    """The incidents to list although they are out of scope: those of the service or model that is
    asked about, and those that a listed incident must not be confused with."""
    found = {scope.incident for scope in naming}
    if manner.incident is None:
        for public_id in listed:
            for other in snapshot.records[public_id].distinct_from:
                record = snapshot.records.get(other)
                if record is not None and manner.subject in record.scopes:
                    found.add(other)
    return found - listed


#: The basis of a result, and the answer that stands on it.
_Explained = tuple[tuple[str, ...], ScopeAnswer]

#: How many answers a record remembers, so that no series of questions can fill the memory.
_MOST_REMEMBERED = 100

_NAMES = {id(reason): reason.value for reason in Reason}


def _explain(record: PublishedRecord, subject: str, question: Question) -> _Explained:
    """What the record answers.

    A settled answer follows from the reasons of its conditions alone, so it is explained once. How
    an open one could be settled depends on what was asked.
    """
    memo = record.memo
    conditions = memo.get(("conditions", subject))
    if conditions is None:
        conditions = memo["conditions", subject] = _shared_conditions(record.scopes[subject])
    basis = (subject, *[_NAMES[id(one.find(question).reason)] for one in conditions])
    answer: ScopeAnswer | None = memo.get(basis)
    if answer is None:
        answer = record.scopes[subject].explain(question)
        if answer.verdict is not Verdict.UNDETERMINED and len(memo) < _MOST_REMEMBERED:
            memo[basis] = answer
    return basis, answer


#: One of all conditions that are equal. With many records this keeps what a question needs small
#: enough for the processor's caches, which counts for more than the number of instructions.
_shared: WeakValueDictionary[Condition, Condition] = WeakValueDictionary()


def _shared_conditions(scope: Scope) -> tuple[Condition, ...]:
    """The conditions of all clauses and exclusions, in their order."""
    return tuple(
        _shared.setdefault(condition, condition)
        for clause in (*scope.clauses, *scope.exclusions)
        for condition in clause.conditions
    )


def _suggestions(question: Question, catalogue: Catalogue) -> tuple[Suggestion, ...]:
    return tuple(
        Suggestion(attribute, reading.text, near_names(catalogue, attribute, reading.folded))
        for attribute, reading in question.items()
        if isinstance(reading, NameReading)
        and not catalogue.is_recognised(attribute, reading.folded)
    )


#: How many names share most pairs of letters with the one given, and are looked at closely.
_LOOKED_AT = 30


@lru_cache(maxsize=4096)
def near_names(catalogue: Catalogue, attribute: str, folded: str) -> tuple[str, ...]:
    """Up to five recognised names that look like the one given."""
    shared: Counter[str] = Counter()
    names_with = _names_by_pair(catalogue, attribute)
    for pair in _pairs(folded):
        shared.update(names_with.get(pair, ()))
    # Ordered by name where they share as much, so that the answer does not vary.
    likely = heapq.nsmallest(_LOOKED_AT, shared, key=lambda name: (-shared[name], name))
    return tuple(get_close_matches(folded, likely, n=5, cutoff=0.6))


@lru_cache(maxsize=64)
def _names_by_pair(catalogue: Catalogue, attribute: str) -> dict[str, list[str]]:
    """The recognised names by each two letters that follow each other in them."""
    found: dict[str, list[str]] = {}
    for name in sorted(catalogue.recognised.get(attribute, frozenset())):
        for pair in _pairs(name):
            found.setdefault(pair, []).append(name)
    return found


def _pairs(name: str) -> set[str]:
    return {name[place : place + 2] for place in range(len(name) - 1)} or {name}
