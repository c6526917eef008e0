"""Why a condition came out as it did, and who could settle it if it is open."""

from dataclasses import dataclass
from enum import Enum

from incidents.scope.verdict import Outcome


class SettledBy(Enum):
    """Who holds the fact that would settle an undetermined condition."""

    ASKER = "asker"
    PUBLISHER = "publisher"


class Reason(Enum):
    """A stable code; the sentence for it belongs to templates and translations."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    MISSING = "missing"
    IMPRECISE = "imprecise"
    NOT_RECOGNISED = "not_recognised"
    NOT_COMPARABLE = "not_comparable"
    UNRELIABLE = "unreliable"
    NOT_PUBLISHED = "not_published"
    PUBLISHED_IMPRECISELY = "published_imprecisely"
    SUSPECTED = "suspected"
    DISPUTED = "disputed"


#: The reasons a record may give for leaving a clause, or a part of an extent, open.
OPEN_REASONS = frozenset({Reason.SUSPECTED, Reason.NOT_PUBLISHED, Reason.DISPUTED})

_SETTLED_BY_PUBLISHER = OPEN_REASONS | {Reason.PUBLISHED_IMPRECISELY}


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one condition for one question. `settled_by` is None where it is settled."""

    outcome: Outcome
    reason: Reason
    settled_by: SettledBy | None


def _finding(reason: Reason) -> Finding:
    if reason is Reason.INSIDE:
        return Finding(Outcome.MET, reason, None)
    if reason is Reason.OUTSIDE:
        return Finding(Outcome.NOT_MET, reason, None)
    publisher = reason in _SETTLED_BY_PUBLISHER
    settled_by = SettledBy.PUBLISHER if publisher else SettledBy.ASKER
    return Finding(Outcome.UNDETERMINED, reason, settled_by)


#: One shared finding per reason: the outcome follows from the reason.
FINDINGS: dict[Reason, Finding] = {reason: _finding(reason) for reason in Reason}

INSIDE = FINDINGS[Reason.INSIDE]
OUTSIDE = FINDINGS[Reason.OUTSIDE]
