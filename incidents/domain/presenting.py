"""An incident's page: everything a revision says, in words, ready to be shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from incidents.domain.coverage import ProtectionTable, protection_table
from incidents.domain.phrasing import (
    date_words,
    kind_word,
    listing,
    phrase_date,
    quantity_phrase,
    status_word,
    zone_phrase,
)
from incidents.domain.reading import UnableToRead, numbered_revision, revision_history
from incidents.domain.rendering import render_markdown
from incidents.domain.scope_boxes import ScopeBox, scope_boxes
from incidents.domain.snapshots import PublishedRecord, Snapshot, current_snapshot
from incidents.domain.wording import (
    Reader,
    Wording,
    language_name,
    relation_word,
    role_word,
    source_type_word,
    standing_word,
    wording,
)
from incidents.models import Revision
from incidents.scope.catalogue import catalogue_from_document
from incidents.scope.compiling import compile_scope

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RevisionLine:
    """A revision in a list. `published` is the time in words, in UTC.

    `people` says who wrote, reviewed and published it. It is empty unless SHOW_STAFF_NAMES is on.
    """

    number: int
    published: str
    published_at: datetime
    reason: str
    is_withdrawal: bool
    people: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence with the numbers of the sources it rests on; `said_by` may be empty."""

    words: Wording
    said_by: str
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the timeline. `date` has its zone only where the lines differ in theirs."""

    date: str
    value: str
    words: Wording
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """`zone` is what all lines have in common of their zone; empty where they differ."""

    zone: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A count with its unit and its qualifier in words, and what it is not."""

    quantity: str
    of: Wording | None
    is_not: Wording
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FixedVersion:
    version: str
    role: str
    standing: str
    is_disputed: bool
    note: Wording | None
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """The fixed versions of one component, in the order of the record."""

    name: str
    versions: tuple[FixedVersion, ...]


@dataclass(frozen=True, slots=True)
class QuestionAndAnswer:
    question: Wording
    answer: Fact


@dataclass(frozen=True, slots=True)
class RelatedLine:
    """A named link to another incident. `title` is None where that one is not published."""

    public_id: str
    relation: str
    title: Wording | None
    reason: Wording


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source, numbered as the citations number it. Its title is in `language`."""

    number: int
    publisher: str
    title: str
    language: str
    published: str
    url: str
    type: str
    is_read: bool
    note: Wording | None


@dataclass(frozen=True, slots=True)
class IncidentPage:
    """One revision of an incident. Lists are empty where the record has nothing of the kind.

    `withdrawal` is the revision that withdrew the incident, where it is withdrawn now; `record`
    holds the scopes, from which they are drawn.
    """

    public_id: str
    revision: RevisionLine
    latest: RevisionLine
    withdrawal: RevisionLine | None
    revisions: tuple[RevisionLine, ...]
    record: PublishedRecord
    original_name: str
    is_untranslated: bool
    title: Wording
    summary: Wording
    kind: str
    status: str
    provider: str
    disclosed: str
    disclosed_as_written: Wording | None
    notice: Json | None
    key_points: tuple[Wording, ...]
    narrative: Wording | None
    narrative_html: SafeString
    scopes: tuple[ScopeBox, ...]
    timeline: Timeline | None
    counts: tuple[Count, ...]
    components: tuple[Component, ...]
    protections: ProtectionTable | None
    statements: Mapping[str, tuple[Fact, ...]]
    questions: tuple[QuestionAndAnswer, ...]
    related: tuple[RelatedLine, ...]
    sources: tuple[SourceLine, ...]

    @property
    def is_latest(self) -> bool:
        return self.revision.number == self.latest.number


def present_incident(
    public_id: str, *, language: str, now: datetime, number: int | None = None
) -> IncidentPage:
    """The page of an incident's latest revision, or of the one of that number.

    Raises UnableToRead.
    """
    history = revision_history(public_id)
    numbers = [one.number for one in history]
    if number is not None and number not in numbers:
        raise UnableToRead(f"{public_id} has no published revision {number}.")
    revision = numbered_revision(public_id, numbers[0] if number is None else number)
    return _page(revision, history, current_snapshot(now), language)


def _page(
    revision: Revision, history: list[Revision], snapshot: Snapshot, language: str
) -> IncidentPage:
    document = revision.document
    reader = Reader(document, language)
    lines = tuple(revision_line(one) for one in history)
    narrative = reader.optional_words(document, "narrative")
    disclosed = document["disclosed"]
    return IncidentPage(
        public_id=document["id"],
        revision=revision_line(revision),
        latest=lines[0],
        withdrawal=lines[0] if lines[0].is_withdrawal else None,
        revisions=lines,
        record=_record(revision, document, snapshot),
        original_name=language_name(reader.original),
        is_untranslated=reader.is_untranslated,
        title=reader.words(document["title"]),
        summary=reader.words(document["summary"]),
        kind=kind_word(document["kind"]),
        status=status_word(document["status"]),
        provider=document.get("provider", ""),
        disclosed=phrase_date(disclosed),
        disclosed_as_written=reader.quotation(disclosed["text"]) if "text" in disclosed else None,
        notice=_notice(document, revision, snapshot),
        key_points=tuple(reader.words(one) for one in document.get("key_points", [])),
        narrative=narrative,
        narrative_html=render_markdown(narrative.text if narrative else ""),
        scopes=scope_boxes(reader, snapshot),
        timeline=_timeline(document.get("timeline", []), reader),
        counts=tuple(_count(one, reader) for one in document.get("counts", [])),
        components=_components(document.get("versions", []), reader),
        protections=protection_table(document.get("protections", []), reader),
        statements=_statements(document.get("statements", []), reader),
        questions=tuple(
            QuestionAndAnswer(reader.words(one["question"]), _fact(one, reader))
            for one in document.get("statements", [])
            if "question" in one
        ),
        related=tuple(_related(one, reader, snapshot) for one in document.get("related", [])),
        sources=tuple(
            _source(number, one, reader) for number, one in enumerate(document["sources"], 1)
        ),
    )


def revision_line(revision: Revision) -> RevisionLine:
    moment = revision.published_at
    words = phrase_date({"value": f"{moment:%Y-%m-%dT%H:%M}", "zone": "UTC"})
    people = _people(revision) if settings.SHOW_STAFF_NAMES else ""
    return RevisionLine(
        revision.number, words, moment, revision.reason, revision.is_withdrawal, people
    )


def _people(revision: Revision) -> str:
    """Who had a part in the revision; nobody where it was published on the command line."""
    parts = (
        (revision.author, _("written by %(name)s")),
        (revision.reviewer, _("reviewed by %(name)s")),
        (revision.publisher, _("published by %(name)s")),
    )
    return listing([words % {"name": user.get_username()} for user, words in parts if user])


def _record(revision: Revision, document: dict[str, Any], snapshot: Snapshot) -> PublishedRecord:
    """The revision's scopes, compiled anew only where the snapshot holds another revision."""
    current = snapshot.records.get(document["id"])
    if current is not None and current.revision == revision.number and not current.is_withdrawn:
        return current
    catalogue = catalogue_from_document(revision.catalogue.document, revision.catalogue.number)
    scopes = [
        compile_scope(
            section, incident=document["id"], revision=revision.number, catalogue=catalogue
        )
        for section in revision.scopes
    ]
    return PublishedRecord(
        document["id"],
        revision.number,
        revision.sha256,
        revision.published_at,
        revision.is_withdrawal,
        {scope.subject: scope for scope in scopes},
        document,
    )


