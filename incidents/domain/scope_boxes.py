"""What a document publishes as its scopes, in words: for a page, without a question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.phrasing import attribute_label, condition_phrase, listing, open_phrase
from incidents.domain.snapshots import Snapshot
from incidents.domain.wording import Reader, Wording, subject_heading
from incidents.scope.names import fold_name
from incidents.scope.reasons import Reason

Json = Mapping[str, Any]

_MOST_ENTRIES = 4


@dataclass(frozen=True, slots=True)
class CatalogueLink:
    """An entry of the catalogue that a condition names; `model` is empty for a service."""

    title: str
    service: str
    model: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A text beside a condition, with what it is about; the label is empty for a plain note."""

    label: str
    words: Wording
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class ConditionBox:
    """One condition as published. `open` says why it is only possible, and is empty otherwise."""

    attribute: str
    label: str
    phrase: str
    open: str
    remarks: tuple[Remark, ...]
    entries: tuple[CatalogueLink, ...]
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClauseBox:
    """A clause or an exclusion: conditions that must all hold."""

    label: Wording
    open: str
    conditions: tuple[ConditionBox, ...]
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScopeBox:
    """One scope of an incident. `title` is None where the record gives it none."""

    subject: str
    heading: str
    title: Wording | None
    clauses: tuple[ClauseBox, ...]
    exclusions: tuple[ClauseBox, ...]


def scope_boxes(reader: Reader, snapshot: Snapshot) -> tuple[ScopeBox, ...]:
    """Every scope of the reader's document, in words; names link to the snapshot's catalogue."""
    return tuple(
        ScopeBox(
            scope["subject"],
            subject_heading(scope["subject"]),
            reader.optional_words(scope, "title"),
            tuple(_clause(one, reader, snapshot) for one in scope["clauses"]),
            tuple(_clause(one, reader, snapshot) for one in scope.get("exclusions", [])),
        )
        for scope in reader.document["scopes"]
    )


def _clause(clause: Json, reader: Reader, snapshot: Snapshot) -> ClauseBox:
    conditions = tuple(
        ConditionBox(
            attribute,
            attribute_label(snapshot, attribute, reader.language),
            condition_phrase(content),
            _open(content),
            tuple(_remarks(content, reader)),
            _entries(attribute, content, clause["conditions"], snapshot),
            reader.cites(content),
        )
        for attribute, content in _in_order(clause["conditions"], snapshot)
    )
    return ClauseBox(reader.words(clause["label"]), _open(clause), conditions, reader.cites(clause))


def _open(item: Json) -> str:
    return open_phrase(Reason(item["open"])) if "open" in item else ""


def _in_order(conditions: Json, snapshot: Snapshot) -> list[tuple[str, Json]]:
    """The conditions in the catalogue's order of attributes: frozen documents sort their keys."""
    places = {one["name"]: n for n, one in enumerate(snapshot.catalogue_document["attributes"])}
    return sorted(conditions.items(), key=lambda item: (places.get(item[0], len(places)), item[0]))


def _remarks(content: Json, reader: Reader) -> Iterator[Remark]:
    """All that a condition says beyond its phrase."""
    for key, certain in (("possible_bounds", "bounds"), ("possible_ranges", "ranges")):
        if key in content and certain in content:
            phrase = condition_phrase({**content, certain: content[key]})
            yield Remark(_("Possibly also"), Wording(phrase))
        elif key in content and "open" not in content:
            yield Remark("", Wording(_("The disclosure leaves open whether this is so.")))
    for key, label in (("ruled_out", _("Ruled out")), ("outside", _("Named as not covered"))):
        if key in content:
            yield Remark(label, Wording(listing(content[key])))
    if "counted" in content:
        yield Remark(_("How it is counted"), reader.words(content["counted"]))
    for text in _published_texts(content):
        yield Remark(_("As written"), reader.quotation(text), is_quoted=True)
    for one in content.get("unreliable", []):
        label = _("A value of %(values)s says nothing") % {"values": _span(one)}
        yield Remark(label, reader.words(one["note"]) if "note" in one else Wording(""))
    if "note" in content:
        yield Remark("", reader.words(content["note"]))


def _published_texts(content: Json) -> Iterator[str]:
    """The words of the disclosure behind the dates of a window, each once."""
    start, end = content.get("start", {}), content.get("end", {})
    dates = [*start.get("dates", []), *end.get("dates", [])]
    dates += [start[key] for key in ("in_effect_by",) if key in start]
    dates += [end[key] for key in ("in_effect_at", "stopped_by") if key in end]
    yield from dict.fromkeys(date["text"] for date in dates if "text" in date)


def _span(values: Json) -> str:
    low, high = f"{values['min']:,}", f"{values['max']:,}"
    return low if low == high else _("%(low)s to %(high)s") % {"low": low, "high": high}


def _entries(
    attribute: str, content: Json, conditions: Json, snapshot: Snapshot
) -> tuple[CatalogueLink, ...]:
    """The catalogue's entries for the names of a condition; none where they would be a crowd."""
    if attribute not in ("service", "model"):
        return ()
    found = tuple(_named_entries(attribute, content, conditions, snapshot))
    return found if len(found) <= _MOST_ENTRIES else ()


def _named_entries(
    attribute: str, content: Json, conditions: Json, snapshot: Snapshot
) -> Iterator[CatalogueLink]:
    names = {fold_name(name) for name in _names(content)}
    services = {fold_name(name) for name in _names(conditions.get("service", {}))}
    for service in snapshot.catalogue_document["services"]:
        is_named = not services.isdisjoint(_all_names(service, "slug"))
        if attribute == "service" and is_named:
            yield CatalogueLink(service["name"], service["slug"], "")
        for model in service.get("models", []) if attribute == "model" and is_named else []:
            if not names.isdisjoint(_all_names(model, "id")):
                title = _("%(model)s on %(service)s") % {
                    "model": model["name"],
                    "service": service["name"],
                }
                yield CatalogueLink(title, service["slug"], model["id"])


def _names(content: Json) -> list[str]:
    return [*content.get("names", []), *content.get("possible", [])]


def _all_names(item: Json, key: str) -> set[str]:
    """The names that mean an entry of the catalogue for sure, folded."""
    aliases = [one["name"] for one in item.get("aliases", []) if one.get("standing") != "inferred"]
    return {fold_name(name) for name in (item[key], item["name"], *aliases)}
