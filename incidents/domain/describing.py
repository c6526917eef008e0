"""The parts of a disclosure document in words, one by one, as a comparison shows them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from incidents.domain.phrasing import (
    attribute_label,
    condition_phrase,
    count_phrase,
    document_language,
    kind_word,
    listing,
    phrase_date,
    status_word,
    text_in,
    verdict_word,
)
from incidents.domain.snapshots import Snapshot
from incidents.domain.wording import (
    coverage_word,
    language_name,
    relation_word,
    role_word,
    source_type_word,
    standing_word,
    statement_word,
    subject_heading,
)
from incidents.scope.verdict import Verdict

Json = Mapping[str, Any]


def is_text(value: Any) -> bool:
    """Whether it is a text by language."""
    return isinstance(value, Mapping) and bool(value) and set(value) <= {"en", "zh-Hans"}


def is_date(value: Any) -> bool:
    """Whether it is a date as published."""
    return isinstance(value, Mapping) and isinstance(value.get("value"), str)


def field_label(key: str) -> str:
    """How a key of a document is called; keys that nobody named stay as they are."""
    labels = {
        "kind": _("Kind"),
        "status": _("Status"),
        "language": _("Original language"),
        "provider": _("Provider"),
        "title": _("Title"),
        "summary": _("Summary"),
        "disclosed": _("Disclosed"),
        "notice": _("Region notice"),
        "key_points": _("Key point"),
        "narrative": _("What happened"),
        "sources": _("Source"),
        "timeline": _("Timeline"),
        "scopes": _("Scope"),
        "clauses": _("Clause"),
        "exclusions": _("Exclusion"),
        "conditions": _("Condition"),
        "counts": _("Count"),
        "versions": _("Fixed version"),
        "protections": _("Protection"),
        "coverage": _("Coverage"),
        "statements": _("Statement"),
        "related": _("Related incident"),
        "examples": _("Example"),
        "at": _("Date"),
        "text": _("Text"),
        "note": _("Note"),
        "label": _("Label"),
        "name": _("Name"),
        "setting": _("Setting"),
        "state": _("State"),
        "as_of": _("As of"),
        "open": _("Left open"),
        "start": _("Start"),
        "end": _("End"),
        "dates": _("Date"),
        "in_effect_by": _("In effect by"),
        "in_effect_at": _("In effect at"),
        "stopped_by": _("Stopped by"),
        "earlier_possible": _("Earlier cases possible"),
        "meaning": _("Meaning of the date"),
        "counted": _("How it is counted"),
        "unreliable": _("Readings that say nothing"),
        "min": _("Least value"),
        "max": _("Greatest value"),
        "possible_bounds": _("Possible bounds"),
        "possible_ranges": _("Possible versions"),
        "outside": _("Named as not covered"),
        "ruled_out": _("Ruled out"),
        "question": _("Question"),
        "said_by": _("Said by"),
        "reason": _("Reason"),
        "verdict": _("Verdict"),
        "why": _("Why"),
        "publisher": _("Publisher"),
        "published": _("Published"),
        "url": _("Address"),
        "type": _("Type"),
        "read": _("Read by us"),
    }
    return labels.get(key, key)


def _open_word(reason: str) -> str:
    words = {
        "suspected": _("suspected"),
        "not_published": _("not published"),
        "disputed": _("disputed"),
    }
    return words[reason]


def _meaning_word(meaning: str) -> str:
    words = {
        "during": _("at some time in it"),
        "whole": _("the whole of it"),
        "instant": _("its first instant"),
    }
    return words[meaning]


@dataclass(frozen=True, slots=True)
class Describer:
    """Puts parts of one document into words, in the language that is active."""

    document: Json
    language: str
    snapshot: Snapshot

    def text(self, text: Json) -> str:
        return text_in(text, self.language, self.document["language"])

    def tag(self) -> str:
        """The language of the page, as documents call it."""
        return document_language(self.language)

    def cited(self, keys: Sequence[str]) -> str:
        """The titles of the sources that a fact cites."""
        titles = {source["key"]: source["title"] for source in self.document["sources"]}
        return listing([titles.get(key, key) for key in keys])

    def attribute(self, name: str) -> str:
        return attribute_label(self.snapshot, name, self.language)

    def describe(self, key: str, value: Any) -> str:
        """A value of a document in words; `key` is the name that it has, or that its list has."""
        if is_text(value):
            return self.text(value)
        if is_date(value):
            return phrase_date(value)
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, int | float):
            return f"{value:,}"
        if isinstance(value, str):
            return self._string(key, value)
        if isinstance(value, list):
            return self._list(key, value)
        return self._item(key, value)

    def _string(self, key: str, value: str) -> str:
        words: dict[str, Callable[[str], str]] = {
            "status": _status,
            "language": language_name,
            "type": source_type_word,
            "state": coverage_word,
            "role": role_word,
            "relation": relation_word,
            "open": _open_word,
            "meaning": _meaning_word,
            "subject": subject_heading,
            "verdict": lambda verdict: verdict_word(Verdict(verdict)),
            "kind": _kind,
        }
        return words[key](value) if key in words else value

    def _list(self, key: str, values: Sequence[Any]) -> str:
        if key == "sources" and all(isinstance(value, str) for value in values):
            return self.cited(values)
        return listing([self.describe(key, value) for value in values])

    def _item(self, key: str, item: Json) -> str:
        items: dict[str, Callable[[Json], str]] = {
            "sources": self._source,
            "timeline": lambda one: _colon(phrase_date(one["at"]), self.text(one["text"])),
            "counts": lambda one: count_phrase(one, self.language, self.document["language"]),
            "versions": lambda one: listing(
                [
                    f"{one['component']} {one['version']}",
                    role_word(one["role"]),
                    standing_word(one["status"]),
                ]
            ),
            "statements": self._statement,
            "related": lambda one: _colon(relation_word(one["relation"]), self.text(one["reason"])),
            "protections": lambda one: self.text(one["name"]),
            "coverage": lambda one: coverage_word(one["state"]),
            "scopes": self._scope,
            "clauses": self.clause,
            "exclusions": self.clause,
            "conditions": condition_phrase,
            "examples": self._example,
            "possible_bounds": lambda one: f"{one['operator']} {one['value']:,}",
            "possible_ranges": _range,
            "unreliable": lambda one: (
                _("%(low)s to %(high)s") % {"low": f"{one['min']:,}", "high": f"{one['max']:,}"}
            ),
            "question": self._pairs,
        }
        return items.get(key, self._pairs)(item)

    def _source(self, item: Json) -> str:
        return listing(
            [_colon(item["publisher"], item["title"]), *_given(item, "published", "url")]
        )

    def _version(self, item: Json) -> str:
        name = f"{item['component']} {item['version']}"
        return listing([name, role_word(item["role"]), standing_word(item["status"])])

    def _statement(self, item: Json) -> str:
        text = self.text(item["text"])
        return f"{self.text(item['question'])} {text}" if "question" in item else text

    def _scope(self, item: Json) -> str:
        labels = [self.text(clause["label"]) for clause in item["clauses"]]
        return _colon(subject_heading(item["subject"]), listing(labels))

    def clause(self, item: Json) -> str:
        conditions = [
            _colon(self.attribute(attribute), condition_phrase(content))
            for attribute, content in item["conditions"].items()
        ]
        joined = pgettext("between the conditions of a clause", "; ").join(conditions)
        return _colon(self.text(item["label"]), joined)

    def _example(self, item: Json) -> str:
        return _colon(self._pairs(item["question"]), verdict_word(Verdict(item["verdict"])))

    def _pairs(self, item: Json) -> str:
        pairs = []
        for key, value in item.items():
            inner = self._pairs(value) if key == "attributes" else f"{key} = {_plain(value)}"
            pairs.append(inner)
        return listing(pairs)


def _status(value: str) -> str:
    """Incidents and fixed versions both have a status, from lists that have no word in common."""
    is_of_version = value in ("stated", "confirmed", "disputed")
    return standing_word(value) if is_of_version else status_word(value)


def _kind(value: str) -> str:
    is_of_incident = value in (
        "data_isolation",
        "availability",
        "output_quality",
        "software_advisory",
    )
    return kind_word(value) if is_of_incident else statement_word(value)


def _range(item: Json) -> str:
    return condition_phrase({"kind": "version", "product": "", "ranges": [item]}).strip()


def _colon(head: str, rest: str) -> str:
    return _("%(head)s: %(rest)s") % {"head": head, "rest": rest}


def _given(item: Json, *keys: str) -> list[str]:
    return [item[key] for key in keys if key in item]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
