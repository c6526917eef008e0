"""Scope documents, `kbase-scope/1`: all that evaluation needs, as JSON, in both directions.

Names stand in the form of `fold_name`, instants in RFC 3339 UTC, null is unbounded. For names
`possible` holds the values beyond `certain`; for ordered kinds it holds all possible values.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from incidents.scope.conditions import (
    Condition,
    FlagCondition,
    InstantCondition,
    NameCondition,
    NumberCondition,
    VersionCondition,
)
from incidents.scope.dates import format_instant, parse_instant
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.extent import Bound, Extent, Interval
from incidents.scope.reasons import Reason
from incidents.scope.versions import Scheme, VersionRange

SCHEMA = "kbase-scope/1"
BUNDLE_SCHEMA = "kbase-scope-bundle/1"

Json = dict[str, Any]


def scope_to_document(scope: Scope, *, with_excluded: bool = True) -> Json:
    """The scope as a `kbase-scope/1` document.

    Without `excluded`, the recognised names must stand beside the document, as in a bundle.
    """
    return {
        "schema": SCHEMA,
        "incident": scope.incident,
        "revision": scope.revision,
        "catalogue": scope.catalogue,
        "subject": scope.subject,
        "clauses": [_clause_to_document(clause, with_excluded) for clause in scope.clauses],
        "exclusions": [_clause_to_document(clause, with_excluded) for clause in scope.exclusions],
    }


def scope_from_document(
    document: Mapping[str, Any], names: Mapping[str, Sequence[str]] | None = None
) -> Scope:
    """The scope of a `kbase-scope/1` document. `names` are the recognised names of its bundle."""
    if document["schema"] != SCHEMA:
        raise ValueError(f"{document['schema']!r} is not a scope document of {SCHEMA}.")
    shared = {attribute: frozenset(values) for attribute, values in (names or {}).items()}
    return Scope(
        document["incident"],
        document["revision"],
        document["catalogue"],
        document["subject"],
        tuple(_clause_from_document(clause, shared) for clause in document["clauses"]),
        tuple(_clause_from_document(clause, shared) for clause in document["exclusions"]),
    )


def bundle_to_document(scopes: Sequence[Scope], names: Mapping[str, frozenset[str]]) -> Json:
    """Many scopes in one document, with the names that the catalogue recognises once."""
    return {
        "schema": BUNDLE_SCHEMA,
        "names": {attribute: sorted(values) for attribute, values in sorted(names.items())},
        "scopes": [scope_to_document(scope, with_excluded=False) for scope in scopes],
    }


def bundle_from_document(document: Mapping[str, Any]) -> list[Scope]:
    """The scopes of a bundle."""
    if document["schema"] != BUNDLE_SCHEMA:
        raise ValueError(f"{document['schema']!r} is not a bundle of {BUNDLE_SCHEMA}.")
    return [scope_from_document(scope, document["names"]) for scope in document["scopes"]]


def _clause_to_document(clause: Clause, with_excluded: bool) -> Json:
    return {
        "open": clause.open.value if clause.open else None,
        "fact": clause.fact,
        "conditions": [_condition_to_document(one, with_excluded) for one in clause.conditions],
    }


def _clause_from_document(
    document: Mapping[str, Any], names: Mapping[str, frozenset[str]]
) -> Clause:
    return Clause(
        tuple(condition_from_document(one, names) for one in document["conditions"]),
        _reason(document),
        document["fact"],
    )


def _condition_to_document(condition: Condition, with_excluded: bool) -> Json:
    head: Json = {"attribute": condition.attribute, "kind": "", "fact": condition.fact}
    if condition.open is not None:
        head["open"] = condition.open.value
    match condition:
        case InstantCondition():
            head["kind"] = "instant"
            return head | {
                "certain": instants_to_wire(condition.certain),
                "possible": instants_to_wire(condition.possible),
            }
        case NumberCondition():
            head["kind"] = "number"
            return head | {
                "unit": condition.unit,
                "counted": condition.counted,
                "certain": numbers_to_wire(condition.certain),
                "possible": numbers_to_wire(condition.possible),
                "unreliable": numbers_to_wire(condition.unreliable),
            }
        case NameCondition():
            head["kind"] = "identifier"
            names: Json = {
                "certain": sorted(condition.certain),
                "possible": "*" if condition.anything else sorted(condition.possible),
                "ambiguous": sorted(condition.ambiguous),
            }
            return (
                head | names | ({"excluded": sorted(condition.excluded)} if with_excluded else {})
            )
        case FlagCondition():
            head["kind"] = "flag"
            return head | {
                "certain": sorted(condition.certain),
                "possible": sorted(condition.possible),
            }
        case VersionCondition():
            head["kind"] = "version"
            return head | {
                "product": condition.product,
                "scheme": condition.scheme.value,
                "certain": [range_to_document(one) for one in condition.certain],
                "possible": [range_to_document(one) for one in condition.possible],
                "outside": list(condition.outside),
            }
    raise TypeError(f"{condition!r} has no wire form.")


def condition_from_document(
    document: Mapping[str, Any], names: Mapping[str, frozenset[str]]
) -> Condition:
    attribute, fact = document["attribute"], document["fact"]
    reason = _reason(document)
    certain, possible = document["certain"], document["possible"]
    match document["kind"]:
        case "instant":
            return InstantCondition(
                attribute,
                reason,
                fact,
                instants_from_wire(certain),
                instants_from_wire(possible),
            )
        case "number":
            return NumberCondition(
                attribute,
                reason,
                fact,
                numbers_from_wire(certain),
                numbers_from_wire(possible),
                document["unit"],
                document["counted"],
                numbers_from_wire(document["unreliable"]),
            )
        case "identifier":
            anything = possible == "*"
            beyond = frozenset() if anything else frozenset(possible)
            excluded = frozenset(document.get("excluded", ()))
            return NameCondition(
                attribute,
                reason,
                fact,
                frozenset(certain),
                beyond,
                anything,
                frozenset(document["ambiguous"]),
                names.get(attribute, frozenset()) if "excluded" not in document else excluded,
            )
        case "flag":
            return FlagCondition(attribute, reason, fact, frozenset(certain), frozenset(possible))
        case "version":
            return VersionCondition(
                attribute,
                reason,
                fact,
                document["product"],
                Scheme(document["scheme"]),
                tuple(range_from_document(one) for one in certain),
                tuple(range_from_document(one) for one in possible),
                tuple(document["outside"]),
            )
    raise ValueError(f"{document['kind']!r} is not a kind of condition.")


def _reason(document: Mapping[str, Any]) -> Reason | None:
    code = document.get("open")
    return Reason(code) if code else None


def instants_to_wire(extent: Extent) -> list[list[str | None]]:
    """RFC 3339 pairs of an extent of instants."""
    return [[format_instant(one.low), format_instant(one.high)] for one in extent.intervals]


def instants_from_wire(pairs: Sequence[Sequence[str | None]]) -> Extent:
    """The extent of RFC 3339 pairs."""
    return Extent.of(
        Interval(
            -math.inf if low is None else parse_instant(low),
            math.inf if high is None else parse_instant(high),
        )
        for low, high in pairs
    )


def numbers_to_wire(extent: Extent) -> list[list[Bound | None]]:
    """Pairs of an extent of numbers."""
    return [
        [None if math.isinf(end) else end for end in (one.low, one.high)]
        for one in extent.intervals
    ]


def numbers_from_wire(pairs: Sequence[Sequence[int | None]]) -> Extent:
    """The extent of pairs of numbers."""
    return Extent.of(
        Interval(-math.inf if low is None else low, math.inf if high is None else high)
        for low, high in pairs
    )


def range_to_document(one: VersionRange) -> Json:
    """A version range in its wire form, see scope documents and disclosure documents."""
    if one.is_single:
        return {"is": one.lower}
    document: Json = {}
    if one.lower is not None:
        document["from" if one.lower_inclusive else "after"] = one.lower
    if one.upper is not None:
        document["through" if one.upper_inclusive else "before"] = one.upper
    return document


def range_from_document(document: Mapping[str, str]) -> VersionRange:
    """The version range of a wire form; an empty one is every version."""
    if "is" in document:
        return VersionRange(document["is"], True, document["is"], True)
    return VersionRange(
        document.get("from", document.get("after")),
        "after" not in document,
        document.get("through", document.get("before")),
        "through" in document,
    )
