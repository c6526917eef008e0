"""Days, months and years as disclosures write them in English and Chinese."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from incidents.domain.extracting.proposal import Doubt, Form

_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_NUMBER_OF_MONTH = (
    {name.lower(): number for number, name in enumerate(_MONTHS, 1)}
    | {name[:3].lower(): number for number, name in enumerate(_MONTHS, 1)}
    | {"sept": 9}
)
# In capitals or with one: "may" and "march" in lower case are verbs.
_NAMES = [*_MONTHS, *(name[:3] for name in _MONTHS), "Sept"]
_MONTH = (
    "(?P<{0}>"
    + "|".join(
        sorted({*_NAMES, *(name.upper() for name in _NAMES)}, key=lambda one: (-len(one), one))
    )
    + r")(?![A-Za-z])\.?"
)
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,:][0-9])"
_ORDINAL = r"(?:st|nd|rd|th)?"
_BEFORE = r"(?<![A-Za-z0-9_$€£#])(?<![0-9][.,:/-])(?<![A-Za-z]-)"
# Between two of them, ISO 8601 puts a slash.
_BEFORE_ISO = r"(?<![A-Za-z0-9_$€£#])(?<![0-9][.,:-])(?<![A-Za-z]-)"
_DASH = r" ?(?:-|–|—|~|to|through|thru|until|till|and) ?"

_ISO_DAY = r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = tuple(
    (form, re.compile(pattern, re.ASCII))
    for form, pattern in (
        (Form.ISO_DATE, _BEFORE_ISO + _ISO_DAY + r"(?=T[0-9]|[^A-Za-z0-9_-]|-[^A-Za-z0-9]|$)"),
        (
            Form.NUMERIC_DATE,
            _BEFORE + r"(?P<year>(?:19|20)[0-9]{2})(?P<sign>[/.])(?P<month>[0-9]{1,2})(?P=sign)"
            r"(?P<day>[0-9]{1,2})(?![A-Za-z0-9_/]|\.[0-9])",
        ),
        (
            Form.NUMERIC_DATE,
            _BEFORE + r"(?P<one>[0-9]{1,2})(?P<sign>[/.-])(?P<two>[0-9]{1,2})(?P=sign)"
            r"(?P<year>(?:19|20)[0-9]{2})(?![A-Za-z0-9_/]|[.-][0-9])",
        ),
        (
            Form.CHINESE_DATE,
            r"(?<![0-9])(?:(?P<year>[0-9]{4}) ?年 ?)?(?P<month>[0-9]{1,2}) ?月 ?"
            r"(?P<day>[0-9]{1,2}) ?(?P<sun>[日号])"
            r"(?: ?(?:至|到|-|–|—|~) ?(?P<last>[0-9]{1,2}) ?[日号])?",
        ),
        (
            Form.DATE_IN_WORDS,
            _BEFORE + rf"(?:(?P<first>[0-9]{{1,2}}){_ORDINAL}{_DASH})?(?P<day>[0-9]{{1,2}})"
            rf"{_ORDINAL}(?: of)?[ -]?{_MONTH.format('name')}(?:,? ?-?{_YEAR})?",
        ),
        (
            Form.DATE_IN_WORDS,
            rf"(?<![A-Za-z0-9_]){_MONTH.format('name')} ?(?:the )?(?P<day>[0-9]{{1,2}}){_ORDINAL}"
            rf"(?![0-9A-Za-z:]|[.,][0-9])(?:{_DASH}(?P<last>[0-9]{{1,2}}){_ORDINAL}"
            rf"(?![0-9A-Za-z:]|[.,][0-9]| ?[ap]\.?m| {_MONTH.format('next')}))?(?:,? {_YEAR})?",
        ),
        (
            Form.ISO_DATE,
            _BEFORE + r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>0[1-9]|1[0-2])(?![0-9A-Za-z_-])",
        ),
        (
            Form.CHINESE_DATE,
            r"(?<![0-9])(?P<year>(?:19|20)[0-9]{2}) ?年"
            r"(?: ?(?P<month>[0-9]{1,2}) ?月(?!份? ?[0-9]))?",
        ),
        (
            Form.CHINESE_DATE,
            r"(?:自|从|在|于|至|到) ?(?P<month>[0-9]{1,2}) ?月"
            r"|(?<![0-9])(?P<then>[0-9]{1,2}) ?月(?=份|初|中旬|下旬|上旬|底|末|起|以来)",
        ),
        (Form.DATE_IN_WORDS, rf"(?<![A-Za-z0-9_]){_MONTH.format('name')},? ?{_YEAR}"),
        (
            Form.DATE_IN_WORDS,
            r"(?<![A-Za-z])(?:[Ss]ince|[Ii]n|[Dd]uring|[Uu]ntil|[Bb]efore|[Aa]fter|[Ff]rom|[Tt]hrough"
            rf"|[Ee]arly|[Mm]id|[Ll]ate)[ -]{_MONTH.format('name')}(?! ?[0-9])",
        ),
        (
            Form.DATE_IN_WORDS,
            r"(?<![A-Za-z])(?:[Ss]ince|[Ii]n|[Dd]uring|[Uu]ntil|[Bb]efore|[Aa]fter) "
            + _YEAR
            + r"(?![A-Za-z0-9_/-]|,[0-9]| [A-Za-z0-9])",
        ),
    )
)

#: A year is none where it is how many there were of something: "On August 27, 2000 requests …".
_COUNTED = re.compile(
    r" ?(?:[A-Za-z-]{1,20} ){0,1}(?:responses|requests|customers|users|accounts|domains|tokens"
    r"|messages|sessions|bytes|sites|conversations)(?![A-Za-z])",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Day:
    """A day, a month or a year as written; parts that are not written are None."""

    start: int
    end: int
    form: Form
    #: Year, month and day; several where it can be read in several ways.
    options: tuple[tuple[int | None, int | None, int | None], ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def has_year(self) -> bool:
        return self.options[0][0] is not None

    @property
    def has_day(self) -> bool:
        return self.options[0][2] is not None

    def in_year_of(self, other: "Day") -> "Day":
        """The same day, with the year of the other one where it has none of its own."""
        if self.has_year:
            return self
        year = other.options[0][0]
        options = tuple((year, month, day) for _none, month, day in self.options)
        return replace(self, options=options)


def find_days(plain: str) -> Iterator[Day]:
    """Every day, month and year; those found first in the list of forms outrank later ones."""
    taken = bytearray(len(plain))
    for form, pattern in _FORMS:
        for found in pattern.finditer(plain):
            start, end = _extent(found)
            if taken.find(1, start, end) >= 0:
                continue
            days = _days(form, found, start, end)
            if days:
                taken[start:end] = b"\x01" * (end - start)
                yield from days


def _extent(found: re.Match[str]) -> tuple[int, int]:
    """The stretch of the day itself, without the word before it that shows it to be one."""
    named = [
        found.start(name) for name, part in found.groupdict().items() if part and name != "next"
    ]
    end = found.end()
    if found.groupdict().get("year") and _COUNTED.match(found.string, found.end("year")):
        ends = [
            found.end(key) for key in ("day", "last", "name", "month") if found.groupdict().get(key)
        ]
        if ends and max(ends) < found.start("year"):
            end = max(ends)
    # The point of an abbreviated month may be the full stop, which the sentence keeps.
    return min(named), end - (found.string[end - 1] == ".")


def _days(form: Form, found: re.Match[str], start: int, end: int) -> list[Day]:
    parts = found.groupdict()
    year = int(parts["year"]) if parts.get("year") and found.end("year") <= end else None
    if parts.get("one"):
        return _in_either_order(found, start, end, year)
    month = _month(parts)
    if month is not None and not 1 <= month <= 12:
        return []
    number = int(parts["day"]) if parts.get("day") else None
    if number is not None and not 1 <= number <= 31:
        return []
    doubts = (Doubt.DATE_OR_VERSION,) if parts.get("sign") == "." else ()
    day = Day(start, end, form, ((year, month, number),), doubts)
    if parts.get("first"):
        first = Day(start, found.end("first"), form, ((year, month, int(parts["first"])),))
        return [first, replace(day, start=found.start("day"))]
    if parts.get("last"):
        last = Day(found.start("last"), end, form, ((year, month, int(parts["last"])),))
        return [replace(day, end=found.end("sun" if parts.get("sun") else "day")), last]
    return [day]


def _month(parts: dict[str, str | None]) -> int | None:
    name, number = parts.get("name"), parts.get("month") or parts.get("then")
    if name:
        return _NUMBER_OF_MONTH[name.lower()]
    return int(number) if number else None


def _in_either_order(found: re.Match[str], start: int, end: int, year: int | None) -> list[Day]:
    """A date in numbers with the year last, day first and month first."""
    one, two = int(found["one"]), int(found["two"])
    options = {
        (year, month, day): None
        for day, month in ((one, two), (two, one))
        if 1 <= month <= 12 and 1 <= day <= 31
    }
    if not options:
        return []
    doubts = (Doubt.DAY_OR_MONTH_FIRST,) if len(options) > 1 else ()
    return [Day(start, end, Form.NUMERIC_DATE, tuple(options), doubts)]
