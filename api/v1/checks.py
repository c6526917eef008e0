"""Views that answer questions: one by one, and many at once."""

from datetime import datetime
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone, translation
from rest_framework.request import Request

from api.bodies import LARGEST_BATCH_BODY, read_body
from api.errors import FieldError, Problem, invalid, pointer_to
from api.queries import read_query, unknown_parameters
from api.responses import JSON_TYPE, UNCACHED, json_response
from api.v1 import description
from api.v1.answers import answer_json
from api.v1.questions import (
    LANGUAGES,
    WrittenQuestion,
    answer_to,
    question_of_body,
    question_of_query,
    read_language,
    require_object,
)
from api.views import PublicView, origin_of

#: How many questions a batch holds, and how many results each of its answers lists.
LARGEST_BATCH = 1000
BATCH_LIMIT = 20

#: Of how many different moments and revisions of the past a batch may ask: each is compiled anew.
MOST_PASTS = 4


class CheckView(PublicView):
    """One question, as a permalink or as a body."""

    @description.check
    def get(self, request: Request) -> HttpResponse:
        parameters = read_query(request)
        question = question_of_query(parameters)
        language = read_language(parameters.get("lang"), "/lang", question.errors)
        content = _answer_content(question, language, request)
        return json_response(request, content, cache=UNCACHED, language=LANGUAGES[language])

    @description.check_body
    def post(self, request: Request) -> HttpResponse:
        body = require_object(read_body(request))
        question = question_of_body(body)
        question.errors += unknown_parameters(read_query(request), ())
        language = read_language(body.get("lang"), "/lang", question.errors)
        return _uncached(_answer_content(question, language, request), language)


class BatchView(PublicView):
    """Up to a thousand questions. One that cannot be read has its own problem."""

    @description.check_batch
    def post(self, request: Request) -> HttpResponse:
        body = require_object(read_body(request, LARGEST_BATCH_BODY))
        errors = unknown_parameters(read_query(request), ())
        language = read_language(body.get("lang"), "/lang", errors)
        items = _read_items(body, errors)
        if errors:
            raise invalid(errors)
        now, origin = timezone.now(), origin_of(request)
        pasts = _Pasts()
        with translation.override(language):
            # One by one, so that each is made in memory that the last one has left, and joined
            # once: ten megabytes are not copied for a pair of brackets.
            pieces = [b'{"results":[']
            for position, item in enumerate(items):
                result = _item_result(item, position, pasts, language, origin, now)
                pieces += (orjson.dumps(result), b",")
            pieces[-1] = b"]}" if items else b'{"results":[]}'
        return _uncached(b"".join(pieces), language)


def _answer_content(question: WrittenQuestion, language: str, request: Request) -> bytes:
    # Not put back: the next request begins by activating its own.
    translation.activate(language)
    answer = answer_to(question, language, timezone.now())
    return orjson.dumps(answer_json(answer, question, language, origin_of(request)))


def _uncached(content: bytes, language: str) -> HttpResponse:
    headers = {"Cache-Control": UNCACHED, "Content-Language": LANGUAGES[language]}
    return HttpResponse(content, content_type=JSON_TYPE, headers=headers)


def _read_items(body: dict[str, Any], errors: list[FieldError]) -> list[Any]:
    errors += [
        FieldError(pointer_to(name), "unknown_field", f"There is no field {name[:60]} here.")
        for name in body
        if name not in ("items", "lang")
    ]
    items = body.get("items")
    if not isinstance(items, list):
        errors.append(FieldError("/items", "required", "items is a list of questions."))
        return []
    if len(items) > LARGEST_BATCH:
        detail = f"A batch holds at most {LARGEST_BATCH:,} questions, not {len(items):,}."
        errors.append(FieldError("/items", "too_many_items", detail))
    return items


def _item_result(
    item: object,
    position: int,
    pasts: "_Pasts",
    language: str,
    origin: str,
    now: datetime,
) -> dict[str, Any]:
    question = question_of_body(item, "items", position, is_whole=False)
    try:
        pasts.admit(question, position)
        _refuse_large_limit(question)
        answer = answer_to(question, language, now, BATCH_LIMIT)
    except Problem as problem:
        return {"problem": problem.document()}
    return {"answer": answer_json(answer, question, language, origin)}


def _refuse_large_limit(question: WrittenQuestion) -> None:
    """Let an item list no more results than a batch allows."""
    limit = question.fields.get("limit")
    if limit is not None and limit not in range(1, BATCH_LIMIT + 1):
        detail = f"In a batch, limit is a number from 1 to {BATCH_LIMIT}."
        question.refuse(question.pointer("limit"), "limit_out_of_range", detail)
        del question.fields["limit"]


class _Pasts:
    """The moments and revisions of the past that a batch has asked of so far."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str, str]] = set()

    def admit(self, question: WrittenQuestion, position: int) -> None:
        """Note the past that the question is asked of. Raises Problem for one too many."""
        as_of, revision = question.fields.get("as_of"), question.fields.get("revision")
        if as_of is None and revision is None:
            return
        incident = question.fields.get("incident") if revision is not None else None
        past = (str(as_of), str(revision), str(incident))
        if past not in self.seen and len(self.seen) >= MOST_PASTS:
            name = "as_of" if as_of is not None else "revision"
            detail = f"A batch asks of at most {MOST_PASTS} different moments and revisions."
            raise invalid(
                [FieldError(pointer_to("items", position, name), "too_many_pasts", detail)]
            )
        self.seen.add(past)
