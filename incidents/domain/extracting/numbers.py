"""Counts, shares, rates, thresholds and amounts. A number without a unit is none of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from incidents.domain.extracting.claims import Claims
from incidents.domain.extracting.comparisons import (
    Comparison,
    comparison_before,
    comparison_behind,
)
from incidents.domain.extracting.languages import Languages
from incidents.domain.extracting.proposal import Doubt, Find, Form, Json, Kind
from incidents.domain.extracting.units import Counted, Measure, counted_behind, measure_behind
from incidents.domain.extracting.view import View
from incidents.scope.reading import LARGEST_NUMBER

_SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "百": 10**2,
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
    "十亿": 10**9,
    "万亿": 10**12,
    "k": 10**3,
    "m": 10**6,
    "b": 10**9,
}
#: What the letters stand for where they count tokens or bytes.
_BINARY = {"k": 2**10, "m": 2**20, "b": 2**30}

_NUMBER = (
    r"(?<![A-Za-z0-9_$€£¥#*/+])(?<![0-9][.,:'’/])(?<![A-Za-z]-)"
    r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,3}(?: [0-9]{3}){1,4}(?![0-9])|[0-9]{1,16})"
    r"(?P<fraction>\.[0-9]{1,9})?(?![0-9]|[.,'’][0-9])"
    r"(?P<scale> ?(?:thousand|million|billion|trillion|百万|千万|十亿|万亿|百|千|万|亿)(?![A-Za-z])"
    r"|[kKmMbB](?![A-Za-z0-9]))?"
)
_ONE_NUMBER = re.compile(_NUMBER, re.ASCII)
_PERCENT = re.compile(r" ?(?:%|(?:percent|per cent)(?![A-Za-z]| points?))|(?= ?个百分点)", re.ASCII)
_OF = re.compile(
    r" of (?P<whole>[^.,;:()\n。，；（）]{1,120}?)"
    r"(?= (?:may|might|could|can|was|were|is|are|had|has|have|will|would|did|saw|received|who|whose"
    r"|that|which|when|where) "
    r"|[.,;:()\n。，；（）]|$)"
)
#: "HTTP 200 responses" are not 200.
_CODE_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:HTTP|status|codes?)|状态码?|错误码?) ?$", re.IGNORECASE
)
_IN_MANY = re.compile(r"(?<![A-Za-z0-9.,])(?:1|one) in (?:every )?(?:about )?$", re.IGNORECASE)
_EACH_BEFORE = re.compile(r"每 ?$")
_EACH_BEHIND = re.compile(r" ?(?:中|里|内)? ?(?:就|约|大约)?有? ?(?:1|一) ?(?:次|个|条)")
_RANGE_BEFORE = re.compile(
    r"[0-9][kKmM%万亿]? ?(?:-|–|—|~|to|至|到) ?$|between [0-9.,]{1,20} and $", re.IGNORECASE
)
_TIME = frozenset("days hours minutes seconds milliseconds".split())
_LARGER_BEFORE = re.compile(r"[0-9] ?(?:days?|hours?|minutes?|天|个?小时|分钟?),? ?(?:and )?零? ?$")
_SMALLER_BEHIND = re.compile(
    r",? ?(?:and )?零? ?[0-9]{1,3} ?(?:hours?|minutes?|seconds?|milliseconds?|个?小时|分|秒)"
)
_QUALIFIERS = {
    Comparison.EXACT: "exact",
    Comparison.ABOUT: "about",
    Comparison.MORE: "at_least",
    Comparison.AT_LEAST: "at_least",
    Comparison.AT_LEAST_OR_MORE: "at_least",
    Comparison.LESS: "at_most",
    Comparison.AT_MOST: "at_most",
    Comparison.AT_MOST_OR_LESS: "at_most",
}
_STRICT = {
    Comparison.MORE: Doubt.STRICTLY_MORE,
    Comparison.LESS: Doubt.STRICTLY_LESS,
    Comparison.AT_LEAST_OR_MORE: Doubt.BOUND_INCLUDED,
    Comparison.AT_MOST_OR_LESS: Doubt.BOUND_INCLUDED,
}


@dataclass(frozen=True, slots=True)
class _Number:
    """A number as written, with all it can be."""

    start: int
    end: int
    options: tuple[Decimal, ...]
    doubts: tuple[Doubt, ...]
    #: k, m or b, where the number is shortened by one.
    letter: str


def find_numbers(view: View, claims: Claims, languages: Languages) -> Iterator[Find]:
    """Every number with a unit, and those shortened by a letter that have none."""
    for found in _ONE_NUMBER.finditer(view.plain):
        low = max(found.start() - 16, 0)
        is_code = _CODE_BEFORE.search(view.plain[low : found.start()]) is not None
        if claims.are_free(*found.span()) and not is_code:
            find = _find(view, found, languages)
            if find is not None:
                claims.claim(find.start, find.end)
                yield find


def _find(view: View, found: re.Match[str], languages: Languages) -> Find | None:
    plain = view.plain
    # "155 or more responses": the unit follows the comparison.
    behind = comparison_behind(plain, found.end())
    place = found.end() if behind is None else behind[1]
    measure = measure_behind(plain, place)
    percent = _PERCENT.match(plain, found.end())
    is_whole_of_things = measure is None and percent is None
    number = _number(found, whole=is_whole_of_things or bool(measure and measure.unit == "tokens"))
    if number is None:
        return None
    if measure is not None:
        return _measured(plain, number, measure)
    if percent is not None:
        # Points are differences of shares, which the document does not know.
        return _share(view, number, percent.end(), languages) if percent[0] else None
    counted = counted_behind(plain, place, is_one=found[0] == "1")
    if counted is not None:
        return _counted(view, number, counted, languages)
    return _unmeasured(plain, number) if number.letter in ("k", "m") else None


def _number(found: re.Match[str], *, whole: bool) -> _Number | None:
    digits, fraction, scale = found["digits"], found["fraction"] or "", found["scale"] or ""
    scale = scale.strip().lower()
    doubts = []
    options = [Decimal(digits.replace(",", "").replace(" ", "") + fraction)]
    if " " in digits:
        options.append(Decimal(digits.rpartition(" ")[2] + fraction))
        doubts.append(Doubt.SEPARATOR)
    if whole and len(fraction) == 4 and len(digits) <= 3 and digits[0] != "0" and not scale:
        options.insert(0, Decimal(digits + fraction[1:]))
        doubts.append(Doubt.SEPARATOR)
    options = [option * _SCALES.get(scale, 1) for option in options]
    if max(options) > LARGEST_NUMBER:
        return None
    letter = scale if scale in _BINARY else ""
    if scale:
        doubts.append(Doubt.ABBREVIATED if letter else Doubt.ROUNDED)
    return _Number(found.start(), found.end(), tuple(options), tuple(doubts), letter)


def _plain_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _compared(plain: str, number: _Number, end: int) -> tuple[Comparison, int, int]:
    """How the number is meant, and where the words that say so begin and end."""
    for place in dict.fromkeys((end, number.end)):
        behind = comparison_behind(plain, place)
        if behind is not None:
            return behind[0], number.start, max(behind[1], end)
    before = comparison_before(plain, number.start)
    if before is None or _is_quoted(plain, before[1]):
        return Comparison.EXACT, number.start, end
    return before[0], before[1], end


def _is_quoted(plain: str, place: int) -> bool:
    """Whether a ">" begins its line, where Markdown and mail mark what they quote with it."""
    return plain[place] == ">" and plain[max(place - 1, 0) : place] in ("", "\n")


def _is_range(plain: str, number: _Number) -> bool:
    before = plain[max(number.start - 32, 0) : number.start]
    return _RANGE_BEFORE.search(before) is not None


def _is_part_of_duration(plain: str, number: _Number, find: Find) -> bool:
    """Whether it is the hours or the minutes of "4 hours 22 minutes"."""
    before = plain[max(number.start - 24, 0) : number.start]
    is_time = find.kind in (Kind.NUMBER, Kind.THRESHOLD) and any(
        one["unit"] in _TIME for one in find.readings
    )
    return is_time and bool(_LARGER_BEFORE.search(before) or _SMALLER_BEHIND.match(plain, find.end))


def _measured(plain: str, number: _Number, measure: Measure) -> Find:
    comparison, start, end = _compared(plain, number, measure.end)
    if measure.more:
        comparison = Comparison.MORE
    options = [one * factor for one in number.options for factor in measure.factors]
    doubts = list(number.doubts)
    if number.letter and measure.is_digital:
        shortened = _SCALES[number.letter]
        options += [one / shortened * _BINARY[number.letter] for one in options]
    if len(measure.factors) > 1:
        doubts.append(Doubt.ABBREVIATED)
    values = [_plain_number(one) for one in dict.fromkeys(options)]
    operators = comparison.operators
    if len(operators) > 1:
        doubts.append(Doubt.BOUND_INCLUDED)
    readings: tuple[Json, ...] = tuple(
        {"operator": operator, "value": value, "unit": measure.unit}
        for value in values
        for operator in operators
    )
    kind, form = Kind.THRESHOLD, Form.COMPARISON
    if not operators:
        kind, form = Kind.NUMBER, Form.NUMBER_WITH_UNIT
        qualifier = _QUALIFIERS[comparison]
        readings = tuple(
            {"value": value, "unit": measure.unit, "qualifier": qualifier} for value in values
        )
    elif any(isinstance(value, float) for value in values):
        doubts.append(Doubt.NOT_WHOLE)
    return _finish(plain, number, Find(kind, form, start, end, readings, tuple(doubts)))


def _finish(plain: str, number: _Number, find: Find) -> Find:
    """The find, without readings where the number is no more than a part of what is said."""
    before = comparison_before(plain, number.start)
    if before is not None and _is_quoted(plain, before[1]):
        doubt = Doubt.MORE_OR_QUOTED
    elif _is_range(plain, number):
        doubt = Doubt.NUMBER_RANGE
    elif _is_part_of_duration(plain, number, find):
        doubt = Doubt.PART_OF_AMOUNT
    else:
        return find
    return Find(
        find.kind,
        find.form,
        find.start,
        find.end,
        (),
        (*find.doubts, doubt),
        find.readings[0] if find.readings else None,
    )


def _counted(view: View, number: _Number, counted: Counted, languages: Languages) -> Find:
    plain = view.plain
    many = _one_in_many(view, number, counted, languages)
    if many is not None:
        return many
    comparison, start, end = _compared(plain, number, counted.end)
    if counted.more:
        comparison = Comparison.MORE
    doubts = list(number.doubts)
    if number.letter:
        doubts = [Doubt.ROUNDED if one is Doubt.ABBREVIATED else one for one in doubts]
    if comparison in _STRICT:
        doubts.append(_STRICT[comparison])
    readings = tuple(
        {
            "value": _plain_number(option),
            "unit": languages.text(counted.start, counted.end),
            "qualifier": _QUALIFIERS[comparison],
        }
        for option in number.options
    )
    find = Find(Kind.COUNT, Form.NUMBER_WITH_UNIT, start, end, readings, tuple(doubts))
    return _finish(plain, number, find)


def _one_in_many(
    view: View, number: _Number, counted: Counted, languages: Languages
) -> Find | None:
    """`1 in 3,300,000 requests`: a count of one, in a unit that holds the many."""
    plain = view.plain
    low = max(number.start - 24, 0)
    before = _IN_MANY.search(plain[low : number.start])
    each = _EACH_BEFORE.search(plain[low : number.start])
    behind = _EACH_BEHIND.match(plain, counted.end) if each is not None else None
    if before is not None:
        start, end = low + before.start(), counted.end
        unit = languages.text(number.start, counted.end, "in ")
    elif each is not None and behind is not None:
        start, end = low + each.start(), behind.end()
        unit = languages.text(start, counted.end)
    else:
        return None
    comparison, first = comparison_before(plain, start) or (Comparison.EXACT, start)
    if behind is not None and "约" in behind[0]:
        comparison = Comparison.ABOUT
    reading = {"value": 1, "unit": unit, "qualifier": _QUALIFIERS[comparison]}
    doubts = (*number.doubts, *((_STRICT[comparison],) if comparison in _STRICT else ()))
    return Find(Kind.COUNT, Form.ONE_IN_MANY, first, end, (reading,), doubts)


def _share(view: View, number: _Number, end: int, languages: Languages) -> Find:
    plain = view.plain
    comparison, start, finish = _compared(plain, number, end)
    value: dict[str, object] = {
        "value": _plain_number(number.options[0]),
        "unit": languages.text(number.end, end),
        "qualifier": _QUALIFIERS[comparison],
    }
    of = _OF.match(plain, finish)
    if of is not None:
        value["of"] = languages.text(*of.span("whole"))
    doubts = (*number.doubts, *((_STRICT[comparison],) if comparison in _STRICT else ()))
    find = Find(Kind.PERCENTAGE, Form.PERCENT, start, finish, (value,), doubts)
    return _finish(plain, number, find)


def _unmeasured(plain: str, number: _Number) -> Find:
    """A number shortened by a letter, of which not even the unit is known."""
    comparison, start, end = _compared(plain, number, number.end)
    shortened, binary = _SCALES[number.letter], _BINARY[number.letter]
    options = [*number.options, *(one / shortened * binary for one in number.options)]
    operators = comparison.operators
    readings: tuple[Json, ...] = tuple({"value": _plain_number(one)} for one in options)
    if operators:
        readings = tuple(
            {"operator": operator, "value": _plain_number(one)}
            for one in options
            for operator in operators
        )
    kind = Kind.THRESHOLD if operators else Kind.NUMBER
    doubts = (*number.doubts, Doubt.UNIT_MISSING)
    return Find(kind, Form.NUMBER_WITHOUT_UNIT, start, end, readings, doubts)
