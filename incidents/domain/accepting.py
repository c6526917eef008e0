"""Facts that a person accepted out of a pasted text, put in their places in a draft.

Each cites the text that it came from, with its sentence. What the text does not say, such as how
a threshold is counted, stays missing: the editor then asks for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from incidents.domain.documents import Json
from incidents.domain.extracting import Kind, Proposal

#: What a reading is of that has a unit of its own already.
_STATEMENTS = {Kind.UNKNOWN, Kind.NOT_AFFECTED, Kind.RECOMMENDATION, Kind.STATEMENT, Kind.CVE}
_NUMBERS = {Kind.COUNT, Kind.PERCENTAGE, Kind.NUMBER, Kind.THRESHOLD}


@dataclass(frozen=True, slots=True)
class Accepted:
    """A proposal with the reading that a person chose, and where it goes.

    Targets: `timeline`, `start`, `end`, `disclosed`, `window`, `clause`, `zone`, `count`,
    `version`, `statement`, `source`, `source_url`; and with the attribute after a colon `bound`,
    `range`, `names`, `possible`, `exclusion`.
    """

    proposal: Proposal
    reading: Mapping[str, Any]
    target: str


def targets_of(proposal: Proposal, attributes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Where a proposal can go, the likeliest place first."""
    kind = proposal.kind
    if kind is Kind.DATE:
        return ["timeline", "start", "end", "disclosed"]
    if kind is Kind.WINDOW:
        return ["window", "clause", "timeline"]
    if kind is Kind.ZONE:
        return ["zone"]
    if kind in _NUMBERS:
        bounds = _bounds(proposal, attributes)
        return [*bounds, "count"] if kind is Kind.THRESHOLD else ["count", *bounds]
    if kind is Kind.VERSION:
        ranges = [f"range:{one['name']}" for one in attributes if one["kind"] == "version"]
        has_range = any("range" in one for one in proposal.readings)
        return [*ranges, "version"] if has_range else ["version", *ranges]
    if kind in (Kind.MODEL, Kind.SERVICE):
        return [f"{target}:{kind.value}" for target in ("names", "possible", "exclusion")]
    return ["source_url", "source"] if kind is Kind.SOURCE_URL else ["statement"]


