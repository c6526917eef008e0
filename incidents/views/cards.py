"""What a page shows of an answer: one card per incident, made of facts and findings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.checking import Answer, Result, Suggestion
from incidents.domain.documents import Json
from incidents.domain.phrasing import (
    attribute_label,
    given_phrase,
    open_phrase,
    outcome_word,
    published_phrase,
    reason_phrase,
    verdict_word,
)
from incidents.forms import Query, field_id, parameter_of
from incidents.scope.conditions import Condition, InstantCondition, NumberCondition
from incidents.scope.dates import read_local_unit
from incidents.scope.evaluate import ClauseAnswer
from incidents.scope.names import narrow
from incidents.scope.reading import InstantReading, Question
from incidents.scope.reasons import Finding
from incidents.scope.verdict import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class FieldLink:
    """A field of the form that a reader can go to."""

    label: str
    id: str
    is_given: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One condition: what was published, what was asked, and how the two compare."""

    label: str
    published: str
    given: str
    outcome: str
    word: str
    reason: str
    #: What the record adds to the condition; None where it adds nothing or all is clear.
    note: Json | None


@dataclass(frozen=True, slots=True)
class ClauseCard:
    """A clause or an exclusion with its rows."""

    label: Json
    outcome: str
    word: str
    is_exclusion: bool
    #: Why the clause as a whole stays open; empty where it does not.
    open: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The answer of one incident."""

    result: Result
    verdict: str
    word: str
    is_compact: bool
    deciding: ClauseCard
    others: tuple[ClauseCard, ...]
    settle_with: tuple[FieldLink, ...]
    is_open: bool
    shows_picture: bool
    counts: tuple[Json, ...]
    do_not_infer: tuple[Json, ...]
    unknown: tuple[Json, ...]
    sources: tuple[Json, ...]
    language: str
    permalink: str

    @property
    def shown(self) -> ClauseCard:
        """What shows the verdict: for a compact card only the rows that rule the incident out."""
        rows = tuple(row for row in self.deciding.rows if row.outcome == Outcome.NOT_MET.value)
        is_shortened = self.is_compact and not self.deciding.is_exclusion
        return replace(self.deciding, rows=rows) if is_shortened else self.deciding

    @property
    def public_id(self) -> str:
        return self.result.record.public_id

    @property
    def title(self) -> Json:
        title: Json = self.result.record.facts["title"]
        return title

    @property
    def published_at(self) -> datetime:
        return self.result.record.published_at


@dataclass(frozen=True, slots=True)
class NearName:
    name: str
    query: str


@dataclass(frozen=True, slots=True)
class Near:
    """A name that is not recognised, with links that ask for a near one instead."""

    label: str
    given: str
    names: tuple[NearName, ...]


def make_cards(answer: Answer, query: Query, language: str) -> list[Card]:
    """The cards in the order of the answer."""
    maker = _Maker(answer, query, language)
    return [maker.card(result) for result in answer.results]


def near_names(answer: Answer, query: Query, language: str) -> list[Near]:
    """The suggestions of an answer as links."""
    return [_near(one, answer, query, language) for one in answer.suggestions]


def _near(suggestion: Suggestion, answer: Answer, query: Query, language: str) -> Near:
    parameter = parameter_of(suggestion.attribute)
    return Near(
        attribute_label(answer.snapshot, suggestion.attribute, language),
        suggestion.given,
        tuple(NearName(name, query.address(**{parameter: name})) for name in suggestion.near),
    )


@dataclass(frozen=True, slots=True)
class _Maker:
    answer: Answer
    query: Query
    language: str

    def card(self, result: Result) -> Card:
        record, facts = result.record, result.record.facts
        found = result.answer
        deciding = self._clause(result, found.deciding)
        others = [one for one in (*found.clauses, *found.exclusions) if one is not found.deciding]
        statements: list[Json] = facts.get("statements", [])
        return Card(
            result,
            result.verdict.value,
            verdict_word(result.verdict),
            result.verdict is Verdict.OUT_OF_SCOPE,
            deciding,
            tuple(self._clause(result, one) for one in others),
            tuple(self._field_link(name) for name in found.settle_with),
            result.verdict is Verdict.UNDETERMINED,
            self._shows_picture(result),
            tuple(facts.get("counts", [])),
            tuple(one for one in statements if one["kind"] == "do_not_infer"),
            tuple(one for one in statements if one["kind"] == "unknown"),
            tuple(facts["sources"]),
            facts["language"],
            self.query.address("as_of", incident=record.public_id, revision=str(record.revision)),
        )

    def _clause(self, result: Result, found: ClauseAnswer) -> ClauseCard:
        clause = found.clause
        rows = (
            self._row(result, condition, finding)
            for condition, finding in zip(clause.conditions, found.findings, strict=True)
        )
        return ClauseCard(
            result.record.fact(clause.fact)["label"],
            found.outcome.value,
            outcome_word(found.outcome),
            any(found is one for one in result.answer.exclusions),
            open_phrase(clause.open) if clause.open else "",
            tuple(rows),
        )

    def _row(self, result: Result, condition: Condition, finding: Finding) -> Row:
        fact: dict[str, Any] = result.record.fact(condition.fact)
        return Row(
            attribute_label(self.answer.snapshot, condition.attribute, self.language),
            published_phrase(result.record, condition, self.language),
            _given_words(self.answer.question, condition.attribute, self.query),
            finding.outcome.value,
            outcome_word(finding.outcome),
            reason_phrase(finding),
            None if finding.outcome is Outcome.MET else fact.get("note"),
        )

    def _field_link(self, attribute: str) -> FieldLink:
        return FieldLink(
            attribute_label(self.answer.snapshot, attribute, self.language),
            field_id(parameter_of(attribute)),
            attribute in self.answer.question,
        )

    def _shows_picture(self, result: Result) -> bool:
        """Whether time and numbers have a say: a picture of another model's scope would mislead."""
        return result.verdict is not Verdict.OUT_OF_SCOPE or not any(
            finding.outcome is Outcome.NOT_MET for finding in _findings_not_drawn(result)
        )


def _findings_not_drawn(result: Result) -> Iterator[Finding]:
    found = result.answer.deciding
    for condition, finding in zip(found.clause.conditions, found.findings, strict=True):
        if not isinstance(condition, InstantCondition | NumberCondition):
            yield finding


def _given_words(question: Question, attribute: str, query: Query) -> str:
    """What was asked, with its time zone or that there is none."""
    reading = question.get(attribute)
    words = given_phrase(reading)
    if words is None:
        return _("not given")
    if not isinstance(reading, InstantReading):
        return words
    units = [read_local_unit(part) for part in narrow(reading.text).split("/")]
    if any(unit.offset is not None for unit in units):
        return words
    zone = query.parameters.get("tz")
    if zone is None:
        return _("%(time)s, time zone not given") % {"time": words}
    return _("%(time)s, time zone %(zone)s") % {"time": words, "zone": zone}
