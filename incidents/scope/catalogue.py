"""The catalogue as the engine sees it: which names are recognised, and for what."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from incidents.scope.dates import EdgeSpan, Meaning, Side, published_span
from incidents.scope.extent import EMPTY, Extent, window
from incidents.scope.names import fold_name


@dataclass(frozen=True, slots=True)
class Attribute:
    """What can be asked about a request: its kind and, for numbers, the unit."""

    name: str
    kind: str
    unit: str


@dataclass(frozen=True, slots=True)
class Alias:
    """One name of an entry, folded.

    `period` holds the instants at which the name is certain to have meant the entry; None is
    always, an empty extent never (a name that was inferred from a pattern).
    """

    name: str
    period: Extent | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A recognised value: a service, a served model, a region, a method, …

    `service` is the slug of the service it belongs to, None for a value of every service.
    `weights` is equal for served models that serve the same weights. `is_open_ended` marks an
    entry that stands for whatever its users run there, under names of their own choice.
    """

    attribute: str
    canonical: str
    service: str | None
    weights: str
    aliases: tuple[Alias, ...]
    is_open_ended: bool = False


@dataclass(frozen=True, eq=False)
class Catalogue:
    """One published revision of the catalogue.

    Equal to itself alone, and so cheap to look up by.
    """

    number: int
    attributes: Mapping[str, Attribute]
    entries: tuple[Entry, ...]

    @cached_property
    def recognised(self) -> dict[str, frozenset[str]]:
        """All names by attribute, folded."""
        names: dict[str, set[str]] = {}
        for entry in self.entries:
            names.setdefault(entry.attribute, set()).update(one.name for one in entry.aliases)
        return {attribute: frozenset(found) for attribute, found in names.items()}

    @cached_property
    def excluding(self) -> dict[str, frozenset[str]]:
        """The names that are stated to mean something, by attribute: only these can rule out.

        A name that was merely inferred may mean something else.
        """
        names: dict[str, set[str]] = {}
        for entry in self.entries:
            stated = (one.name for one in entry.aliases if one.period != EMPTY)
            names.setdefault(entry.attribute, set()).update(stated)
        return {attribute: frozenset(found) for attribute, found in names.items()}

    @cached_property
    def by_name(self) -> dict[tuple[str, str], list[tuple[Entry, Alias]]]:
        """The entries that carry a folded name, by attribute and name."""
        found: dict[tuple[str, str], list[tuple[Entry, Alias]]] = {}
        for entry in self.entries:
            for alias in entry.aliases:
                found.setdefault((entry.attribute, alias.name), []).append((entry, alias))
        return found

    @cached_property
    def dated(self) -> dict[str, frozenset[str]]:
        """The names that meant something for a stated period, by attribute."""
        names: dict[str, set[str]] = {}
        for entry in self.entries:
            found = {one.name for one in entry.aliases if one.period not in (None, EMPTY)}
            names.setdefault(entry.attribute, set()).update(found)
        return {attribute: frozenset(found) for attribute, found in names.items()}

    @cached_property
    def by_weights(self) -> dict[str, list[Entry]]:
        """The served models by the weights they serve, where those are stated."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if entry.weights:
                found.setdefault(entry.weights, []).append(entry)
        return found

    def is_recognised(self, attribute: str, folded: str) -> bool:
        return folded in self.recognised.get(attribute, frozenset())


def catalogue_from_document(document: Mapping[str, Any], number: int) -> Catalogue:
    """The catalogue of a `kbase-catalogue/1` document, which must be valid.

    Raises UnreadableDate for a period of an alias that is none.
    """
    attributes = {
        one["name"]: Attribute(one["name"], one["kind"], one.get("unit", ""))
        for one in document["attributes"]
    }
    entries = [_value(None, one) for one in document.get("values", [])]
    for service in document["services"]:
        slug = service["slug"]
        names = _aliases(service, "slug", "name")
        entries.append(Entry("service", fold_name(slug), None, "", names))
        entries += [_model(slug, one) for one in service.get("models", [])]
        entries += [_value(slug, one) for one in service.get("values", [])]
    return Catalogue(number, attributes, tuple(entries))


def _model(service: str, item: Mapping[str, Any]) -> Entry:
    names = _aliases(item, "id", "name")
    weights, is_open_ended = item.get("weights", ""), item.get("open_ended", False)
    return Entry("model", fold_name(item["id"]), service, weights, names, is_open_ended)


def _value(service: str | None, item: Mapping[str, Any]) -> Entry:
    names = _aliases(item, "name")
    return Entry(item["attribute"], fold_name(item["name"]), service, "", names)


def _aliases(item: Mapping[str, Any], *own_names: str) -> tuple[Alias, ...]:
    periods: dict[str, Extent | None] = {fold_name(item[key]): None for key in own_names}
    for alias in item.get("aliases", []):
        name, period = fold_name(alias["name"]), _period(alias)
        periods[name] = _either(periods[name], period) if name in periods else period
    return tuple(Alias(name, period) for name, period in periods.items())


def _either(one: Extent | None, other: Extent | None) -> Extent | None:
    """The period of a name that is listed twice. None is always."""
    if one is None or other is None:
        return None
    return Extent.of([*one.intervals, *other.intervals])


def _period(alias: Mapping[str, Any]) -> Extent | None:
    """When the alias is certain to have meant the entry."""
    if alias.get("standing") == "inferred":
        return EMPTY
    if "from" not in alias and "until" not in alias:
        return None
    return window(
        _edge(alias["from"], Side.START).latest if "from" in alias else -math.inf,
        _edge(alias["until"], Side.END).earliest if "until" in alias else math.inf,
    )


def _edge(date: str, side: Side) -> EdgeSpan:
    return published_span(date, None, Meaning.DURING, side)
