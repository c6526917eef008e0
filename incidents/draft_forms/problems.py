"""Problems of a document, beside the field that each is about."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from incidents.domain.documents import Problem

_REQUIRED = re.compile(r"^'([a-z_]+)' is a required property")


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """A sentence, and the pointer of the field that it is about."""

    pointer: str
    sentence: str


def field_problems(problems: Iterable[Problem]) -> list[FieldProblem]:
    """The problems with the sentences of the form, each once."""
    found = {FieldProblem(_pointer(one), _sentence(one)): None for one in problems}
    return list(found)


def _pointer(problem: Problem) -> str:
    """A missing part is a problem of its own field."""
    missing = _REQUIRED.match(problem.detail) if problem.code == "required" else None
    return f"{problem.pointer}/{missing[1]}" if missing else problem.pointer


def _sentence(problem: Problem) -> str:
    match problem.code:
        case "required":
            return _("This is needed.") if _REQUIRED.match(problem.detail) else problem.detail
        case "enum":
            return _("Choose one of the list.")
        case "type" if "number" in problem.detail or "integer" in problem.detail:
            return _("Write a number in digits, without letters and separators.")
        case "minItems" | "minProperties":
            return _("At least one is needed.")
        case "maxLength":
            return _("This is too long.")
        case "missing_language":
            return _("The text is missing in the original language of the record.")
        case "unknown_key":
            return _("The format has no such part: %(detail)s") % {"detail": problem.detail}
        case "pattern" if problem.pointer.endswith("/key"):
            return _("Small letters, digits and hyphens only, such as report-2.")
        case "pattern" if problem.pointer.endswith("/url"):
            return _("An address begins with https:// or http://.")
    return problem.detail
