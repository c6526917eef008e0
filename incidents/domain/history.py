"""The revisions of an incident, and what changed from one to another."""

from dataclasses import dataclass
from datetime import datetime

from incidents.domain.comparing import Change, compare_documents
from incidents.domain.presenting import RevisionLine, revision_line
from incidents.domain.reading import revision_history
from incidents.domain.snapshots import current_snapshot
from incidents.domain.wording import Reader, Wording
from incidents.models import Revision


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed from one revision to another. `later` may be the lower number."""

    earlier: RevisionLine
    later: RevisionLine
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """All revisions, newest first. `comparison` is None where there are no two to compare.

    `missing` are the numbers asked for that no revision has, as they were given.
    """

    public_id: str
    title: Wording
    revisions: tuple[RevisionLine, ...]
    start: str
    end: str
    missing: tuple[str, ...]
    comparison: Comparison | None


def present_history(
    public_id: str, *, start: str, end: str, language: str, now: datetime
) -> HistoryPage:
    """The history, with a comparison from one revision to another.

    Numbers that are empty stand for the latest revision and the one before it. Raises UnableToRead.
    """
    history = revision_history(public_id)
    numbers = [str(one.number) for one in history]
    end = end.strip() or numbers[0]
    start = start.strip() or _before(end, numbers)
    missing = tuple(dict.fromkeys(one for one in (start, end) if one not in numbers))
    wanted = {numbers[0], *({start, end} - {*missing})}
    contents = {
        str(one.number): one
        for one in Revision.objects.filter(
            incident__public_id=public_id, number__in=[int(number) for number in wanted]
        )
    }
    document = contents[numbers[0]].document
    comparison = None
    if not missing and start != end:
        comparison = _comparison(contents[start], contents[end], language, now)
    return HistoryPage(
        public_id,
        Reader(document, language).words(document["title"]),
        tuple(revision_line(one) for one in history),
        start,
        end,
        missing,
        comparison,
    )


def _before(number: str, numbers: list[str]) -> str:
    """The number before, or the same one where it is the first or is not known."""
    later = numbers.index(number) + 1 if number in numbers else 0
    return numbers[later] if later < len(numbers) else number


def _comparison(before: Revision, after: Revision, language: str, now: datetime) -> Comparison:
    changes = compare_documents(
        before.document, after.document, language=language, snapshot=current_snapshot(now)
    )
    return Comparison(revision_line(before), revision_line(after), changes)
