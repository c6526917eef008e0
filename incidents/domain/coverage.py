"""Protections against architectures: a table in which an empty cell is "not published"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incidents.domain.phrasing import phrase_date
from incidents.domain.wording import Reader, Wording, coverage_word

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """Whether a protection covers an architecture. `as_of` is empty where no date is given."""

    state: str
    word: str
    as_of: str
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProtectionRow:
    """A protection, with a cell per architecture of the table."""

    name: Wording
    setting: str
    note: Wording | None
    cells: tuple[Cell, ...]
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProtectionTable:
    """`as_of` is the date that all published cells share; empty where each has its own."""

    as_of: str
    architectures: tuple[str, ...]
    rows: tuple[ProtectionRow, ...]


def protection_table(items: Sequence[Json], reader: Reader) -> ProtectionTable | None:
    """All protections of a record; None where it has none."""
    if not items:
        return None
    architectures = tuple(
        dict.fromkeys(cell["architecture"] for item in items for cell in item.get("coverage", []))
    )
    dates = {
        phrase_date(cell["as_of"]) if "as_of" in cell else ""
        for item in items
        for cell in item.get("coverage", [])
    }
    shared = dates.pop() if len(dates) == 1 else ""
    rows = tuple(_row(item, architectures, reader, with_date=not shared) for item in items)
    return ProtectionTable(shared, architectures, rows)


def _row(
    item: Json, architectures: Sequence[str], reader: Reader, *, with_date: bool
) -> ProtectionRow:
    published = {cell["architecture"]: cell for cell in item.get("coverage", [])}
    cells = [published.get(one, {"state": "not_published"}) for one in architectures]
    return ProtectionRow(
        reader.words(item["name"]),
        item.get("setting", ""),
        reader.optional_words(item, "note"),
        tuple(_cell(cell, reader, with_date=with_date) for cell in cells),
        reader.cites(item),
    )


def _cell(cell: Json, reader: Reader, *, with_date: bool) -> Cell:
    as_of = phrase_date(cell["as_of"]) if with_date and "as_of" in cell else ""
    return Cell(cell["state"], coverage_word(cell["state"]), as_of, reader.cites(cell))
