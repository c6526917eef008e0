"""Scope examples: questions with their verdicts, which a disclosure's scope must give."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incidents.scope.catalogue import Catalogue
from incidents.scope.evaluate import Scope
from incidents.scope.question import Fault, FieldProblem, UnreadableQuestion, read_question

DEFAULT_SUBJECT = "affected"


@dataclass(frozen=True, slots=True)
class FailedExample:
    """An example whose verdict is not the expected one, or which cannot be asked at all."""

    position: int
    expected: str
    found: str


def flat_fields(question: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Subject and fields of a question as documents and API bodies write it.

    Raises UnreadableQuestion where `subject` or `attributes` have the wrong type, and where a
    field stands under `attributes` as well.
    """
    fields = dict(question)
    subject = fields.pop("subject", DEFAULT_SUBJECT)
    attributes = fields.pop("attributes", {})
    faults = [
        Fault(name, FieldProblem.WRONG_TYPE, type(value).__name__)
        for name, value, type_ in (("subject", subject, str), ("attributes", attributes, Mapping))
        if not isinstance(value, type_)
    ]
    if not faults:
        faults = [Fault(name, FieldProblem.UNKNOWN, "") for name in attributes if name in fields]
    if faults:
        raise UnreadableQuestion(faults)
    return subject, fields | attributes


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


def _ask(question: Mapping[str, Any], by_subject: Mapping[str, Scope], catalogue: Catalogue) -> str:
    try:
        subject, fields = flat_fields(question)
        if subject not in by_subject:
            return f"no scope for the subject {subject}"
        readings = read_question(fields, catalogue.attributes)
    except UnreadableQuestion as error:
        return f"not readable: {error}"
    return by_subject[subject].verdict(readings).value
