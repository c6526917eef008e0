"""Questions as callers write them, in a query or in a body, and what is wrong with them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import translation

from api.errors import FieldError, Problem, invalid, pointer_to
from incidents.domain.checking import CONTROL_FIELDS, DEFAULT_LIMIT, Answer, check_question
from incidents.domain.faults import fault_sentence
from incidents.scope.dates import DateProblem
from incidents.scope.question import Fault, UnreadableQuestion

#: The attributes that have a field of their own; all others are asked by `attr.` or `attributes`.
NAMED_ATTRIBUTES = (
    "service",
    "model",
    "at",
    "prompt_tokens",
    "region",
    "feature",
    "engine",
    "engine_version",
)

#: Every field of a question but `attributes`.
QUESTION_FIELDS = (
    *NAMED_ATTRIBUTES,
    "prompt_tokens_min",
    "prompt_tokens_max",
    "prompt_tokens_counted_by",
    "tz",
    *CONTROL_FIELDS,
)

ATTRIBUTE_PREFIX = "attr."
ATTRIBUTES = "attributes"

#: The languages of sentences, as callers write them and as they are tagged in answers.
LANGUAGES = {"en": "en", "zh-hans": "zh-Hans"}

_QUESTION_FIELDS = frozenset(QUESTION_FIELDS)
_NOT_IN_ATTRIBUTES = _QUESTION_FIELDS | {"lang", ATTRIBUTES}


@dataclass(slots=True)
class WrittenQuestion:
    """A question by field, where it was written, and what is wrong already.

    `place` leads to the question in a body; attributes stand somewhere else than their names say.
    """

    place: tuple[str | int, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)
    attribute_pointers: dict[str, str] = field(default_factory=dict)
    errors: list[FieldError] = field(default_factory=list)

    def pointer(self, name: str) -> str:
        """Where the field was written, or would have been."""
        return self.attribute_pointers.get(name) or pointer_to(*self.place, name)

    def refuse(self, pointer: str, code: str, detail: str) -> None:
        self.errors.append(FieldError(pointer, code, detail))


def read_language(written: object, pointer: str, errors: list[FieldError]) -> str:
    """The language of the answer's sentences, English where none or none of ours is asked for."""
    if written is None:
        return "en"
    language = written.lower() if isinstance(written, str) else ""
    if language in LANGUAGES:
        return language
    errors.append(
        FieldError(pointer, "unknown_language", f"lang is one of: {', '.join(LANGUAGES)}.")
    )
    return "en"


def question_of_query(parameters: Mapping[str, str]) -> WrittenQuestion:
    """The question of a query's parameters, `lang` apart."""
    question = WrittenQuestion()
    for name, value in parameters.items():
        if name in _QUESTION_FIELDS:
            question.fields[name] = value
        elif name.startswith(ATTRIBUTE_PREFIX):
            _add_attribute(question, name.removeprefix(ATTRIBUTE_PREFIX), value, pointer_to(name))
        elif name != "lang":
            question.refuse(
                pointer_to(name),
                "unknown_parameter",
                f"There is no parameter {name[:60]}. An attribute without a parameter of its own "
                f"is written {ATTRIBUTE_PREFIX}NAME.",
            )
    return question


def question_of_body(body: object, *place: str | int, is_whole: bool = True) -> WrittenQuestion:
    """The question of a JSON value, which stands at that place of the body.

    `lang` is a field of a whole body, and of a batch rather than of its items.
    """
    question = WrittenQuestion(place)
    if not isinstance(body, dict):
        question.refuse(pointer_to(*place), "wrong_type", "A question is an object with fields.")
        return question
    for name, value in body.items():
        if name in _QUESTION_FIELDS:
            if isinstance(value, dict | list):
                _refuse_several(question, name, question.pointer(name))
            else:
                question.fields[name] = value
        elif name == ATTRIBUTES:
            _add_attributes(question, value)
        elif name != "lang" or not is_whole:
            question.refuse(
                question.pointer(name),
                "unknown_field",
                f"There is no field {name[:60]} here. An attribute without a field of its own "
                f"stands in {ATTRIBUTES}.",
            )
    return question


def _add_attributes(question: WrittenQuestion, value: object) -> None:
    place = (*question.place, ATTRIBUTES)
    if value is None:
        return
    if not isinstance(value, dict):
        detail = "attributes is an object: NAME: value."
        question.refuse(pointer_to(*place), "wrong_type", detail)
        return
    for name, inner in value.items():
        _add_attribute(question, name, inner, pointer_to(*place, name))


def _add_attribute(question: WrittenQuestion, name: str, value: object, pointer: str) -> None:
    if name in _NOT_IN_ATTRIBUTES:
        question.refuse(pointer, "misplaced_field", f"{name} has a field of its own: use that.")
    elif isinstance(value, dict | list):
        _refuse_several(question, name, pointer)
    else:
        question.fields[name] = value
        question.attribute_pointers[name] = pointer


def _refuse_several(question: WrittenQuestion, name: str, pointer: str) -> None:
    question.refuse(pointer, "wrong_type", f"{name[:60]} is a single value.")


def answer_to(
    question: WrittenQuestion, language: str, now: datetime, limit: int = DEFAULT_LIMIT
) -> Answer:
    """The answer of the domain. Raises Problem with everything that is wrong in the question."""
    try:
        answer = check_question(question.fields, now=now, limit=limit)
    except UnreadableQuestion as error:
        errors = [*question.errors, *_field_errors(error, question, language)]
        raise invalid(errors, LANGUAGES[language]) from None
    if question.errors:
        raise invalid(question.errors, LANGUAGES[language])
    return answer


def _field_errors(
    error: UnreadableQuestion, question: WrittenQuestion, language: str
) -> list[FieldError]:
    with translation.override(language):
        return [
            FieldError(
                question.pointer(fault.field),
                str(fault.problem.value),
                fault_detail(fault, question.fields.get(fault.field)),
            )
            for fault in error.faults
        ]


#: A plus sign in a query means a space, so that an offset loses its sign.
_LOST_PLUS = re.compile(r".*[Tt ]\d{2}:\d{2}.* \d{2}:?\d{2}")


def fault_detail(fault: Fault, written: object) -> str:
    """The sentence for a fault, in the active language, with what else may help."""
    sentence = fault_sentence(fault)
    if (
        fault.problem is DateProblem.NOT_ISO_8601
        and isinstance(written, str)
        and _LOST_PLUS.fullmatch(written[:100])
    ):
        return f"{sentence} (+ → %2B)"
    return sentence


def require_object(body: object) -> dict[str, Any]:
    """The body as an object. Raises Problem."""
    if isinstance(body, dict):
        return body
    raise Problem("invalid_json", "The body is a JSON object with fields.")
