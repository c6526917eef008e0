"""What a draft would say: its scopes in words and as a picture, its examples, its probes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from incidents.domain.describing import Describer
from incidents.domain.documents import Problem
from incidents.domain.phrasing import text_in, verdict_word
from incidents.domain.rendering import render_markdown
from incidents.domain.scope_boxes import ScopeBox, scope_boxes
from incidents.domain.snapshots import PublishedRecord, Snapshot
from incidents.domain.validating import disclosure_problems
from incidents.domain.wording import Reader
from incidents.scope.compiling import compile_disclosure
from incidents.scope.evaluate import Scope
from incidents.scope.examples import failed_examples
from incidents.scope.probes import probes_of
from incidents.scope.published import UnableToPublish
from incidents.scope.verdict import Verdict


@dataclass(frozen=True, slots=True)
class PreviewedExample:
    """An example with its verdict in words.

    `found` is what the scope gives where that is another verdict, or why it gives none.
    """

    pointer: str
    question: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        return not self.found


@dataclass(frozen=True)
class Preview:
    """A draft as readers would see its scopes.

    `record` is None where the scopes cannot be read; `problems` then say why.
    """

    problems: tuple[Problem, ...]
    boxes: tuple[ScopeBox, ...] = ()
    record: PublishedRecord | None = None
    examples: tuple[PreviewedExample, ...] = ()
    probes: int = 0
    narrative: str = ""

    @property
    def failed(self) -> int:
        return sum(not one.holds for one in self.examples)


def preview_document(
    document: Mapping[str, Any], *, snapshot: Snapshot, language: str, now: datetime
) -> Preview:
    """The preview of a draft, complete or not, with the published catalogue."""
    problems = disclosure_problems(document)
    if problems:
        return Preview(tuple(problems))
    boxes = scope_boxes(Reader(document, language), snapshot)
    try:
        scopes = compile_disclosure(document, revision=0, catalogue=snapshot.catalogue)
    except UnableToPublish as error:
        return Preview((Problem(error.pointer, error.code, error.detail),), boxes)
    return Preview(
        (),
        boxes,
        _record(document, scopes, now),
        tuple(_examples(document, scopes, snapshot, language)),
        sum(len(probes_of(scope)) for scope in scopes),
        _narrative(document, language),
    )


def _narrative(document: Mapping[str, Any], language: str) -> str:
    """What happened, as HTML that can do nothing but be read."""
    if "narrative" not in document:
        return ""
    return render_markdown(text_in(document["narrative"], language, document["language"]))


def _record(document: Mapping[str, Any], scopes: list[Scope], now: datetime) -> PublishedRecord:
    """The draft in the form from which pictures are drawn."""
    by_subject = {scope.subject: scope for scope in scopes}
    return PublishedRecord(document["id"], 0, "", now, False, by_subject, dict(document))


def _examples(
    document: Mapping[str, Any], scopes: list[Scope], snapshot: Snapshot, language: str
) -> Iterator[PreviewedExample]:
    examples = document.get("examples", [])
    failed = {one.position: one for one in failed_examples(examples, scopes, snapshot.catalogue)}
    describer = Describer(document, language, snapshot)
    for position, example in enumerate(examples):
        found = failed[position].found if position in failed else ""
        question = describer.describe("question", example["question"])
        expected = verdict_word(Verdict(example["verdict"]))
        yield PreviewedExample(f"/examples/{position}", question, expected, _in_words(found))


def _in_words(found: str) -> str:
    verdicts = {one.value: verdict_word(one) for one in Verdict}
    return verdicts.get(found, found)
