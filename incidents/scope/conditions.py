"""Conditions: what a disclosure publishes of one attribute, and how a reading meets it.

Every kind publishes a *certain* extent, what is covered for sure, and a *possible* one, that and
all it leaves open. A condition is met where the reading lies inside certain, not met where it lies
outside possible, and undetermined otherwise.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from incidents.scope.extent import EMPTY, WHOLE, Extent, Interval
from incidents.scope.reading import (
    FlagReading,
    InstantReading,
    NameReading,
    NumberReading,
    Question,
    VersionReading,
)
from incidents.scope.reasons import FINDINGS, INSIDE, OUTSIDE, Finding, Reason
from incidents.scope.verdict import Outcome
from incidents.scope.versions import Scheme, VersionRange, parse_version

#: The attributes that say what a request was sent to, by which questions and scopes find each
#: other.
IDENTIFYING = ("service", "model")

#: Numbers count things, so none is negative.
NUMBERS = Extent((Interval(0, math.inf),))
INSTANTS = Extent((WHOLE,))


@dataclass(frozen=True)
class Condition(ABC):
    """One attribute's condition.

    `open` is why a part of the extent is only possible, where the record gives a reason. `fact`
    points into the disclosure document (RFC 6901).
    """

    attribute: str
    open: Reason | None
    fact: str

    @abstractmethod
    def find(self, question: Question) -> Finding:
        """The outcome and the reason for what the question says of this attribute."""

    @property
    @abstractmethod
    def can_be_met(self) -> bool:
        """Whether some reading is certainly inside."""

    @property
    @abstractmethod
    def can_fail(self) -> bool:
        """Whether some reading is certainly outside."""

    @property
    @abstractmethod
    def is_vacuous(self) -> bool:
        """Whether every value is certainly inside, so that this is no condition."""

    @cached_property
    def when_open(self) -> Finding:
        """The finding for a reading that only the publisher could settle."""
        return FINDINGS[self.open or Reason.PUBLISHED_IMPRECISELY]

    def unsettled(self, reason: Reason) -> Finding:
        """The finding for a reading that says nothing: no reading settles what is wholly open."""
        return self.when_open if self.is_wholly_open else FINDINGS[reason]

    @cached_property
    def is_wholly_open(self) -> bool:
        """Whether no reading is settled."""
        return not self.can_be_met and not self.can_fail


@dataclass(frozen=True)
class OrderedCondition(Condition):
    """A condition over instants or numbers."""

    certain: Extent
    possible: Extent

    @property
    def can_be_met(self) -> bool:
        return self.certain != EMPTY

    @property
    def extents(self) -> tuple[Extent, ...]:
        """All extents between whose bounds every value comes out alike."""
        return (self.certain, self.possible)

    def _place(self, reading: Interval) -> Finding:
        if self.certain.contains(reading):
            return INSIDE
        if not self.possible.meets(reading):
            return OUTSIDE
        if self.certain.meets(reading) or not self.possible.contains(reading):
            return FINDINGS[Reason.IMPRECISE]
        return self.when_open


@dataclass(frozen=True)
class InstantCondition(OrderedCondition):
    """A condition over instants, in microseconds since 1970-01-01T00:00Z."""

    @property
    def can_fail(self) -> bool:
        return not self.possible.covers(INSTANTS)

    @property
    def is_vacuous(self) -> bool:
        return self.certain.covers(INSTANTS)

    def find(self, question: Question) -> Finding:
        reading = question.get(self.attribute)
        if not isinstance(reading, InstantReading):
            return self.unsettled(Reason.MISSING)
        finding = self._place(reading.interval)
        return self._beyond(reading.interval) if finding is self.when_open else finding

    def _beyond(self, reading: Interval) -> Finding:
        """Why an instant is open: beyond an edge that was not published, that is the reason."""
        low, high = self.possible.intervals[0].low, self.possible.intervals[-1].high
        certain = self.certain.intervals
        is_before = not certain or reading.high <= certain[0].low
        is_after = not certain or reading.low >= certain[-1].high
        if self.open is None and (
            (is_before and low == -math.inf) or (is_after and high == math.inf)
        ):
            return FINDINGS[Reason.NOT_PUBLISHED]
        return self.when_open


@dataclass(frozen=True)
class NumberCondition(OrderedCondition):
    """A condition over whole numbers in a unit, counted by a published rule.

    `unreliable` holds readings that are known to be wrong when they occur, so that a question
    with such a number says nothing about the true one.
    """

    unit: str
    counted: str
    unreliable: Extent = EMPTY

    @property
    def extents(self) -> tuple[Extent, ...]:
        return (self.certain, self.possible, self.unreliable)

    @property
    def can_fail(self) -> bool:
        return not self.possible.covers(NUMBERS)

    @property
    def is_vacuous(self) -> bool:
        return self.certain.covers(NUMBERS)

    def find(self, question: Question) -> Finding:
        reading = question.get(self.attribute)
        # "At least 0" is the whole domain, and says no more than a field left empty.
        if not isinstance(reading, NumberReading) or reading.is_whole_domain:
            return self.unsettled(Reason.MISSING)
        if not reading.comparable:
            return self.unsettled(Reason.NOT_COMPARABLE)
        if self.unreliable.meets(reading.interval):
            return self.unsettled(Reason.UNRELIABLE)
        return self._place(reading.interval)


@dataclass(frozen=True)
class NameCondition(Condition):
    """A condition over names, in the form of `fold_name`.

    `recognised` holds every name that is stated to mean some value of the attribute, shared between
    conditions. `ambiguous` holds those of them that may mean a covered value or another one: they
    match nothing and exclude nothing. `anything` leaves every name possible.
    """

    certain: frozenset[str]
    possible: frozenset[str]
    anything: bool
    ambiguous: frozenset[str]
    recognised: frozenset[str]

    @property
    def can_be_met(self) -> bool:
        return bool(self.certain)

    @property
    def can_fail(self) -> bool:
        return not self.anything

    @property
    def is_vacuous(self) -> bool:
        return False  # no list of names holds every name

    @property
    def excluded(self) -> frozenset[str]:
        """The names known to mean something that is not covered."""
        if self.anything:
            return frozenset()
        return self.recognised - self.certain - self.possible - self.ambiguous

    @cached_property
    def when_open(self) -> Finding:
        return FINDINGS[self.open or Reason.NOT_PUBLISHED]

    def find(self, question: Question) -> Finding:
        reading = question.get(self.attribute)
        if not isinstance(reading, NameReading):
            return self.unsettled(Reason.MISSING)
        name = reading.folded
        if name in self.certain:
            return INSIDE
        if self.anything or name in self.possible:
            return self.when_open
        if name in self.recognised and name not in self.ambiguous:
            return OUTSIDE
        return FINDINGS[Reason.NOT_RECOGNISED]


@dataclass(frozen=True)
class FlagCondition(Condition):
    """A condition over true and false."""

    certain: frozenset[bool]
    possible: frozenset[bool]

    @property
    def can_be_met(self) -> bool:
        return bool(self.certain)

    @property
    def can_fail(self) -> bool:
        return len(self.possible) < 2

    @property
    def is_vacuous(self) -> bool:
        return len(self.certain) == 2

    @cached_property
    def when_open(self) -> Finding:
        return FINDINGS[self.open or Reason.NOT_PUBLISHED]

    def find(self, question: Question) -> Finding:
        reading = question.get(self.attribute)
        if not isinstance(reading, FlagReading):
            return self.unsettled(Reason.MISSING)
        if reading.value in self.certain:
            return INSIDE
        return self.when_open if reading.value in self.possible else OUTSIDE


@dataclass(frozen=True)
class VersionCondition(Condition):
    """A condition over the versions of a product.

    `outside` lists versions that the record names as not covered, which settles builds next to a
    bound and, in a scheme of tags, every tag that is not covered.
    """

    product: str
    scheme: Scheme
    certain: tuple[VersionRange, ...]
    possible: tuple[VersionRange, ...]
    outside: tuple[str, ...] = ()

    @property
    def can_be_met(self) -> bool:
        return bool(self.certain)

    @property
    def can_fail(self) -> bool:
        if self.scheme is Scheme.TAGS:
            return bool(self.outside)
        return all(one.bounds for one in self.possible)

    @property
    def is_vacuous(self) -> bool:
        return not all(one.bounds for one in self.certain)

    @property
    def named_versions(self) -> tuple[str, ...]:
        """The versions that the record names, as a bound or one by one."""
        return (*(bound for one in self.possible for bound in one.bounds), *self.outside)

    @cached_property
    def _epochs(self) -> frozenset[int]:
        versions = (parse_version(one, self.scheme) for one in self.named_versions)
        return frozenset(version.epoch for version in versions if version is not None)

    def find(self, question: Question) -> Finding:
        reading = question.get(self.attribute)
        if not isinstance(reading, VersionReading):
            return self.unsettled(Reason.MISSING)
        version = parse_version(reading.text, self.scheme)
        if version is None or version.epoch not in self._epochs:
            return self.unsettled(Reason.NOT_COMPARABLE)
        certain = {one.place(version, self.scheme) for one in self.certain}
        if Outcome.MET in certain:
            return INSIDE
        if any(version == parse_version(one, self.scheme) for one in self.outside):
            return OUTSIDE
        possible = {one.place(version, self.scheme) for one in self.possible}
        if Outcome.MET in possible and Outcome.UNDETERMINED not in certain:
            return self.when_open
        if possible <= {Outcome.NOT_MET}:
            has_order = self.scheme is not Scheme.TAGS
            return OUTSIDE if has_order else self.unsettled(Reason.NOT_COMPARABLE)
        return FINDINGS[Reason.PUBLISHED_IMPRECISELY]
