"""What is offered to the person who enters a disclosure, and the words it was read from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

#: A value in the form of the disclosure document.
Json = Mapping[str, Any]


class UnableToReadText(ValueError):
    """A text that cannot be read into proposals, with a whole sentence that says why."""


class Kind(Enum):
    """What a proposal is, and with it the shape of its readings.

    The shapes are those of the disclosure document; `text` and `unit` of a count are texts by
    language tag there.
    """

    #: {value, zone?, text}
    DATE = "date"
    #: {start?: {dates: [date]}, end?: {dates: [date]}}
    WINDOW = "window"
    #: {zone}: what the text says of all its times
    ZONE = "zone"
    #: {value, unit, qualifier}; a rate is 1 of the unit "in 3,300,000 requests"
    COUNT = "count"
    #: {value, unit, qualifier, of?}
    PERCENTAGE = "percentage"
    #: {operator, value, unit}
    THRESHOLD = "threshold"
    #: {value, unit, qualifier}: an amount of tokens, bytes or time that is compared with nothing
    NUMBER = "number"
    #: {component?, version, role?} or {component?, range}
    VERSION = "version"
    #: {name, service, written}: the canonical name, the service it belongs to, the name as written
    MODEL = "model"
    #: {name, written}
    SERVICE = "service"
    #: {kind, text}, a statement of the document, as are the next three
    UNKNOWN = "unknown"
    NOT_AFFECTED = "not_affected"
    RECOMMENDATION = "recommendation"
    #: a statement of another kind: do_not_infer, correction, workaround
    STATEMENT = "statement"
    #: {url}
    SOURCE_URL = "source_url"
    #: {id}
    CVE = "cve"


class Form(Enum):
    """By which form a proposal was read; the sentence belongs to the interfaces."""

    ISO_DATE = "iso_date"
    NUMERIC_DATE = "numeric_date"
    DATE_IN_WORDS = "date_in_words"
    CHINESE_DATE = "chinese_date"
    TIME_ALONE = "time_alone"
    RANGE = "range"
    OPEN_START = "open_start"
    OPEN_END = "open_end"
    ZONE_OF_ALL_TIMES = "zone_of_all_times"
    NUMBER_WITH_UNIT = "number_with_unit"
    NUMBER_WITHOUT_UNIT = "number_without_unit"
    COMPARISON = "comparison"
    PERCENT = "percent"
    ONE_IN_MANY = "one_in_many"
    VERSION_NUMBER = "version_number"
    VERSION_RANGE = "version_range"
    CATALOGUE_NAME = "catalogue_name"
    PHRASE = "phrase"
    ADDRESS = "address"
    IDENTIFIER = "identifier"


class Doubt(Enum):
    """What the text leaves open about a proposal, so that a person has to look."""

    #: The day or the month is written without its year.
    YEAR_MISSING = "year_missing"
    #: The time of day is written without its date.
    DATE_MISSING = "date_missing"
    #: The number is written without its unit.
    UNIT_MISSING = "unit_missing"
    #: Day and month can be read in either order.
    DAY_OR_MONTH_FIRST = "day_or_month_first"
    #: A time of day that may be meant before or after noon.
    BEFORE_OR_AFTER_NOON = "before_or_after_noon"
    #: Numbers with dots: a date, or a version.
    DATE_OR_VERSION = "date_or_version"
    #: A day that its month does not have.
    NO_SUCH_DATE = "no_such_date"
    #: "About" and the like: what is written is not exact.
    APPROXIMATE = "approximate"
    #: The year is written once, at the other edge of the window.
    YEAR_FROM_OTHER_EDGE = "year_from_other_edge"
    #: The day is written once for both times of the window.
    DAY_FROM_OTHER_EDGE = "day_from_other_edge"
    #: The zone is written once for both times of the window.
    ZONE_FROM_OTHER_EDGE = "zone_from_other_edge"
    #: Read as written, the window would end before it starts.
    ENDS_BEFORE_START = "ends_before_start"
    #: The abbreviation stands for several zones.
    ZONE_HAS_SEVERAL_MEANINGS = "zone_has_several_meanings"
    #: Clocks did not show this zone on that day (PST in summer).
    ZONE_OUT_OF_SEASON = "zone_out_of_season"
    #: Which offset is meant depends on a date that is not known.
    ZONE_NEEDS_DATE = "zone_needs_date"
    #: "Local time": whose is not said.
    LOCAL_TIME = "local_time"
    #: A number shortened by a letter (680k): of which number is not known.
    ABBREVIATED = "abbreviated"
    #: A number in thousands, millions, 万 or 亿 may be rounded.
    ROUNDED = "rounded"
    #: A point or a space in a number that may part its thousands.
    SEPARATOR = "separator"
    #: Two numbers with "to" or a dash between them.
    NUMBER_RANGE = "number_range"
    #: The hours or the minutes of an amount that is written in both.
    PART_OF_AMOUNT = "part_of_amount"
    #: A ">" at the begin of a line: more than, or a mark of quotation.
    MORE_OR_QUOTED = "more_or_quoted"
    #: Strictly more is written, and a count knows "at least" only.
    STRICTLY_MORE = "strictly_more"
    #: Strictly fewer is written, and a count knows "at most" only.
    STRICTLY_LESS = "strictly_less"
    #: Whether the bound itself is included is not said.
    BOUND_INCLUDED = "bound_included"
    #: A threshold is a whole number of its unit, and this is none.
    NOT_WHOLE = "not_whole"
    #: Several services carry a model or a service of this name.
    SEVERAL_MEANINGS = "several_meanings"
    #: The catalogue knows the name by inference, or for a period only.
    UNCERTAIN_NAME = "uncertain_name"


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of the text: `text[start:end]`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something the text says, as far as it says it."""

    kind: Kind
    form: Form
    #: The values it may mean. One where nothing is ambiguous, none where something is missing.
    readings: tuple[Json, ...] = field(hash=False)
    #: The words it was read from.
    written: Passage
    #: The sentence or the sentences around them.
    passage: Passage
    doubts: tuple[Doubt, ...] = ()
    #: Where something is missing, what there is: in a date, `--09-09` stands for a day without its
    #: year and `T15:16` for a time without its day. None where there are readings.
    unfinished: Json | None = field(default=None, hash=False)
    #: Where else the text says the same, as offsets of begin and end.
    also_at: tuple[tuple[int, int], ...] = ()

    @property
    def value(self) -> Json | None:
        """The only reading; None where there are several or none."""
        return self.readings[0] if len(self.readings) == 1 else None


@dataclass(frozen=True, slots=True)
class Find:
    """A proposal before its passages are known; offsets are those of the view."""

    kind: Kind
    form: Form
    start: int
    end: int
    readings: tuple[Json, ...]
    doubts: tuple[Doubt, ...] = ()
    unfinished: Json | None = None
