"""Questions as callers write them: fields with texts, read into readings by attribute."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from incidents.scope.catalogue import Attribute
from incidents.scope.dates import DateProblem, UnreadableDate
from incidents.scope.reading import (
    Question,
    Reading,
    UnreadableValue,
    ValueProblem,
    number_reading,
    read_flag,
    read_instant,
    read_name,
    read_number,
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


Problem = FieldProblem | ValueProblem | DateProblem


@dataclass(frozen=True, slots=True)
class Fault:
    """One field that cannot be read: which, why, and the text that was given."""

    field: str
    problem: Problem
    given: str


class UnreadableQuestion(ValueError):
    """A question with at least one field that cannot be read."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.field}: {fault.problem.value}" for fault in faults))
        self.faults = faults


def read_question(
    fields: Mapping[str, object], attributes: Mapping[str, Attribute]
) -> Question:
    """The question that the fields ask, by attribute of the catalogue.

    A number may be given as NAME, or as NAME_min, NAME_max or both; NAME_counted_by is `provider`
    or `other`. Flags and numbers may be given as JSON or as text. Fields with None are absent.
    Raises UnreadableQuestion with all faults, not only the first.
    """
    return _QuestionReader(fields, attributes).read()


class _QuestionReader:
    def __init__(self, fields: Mapping[str, object], attributes: Mapping[str, Attribute]) -> None:
        self.fields = {name: value for name, value in fields.items() if value is not None}
        self.attributes = attributes
        self.faults: list[Fault] = []
        self.used: set[str] = {ZONE_FIELD}

    def read(self) -> Question:
        question: dict[str, Reading] = {}
        for name in dict.fromkeys(_attribute_of(one, self.attributes) for one in self.fields):
            if name in self.attributes:
                reading = _READERS[self.attributes[name].kind](self, name)
                if reading is not None:
                    question[name] = reading
        for name, value in self.fields.items():
            if name not in self.used:
                self.faults.append(Fault(name, FieldProblem.UNKNOWN, str(value)[:40]))
        if self.faults:
            raise UnreadableQuestion(self.faults)
        return question

    def text(self, field: str) -> str:
        """The field as text. Anything but a text is the wrong type here."""
        self.used.add(field)
        value = self.fields[field]
        if not isinstance(value, str):
            raise _WrongType
        return value

    @contextmanager
    def noting(self, field: str) -> Iterator[None]:
        """Turns an unreadable value of the field into a fault, and goes on."""
        try:
            yield
        except (UnreadableValue, UnreadableDate) as error:
            is_zone = error.problem is DateProblem.UNKNOWN_ZONE
            self.faults.append(Fault(ZONE_FIELD if is_zone else field, error.problem, error.text))
        except _WrongType:
            given = str(self.fields[field])[:40]
            self.faults.append(Fault(field, FieldProblem.WRONG_TYPE, given))

    def name(self, field: str) -> Reading | None:
        with self.noting(field):
            return read_name(self.text(field))
        return None

    def version(self, field: str) -> Reading | None:
        with self.noting(field):
            return read_version(self.text(field))
        return None

    def flag(self, field: str) -> Reading | None:
        self.used.add(field)
        value = self.fields[field]
        with self.noting(field):
            return read_flag(str(value).lower() if isinstance(value, bool) else self.text(field))
        return None

    def instant(self, field: str) -> Reading | None:
        zone = None
        if ZONE_FIELD in self.fields:
            with self.noting(ZONE_FIELD):
                zone = self.text(ZONE_FIELD)
        with self.noting(field):
            return read_instant(self.text(field), zone)
        return None

    def number(self, field: str) -> Reading | None:
        exact = self._whole(field)
        low, high = self._whole(f"{field}_min"), self._whole(f"{field}_max")
        rule = self._counting_rule(f"{field}_counted_by")
        if exact is not None and (low is not None or high is not None):
            self.faults.append(Fault(field, FieldProblem.EXACT_AND_RANGE, str(exact)))
            return None
        if exact is not None:
            low = high = exact
        if low is None and high is None:
            return None
        with self.noting(field):
            return number_reading(low, high, comparable=rule != "other")
        return None

    def _whole(self, field: str) -> int | None:
        if field not in self.fields:
            return None
        self.used.add(field)
        value = self.fields[field]
        with self.noting(field):
            if isinstance(value, float):
                raise UnreadableValue(ValueProblem.NOT_WHOLE, str(value))
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            return read_number(str(value) if is_whole else self.text(field))
        return None

    def _counting_rule(self, field: str) -> str | None:
        if field not in self.fields:
            return None
        with self.noting(field):
            rule = self.text(field)
            if rule in COUNTED_BY:
                return rule
            self.faults.append(Fault(field, FieldProblem.NOT_A_COUNTING_RULE, rule))
        return None


class _WrongType(Exception):
    """A JSON value of another type than the field takes."""


_READERS: dict[str, Callable[[_QuestionReader, str], Reading | None]] = {
    "identifier": _QuestionReader.name,
    "version": _QuestionReader.version,
    "flag": _QuestionReader.flag,
    "instant": _QuestionReader.instant,
    "number": _QuestionReader.number,
}

_NUMBER_SUFFIXES = ("_min", "_max", "_counted_by")


def _attribute_of(field: str, attributes: Mapping[str, Attribute]) -> str:
    """The attribute that a field is about: `prompt_tokens` for `prompt_tokens_min`."""
    for suffix in _NUMBER_SUFFIXES:
        name = field.removesuffix(suffix)
        if name != field and name in attributes and attributes[name].kind == "number":
            return name
    return field
