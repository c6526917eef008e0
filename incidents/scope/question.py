"""Questions as callers write them: fields with texts, read into readings by attribute."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from incidents.scope.catalogue import Attribute
from incidents.scope.dates import UnreadableDate, read_zone
from incidents.scope.reading import (
    LARGEST_NUMBER,
    FlagReading,
    Question,
    Reading,
    UnreadableValue,
    ValueProblem,
    number_reading,
    read_flag,
    read_instant,
    read_name,
    read_number,
    read_text,
    read_version,
)

#: The field that gives local times without an offset their zone.
ZONE_FIELD = "tz"

#: What a number field may say of how the asker counted.
COUNTED_BY = ("provider", "other")


class FieldProblem(Enum):
    """Why a field cannot be used at all; the sentence belongs to the interfaces."""

    UNKNOWN = "unknown_field"
    WRONG_TYPE = "wrong_type"
    EXACT_AND_RANGE = "exact_and_range"
    NOT_A_COUNTING_RULE = "not_a_counting_rule"


@dataclass(frozen=True, slots=True)
class Fault:
    """One field that cannot be read: which, why, and the text that was given."""

    field: str
    problem: Enum
    given: str


class UnreadableQuestion(ValueError):
    """A question with at least one field that cannot be read."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.field}: {fault.problem.value}" for fault in faults))
        self.faults = faults


def read_question(fields: Mapping[str, object], attributes: Mapping[str, Attribute]) -> Question:
    """The question that the fields ask, by attribute of the catalogue.

    A number may be given as NAME, or as NAME_min, NAME_max or both; NAME_counted_by is `provider`
    or `other`. Flags and numbers may be given as JSON or as text. Fields with None are absent.
    Raises UnreadableQuestion with all faults, not only the first.
    """
    reader = _QuestionReader(fields)
    question: dict[str, Reading] = {}
    for field, value in fields.items():
        name = field if field in attributes else _counted_attribute(field, attributes)
        if name is None:
            if field != ZONE_FIELD:
                reader.add_fault(field, FieldProblem.UNKNOWN, value)
        elif value is not None and name not in question:
            reading = _READERS[attributes[name].kind](reader, name)
            if reading is not None:
                question[name] = reading
    if reader.faults:
        raise UnreadableQuestion(list(reader.faults.values()))
    return question


_NUMBER_SUFFIXES = ("_min", "_max", "_counted_by")


def _counted_attribute(field: str, attributes: Mapping[str, Attribute]) -> str | None:
    """The number that a field is about: `prompt_tokens` for `prompt_tokens_min`."""
    for suffix in _NUMBER_SUFFIXES:
        name = field.removesuffix(suffix)
        if name != field and name in attributes and attributes[name].kind == "number":
            return name
    return None


_Read = TypeVar("_Read")


class _QuestionReader:
    """Reads fields by the kind of their attribute. What cannot be read is None, and a fault."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self.fields = fields
        # By field: where a field is met more than once, its fault counts once.
        self.faults: dict[str, Fault] = {}
        self.zone = self._text(ZONE_FIELD, _zone_name)

    def add_fault(self, field: str, problem: Enum, given: object) -> None:
        self.faults[field] = Fault(_shown(field), problem, _shown(given))

    def name(self, field: str) -> Reading | None:
        return self._text(field, read_name)

    def version(self, field: str) -> Reading | None:
        return self._text(field, read_version)

    def flag(self, field: str) -> Reading | None:
        value = self.fields[field]
        return FlagReading(value) if isinstance(value, bool) else self._text(field, read_flag)

    def instant(self, field: str) -> Reading | None:
        return self._text(field, lambda text: read_instant(text, self.zone))

    def number(self, field: str) -> Reading | None:
        exact = self._whole(field)
        low, high = self._whole(f"{field}_min"), self._whole(f"{field}_max")
        is_comparable = self._is_comparable(f"{field}_counted_by")
        if exact is not None:
            if low is not None or high is not None:
                self.add_fault(field, FieldProblem.EXACT_AND_RANGE, exact)
                return None
            low = high = exact
        if low is None and high is None:
            return None
        try:
            return number_reading(low, high, comparable=is_comparable)
        except UnreadableValue as error:
            self.add_fault(field, error.problem, error.text)
            return None

    def _text(self, field: str, read: Callable[[str], _Read]) -> _Read | None:
        value = self.fields.get(field)
        if value is None:
            return None
        if not isinstance(value, str):
            self.add_fault(field, FieldProblem.WRONG_TYPE, value)
            return None
        try:
            return read(value)
        except (UnreadableValue, UnreadableDate) as error:
            self.add_fault(field, error.problem, error.text)
            return None

    def _whole(self, field: str) -> int | None:
        value = self.fields.get(field)
        if isinstance(value, float):
            self.add_fault(field, ValueProblem.NOT_WHOLE, value)
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            return self._text(field, read_number)
        if 0 <= value <= LARGEST_NUMBER:
            return value
        problem = ValueProblem.NEGATIVE if value < 0 else ValueProblem.TOO_LARGE
        self.add_fault(field, problem, value)
        return None

    def _is_comparable(self, field: str) -> bool:
        rule = self._text(field, str)
        if rule is not None and rule not in COUNTED_BY:
            self.add_fault(field, FieldProblem.NOT_A_COUNTING_RULE, rule)
        return rule != "other"


def _zone_name(text: str) -> str:
    name = read_text(text)
    read_zone(name)
    return name


_LONGEST_SHOWN = 60


def _shown(value: object) -> str:
    """The value as a message can quote it: short, and in characters that every encoding holds."""
    if isinstance(value, Mapping | list | tuple):
        return "{…}" if isinstance(value, Mapping) else "[…]"
    # Python refuses to write out integers of thousands of digits, but in powers of two.
    is_long = isinstance(value, int) and value.bit_length() > 256
    text = f"{value:#x}" if is_long else str(value)
    return text[:_LONGEST_SHOWN].encode("utf-8", "backslashreplace").decode()


_READERS: dict[str, Callable[[_QuestionReader, str], Reading | None]] = {
    "identifier": _QuestionReader.name,
    "version": _QuestionReader.version,
    "flag": _QuestionReader.flag,
    "instant": _QuestionReader.instant,
    "number": _QuestionReader.number,
}
