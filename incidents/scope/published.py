"""From what a disclosure document publishes to extents, which are frozen with its revision.

The result is a *frozen scope*: the shape of a scope document, in which names are still the
document's own, to be expanded by a catalogue.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incidents.scope.dates import (
    DateProblem,
    EdgeSpan,
    Meaning,
    Side,
    UnreadableDate,
    format_instant,
    published_span,
)
from incidents.scope.document import (
    Json,
    instants_to_wire,
    numbers_to_wire,
    range_from_document,
    range_to_document,
)
from incidents.scope.extent import EMPTY, Bound, Extent, Interval, window
from incidents.scope.reading import LARGEST_NUMBER
from incidents.scope.verdict import Outcome
from incidents.scope.versions import Scheme, Version, VersionRange, parse_version


class UnableToPublish(ValueError):
    """A part of a disclosure document that cannot become a scope.

    `pointer` (RFC 6901) leads to the part, `code` is stable, the message is a whole sentence.
    """

    def __init__(self, pointer: str, code: str, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Published:
    """One condition of a disclosure document, with the pointer to it."""

    attribute: str
    content: Mapping[str, Any]
    pointer: str

    def is_open_whole(self, *keys_of_the_possible: str) -> bool:
        """Whether all that the condition covers is only possible.

        Its reason for being open speaks of the part that is published as possible, and of the
        whole where there is no such part.
        """
        has_part = any(key in self.content for key in keys_of_the_possible)
        return "open" in self.content and not has_part


def freeze_scope(section: Mapping[str, Any], pointer: str) -> Json:
    """The frozen scope of one `scopes` item of a disclosure document. Raises UnableToPublish."""
    return {
        "subject": section["subject"],
        "clauses": [
            _freeze_clause(clause, f"{pointer}/clauses/{position}")
            for position, clause in enumerate(section["clauses"])
        ],
        "exclusions": [
            _freeze_clause(clause, f"{pointer}/exclusions/{position}")
            for position, clause in enumerate(section.get("exclusions", []))
        ],
    }


def _freeze_clause(clause: Mapping[str, Any], pointer: str) -> Json:
    return {
        "open": clause.get("open"),
        "fact": pointer,
        "conditions": [
            freeze_condition(
                Published(
                    attribute, clause["conditions"][attribute], f"{pointer}/conditions/{attribute}"
                )
            )
            for attribute in sorted(clause["conditions"], key=_standing)
        ],
    }


# As people tell it: whose, which, when, how much, and then the rest.
_FIRST_ATTRIBUTES = ("service", "model", "at", "prompt_tokens")


def _standing(attribute: str) -> tuple[int, str]:
    """Where a condition stands in its clause, whatever order the document has."""
    if attribute in _FIRST_ATTRIBUTES:
        return _FIRST_ATTRIBUTES.index(attribute), ""
    return len(_FIRST_ATTRIBUTES), attribute


def freeze_condition(published: Published) -> Json:
    """The condition with its extents computed. Raises UnableToPublish."""
    kind = published.content["kind"]
    head: Json = {"attribute": published.attribute, "kind": kind, "fact": published.pointer}
    if "open" in published.content:
        head["open"] = published.content["open"]
    return head | _FREEZERS[kind](published)


def _freeze_names(published: Published) -> Json:
    content = published.content
    names, possible = content.get("names", []), content.get("possible", [])
    complete = content.get("complete", True)
    if complete and not names and not possible:
        raise UnableToPublish(
            published.pointer,
            "no_names",
            "A complete list needs a name; say complete: false where the list is not published.",
        )
    return {
        "names": list(names),
        "possible": list(possible),
        "ruled_out": list(content.get("ruled_out", [])),
        "complete": complete,
    }


def _freeze_flag(published: Published) -> Json:
    content = published.content
    covered = {content["is"]} if "is" in content else set()
    possible = covered | set(content.get("possible", []))
    if not possible:
        raise UnableToPublish(
            published.pointer, "no_value", "A flag needs the covered value or the possible ones."
        )
    certain = set() if published.is_open_whole("possible") else covered
    return {"certain": sorted(certain), "possible": sorted(possible)}


def _freeze_instants(published: Published) -> Json:
    start, end = _start_span(published), _end_span(published)
    if start.earliest >= end.latest:
        raise UnableToPublish(
            published.pointer, "ends_before_start", "The window ends before it starts."
        )
    certain = EMPTY if published.is_open_whole() else window(start.latest, end.earliest)
    possible = window(start.earliest, end.latest)
    return {"certain": instants_to_wire(certain), "possible": instants_to_wire(possible)}


def _start_span(published: Published) -> EdgeSpan:
    edge, pointer = published.content.get("start", {}), f"{published.pointer}/start"
    if "dates" in edge:
        span = _hull(edge["dates"], Side.START, f"{pointer}/dates")
    elif "in_effect_by" in edge:
        known = _span(edge["in_effect_by"], Side.START, f"{pointer}/in_effect_by")
        span = EdgeSpan(-math.inf, known.latest)
    else:
        span = _UNKNOWN
    earlier = edge.get("earlier_possible")
    if earlier is None:
        return span
    if earlier is True:
        return EdgeSpan(-math.inf, span.latest)
    moved = _span(earlier, Side.START, f"{pointer}/earlier_possible")
    return EdgeSpan(min(span.earliest, moved.earliest), span.latest)


def _end_span(published: Published) -> EdgeSpan:
    """What the dates say of the end, within what is known of it besides."""
    edge, pointer = published.content.get("end", {}), f"{published.pointer}/end"
    span = _hull(edge["dates"], Side.END, f"{pointer}/dates") if "dates" in edge else _UNKNOWN
    earliest, latest = span.earliest, span.latest
    if "in_effect_at" in edge:
        known = _span(edge["in_effect_at"], Side.END, f"{pointer}/in_effect_at")
        earliest = max(earliest, known.earliest)
    if "stopped_by" in edge:
        known = _span(edge["stopped_by"], Side.END, f"{pointer}/stopped_by")
        latest = min(latest, known.latest)
    if earliest > latest:
        raise UnableToPublish(
            pointer, "ends_contradict", "What is said of the end cannot all be true."
        )
    return EdgeSpan(earliest, latest)


_UNKNOWN = EdgeSpan(-math.inf, math.inf)


def _hull(dates: Sequence[Mapping[str, Any]], side: Side, pointer: str) -> EdgeSpan:
    return EdgeSpan.hull(
        _span(date, side, f"{pointer}/{position}") for position, date in enumerate(dates)
    )


def _span(date: Mapping[str, Any], side: Side, pointer: str) -> EdgeSpan:
    try:
        meaning = Meaning(date.get("meaning", "during"))
        span = published_span(date["value"], date.get("zone"), meaning, side)
    except UnreadableDate as error:
        raise UnableToPublish(
            pointer, error.problem.value, f"{error.text!r} cannot be read as a date or a zone."
        ) from None
    if None in (format_instant(span.earliest), format_instant(span.latest)):
        raise UnableToPublish(
            pointer,
            DateProblem.NO_SUCH_DATE.value,
            f"{date['value']!r} may lie outside the years 1 to 9999 in UTC.",
        )
    return span


def _freeze_numbers(published: Published) -> Json:
    content = published.content
    covered = _within(published, "bounds") if "bounds" in content else EMPTY
    possible = _within(published, "possible_bounds") if "possible_bounds" in content else covered
    if not possible.covers(covered):
        raise UnableToPublish(
            f"{published.pointer}/possible_bounds",
            "no_such_number",
            "The possible numbers must include the certain ones.",
        )
    certain = EMPTY if published.is_open_whole("possible_bounds") else covered
    unreliable = Extent.of(
        _unreliable(one, f"{published.pointer}/unreliable/{position}")
        for position, one in enumerate(content.get("unreliable", []))
    )
    counted = content["counted"]
    return {
        "unit": content["unit"],
        "counted": counted.get("en") or next(iter(counted.values())),
        "certain": numbers_to_wire(certain),
        "possible": numbers_to_wire(possible),
        "unreliable": numbers_to_wire(unreliable),
    }


def _unreliable(one: Mapping[str, Any], pointer: str) -> Interval:
    # JSON Schema takes 1.0 for an integer, and so may a document's number be a float.
    low, high = int(one["min"]), int(one["max"])
    if not low <= high <= LARGEST_NUMBER:
        raise UnableToPublish(
            pointer,
            "no_such_number",
            f"min must not be above max, nor max above {LARGEST_NUMBER}.",
        )
    return Interval(low, high + 1)


_BOUNDS: dict[str, Callable[[int], tuple[Bound, Bound]]] = {
    ">": lambda value: (value + 1, math.inf),
    ">=": lambda value: (value, math.inf),
    "<": lambda value: (0, value),
    "<=": lambda value: (0, value + 1),
    "=": lambda value: (value, value + 1),
}


def _within(published: Published, key: str) -> Extent:
    """The numbers that every bound admits."""
    ends = [_BOUNDS[one["operator"]](int(one["value"])) for one in published.content[key]]
    extent = window(max(low for low, _ in ends), min(high for _, high in ends))
    if extent == EMPTY:
        raise UnableToPublish(
            f"{published.pointer}/{key}", "no_such_number", "No number is within these bounds."
        )
    return extent


def _freeze_versions(published: Published) -> Json:
    content = published.content
    scheme = Scheme(content["scheme"])
    covered = _ranges(published, "ranges", scheme)
    possible = list(dict.fromkeys([*covered, *_ranges(published, "possible_ranges", scheme)]))
    certain = [] if published.is_open_whole("possible_ranges") else covered
    outside = content.get("outside", [])
    for position, text in enumerate(outside):
        pointer = f"{published.pointer}/outside/{position}"
        version = _version(text, scheme, pointer)
        if any(one.place(version, scheme) is Outcome.MET for one in certain):
            raise UnableToPublish(
                pointer, "covered_and_not", f"{text!r} lies in a range that is covered."
            )
    return {
        "product": content["product"],
        "scheme": scheme.value,
        "certain": [range_to_document(one) for one in certain],
        "possible": [range_to_document(one) for one in possible],
        "outside": list(outside),
    }


def _ranges(published: Published, key: str, scheme: Scheme) -> list[VersionRange]:
    return [
        _range(one, scheme, f"{published.pointer}/{key}/{position}")
        for position, one in enumerate(published.content.get(key, []))
    ]


def _range(document: Mapping[str, str], scheme: Scheme, pointer: str) -> VersionRange:
    """The range, checked to hold a version."""
    one = range_from_document(document)
    bounds = [_version(text, scheme, pointer) for text in one.bounds]
    if "is" in document:
        return one
    if scheme is Scheme.TAGS:
        raise UnableToPublish(pointer, "tags_have_no_order", "Tags can only be listed one by one.")
    if len(bounds) == 2 and not bounds[0] < bounds[1]:
        raise UnableToPublish(
            pointer,
            "no_such_version",
            "The upper bound must be above the lower one; one version alone is written with is.",
        )
    return one


def _version(text: str, scheme: Scheme, pointer: str) -> Version:
    version = parse_version(text, scheme)
    if version is None:
        raise UnableToPublish(
            pointer, "not_a_version", f"{text!r} is not a version of the scheme {scheme.value}."
        )
    return version


_FREEZERS: dict[str, Callable[[Published], Json]] = {
    "identifier": _freeze_names,
    "flag": _freeze_flag,
    "instant": _freeze_instants,
    "number": _freeze_numbers,
    "version": _freeze_versions,
}
