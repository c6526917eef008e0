"""Checking: one question against what is published, answered incident by incident."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache

from incidents.domain.snapshots import (
    PublishedRecord,
    Snapshot,
    current_snapshot,
    snapshot_as_of,
    snapshot_of_revision,
)
from incidents.scope.catalogue import Catalogue
from incidents.scope.dates import Precision, UnreadableDate, instants_of, read_local_unit
from incidents.scope.evaluate import Scope, ScopeAnswer
from incidents.scope.examples import DEFAULT_SUBJECT
from incidents.scope.question import Fault, UnreadableQuestion, read_question
from incidents.scope.reading import NameReading, Question, UnreadableValue, read_number
from incidents.scope.verdict import Verdict

SUBJECTS = ("affected", "deployment", "exposure", "remedy")

#: The fields that say how to ask rather than what is known of the request.
CONTROL_FIELDS = ("subject", "incident", "as_of", "revision", "limit")

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
    WITHDRAWN = "withdrawn"


_ORDER = {Verdict.IN_SCOPE: 0, Verdict.UNDETERMINED: 1, Verdict.OUT_OF_SCOPE: 2}


@dataclass(frozen=True, slots=True)
class Result:
    """What one incident answers. `is_withdrawn` says that it has been withdrawn since."""

    record: PublishedRecord
    answer: ScopeAnswer
    is_withdrawn: bool

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

    subject: str
    incident: str | None
    as_of: datetime | None
    revision: int | None
    limit: int


def check_question(fields: Mapping[str, object], *, now: datetime) -> Answer:
    """Answer a question as callers write it, by field; see `read_question` and CONTROL_FIELDS.

    Raises UnreadableQuestion with every field that cannot be read.
    """
    faults: list[Fault] = []
    newest = current_snapshot(now)
    manner = _read_manner(fields, now, faults)
    snapshot = _snapshot(manner, newest, now, faults)
    asked = {name: value for name, value in fields.items() if name not in CONTROL_FIELDS}
    try:
        # What can be asked is a matter of today, also where the answer is one of the past.
        question = read_question(asked, newest.catalogue.attributes)
    except UnreadableQuestion as error:
        raise UnreadableQuestion([*faults, *error.faults]) from None
    if faults:
        raise UnreadableQuestion(faults)
    return _answer(question, manner, snapshot, newest)


def _read_manner(fields: Mapping[str, object], now: datetime, faults: list[Fault]) -> _Manner:
    def text(name: str) -> str | None:
        value = fields.get(name)
        if value is None or isinstance(value, str):
            return value
        faults.append(Fault(name, ControlProblem.WRONG_TYPE, str(value)[:40]))
        return None

    subject = text("subject") or DEFAULT_SUBJECT
    if subject not in SUBJECTS:
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
    return _Manner(subject, incident, as_of, revision, limit or DEFAULT_LIMIT)


def _whole(fields: Mapping[str, object], name: str, faults: list[Fault]) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | str):
        faults.append(Fault(name, ControlProblem.WRONG_TYPE, str(value)[:40]))
        return None
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
        snapshot = snapshot_of_revision(manner.incident, manner.revision)
        if snapshot is None and manner.incident in newest.records:
            faults.append(Fault("revision", ControlProblem.NO_SUCH_REVISION, str(manner.revision)))
    elif manner.as_of is not None:
        snapshot = snapshot_as_of(manner.as_of, now)
    if manner.incident is not None:
        record = snapshot.records.get(manner.incident) if snapshot else None
        if record is None and manner.incident not in newest.records:
            faults.append(Fault("incident", ControlProblem.NO_SUCH_INCIDENT, manner.incident[:40]))
        elif record is not None and record.is_withdrawn:
            faults.append(Fault("incident", ControlProblem.WITHDRAWN, manner.incident))
    return snapshot or newest


def _answer(question: Question, manner: _Manner, snapshot: Snapshot, newest: Snapshot) -> Answer:
    candidates, naming, considered = _scopes(question, manner, snapshot)
    verdicts = {scope.incident: scope.verdict(question) for scope in candidates}
    tally = Counter(verdicts.values())
    tally[Verdict.OUT_OF_SCOPE] = considered - tally[Verdict.IN_SCOPE] - tally[Verdict.UNDETERMINED]
    listed = {one: found for one, found in verdicts.items() if found is not Verdict.OUT_OF_SCOPE}
    listed |= dict.fromkeys(_ruled_out(listed, naming, manner, snapshot), Verdict.OUT_OF_SCOPE)
    ordered = sorted(listed, key=lambda public_id: (_ORDER[listed[public_id]], public_id))
    return Answer(
        question,
        manner.subject,
        snapshot,
        considered,
        {verdict: tally[verdict] for verdict in Verdict},
        tuple(
            _result(snapshot.records[public_id], question, manner.subject, newest)
            for public_id in ordered[: manner.limit]
        ),
        len(ordered) > manner.limit,
        _suggestions(question, snapshot.catalogue),
    )


def _scopes(
    question: Question, manner: _Manner, snapshot: Snapshot
) -> tuple[Iterable[Scope], Iterable[Scope], int]:
    """The scopes to ask, those that name what is asked about, and the number considered."""
    if manner.incident is not None:
        record = snapshot.records.get(manner.incident)
        scope = record.scopes.get(manner.subject) if record else None
        only = (scope,) if scope else ()
        return only, only, len(only)
    index = snapshot.indexes.get(manner.subject)
    if index is None:
        return (), (), 0
    return index.candidates(question), index.naming(question), len(index.scopes)


def _ruled_out(
    listed: Mapping[str, Verdict], naming: Iterable[Scope], manner: _Manner, snapshot: Snapshot
) -> Iterator[str]:
    """The incidents to list although they are out of scope: those of the service or model that is
    asked about, and those that a listed incident must not be confused with."""
    for scope in naming:
        if scope.incident not in listed:
            yield scope.incident
    if manner.incident is not None:
        return
    for public_id in listed:
        for other in snapshot.records[public_id].distinct_from:
            record = snapshot.records.get(other)
            if other not in listed and record is not None and manner.subject in record.scopes:
                yield other


def _result(record: PublishedRecord, question: Question, subject: str, newest: Snapshot) -> Result:
    now_published = newest.records.get(record.public_id)
    return Result(
        record,
        record.scopes[subject].explain(question),
        now_published is not None and now_published.is_withdrawn,
    )


def _suggestions(question: Question, catalogue: Catalogue) -> tuple[Suggestion, ...]:
    return tuple(
        Suggestion(attribute, reading.text, near_names(catalogue, attribute, reading.folded))
        for attribute, reading in question.items()
        if isinstance(reading, NameReading)
        and not catalogue.is_recognised(attribute, reading.folded)
    )


@lru_cache(maxsize=4096)
def near_names(catalogue: Catalogue, attribute: str, folded: str) -> tuple[str, ...]:
    """Up to five recognised names that look like the one given."""
    names = catalogue.recognised.get(attribute, frozenset())
    return tuple(get_close_matches(folded, sorted(names), n=5, cutoff=0.6))
