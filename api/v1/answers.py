"""Answers as JSON. What does not depend on the question is made once per record and language."""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from api.v1.questions import NAMED_ATTRIBUTES, WrittenQuestion
from incidents.domain.checking import Answer, Result
from incidents.domain.phrasing import given_phrase, published_phrase, text_in
from incidents.domain.snapshots import PublishedRecord, Snapshot
from incidents.scope.dates import format_instant
from incidents.scope.evaluate import ClauseAnswer
from incidents.scope.question import ZONE_FIELD
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NumberReading,
    Question,
    Reading,
    read_number,
)
from incidents.scope.verdict import Verdict

Json = dict[str, Any]

#: The statements that are shown with every verdict; the others stand in the document.
SHOWN_STATEMENTS = ("unknown", "do_not_infer", "correction")

#: The fields that say how the question was asked. They have no reading, and are echoed.
_ECHOED_TEXTS = (ZONE_FIELD, "incident", "as_of")
_ECHOED_NUMBERS = ("revision", "limit")

_NAMED_ATTRIBUTES = frozenset(NAMED_ATTRIBUTES)


def answer_json(answer: Answer, written: WrittenQuestion, language: str, origin: str) -> Json:
    """The answer for the language. `origin` leads every address: `https://kbase.example`.

    The language must be active, for the sentences that depend on the question.
    """
    given = {name: orjson.dumps(given_phrase(reading)) for name, reading in answer.question.items()}
    given[_ORIGIN] = origin.encode()
    tally = answer.tally
    return {
        "asked": asked_json(answer.question, answer.subject, written.fields),
        "data_version": answer.snapshot.sequence,
        "catalogue": answer.snapshot.catalogue.number,
        "summary": {
            "considered": answer.considered,
            "in_scope": tally[Verdict.IN_SCOPE],
            "undetermined": tally[Verdict.UNDETERMINED],
            "out_of_scope": tally[Verdict.OUT_OF_SCOPE],
        },
        "truncated": answer.is_truncated,
        "results": [_result_fragment(one, given, language) for one in answer.results],
        "suggestions": [
            {"attribute": one.attribute, "given": one.given, "near": list(one.near)}
            for one in answer.suggestions
        ],
        "notice": _notice_fragment(answer.snapshot, language),
    }


def asked_json(question: Question, subject: str, fields: Mapping[str, Any]) -> Json:
    """The question as it was understood."""
    asked: Json = {"subject": subject}
    attributes: Json = {}
    for name, reading in question.items():
        place = asked if name in _NAMED_ATTRIBUTES else attributes
        place[name] = _reading_json(reading)
    if attributes:
        asked["attributes"] = attributes
    for name in _ECHOED_TEXTS:
        if fields.get(name) is not None:
            asked[name] = fields[name]
    for name in _ECHOED_NUMBERS:
        if fields.get(name) is not None:
            written = fields[name]
            asked[name] = written if isinstance(written, int) else read_number(written)
    return asked


def _reading_json(reading: Reading) -> Any:
    match reading:
        case InstantReading():
            return {
                "text": reading.text,
                "earliest": format_instant(reading.interval.low),
                "latest": format_instant(reading.interval.high),
            }
        case NumberReading():
            low, high = reading.interval.low, reading.interval.high
            number: Json = {
                "min": low if isinstance(low, int) else None,
                "max": high - 1 if isinstance(high, int) else None,
            }
            return number if reading.comparable else number | {"counted_by": "other"}
        case FlagReading():
            return reading.value
    return reading.text


@dataclass(frozen=True, slots=True)
class _Template:
    """A result as JSON in pieces, with a slot for each thing that the question alone decides."""

    pieces: list[bytes]
    slots: tuple[tuple[int, str], ...]

    def filled(self, values: Mapping[str, bytes]) -> orjson.Fragment:
        pieces = self.pieces.copy()
        for position, name in self.slots:
            pieces[position] = values.get(name, b"null")
        return orjson.Fragment(b"".join(pieces))


#: How many templates a record remembers, so that no series of questions can fill the memory.
_MOST_REMEMBERED = 200

#: Slots that are no attribute's, whose names begin with a letter.
_ORIGIN = "/origin"
_STATIC = "/static"


def _result_fragment(result: Result, given: Mapping[str, bytes], language: str) -> orjson.Fragment:
    """A result as JSON: a template that follows from the reasons, with what was given."""
    memo = result.record.memo
    key = (language, result.is_withdrawn, result.answer.settle_with, result.basis)
    template: _Template | None = memo.get(key)
    if template is None:
        template = _template_of(result, language)
        if len(memo) < _MOST_REMEMBERED:
            memo[key] = template
    return template.filled(given)


#: Marks the slots of a template while it is made. No text holds it by chance.
_MARK = secrets.token_hex(16)
_SLOT = re.compile(f'"{_MARK}(\\w+|{_STATIC})"|{_MARK}({_ORIGIN})'.encode())