def _bounds(proposal: Proposal, attributes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Conditions over numbers, those of the same unit first."""
    units = {_unit(one) for one in proposal.readings}
    numbers = [one for one in attributes if one["kind"] == "number"]
    ordered = sorted(numbers, key=lambda one: one.get("unit") not in units)
    return [f"bound:{one['name']}" for one in ordered]


def _unit(reading: Mapping[str, Any]) -> str:
    unit = reading.get("unit", "")
    return str(next(iter(unit.values()), "")) if isinstance(unit, Mapping) else str(unit)


def completed(reading: Mapping[str, Any], *, day: str, zone: str, unit: str) -> Json:
    """What a person adds to a reading: the day of a time, a zone, a unit."""
    found: Json = deepcopy(dict(reading))
    for date in _dates(found):
        value = date.get("value", "")
        if day and value.startswith("T"):
            date["value"] = day + value
        elif day and value.startswith("--"):
            date["value"] = day[:4] + value[1:]
        if zone:
            date.setdefault("zone", zone)
    if unit and "unit" not in found and "value" in found and "text" not in found:
        found["unit"] = unit
    return found


def _dates(reading: Json) -> list[Json]:
    """The dates of a reading, to be changed in place."""
    if "start" in reading or "end" in reading:
        edges = (reading.get("start", {}), reading.get("end", {}))
        return [date for edge in edges for date in edge.get("dates", [])]
    return [reading] if isinstance(reading.get("value"), str) and "version" not in reading else []


def accept(document: Mapping[str, Any], facts: Iterable[Accepted], *, source: Json) -> Json:
    """The document with the facts in their places, each citing `source`.

    `source` is a source of the document, which is added if its key is not there yet.
    """
    placer = _Placer(deepcopy(dict(document)), source)
    facts = list(facts)
    for fact in facts:
        placer.place(fact)
    for fact in facts:
        if fact.target == "zone":
            placer.add_zone(str(fact.reading.get("zone", "")))
    return placer.document


class _Placer:
    """Puts facts into one document, which it changes."""

    def __init__(self, document: Json, source: Json) -> None:
        self.document = document
        self.key: str = source["key"]
        self.placed: list[Json] = []
        sources = self._list("sources")
        if not any(isinstance(one, dict) and one.get("key") == self.key for one in sources):
            sources.append(dict(source))

    def place(self, fact: Accepted) -> None:
        target, _colon, attribute = fact.target.partition(":")
        passage = fact.proposal.passage.text.strip()
        reading = deepcopy(dict(fact.reading))
        self.placed += _dates(reading)
        match target:
            case "timeline":
                self._timeline(reading, passage)
            case "disclosed":
                self.document["disclosed"] = reading
            case "start" | "end":
                self._window({target: {"dates": [reading]}}, passage, self._clause())
            case "window":
                self._window(reading, passage, self._clause())
            case "clause":
                self._window(reading, passage, self._new_clause())
            case "count":
                self._count(reading, passage)
            case "bound":
                self._bound(reading, passage, attribute)
            case "version":
                self._version(reading, passage)
            case "range":
                self._range(reading, passage, attribute)
            case "names" | "possible":
                self._name(reading, passage, attribute, target)
            case "exclusion":
                self._exclusion(reading, passage, attribute)
            case "source_url":
                self._source()["url"] = reading.get("url", "")
            case "source":
                self._add_source(reading)
            case "statement":
                self._statement(reading, passage)

    def add_zone(self, zone: str) -> None:
        """The zone that the text states for all of its times."""
        for date in self.placed:
            if zone and isinstance(date.get("value"), str):
                date.setdefault("zone", zone)

    # Places

    def _list(self, key: str) -> list[Any]:
        found = self.document.get(key)
        if not isinstance(found, list):
            found = self.document[key] = []
        return found

    def _source(self) -> Json:
        return next(
            one
            for one in self._list("sources")
            if isinstance(one, dict) and one.get("key") == self.key
        )

    def _scope(self) -> Json:
        """The scope of requests; a new one where there is none."""
        scopes = self._list("scopes")
        for one in scopes:
            if isinstance(one, dict) and one.get("subject") == "affected":
                return one
        scopes.insert(0, {"subject": "affected", "clauses": []})
        first: Json = scopes[0]
        return first

    def _clause(self) -> Json:
        clauses = _held(self._scope(), "clauses", [])
        if not clauses or not isinstance(clauses[0], dict):
            clauses.insert(0, {})
        clause: Json = clauses[0]
        return clause

    def _new_clause(self) -> Json:
        """Another clause that says what the first does, except for its time."""
        first = self._clause()
        conditions = {
            name: content
            for name, content in first.get("conditions", {}).items()
            if content.get("kind") != "instant"
        }
        clause: Json = {"conditions": deepcopy(conditions)}
        _held(self._scope(), "clauses", []).append(clause)
        return clause

    def _condition(self, clause: Json, attribute: str, kind: str, passage: str) -> Json:
        conditions = _held(clause, "conditions", {})
        found = conditions.get(attribute)
        is_alike = isinstance(found, dict) and found.get("kind") == kind
        content: Json = found if is_alike else {"kind": kind}
        conditions[attribute] = content
        _add_text(_held(content, "note", {}), passage)
        self._cite(content)
        return content

    def _cite(self, item: Json) -> None:
        cited = _held(item, "sources", [])
        if self.key not in cited:
            cited.append(self.key)

    # Facts

    def _timeline(self, reading: Json, passage: str) -> None:
        for date in _dates(reading) or [reading]:
            event: Json = {"at": date, "text": _text(passage)}
            self._cite(event)
            self._list("timeline").append(event)

    def _window(self, reading: Json, passage: str, clause: Json) -> None:
        content = self._condition(clause, "at", "instant", passage)
        for side in ("start", "end"):
            for date in reading.get(side, {}).get("dates", []):
                _held(_held(content, side, {}), "dates", []).append(date)

    def _count(self, reading: Json, passage: str) -> None:
        count: Json = {
            key: reading[key] for key in ("value", "unit", "qualifier", "of") if key in reading
        }
        if isinstance(count.get("unit"), str):
            count["unit"] = _text(count["unit"])
        count.setdefault("qualifier", "exact")
        self._cite(count)
        self._list("counts").append(count)
        # A count has no room for its sentence, which then stands among the statements.
        self._statement({"kind": "reported", "text": _text(passage)}, passage)

    def _bound(self, reading: Json, passage: str, attribute: str) -> None:
        content = self._condition(self._clause(), attribute, "number", passage)
        bound = {"operator": reading.get("operator", "="), "value": reading.get("value")}
        _held(content, "bounds", []).append(bound)
        unit = _unit(reading)
        if unit:
            content.setdefault("unit", unit)

    def _version(self, reading: Json, passage: str) -> None:
        version: Json = {
            key: reading[key] for key in ("component", "version", "role") if key in reading
        }
        if "range" in reading:
            version["version"] = str(next(iter(reading["range"].values()), ""))
        version |= {"status": "stated", "note": _text(passage)}
        self._cite(version)
        self._list("versions").append(version)

    def _range(self, reading: Json, passage: str, attribute: str) -> None:
        content = self._condition(self._clause(), attribute, "version", passage)
        found = reading.get("range") or {"is": reading.get("version", "")}
        _held(content, "ranges", []).append(found)
        if "component" in reading:
            content.setdefault("product", reading["component"])

    def _name(self, reading: Json, passage: str, attribute: str, key: str) -> None:
        clause = self._clause()
        _add_name(self._condition(clause, attribute, "identifier", passage), key, reading["name"])
        if reading.get("service"):
            service = self._condition(clause, "service", "identifier", passage)
            _add_name(service, key, reading["service"])

    def _exclusion(self, reading: Json, passage: str, attribute: str) -> None:
        named = {attribute: reading["name"]}
        if reading.get("service"):
            named["service"] = reading["service"]
        exclusion: Json = {
            "label": _text(passage),
            "conditions": {
                name: {"kind": "identifier", "names": [value]} for name, value in named.items()
            },
        }
        self._cite(exclusion)
        _held(self._scope(), "exclusions", []).append(exclusion)

    def _add_source(self, reading: Json) -> None:
        sources = self._list("sources")
        keys = {one.get("key") for one in sources if isinstance(one, dict)}
        sources.append({"key": free_key("source", keys), "url": reading.get("url", "")})

    def _statement(self, reading: Json, passage: str) -> None:
        text = reading["text"] if isinstance(reading.get("text"), dict) else _text(passage)
        statement: Json = {"kind": reading.get("kind", "reported"), "text": text}
        statements = self._list("statements")
        if any(isinstance(one, dict) and one.get("text") == text for one in statements):
            return
        self._cite(statement)
        statements.append(statement)


def free_key(stem: str, taken: Iterable[Any]) -> str:
    """The stem, or the stem with a number, that is not taken yet."""
    used = set(taken)
    number = 1
    while (key := stem if number == 1 else f"{stem}-{number}") in used:
        number += 1
    return key


def _held(item: Json, key: str, default: Any) -> Any:
    """The list or object under the key, in place of anything else that may be there."""
    found = item.get(key)
    if not isinstance(found, type(default)):
        found = item[key] = default
    return found


def language_of(text: str) -> str:
    """The language of a sentence, by its script."""
    return "zh-Hans" if any("\u3400" <= letter <= "\u9fff" for letter in text) else "en"


def _text(sentence: str) -> Json:
    return {language_of(sentence): sentence} if sentence else {}


def _add_text(text: Json, sentence: str) -> None:
    for language, words in _text(sentence).items():
        if words not in text.get(language, ""):
            text[language] = f"{text[language]}\n{words}" if text.get(language) else words


def _add_name(content: Json, key: str, name: str) -> None:
    names = _held(content, key, [])
    if name not in names:
        names.append(name)
