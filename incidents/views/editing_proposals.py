"""Proposals from a pasted text as a page shows them, and what a person answered to them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.accepting import Accepted, completed, targets_of
from incidents.domain.extracting import Doubt, Kind, Proposal, propose
from incidents.domain.phrasing import (
    attribute_label,
    condition_phrase,
    phrase_date,
    quantity_phrase,
)
from incidents.domain.snapshots import Snapshot
from incidents.draft_forms.scalars import write_json

Json = Mapping[str, Any]

PER_PAGE = 20
_KEPT_TEXTS = 4
#: What a person can answer to one proposal.
_ANSWERS = ("take", "reading", "target", "day", "zone", "unit")


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A proposal with its sentence, in three pieces around the words it was read from."""

    number: int
    kind: str
    before: str
    written: str
    after: str
    is_taken: bool
    readings: tuple[Choice, ...]
    targets: tuple[Choice, ...]
    doubts: tuple[str, ...]
    day: str
    zone: str
    unit: str
    asks_day: bool
    asks_zone: bool
    asks_unit: bool
    mentions: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The proposals of a text with the answers that were given so far."""

    text: str
    proposals: Sequence[Proposal]
    answers: Mapping[str, str]
    snapshot: Snapshot
    language: str

    def answer(self, number: int, name: str) -> str:
        return self.answers.get(f"{name}-{number}", "")

    def shown(self, page: int) -> list[Shown]:
        """The proposals of a page, which counts from 1."""
        first = (page - 1) * PER_PAGE
        return [
            self._shown(n, self.proposals[n]) for n in self._numbers()[first : first + PER_PAGE]
        ]

    def elsewhere(self, page: int) -> Iterator[tuple[str, str]]:
        """The answers to proposals that were taken on other pages."""
        first = (page - 1) * PER_PAGE
        for number in self._numbers():
            if not first <= number < first + PER_PAGE and self.answer(number, "take"):
                for name in _ANSWERS:
                    if self.answer(number, name):
                        yield f"{name}-{number}", self.answer(number, name)

    def taken(self) -> int:
        return sum(bool(self.answer(number, "take")) for number in self._numbers())

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.proposals) // PER_PAGE))

    def accepted(self) -> Iterator[Accepted]:
        """Every fact that was taken, as it was read and completed."""
        for number, proposal in enumerate(self.proposals):
            reading = self._chosen(number, proposal) if self.answer(number, "take") else None
            if reading is None:
                continue
            target = self.answer(number, "target")
            targets = targets_of(proposal, self._attributes())
            yield Accepted(
                proposal,
                completed(
                    reading,
                    day=self.answer(number, "day").strip(),
                    zone=self.answer(number, "zone").strip(),
                    unit=self.answer(number, "unit").strip(),
                ),
                target if target in targets else targets[0],
            )

    def _numbers(self) -> range:
        return range(len(self.proposals))

    def _attributes(self) -> list[Json]:
        attributes: list[Json] = self.snapshot.catalogue_document["attributes"]
        return attributes

    def _chosen(self, number: int, proposal: Proposal) -> Json | None:
        choice = self.answer(number, "reading") or "0"
        readings = proposal.readings
        if not readings:
            return proposal.unfinished or {}
        place = int(choice) if choice.isdecimal() and len(choice) < 4 else 0
        return readings[place] if place < len(readings) else readings[0]

    def _shown(self, number: int, proposal: Proposal) -> Shown:
        passage, written = proposal.passage, proposal.written
        start, end = max(written.start, passage.start), min(written.end, passage.end)
        readings = proposal.readings
        chosen = self.answer(number, "reading") or "0"
        targets = targets_of(proposal, self._attributes())
        target = self.answer(number, "target") or targets[0]
        whole = proposal.readings[0] if readings else (proposal.unfinished or {})
        values = [date["value"] for date in _dated(whole)]
        return Shown(
            number,
            kind_word(proposal.kind),
            self.text[passage.start : start],
            self.text[start:end],
            self.text[end : passage.end],
            bool(self.answer(number, "take")),
            tuple(
                Choice(
                    str(place),
                    reading_words(proposal.kind, one, self.language),
                    chosen == str(place),
                )
                for place, one in enumerate(readings)
            ),
            tuple(Choice(one, self._target_word(one), one == target) for one in targets),
            tuple(doubt_word(one) for one in proposal.doubts),
            self.answer(number, "day"),
            self.answer(number, "zone"),
            self.answer(number, "unit"),
            any(value.startswith(("T", "--")) for value in values),
            bool(values) and not all("zone" in date for date in _dated(whole)),
            Doubt.UNIT_MISSING in proposal.doubts,
            len(proposal.also_at),
        )

    def _target_word(self, target: str) -> str:
        name, colon, attribute = target.partition(":")
        words = {
            "timeline": _("to the timeline"),
            "start": _("as start of the window"),
            "end": _("as end of the window"),
            "disclosed": _("as the date of disclosure"),
            "window": _("as the window of the first clause"),
            "clause": _("as the window of another clause"),
            "zone": _("as zone of the accepted times that have none"),
            "count": _("to the counts"),
            "version": _("to the fixed versions"),
            "statement": _("to the statements"),
            "source_url": _("as address of the pasted text"),
            "source": _("as another source"),
            "bound": _("as condition: %(attribute)s"),
            "range": _("as condition: %(attribute)s"),
            "names": _("as covered: %(attribute)s"),
            "possible": _("as possibly covered: %(attribute)s"),
            "exclusion": _("as not covered: %(attribute)s"),
        }
        if not colon:
            return words[name]
        return words[name] % {"attribute": attribute_label(self.snapshot, attribute, self.language)}


def proposals_of(text: str, snapshot: Snapshot) -> list[Proposal]:
    """The proposals of a text. Of the last few texts they are kept for their further pages.

    Raises UnableToReadText.
    """
    kept: dict[str, list[Proposal]] = snapshot.memo.setdefault(("proposals",), {})
    key = hashlib.sha256(text.encode()).hexdigest()
    if key not in kept:
        found = propose(text, catalogue=snapshot.catalogue)
        while len(kept) >= _KEPT_TEXTS:
            kept.pop(next(iter(kept)), None)
        kept[key] = found
    return kept[key]


def _dated(reading: Json) -> list[Json]:
    """The dates of a reading."""
    if "start" in reading or "end" in reading:
        edges = (reading.get("start", {}), reading.get("end", {}))
        return [date for edge in edges for date in edge.get("dates", [])]
    return [reading] if isinstance(reading.get("value"), str) and "version" not in reading else []


def reading_words(kind: Kind, reading: Json, language: str) -> str:
    """A reading in words, or as it is where there are none for it."""
    try:
        return _words(kind, reading, language)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return write_json(dict(reading))


def _words(kind: Kind, reading: Json, language: str) -> str:
    match kind:
        case Kind.DATE:
            return phrase_date(reading)
        case Kind.WINDOW:
            return condition_phrase({"kind": "instant", **reading})
        case Kind.ZONE:
            return str(reading["zone"])
        case Kind.THRESHOLD:
            return condition_phrase(
                {"kind": "number", "bounds": [reading], "unit": reading["unit"]}
            )
        case Kind.COUNT | Kind.PERCENTAGE | Kind.NUMBER:
            unit = reading["unit"]
            texts = unit if isinstance(unit, Mapping) else {"en": unit}
            return quantity_phrase({**reading, "unit": texts}, language, next(iter(texts)))
        case Kind.VERSION if "range" in reading:
            product = reading.get("component", "")
            return condition_phrase(
                {"kind": "version", "product": product, "ranges": [reading["range"]]}
            ).strip()
        case Kind.VERSION:
            parts = (reading.get("component", ""), reading["version"], reading.get("role", ""))
            return " ".join(one.replace("_", " ") for one in parts if one)
        case Kind.MODEL:
            names = {"model": reading["name"], "service": reading["service"]}
            return _("%(model)s on %(service)s") % names
        case Kind.SERVICE:
            return str(reading["name"])
        case Kind.SOURCE_URL:
            return str(reading["url"])
        case Kind.CVE:
            return str(reading["id"])
    return str(next(iter(reading["text"].values())))


def kind_word(kind: Kind) -> str:
    return {
        Kind.DATE: _("Date"),
        Kind.WINDOW: _("Time window"),
        Kind.ZONE: _("Time zone"),
        Kind.COUNT: _("Count"),
        Kind.PERCENTAGE: _("Share"),
        Kind.THRESHOLD: _("Threshold"),
        Kind.NUMBER: _("Amount"),
        Kind.VERSION: _("Version"),
        Kind.MODEL: _("Model"),
        Kind.SERVICE: _("Service"),
        Kind.UNKNOWN: _("Stated as not known"),
        Kind.NOT_AFFECTED: _("Stated as not affected"),
        Kind.RECOMMENDATION: _("Recommendation"),
        Kind.STATEMENT: _("Statement"),
        Kind.SOURCE_URL: _("Address"),
        Kind.CVE: _("CVE"),
    }[kind]


def doubt_word(doubt: Doubt) -> str:
    """What the text leaves open, in a sentence."""
    return {
        Doubt.YEAR_MISSING: _("The year is not written: add it."),
        Doubt.DATE_MISSING: _("The day is not written: add it."),
        Doubt.UNIT_MISSING: _("The unit is not written: add it."),
        Doubt.DAY_OR_MONTH_FIRST: _("Day and month can be read in either order."),
        Doubt.BEFORE_OR_AFTER_NOON: _("Before or after noon is not said."),
        Doubt.DATE_OR_VERSION: _("This may be a date or a version."),
        Doubt.NO_SUCH_DATE: _("There is no such day."),
        Doubt.APPROXIMATE: _("What is written is not exact."),
        Doubt.YEAR_FROM_OTHER_EDGE: _("The year is that of the other date."),
        Doubt.DAY_FROM_OTHER_EDGE: _("The day is that of the other time."),
        Doubt.ZONE_FROM_OTHER_EDGE: _("The zone is that of the other time."),
        Doubt.ENDS_BEFORE_START: _("Read as written, it ends before it starts."),
        Doubt.ZONE_HAS_SEVERAL_MEANINGS: _("The abbreviation stands for several zones."),
        Doubt.ZONE_OUT_OF_SEASON: _("Clocks did not show this zone on that day."),
        Doubt.ZONE_NEEDS_DATE: _("Which offset the zone means depends on the day."),
        Doubt.LOCAL_TIME: _("“Local time”: whose is not said."),
        Doubt.ABBREVIATED: _("The number is shortened; of which number is not known."),
        Doubt.ROUNDED: _("The number may be rounded."),
        Doubt.SEPARATOR: _("The point or the space may part thousands."),
        Doubt.NUMBER_RANGE: _("Two numbers, or a range between them."),
        Doubt.PART_OF_AMOUNT: _("This is one part of an amount."),
        Doubt.MORE_OR_QUOTED: _("The sign may mean “more than”, or mark a quotation."),
        Doubt.STRICTLY_MORE: _("Strictly more is written; a count knows “at least”."),
        Doubt.STRICTLY_LESS: _("Strictly fewer is written; a count knows “at most”."),
        Doubt.BOUND_INCLUDED: _("Whether the bound is included is not said."),
        Doubt.NOT_WHOLE: _("A threshold is a whole number of its unit, and this is none."),
        Doubt.SEVERAL_MEANINGS: _("Several services carry this name: choose one."),
        Doubt.UNCERTAIN_NAME: _("The catalogue is not certain of this name."),
    }[doubt]
