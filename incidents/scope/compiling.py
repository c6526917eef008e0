"""From a frozen scope and a catalogue to the scope that is evaluated."""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
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

    Raises UnableToPublish for an attribute or a name that the catalogue does not hold, and for a
    condition that covers everything and so is none.
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
    compiler = _ClauseCompiler(catalogue, clause["conditions"])
    conditions = tuple(compiler.condition(content) for content in clause["conditions"])
    reason = clause["open"]
    return Clause(conditions, Reason(reason) if reason else None, clause["fact"])


class _ClauseCompiler:
    """Expands the names of one clause, for the services and the window that the clause covers."""

    def __init__(self, catalogue: Catalogue, contents: Sequence[Mapping[str, Any]]) -> None:
        self.catalogue = catalogue
        for content in contents:
            self._check_attribute(content)
        by_attribute = {content["attribute"]: content for content in contents}
        self.window = self._window(by_attribute.get("at"))
        # None for all: it is what holds while the services themselves are looked up.
        self.services: frozenset[str] | None = None
        self.services = self._services(by_attribute.get("service"))

    def condition(self, content: Mapping[str, Any]) -> Condition:
        if content["kind"] == "identifier":
            return self._names(content)
        condition = condition_from_document(content, {})
        if condition.is_vacuous:
            raise UnableToPublish(
                condition.fact, "no_condition", "This covers every value, so it is no condition."
            )
        return condition

    def _check_attribute(self, content: Mapping[str, Any]) -> None:
        """Refuses a condition that no question could ask about, or only in another unit."""
        known = self.catalogue.attributes.get(content["attribute"])
        if known is None:
            code, detail = "unknown_attribute", "The catalogue has no such attribute."
        elif known.kind != content["kind"]:
            code, detail = "wrong_kind", f"{known.name} is of the kind {known.kind}."
        elif known.kind == "number" and known.unit not in ("", content["unit"]):
            code, detail = "wrong_unit", f"{known.name} is counted in {known.unit}."
        else:
            return
        raise UnableToPublish(content["fact"], code, detail)

    def _window(self, content: Mapping[str, Any] | None) -> Extent:
        if content is None or content["kind"] != "instant":
            return _ALWAYS
        return instants_from_wire(content["possible"])

    def _services(self, content: Mapping[str, Any] | None) -> frozenset[str] | None:
        """The services whose models and other values the clause speaks of; None for all."""
        if content is None or content["kind"] != "identifier" or not content["complete"]:
            return None
        named = [*self._entries(content, "names"), *self._entries(content, "possible")]
        return frozenset(entry.canonical for entry in named)

    def _names(self, content: Mapping[str, Any]) -> NameCondition:
        attribute = content["attribute"]
        covered = self._entries(content, "names")
        left_open = self._entries(content, "possible")
        ruled_out = self._entries(content, "ruled_out")
        for entry in ruled_out:
            if entry in covered or entry in left_open:
                raise UnableToPublish(
                    f"{content['fact']}/ruled_out",
                    "covered_and_not",
                    f"{entry.canonical!r} is both covered and ruled out.",
                )
        # Nothing is published but that there is a list: any name can be on it.
        anything = not (covered or left_open or ruled_out)
        if not content["complete"] and not anything:
            left_open |= self._others(attribute, covered, ruled_out)
        if "open" in content and content["complete"] and not left_open:
            # The reason for being open speaks of the whole where no part is published as possible.
            covered, left_open = left_open, covered
        left_open = {entry: None for entry in left_open if entry not in covered}
        certain, unsure = self._split(attribute, covered)
        possible, unclear = self._split(attribute, left_open)
        ambiguous = (
            unsure
            | unclear
            | self._names_elsewhere([*covered, *left_open])
            | self._names_of_other_times(attribute)
            | self._names_of_users_choice(attribute, [*covered, *left_open])
        )
        return NameCondition(
            attribute,
            Reason(content["open"]) if "open" in content else None,
            content["fact"],
            certain,
            possible,
            anything,
            ambiguous - certain - possible,
            self.catalogue.excluding.get(attribute, frozenset()),
        )

    def _names_of_users_choice(self, attribute: str, entries: Iterable[Entry]) -> frozenset[str]:
        """Where users run what they like, a name that is not the service's own can be theirs."""
        if not any(entry.is_open_ended for entry in entries):
            return frozenset()
        own = {
            alias.name
            for entry in self.catalogue.entries
            if entry.attribute == attribute and self._speaks_of(entry)
            for alias in entry.aliases
        }
        return self.catalogue.excluding.get(attribute, frozenset()) - own

    def _others(self, attribute: str, *known: Container[Entry]) -> "_Entries":
        """The entries that an incomplete list can go on with."""
        return {
            entry: None
            for entry in self.catalogue.entries
            if entry.attribute == attribute
            and self._speaks_of(entry)
            and not any(entry in entries for entries in known)
        }

    def _speaks_of(self, entry: Entry) -> bool:
        return entry.service is None or self.services is None or entry.service in self.services

    def _entries(self, content: Mapping[str, Any], key: str) -> "_Entries":
        """The entries of the names under the key."""
        found: _Entries = {}
        for position, name in enumerate(content[key]):
            matches = self._matches(content["attribute"], fold_name(name))
            if not matches:
                raise UnableToPublish(
                    f"{content['fact']}/{key}/{position}",
                    "not_in_catalogue",
                    f"{name!r} is not in the catalogue as a {content['attribute']}"
                    f"{self._of_services()}.",
                )
            found |= {entry: None for entry, _ in matches}
        return found

    def _of_services(self) -> str:
        return f" of {', '.join(sorted(self.services))}" if self.services else ""

    def _matches(self, attribute: str, name: str) -> list[tuple[Entry, Alias]]:
        """The entries that the clause speaks of and that carry the name."""
        entries = self.catalogue.by_name.get((attribute, name), [])
        return [(entry, alias) for entry, alias in entries if self._speaks_of(entry)]

    def _split(self, attribute: str, entries: "_Entries") -> tuple[frozenset[str], frozenset[str]]:
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

    def _names_of_other_times(self, attribute: str) -> frozenset[str]:
        """Names that are known to mean something for a part of the window at most.

        A name that moves on from one value to the next may have meant a covered one before.
        """
        return frozenset(
            name
            for name in self.catalogue.dated.get(attribute, ())
            if (matches := self._matches(attribute, name))
            and not any(self._holds(alias) for _, alias in matches)
        )


#: Entries in the order of their names, each once.
_Entries = dict[Entry, None]


def compile_disclosure(
    document: Mapping[str, Any], *, revision: int, catalogue: Catalogue
) -> list[Scope]:
    """The scopes of a disclosure document, which must be valid. Raises UnableToPublish."""
    subjects: set[str] = set()
    for position, section in enumerate(document["scopes"]):
        if section["subject"] in subjects:
            raise UnableToPublish(
                f"/scopes/{position}/subject",
                "repeated",
                f"There is more than one scope of the subject {section['subject']}.",
            )
        subjects.add(section["subject"])
    return [
        compile_scope(
            freeze_scope(section, f"/scopes/{position}"),
            incident=document["id"],
            revision=revision,
            catalogue=catalogue,
        )
        for position, section in enumerate(document["scopes"])
    ]
