"""Facts and readings in words, in the language that is active.

Sentences are short and say what was published, with its precision and its zone, and no more.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import dateformat, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from incidents.domain.snapshots import PublishedRecord, Snapshot
from incidents.scope.conditions import Condition
from incidents.scope.dates import Precision, format_instant, read_local_unit
from incidents.scope.names import narrow
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NameReading,
    NumberReading,
    Reading,
    VersionReading,
)
from incidents.scope.reasons import Finding, Reason
from incidents.scope.verdict import Outcome, Verdict

Json = Mapping[str, Any]


def text_in(text: Json, language: str, original: str) -> str:
    """The text in the language, or in the original's where it is not translated."""
    found: str = (
        text.get(document_language(language)) or text.get(original) or next(iter(text.values()))
    )
    return found


def document_language(language: str) -> str:
    """The tag that documents use for a language of the interface."""
    return "zh-Hans" if language.lower().startswith("zh") else "en"


def published_phrase(record: PublishedRecord, condition: Condition, language: str) -> str:
    """What the record publishes for a condition, in words. Made once per language."""
    key = ("published", condition.fact, language)
    if key not in record.memo:
        with translation.override(language):
            record.memo[key] = condition_phrase(record.fact(condition.fact))
    phrase: str = record.memo[key]
    return phrase


def condition_phrase(content: Json) -> str:
    """What a condition of a disclosure document publishes, in words."""
    return _PHRASES[content["kind"]](content)


def given_phrase(reading: Reading | None) -> str | None:
    """What the question says of an attribute, in words; None where it says nothing."""
    match reading:
        case NameReading() | VersionReading() | InstantReading():
            return reading.text
        case FlagReading():
            return _("yes") if reading.value else _("no")
        case NumberReading():
            return _number_phrase(reading)
    return None


def _number_phrase(reading: NumberReading) -> str:
    low, high = reading.interval.low, reading.interval.high
    if high == low + 1:
        phrase = f"{low:,}"
    elif high == float("inf"):
        phrase = _("at least %(number)s") % {"number": f"{low:,}"}
    elif low == 0:
        phrase = _("at most %(number)s") % {"number": f"{high - 1:,}"}
    else:
        phrase = _("%(low)s to %(high)s") % {"low": f"{low:,}", "high": f"{high - 1:,}"}
    if reading.comparable:
        return phrase
    return _("%(number)s, counted by another rule") % {"number": phrase}


def _names_phrase(content: Json) -> str:
    names = content.get("names", [])
    if not names and not content.get("possible"):
        return _("not published")
    phrase = listing(names)
    if content.get("possible"):
        possible = _("possibly %(names)s") % {"names": listing(content["possible"])}
        separator = pgettext("between the conditions of a clause", "; ")
        phrase = f"{phrase}{separator}{possible}" if phrase else possible
    if not content.get("complete", True):
        return _("%(names)s, and others that the list does not name") % {"names": phrase}
    return phrase


def listing(items: Sequence[str]) -> str:
    """Items one after the other."""
    return pgettext("between the items of a list", ", ").join(items)


def _threshold_phrase(content: Json) -> str:
    bounds = content.get("bounds") or content.get("possible_bounds", [])
    words = [_bound_words(bound["operator"], f"{bound['value']:,}") for bound in bounds]
    joined = pgettext("between bounds that all hold", " and ").join(words)
    return _("%(bounds)s %(unit)s") % {"bounds": joined, "unit": unit_phrase(content["unit"])}


def _bound_words(operator: str, number: str) -> str:
    words = {
        ">": _("more than %(number)s"),
        ">=": _("at least %(number)s"),
        "<": _("fewer than %(number)s"),
        "<=": _("at most %(number)s"),
        "=": _("exactly %(number)s"),
    }
    return words[operator] % {"number": number}


def unit_phrase(unit: str) -> str:
    """A unit of a number attribute; units that nobody translated stay as they are."""
    return {"tokens": _("tokens"), "seconds": _("seconds"), "bytes": _("bytes")}.get(unit, unit)


def _flag_phrase(content: Json) -> str:
    if "is" not in content:
        return _("not published")
    return _("yes") if content["is"] else _("no")