def _template_of(result: Result, language: str) -> _Template:
    record = result.record
    static = remembered(
        record.memo, ("static", language), lambda: _static_content(record, language)
    )
    pieces = _SLOT.split(orjson.dumps(_result_json(result, language)))
    slots = []
    for position in range(1, len(pieces), 3):
        name = (pieces[position] or pieces[position + 1]).decode()
        pieces[position + 1] = b""
        if name == _STATIC:
            # The same bytes in every template of the record.
            pieces[position] = static
        else:
            slots.append((position, name))
    return _Template(pieces, tuple(slots))


def _result_json(result: Result, language: str) -> Json:
    record, answer = result.record, result.answer
    is_exclusion = any(answer.deciding is one for one in answer.exclusions)
    document = {
        "incident": record.public_id,
        "title": _text(record.facts["title"], record, language),
        "revision": record.revision,
        "sha256": record.sha256,
        "url": f"{_MARK}{_ORIGIN}/api/v1/incidents/{record.public_id}/",
        "verdict": answer.verdict.value,
        "withdrawn": result.is_withdrawn,
        "decided_by": _part_json(record, answer.deciding, is_exclusion, language),
        "conditions": _conditions_json(record, answer.deciding, language),
        "settle_with": answer.settle_with,
    }
    if len(answer.clauses) > 1 or answer.exclusions:
        document["clauses"] = [
            _part_json(record, one, is_exclusion, language)
            | {
                "outcome": one.outcome.value,
                "conditions": _conditions_json(record, one, language),
            }
            for is_exclusion, parts in ((False, answer.clauses), (True, answer.exclusions))
            for one in parts
        ]
    return document | {"counts": f"{_MARK}{_STATIC}"}


def _conditions_json(record: PublishedRecord, part: ClauseAnswer, language: str) -> list[Json]:
    return [
        {
            "attribute": condition.attribute,
            "outcome": finding.outcome.value,
            "reason": finding.reason.value,
            "published": published_phrase(record, condition, language),
            "given": f"{_MARK}{condition.attribute}",
            "settled_by": finding.settled_by.value if finding.settled_by is not None else None,
            "fact": condition.fact,
        }
        for condition, finding in zip(part.clause.conditions, part.findings, strict=True)
    ]


def _part_json(
    record: PublishedRecord, part: ClauseAnswer, is_exclusion: bool, language: str
) -> Json:
    """Which clause or exclusion it is, and whether it is only possible as a whole."""
    clause = part.clause
    label = record.fact(clause.fact).get("label")
    return {
        "part": "exclusion" if is_exclusion else "clause",
        "label": _text(label, record, language) if label else None,
        "open": clause.open.value if clause.open is not None else None,
        "fact": clause.fact,
    }


def _static_content(record: PublishedRecord, language: str) -> bytes:
    """What every result of the record says in the language, whatever was asked."""
    facts = record.facts
    original = facts["language"]
    counts = [count_json(one, language, original) for one in facts.get("counts", [])]
    statements = [
        statement_json(one, language, original)
        for one in facts.get("statements", [])
        if one["kind"] in SHOWN_STATEMENTS
    ]
    return b'%b,"statements":%b,"distinct_from":%b' % (
        orjson.dumps(counts),
        orjson.dumps(statements),
        orjson.dumps(record.distinct_from),
    )


def _text(text: Mapping[str, Any], record: PublishedRecord, language: str) -> str:
    return text_in(text, language, record.facts["language"])


def count_json(count: Mapping[str, Any], language: str, original: str) -> Json:
    """A count with its unit, its qualifier and what it is not, never without them."""
    document: Json = {
        "value": count["value"],
        "unit": text_in(count["unit"], language, original),
        "qualifier": count["qualifier"],
        "is_not": text_in(count["is_not"], language, original),
    }
    if "of" in count:
        document["of"] = text_in(count["of"], language, original)
    return document


def statement_json(statement: Mapping[str, Any], language: str, original: str) -> Json:
    """A statement, with the question it answers where it answers one."""
    document: Json = {"kind": statement["kind"]}
    if "question" in statement:
        document["question"] = text_in(statement["question"], language, original)
    return document | {"text": text_in(statement["text"], language, original)}


def _notice_fragment(snapshot: Snapshot, language: str) -> orjson.Fragment:
    """The region-of-service notice: the catalogue's first, the same for whoever asks."""

    def make() -> orjson.Fragment:
        notices = snapshot.catalogue_document.get("notices", [])
        notice = notice_json(notices[0], language) if notices else None
        return orjson.Fragment(orjson.dumps(notice))

    fragment: orjson.Fragment = remembered(snapshot.memo, ("notice", language), make)
    return fragment


def notice_json(notice: Mapping[str, Any], language: str) -> Json:
    """A region-of-service notice in the language."""
    texts = {name: text_in(notice[name], language, "en") for name in ("audience", "text")}
    return {**notice, **texts}


def remembered(
    memo: dict[tuple[object, ...], Any], key: tuple[object, ...], make: Callable[[], Any]
) -> Any:
    """What was made of immutable facts once; made now where this is the first time."""
    if key not in memo:
        memo[key] = make()
    return memo[key]
