"""From a frozen scope and a catalogue to the scope that is evaluated."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from incidents.scope.catalogue import Alias, Catalogue, Entry
from incidents.scope.conditions import Condition, NameCondition
from incidents.scope.document import condition_from_document, instants_from_wire
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.extent import Extent, window
from incidents.scope.names import fold_name
from incidents.scope.published import UnableToPublish, freeze_scope
from incidents.scope.reasons import Reason

_ALWAYS = window(-math.inf, math.inf)


def compile_scope(
    frozen: Mapping[str, Any], *, incident: str, revision: int, catalogue: Catalogue
) -> Scope:
    """The scope with every name expanded by the catalogue.

    Raises UnableToPublish for a name that the catalogue does not hold, and for a condition that
    covers everything and so is none.
    """
    return Scope(
        incident,
        revision,
        catalogue.number,
        frozen["subject"],
        tuple(_compile_clause(clause, catalogue) for clause in frozen["clauses"]),
        tuple(_compile_clause(clause, catalogue) for clause in frozen["exclusions"]),
    )


def _compile_clause(clause: Mapping[str, Any], catalogue: Catalogue) -> Clause:
    contents = {one["attribute"]: one for one in clause["conditions"]}
    compiler = _ClauseCompiler(catalogue, contents)
    conditions = tuple(compiler.condition(content) for content in contents.values())
    for condition in conditions:
        if condition.is_vacuous:
            raise UnableToPublish(
                condition.fact, "no_condition", "This covers every value, so it is no condition."
            )
    reason = clause["open"]
    return Clause(conditions, Reason(reason) if reason else None, clause["fact"])


class _ClauseCompiler:
    """Expands the names of one clause, for the services and the window that the clause covers."""

    def __init__(self, catalogue: Catalogue, contents: Mapping[str, Any]) -> None:
        self.catalogue = catalogue
        self.window = self._window(contents.get("at"))
        self.services = self._services(contents.get("service"))

    def condition(self, content: Mapping[str, Any]) -> Condition:
        if content["kind"] != "identifier":
            return condition_from_document(content, {})
        return self._names(content)

    def _window(self, content: Mapping[str, Any] | None) -> Extent:
        return instants_from_wire(content["possible"]) if content else _ALWAYS

    def _services(self, content: Mapping[str, Any] | None) -> frozenset[str] | None:
        """The services whose models and other values the clause speaks of; None for all."""
        if content is None or self._leaves_anything_possible(content):
            return None
        if not content["complete"]:
            return None
        named = [*content["names"], *content["possible"]]
        return frozenset(
            entry.canonical
            for name in named
            for entry, _ in self.catalogue.by_name.get(("service", fold_name(name)), [])
        )

    def _leaves_anything_possible(self, content: Mapping[str, Any]) -> bool:
        return not content["complete"] and not content["names"] and not content["possible"]

    def _names(self, content: Mapping[str, Any]) -> NameCondition:
        attribute = content["attribute"]
        covered = self._entries(content, "names")
        ruled_out = self._entries(content, "ruled_out")
        left_open = self._entries(content, "possible")
        anything = self._leaves_anything_possible(content)
        if not content["complete"] and not anything:
            left_open += [
                entry
                for entry in self.catalogue.entries
                if entry.attribute == attribute and self._speaks_of(entry)
            ]
        left_open = [one for one in left_open if one not in covered and one not in ruled_out]
        certain, ambiguous = self._split(covered, attribute)
        possible, unclear = self._split(left_open, attribute)
        ambiguous |= unclear | self._names_elsewhere([*covered, *left_open])
        reason = content.get("open")
        return NameCondition(
            attribute,
            Reason(reason) if reason else None,
            content["fact"],
            certain,
            possible - ambiguous - certain,
            anything,
            ambiguous - certain,
            self.catalogue.recognised.get(attribute, frozenset()),
        )

    def _speaks_of(self, entry: Entry) -> bool:
        return entry.service is None or self.services is None or entry.service in self.services

    def _entries(self, content: Mapping[str, Any], key: str) -> list[Entry]:
        found: list[Entry] = []
        for name in content[key]:
            matches = self._matches(content["attribute"], fold_name(name))
            if not matches:
                raise UnableToPublish(
                    f"{content['fact']}/{key}",
                    "not_in_catalogue",
                    f"{name!r} is not in the catalogue as a {content['attribute']}"
                    f"{self._of_services()}.",
                )
            found += [entry for entry, _ in matches if entry not in found]
        return found

    def _of_services(self) -> str:
        return f" of {', '.join(sorted(self.services))}" if self.services else ""

    def _matches(self, attribute: str, name: str) -> list[tuple[Entry, Alias]]:
        """The entries that the clause speaks of and that carry the name."""
        entries = self.catalogue.by_name.get((attribute, name), [])
        return [(entry, alias) for entry, alias in entries if self._speaks_of(entry)]

    def _split(
        self, entries: Sequence[Entry], attribute: str
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The names that mean one of the entries for sure, and those that may mean another."""
        sure: set[str] = set()
        unsure: set[str] = set()
        for name in {alias.name for entry in entries for alias in entry.aliases}:
            matches = self._matches(attribute, name)
            is_sure = all(entry in entries and self._holds(alias) for entry, alias in matches)
            (sure if is_sure else unsure).add(name)
        return frozenset(sure), frozenset(unsure)

    def _holds(self, alias: Alias) -> bool:
        """Whether the alias meant its entry throughout the window of the clause."""
        return alias.period is None or alias.period.covers(self.window)

    def _names_elsewhere(self, entries: Iterable[Entry]) -> frozenset[str]:
        """Other services' names for the same weights.

        Someone may well write such a name for the model of this service, so it rules nothing out.
        """
        weights = {entry.weights for entry in entries if entry.weights}
        return frozenset(
            alias.name
            for weight in weights
            for entry in self.catalogue.by_weights[weight]
            if not self._speaks_of(entry)
            for alias in entry.aliases
        )


def compile_disclosure(
    document: Mapping[str, Any], *, revision: int, catalogue: Catalogue
) -> list[Scope]:
    """The scopes of a disclosure document, which must be valid. Raises UnableToPublish."""
    return [
        compile_scope(
            freeze_scope(section, f"/scopes/{position}"),
            incident=document["id"],
            revision=revision,
            catalogue=catalogue,
        )
        for position, section in enumerate(document["scopes"])
    ]