def _versions_phrase(content: Json) -> str:
    ranges = content.get("ranges") or content.get("possible_ranges", [])
    words = pgettext("between version ranges", " or ").join(_range_phrase(one) for one in ranges)
    return f"{content['product']} {words}"


def _range_phrase(one: Json) -> str:
    if "is" in one:
        return str(one["is"])
    parts = []
    if "from" in one:
        parts.append(_("from %(version)s") % {"version": one["from"]})
    if "after" in one:
        parts.append(_("after %(version)s") % {"version": one["after"]})
    if "before" in one:
        parts.append(_("before %(version)s") % {"version": one["before"]})
    if "through" in one:
        parts.append(_("through %(version)s") % {"version": one["through"]})
    return pgettext("between the bounds of a range", " ").join(parts) or _("every version")


def _window_phrase(content: Json) -> str:
    """A window as published: its edges, once for both what the zone is, and what is left open."""
    start, end = content.get("start", {}), content.get("end", {})
    parts = [_edges_phrase(start.get("dates", []), end.get("dates", []))]
    parts += [*_start_remarks(start), *_end_remarks(end)]
    return pgettext("between what is said of a window", "; ").join(part for part in parts if part)


def _edges_phrase(start: Sequence[Json], end: Sequence[Json]) -> str:
    dates = [*start, *end]
    if not dates:
        return ""
    if start == end and len(dates) == 2:
        return phrase_date(dates[0])
    is_shared = len({zone_phrase(date) for date in dates}) == 1
    first = _edge_phrase(start, with_zone=not is_shared)
    last = _edge_phrase(end, with_zone=not is_shared)
    if start and end:
        phrase = _("%(start)s to %(end)s") % {"start": first, "end": last}
    elif start:
        phrase = _("from %(date)s") % {"date": first}
    else:
        phrase = _("until %(date)s") % {"date": last}
    if not is_shared:
        return phrase
    return _("%(date)s (%(zone)s)") % {"date": phrase, "zone": zone_phrase(dates[0])}


def _start_remarks(edge: Json) -> Iterator[str]:
    if "in_effect_by" in edge:
        date = phrase_date(edge["in_effect_by"])
        yield _("the start is not published, in effect by %(date)s") % {"date": date}
    elif not edge.get("dates"):
        yield _("the start is not published")
    if "earlier_possible" in edge:
        yield _("earlier cases are not ruled out")


def _end_remarks(edge: Json) -> Iterator[str]:
    if "in_effect_at" in edge:
        date = phrase_date(edge["in_effect_at"])
        yield _("last known to be in effect at %(date)s") % {"date": date}
    if "stopped_by" in edge:
        yield _("stopped by %(date)s") % {"date": phrase_date(edge["stopped_by"])}
    if not edge.get("dates"):
        yield _("the end is not published")


def _edge_phrase(dates: Sequence[Json], *, with_zone: bool) -> str:
    words = [phrase_date(date) if with_zone else date_words(date) for date in dates]
    return pgettext("between dates of one edge", " or ").join(words)


def phrase_date(date: Json) -> str:
    """A date as published, with its zone or that none is stated."""
    return _("%(date)s (%(zone)s)") % {"date": date_words(date), "zone": zone_phrase(date)}


def zone_phrase(date: Json) -> str:
    """What is known of the zone of a date, and of its time of day."""
    unit = read_local_unit(date["value"])
    has_time = unit.precision not in (Precision.YEAR, Precision.MONTH, Precision.DAY)
    zone = date.get("zone") or (str(unit.offset) if unit.offset else None)
    if zone is not None:
        return zone
    return _("time zone not stated") if has_time else _("time of day and zone not stated")


def date_words(date: Json) -> str:
    """The date in words, with the precision it was published in."""
    unit = read_local_unit(date["value"])
    # Only ISO 8601 holds a time of day, behind a date of ten characters. The unit itself would not
    # do for it: 24:00 begins on the next day.
    day, time = narrow(date["value"])[:10], narrow(date["value"])[11:]
    if unit.is_of_calendar:
        day, time = (format_instant(unit.low) or "")[:10], ""
    # Formats of Django's: a language may write months in words, or count them as Chinese does.
    if unit.precision is Precision.YEAR:
        form = pgettext("a year, in Django's letters for dates", "Y")
    elif unit.precision is Precision.MONTH:
        form = pgettext("a month, in Django's letters for dates", "F Y")
    else:
        form = pgettext("a day, in Django's letters for dates", "j F Y")
    words = dateformat.format(datetime.fromisoformat(day), form)
    return _("%(date)s, %(time)s") % {"date": words, "time": time} if time else words


