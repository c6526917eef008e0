"""What the tests of the documentation read of a Markdown file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

_MARKER = r"(?:<!-- (?P<marker>[^\n]*?) -->\n)?"
_BLOCK = re.compile(
    rf"^{_MARKER}```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_TABLE = re.compile(r"^<!-- table: (?P<name>[^\n]*?) -->\n(?P<rows>(?:\|[^\n]*\n)+)", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block. `marker` is the comment above it that says what the tests do with it."""

    marker: str
    language: str
    text: str
    place: str


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a file, in their order."""
    content = path.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(content):
        line = content.count("\n", 0, found.start("text")) + 1
        yield Block(
            found["marker"] or "", found["language"], found["text"], f"{path.name}, line {line}"
        )


def table(path: Path, name: str) -> list[list[str]]:
    """The rows below every table of that name, without their heads. Cells are trimmed."""
    content = path.read_text(encoding="utf-8")
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for found in _TABLE.finditer(content)
        if found["name"] == name
        for line in found["rows"].splitlines()[2:]
    ]


def code(cell: str) -> list[str]:
    """The texts in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def code_of(path: Path) -> str:
    """All that stands in backticks or in blocks of code."""
    content = path.read_text(encoding="utf-8")
    prose = _BLOCK.sub("", content)
    return "\n".join([*(block.text for block in blocks(path)), *code(prose)])


def anchors(path: Path) -> set[str]:
    """The anchors that a reader's browser finds in the file: one per heading."""
    prose = _BLOCK.sub("", path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path: Path) -> Iterator[tuple[str, str]]:
    """Relative links, each as the file and the anchor that it leads to."""
    prose = _BLOCK.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if not re.match(r"[a-z]+:", target):
            file, _, anchor = target.partition("#")
            yield file, anchor
