"""From what a disclosure document publishes to extents, which are frozen with its revision.

The result is a *frozen scope*: the shape of a scope document, in which names are still the
document's own, to be expanded by a catalogue.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incidents.scope.dates import (
    EdgeSpan,
    Meaning,
    Side,
    UnreadableDate,
    published_span,
)
from incidents.scope.document import (
    Json,
    instants_to_wire,
    numbers_to_wire,
    range_from_document,
    range_to_document,
)
from incidents.scope.extent import Bound, Extent, Interval, window
from incidents.scope.versions import Scheme, parse_version


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
            freeze_condition(Published(attribute, content, f"{pointer}/conditions/{attribute}"))
            for attribute, content in clause["conditions"].items()
        ],
    }


def freeze_condition(published: Published) -> Json:
    """The condition with its extents computed. Raises UnableToPublish."""
    kind = published.content["kind"]
    head: Json = {"attribute": published.attribute, "kind": kind, "fact": published.pointer}
    if "open" in published.content:
        head["open"] = published.content["open"]
    return head | _FREEZERS[kind](published)


def _freeze_names(published: Published) -> Json:
    content = published.content
    return {
        "names": list(content.get("names", [])),
        "possible": list(content.get("possible", [])),
        "ruled_out": list(content.get("ruled_out", [])),
        "complete": content.get("complete", True),
    }


def _freeze_flag(published: Published) -> Json:
    certain = {published.content["is"]} if "is" in published.content else set()
    possible = certain | set(published.content.get("possible", []))
    if len(certain) == 2 or (len(possible) == 2 and not certain):
        raise UnableToPublish(
            published.pointer, "no_condition", "A flag that may be true or false is no condition."
        )
    return {"certain": sorted(certain), "possible": sorted(possible)}


def _freeze_instants(published: Published) -> Json:
    start = _start_span(published)
    end = _end_span(published)
    if start.earliest >= end.latest:
        raise UnableToPublish(
            published.pointer, "ends_before_start", "The window ends before it starts."
        )
    # An open window is only possible, however exactly it was published.
    is_open = "open" in published.content
    certain = window(0, 0) if is_open else window(start.latest, end.earliest)
    possible = window(start.earliest, end.latest)
    return {
        "certain": instants_to_wire(certain),
        "possible": instants_to_wire(possible),
    }


def _start_span(published: Published) -> EdgeSpan:
    edge, pointer = published.content.get("start", {}), f"{published.pointer}/start"
    if edge.get("dates"):
        span = _hull(edge["dates"], Side.START, f"{pointer}/dates")
    elif "in_effect_by" in edge:
        known = _span(edge["in_effect_by"], Side.START, f"{pointer}/in_effect_by")
        span = EdgeSpan(-math.inf, known.latest)
    else:
        span = EdgeSpan(-math.inf, math.inf)
    earlier = edge.get("earlier_possible")
    if earlier is True:
        return EdgeSpan(-math.inf, span.latest)
    if earlier:
        moved = _span(earlier, Side.START, f"{pointer}/earlier_possible")
        return EdgeSpan(min(span.earliest, moved.earliest), span.latest)
    return span


def _end_span(published: Published) -> EdgeSpan:
    edge, pointer = published.content.get("end", {}), f"{published.pointer}/end"
    if edge.get("dates"):
        return _hull(edge["dates"], Side.END, f"{pointer}/dates")
    earliest: Bound = -math.inf
    latest: Bound = math.inf
    if "in_effect_at" in edge:
        earliest = _span(edge["in_effect_at"], Side.END, f"{pointer}/in_effect_at").earliest
    if "stopped_by" in edge:
        latest = _span(edge["stopped_by"], Side.END, f"{pointer}/stopped_by").latest
    return EdgeSpan(earliest, latest)


def _hull(dates: Sequence[Mapping[str, Any]], side: Side, pointer: str) -> EdgeSpan:
    return EdgeSpan.hull(
        _span(date, side, f"{pointer}/{position}") for position, date in enumerate(dates)
    )


def _span(date: Mapping[str, Any], side: Side, pointer: str) -> EdgeSpan:
    try:
        meaning = Meaning(date.get("meaning", "during"))
        return published_span(date["value"], date.get("zone"), meaning, side)
    except UnreadableDate as error:
        raise UnableToPublish(
            pointer, error.problem.value, f"{error.text!r} cannot be read as a date or a zone."
        ) from None


def _freeze_numbers(published: Published) -> Json:
    content = published.content
    certain = _within(content["bounds"]) if "bounds" in content else window(0, 0)
    possible = _within(content["possible_bounds"]) if "possible_bounds" in content else certain
    if not possible.intervals or not possible.covers(certain):
        raise UnableToPublish(
            published.pointer,
            "no_such_number",
            "The possible numbers must include the certain ones, and there must be some.",
        )
    unreliable = Extent.of(
        Interval(one["min"], one["max"] + 1) for one in content.get("unreliable", [])
    )
    counted = content["counted"]
    return {
        "unit": content["unit"],
        "counted": counted.get("en") or next(iter(counted.values())),
        "certain": numbers_to_wire(certain),
        "possible": numbers_to_wire(possible),
        "unreliable": numbers_to_wire(unreliable),
    }


_BOUNDS: dict[str, Callable[[int], tuple[Bound, Bound]]] = {
    ">": lambda value: (value + 1, math.inf),
    ">=": lambda value: (value, math.inf),
    "<": lambda value: (0, value),
    "<=": lambda value: (0, value + 1),
    "=": lambda value: (value, value + 1),
}


def _within(bounds: Sequence[Mapping[str, Any]]) -> Extent:
    """The numbers that every bound admits."""
    ends = [_BOUNDS[bound["operator"]](bound["value"]) for bound in bounds]
    return window(max(low for low, _ in ends), min(high for _, high in ends))


def _freeze_versions(published: Published) -> Json:
    content = published.content
    scheme = Scheme(content["scheme"])
    certain = [range_from_document(one) for one in content.get("ranges", [])]
    possible = certain + [range_from_document(one) for one in content.get("possible_ranges", [])]
    outside = content.get("outside", [])
    for text in [*(bound for one in possible for bound in one.bounds), *outside]:
        if parse_version(text, scheme) is None:
            raise UnableToPublish(
                published.pointer,
                "not_a_version",
                f"{text!r} is not a version of the scheme {scheme.value}.",
            )
    if scheme is Scheme.TAGS and not all(one.is_single for one in possible):
        raise UnableToPublish(
            published.pointer, "tags_have_no_order", "Tags can only be listed one by one."
        )
    unique = list(dict.fromkeys(possible))
    return {
        "product": content["product"],
        "scheme": scheme.value,
        "certain": [range_to_document(one) for one in certain],
        "possible": [range_to_document(one) for one in unique],
        "outside": list(outside),
    }


_FREEZERS: dict[str, Callable[[Published], Json]] = {
    "identifier": _freeze_names,
    "flag": _freeze_flag,
    "instant": _freeze_instants,
    "number": _freeze_numbers,
    "version": _freeze_versions,
}