_PHRASES = {
    "identifier": _names_phrase,
    "instant": _window_phrase,
    "number": _threshold_phrase,
    "flag": _flag_phrase,
    "version": _versions_phrase,
}


def kind_word(kind: str) -> str:
    return {
        "data_isolation": _("data isolation"),
        "availability": _("availability"),
        "output_quality": _("output quality"),
        "software_advisory": _("software advisory"),
    }[kind]


def status_word(status: str) -> str:
    return {
        "ongoing": _("ongoing"),
        "resolved": _("resolved"),
        "not_stated": _("status not stated"),
    }[status]


def open_phrase(reason: Reason) -> str:
    """Why a clause as a whole is only possible."""
    return {
        Reason.SUSPECTED: _("The disclosure suspects this and does not confirm it."),
        Reason.NOT_PUBLISHED: _("The disclosure does not say whether this is covered."),
        Reason.DISPUTED: _("The sources disagree about this."),
    }[reason]


def verdict_word(verdict: Verdict) -> str:
    return {
        Verdict.IN_SCOPE: _("In scope"),
        Verdict.UNDETERMINED: _("Cannot be determined"),
        Verdict.OUT_OF_SCOPE: _("Not in scope"),
    }[verdict]


def outcome_word(outcome: Outcome) -> str:
    return {
        Outcome.MET: _("met"),
        Outcome.NOT_MET: _("not met"),
        Outcome.UNDETERMINED: _("undetermined"),
    }[outcome]


def reason_phrase(finding: Finding) -> str:
    """Why a condition came out as it did, in a sentence; empty where the outcome says it all."""
    return {
        Reason.INSIDE: "",
        Reason.OUTSIDE: "",
        Reason.MISSING: _("You have not said this."),
        Reason.IMPRECISE: _("What you said covers values inside and outside; say it more exactly."),
        Reason.NOT_RECOGNISED: _(
            "This name is not recognised here, so it rules nothing in or out."
        ),
        Reason.NOT_COMPARABLE: _("What you said cannot be compared with what was published."),
        Reason.UNRELIABLE: _("This reading is known to be wrong when it occurs."),
        Reason.NOT_PUBLISHED: _("The disclosure does not say."),
        Reason.PUBLISHED_IMPRECISELY: _("The disclosure is not exact enough to say."),
        Reason.SUSPECTED: _("The disclosure suspects this and does not confirm it."),
        Reason.DISPUTED: _("The sources disagree."),
    }[finding.reason]


def quantity_phrase(count: Json, language: str, original: str) -> str:
    """How many of what: a count with its unit and its qualifier.

    What the count is not must stand beside it: see `count_phrase`.
    """
    value = count["value"]
    number = f"{value:,}" if isinstance(value, int) else str(value)
    return {
        "exact": _("%(number)s %(unit)s"),
        "about": _("about %(number)s %(unit)s"),
        "at_least": _("at least %(number)s %(unit)s"),
        "at_most": _("at most %(number)s %(unit)s"),
    }[count["qualifier"]] % {"number": number, "unit": text_in(count["unit"], language, original)}


def count_phrase(count: Json, language: str, original: str) -> str:
    """A count with its unit, its qualifier and what it is not. It is never shown without them."""
    words = quantity_phrase(count, language, original)
    if "of" in count:
        words = _("%(count)s, %(whole)s") % {
            "count": words,
            "whole": text_in(count["of"], language, original),
        }
    is_not = text_in(count["is_not"], language, original)
    return _("%(count)s. %(is_not)s") % {"count": words, "is_not": is_not}


def attribute_label(snapshot: Snapshot, attribute: str, language: str) -> str:
    """How the catalogue calls an attribute, in the language."""
    for one in snapshot.catalogue_document["attributes"]:
        if one["name"] == attribute:
            return text_in(one["label"], language, "en")
    return attribute