def _notice(document: Json, revision: Revision, snapshot: Snapshot) -> Json | None:
    """The region notice that the record names, as the catalogue has it now, or had it then."""
    key = document.get("notice")
    if key is None:
        return None
    for catalogue in (snapshot.catalogue_document, revision.catalogue.document):
        for notice in catalogue.get("notices", []):
            if notice["key"] == key:
                found: Json = notice
                return found
    return None


def _timeline(items: list[Json], reader: Reader) -> Timeline | None:
    if not items:
        return None
    zones = {zone_phrase(item["at"]) for item in items}
    phrase = date_words if len(zones) == 1 else phrase_date
    events = tuple(
        Event(
            phrase(item["at"]), item["at"]["value"], reader.words(item["text"]), reader.cites(item)
        )
        for item in items
    )
    return Timeline(zones.pop() if len(zones) == 1 else "", events)


def _count(item: Json, reader: Reader) -> Count:
    return Count(
        quantity_phrase(item, reader.language, reader.original),
        reader.optional_words(item, "of"),
        reader.words(item["is_not"]),
        reader.cites(item),
    )


def _components(items: list[Json], reader: Reader) -> tuple[Component, ...]:
    names = dict.fromkeys(item["component"] for item in items)
    return tuple(
        Component(
            name,
            tuple(_version(item, reader) for item in items if item["component"] == name),
        )
        for name in names
    )


def _version(item: Json, reader: Reader) -> FixedVersion:
    return FixedVersion(
        item["version"],
        role_word(item["role"]),
        standing_word(item["status"]),
        item["status"] == "disputed",
        reader.optional_words(item, "note"),
        reader.cites(item),
    )


def _statements(items: Iterable[Json], reader: Reader) -> dict[str, tuple[Fact, ...]]:
    """The statements that answer no question, by kind."""
    by_kind: dict[str, list[Fact]] = {}
    for item in items:
        if "question" not in item:
            by_kind.setdefault(item["kind"], []).append(_fact(item, reader))
    return {kind: tuple(facts) for kind, facts in by_kind.items()}


def _fact(item: Json, reader: Reader) -> Fact:
    return Fact(reader.words(item["text"]), item.get("said_by", ""), reader.cites(item))


def _related(item: Json, reader: Reader, snapshot: Snapshot) -> RelatedLine:
    other = snapshot.records.get(item["incident"])
    title = None
    if other is not None:
        title = wording(other.facts["title"], reader.language, other.facts["language"])
    relation = relation_word(item["relation"])
    return RelatedLine(item["incident"], relation, title, reader.words(item["reason"]))


def _source(number: int, item: Json, reader: Reader) -> SourceLine:
    return SourceLine(
        number,
        item["publisher"],
        item["title"],
        item["language"],
        item.get("published", ""),
        item.get("url", ""),
        source_type_word(item["type"]),
        item.get("read", True),
        reader.optional_words(item, "note"),
    )
