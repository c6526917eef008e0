"""Scope examples: questions with their verdicts, which a disclosure's scope must give."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incidents.scope.catalogue import Catalogue
from incidents.scope.evaluate import Scope
from incidents.scope.question import UnreadableQuestion, read_question
from incidents.scope.verdict import Verdict

DEFAULT_SUBJECT = "affected"


@dataclass(frozen=True, slots=True)
class FailedExample:
    """An example whose verdict is not the expected one, or which cannot be asked at all."""

    position: int
    expected: str
    found: str


def flat_fields(question: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Subject and fields of a question as documents and API bodies write it."""
    fields = {name: value for name, value in question.items() if name != "subject"}
    fields |= fields.pop("attributes", {})
    return question.get("subject", DEFAULT_SUBJECT), fields


def failed_examples(
    examples: Sequence[Mapping[str, Any]], scopes: Iterable[Scope], catalogue: Catalogue
) -> list[FailedExample]:
    """The examples that do not hold, by their position."""
    by_subject = {scope.subject: scope for scope in scopes}
    failed = []
    for position, example in enumerate(examples):
        found = _ask(example["question"], by_subject, catalogue)
        if found != example["verdict"]:
            failed.append(FailedExample(position, example["verdict"], found))
    return failed


def _ask(
    question: Mapping[str, Any], by_subject: Mapping[str, Scope], catalogue: Catalogue
) -> str:
    subject, fields = flat_fields(question)
    if subject not in by_subject:
        return f"no scope for the subject {subject}"
    try:
        verdict: Verdict = by_subject[subject].verdict(read_question(fields, catalogue.attributes))
    except UnreadableQuestion as error:
        return f"not readable: {error}"
    return verdict.value
