"""Views of drafts, for programs of staff. What they do is done in a person's name, by a token.

Publishing stays with people, on pages: no address here publishes, approves or schedules.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import orjson
from django.http import HttpResponse
from django.utils import timezone, translation
from rest_framework.request import Request

from api.auth import authorize
from api.bodies import read_body
from api.errors import FieldError, Problem, invalid, pointer_to
from api.queries import read_query, unknown_parameters
from api.responses import JSON_TYPE
from api.v1 import description
from api.v1.filters import Parameters
from api.v1.incidents import utc
from api.v1.questions import LANGUAGES, require_object
from api.views import PublicView
from incidents.domain.documents import Problem as DocumentProblem
from incidents.domain.editing import (
    DraftChanged,
    DraftExists,
    Saved,
    UnableToEdit,
    create_draft,
    save_draft,
    working_copy_of,
)
from incidents.domain.effects import FlipGroup
from incidents.domain.mapping import SCHEMA
from incidents.domain.permissions import Actor, Right, require
from incidents.domain.previewing import Preview, preview_document
from incidents.domain.reviewing import UnableToReview, UnexplainedChange, submit_draft
from incidents.domain.scope_boxes import ClauseBox
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.domain.tokens import Scope
from incidents.scope.examples import failed_examples

Json = dict[str, Any]

#: An id that nobody has, for a document that is only looked at and states none.
_NO_ID = "KB-0000-0000"
#: Documents are flat: what is nested deeper than this is none.
_DEEPEST = 40
_LARGEST_INTEGER = 2**63


class StaffView(PublicView):
    """A view for programs with a token, whose `scopes` say for each method what it is for."""

    scopes: ClassVar[Mapping[str, tuple[Scope, ...]]] = {}
    actor: Actor

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # Sentences are in English, whatever pages the caller prefers.
        translation.activate("en")
        wanted = self.scopes.get(str(request.method), tuple(Scope))
        self.actor = authorize(request, *wanted)


class DraftView(StaffView):
    """A draft: its document as its editors have it, complete or not."""

    scopes: ClassVar = {
        "GET": (Scope.READ_DRAFTS,),
        "HEAD": (Scope.READ_DRAFTS,),
        "PUT": (Scope.WRITE_DRAFTS,),
    }

    @description.read_draft
    def get(self, request: Request, public_id: str) -> HttpResponse:
        Parameters(request).check()
        try:
            copy = working_copy_of(public_id, actor=self.actor)
        except UnableToEdit as error:
            raise Problem("not_found", str(error)) from None
        return _private(copy.content, etag=copy.sha256)

    @description.save_draft
    def put(self, request: Request, public_id: str) -> HttpResponse:
        """Replace the draft that `If-Match` names, or create one with `If-None-Match: *`."""
        Parameters(request).check()
        now = timezone.now()
        expected = _expected_version(request)
        document = _read_document(request, public_id)
        try:
            if expected is None:
                saved = create_draft(public_id, document, actor=self.actor, now=now)
                return _saved(saved, status=201)
            return _saved(
                save_draft(public_id, document, expected=expected, actor=self.actor, now=now)
            )
        except DraftExists as error:
            raise Problem("precondition_failed", str(error)) from None
        except DraftChanged as error:
            headers = {"ETag": f'"{error.current.sha256}"'}
            raise Problem("precondition_failed", str(error), headers=headers) from None
        except UnableToEdit as error:
            code = "conflict" if expected is None else "not_found"
            raise Problem(code, str(error)) from None


class ValidationView(StaffView):
    """A look at a document, which saves nothing."""

    @description.validate_draft
    def post(self, request: Request) -> HttpResponse:
        require(self.actor, Right.READ_DRAFTS)
        parameters = Parameters(request, "lang")
        parameters.check()
        language = parameters.language
        translation.activate(language)
        document = {"schema": SCHEMA, "id": _NO_ID} | _read_document(request)
        now = timezone.now()
        snapshot = current_snapshot(now)
        preview = preview_document(document, snapshot=snapshot, language=language, now=now)
        content = orjson.dumps(_validation_json(document, preview, snapshot))
        return _private(content, language=LANGUAGES[language])


class SubmissionView(StaffView):
    """Submissions of a draft for review."""

    scopes: ClassVar = {"POST": (Scope.WRITE_DRAFTS,)}

    @description.submit_draft
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Submit the draft as it is, or as `If-Match` says that it is."""
        errors = unknown_parameters(read_query(request), ())
        body = require_object(read_body(request))
        reason, explanations = _read_reason(body, errors)
        if errors:
            raise invalid(errors)
        try:
            copy = working_copy_of(public_id, actor=self.actor)
        except UnableToEdit as error:
            raise Problem("not_found", str(error)) from None
        tags = _entity_tags(request.META.get("HTTP_IF_MATCH", ""))
        if "HTTP_IF_MATCH" in request.META and copy.sha256 not in tags:
            headers = {"ETag": f'"{copy.sha256}"'}
            raise Problem("precondition_failed", f"{public_id} has changed.", headers=headers)
        try:
            submission = submit_draft(
                public_id,
                actor=self.actor,
                now=timezone.now(),
                reason=reason,
                explanations=explanations,
                expected=copy.sha256,
            )
        except UnexplainedChange as error:
            raise Problem("conflict", str(error), map(_unexplained, error.groups)) from None
        except UnableToReview as error:
            raise Problem("conflict", str(error)) from None
        answer = {
            "incident": public_id,
            "sha256": submission.sha256,
            "state": submission.state,
            "reason": submission.reason,
            "submitted_at": utc(submission.submitted_at),
        }
        return _private(orjson.dumps(answer), status=201)


# Requests


def _expected_version(request: Request) -> str | None:
    """The hash of the version that is to be replaced; None to create one. Raises Problem."""
    if_match: str | None = request.META.get("HTTP_IF_MATCH")
    if_none_match: str | None = request.META.get("HTTP_IF_NONE_MATCH")
    if if_match is None and if_none_match is not None and if_none_match.strip() == "*":
        return None
    tags = _entity_tags(if_match or "")
    if if_none_match is not None or len(tags) != 1:
        raise Problem(
            "precondition_required",
            "Send If-Match with the one entity tag of the draft that you have read, "
            "or If-None-Match: * to create a draft.",
        )
    return tags[0]


def _entity_tags(header: str) -> list[str]:
    """The strong entity tags of a header; a weak one, and `*`, name no version."""
    tags = (tag.strip() for tag in header.split(","))
    return [tag[1:-1] for tag in tags if len(tag) > 1 and tag[0] == tag[-1] == '"']


def _read_document(request: Request, public_id: str | None = None) -> Json:
    """The document of the body, that says nothing else about its id. Raises Problem."""
    document = require_object(read_body(request))
    errors = list(_unstorable(document))
    if public_id is not None and document.get("id", public_id) != public_id:
        detail = f"The document is of another incident than the address, {public_id}."
        errors.append(FieldError("/id", "other_incident", detail))
    if errors:
        raise invalid(errors[:20])
    return document


def _unstorable(value: Any, steps: tuple[str | int, ...] = ()) -> Iterable[FieldError]:
    """What no draft can hold, complete or not: every database keeps texts and numbers of its own
    limits."""
    if len(steps) > _DEEPEST:
        yield FieldError(pointer_to(*steps), "too_deep", "This is nested too deeply.")
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not _is_storable(key):
                yield FieldError(pointer_to(*steps), "unstorable", "A key is no text.")
            else:
                yield from _unstorable(inner, (*steps, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _unstorable(inner, (*steps, position))
    elif isinstance(value, str) and not _is_storable(value):
        detail = "The text holds a character that is none: NUL, or half of a pair."
        yield FieldError(pointer_to(*steps), "unstorable", detail)
    elif isinstance(value, int) and abs(value) >= _LARGEST_INTEGER:
        yield FieldError(pointer_to(*steps), "unstorable", "The number is too large.")


def _is_storable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= one <= "\udfff" for one in text)


def _read_reason(body: Json, errors: list[FieldError]) -> tuple[str, dict[str, str]]:
    errors += [
        FieldError(pointer_to(name), "unknown_field", f"There is no field {name[:60]} here.")
        for name in body
        if name not in ("reason", "explanations")
    ]
    errors += _unstorable(body)
    reason, explanations = body.get("reason"), body.get("explanations", {})
    if not isinstance(reason, str) or not reason.strip():
        detail = "Say in a sentence why this should be published."
        errors.append(FieldError("/reason", "required", detail))
        reason = ""
    is_texts = isinstance(explanations, dict) and all(
        isinstance(one, str) for one in explanations.values()
    )
    if not is_texts:
        detail = "explanations are sentences, by the key of a group of changes."
        errors.append(FieldError("/explanations", "wrong_type", detail))
        explanations = {}
    return reason, explanations


# Answers


def _private(
    content: bytes | str, *, status: int = 200, etag: str = "", language: str = "en"
) -> HttpResponse:
    """What no cache may keep, for it is not published."""
    headers = {"Cache-Control": "private, no-store", "Content-Language": language}
    if etag:
        headers["ETag"] = f'"{etag}"'
    return HttpResponse(content, status=status, content_type=JSON_TYPE, headers=headers)


def _saved(saved: Saved, status: int = 200) -> HttpResponse:
    answer = {
        "incident": saved.copy.public_id,
        "sha256": saved.copy.sha256,
        "complete": saved.copy.is_valid,
        "problems": _problems_json(saved.problems),
    }
    return _private(orjson.dumps(answer), status=status, etag=saved.copy.sha256)


def _problems_json(problems: Iterable[DocumentProblem]) -> list[Json]:
    return [{"pointer": one.pointer, "code": one.code, "detail": one.detail} for one in problems]


def _validation_json(document: Json, preview: Preview, snapshot: Snapshot) -> Json:
    return {
        "complete": not preview.problems and not preview.failed,
        "problems": _problems_json(preview.problems),
        "scopes": [
            {
                "subject": box.subject,
                "heading": box.heading,
                "clauses": list(map(_clause_json, box.clauses)),
                "exclusions": list(map(_clause_json, box.exclusions)),
            }
            for box in preview.boxes
        ],
        "examples": list(_examples_json(document, preview, snapshot)),
    }


def _examples_json(document: Json, preview: Preview, snapshot: Snapshot) -> Iterator[Json]:
    """The examples with their verdicts as programs know them; the preview has them in words."""
    if preview.record is None:
        return
    examples, scopes = document.get("examples", []), preview.record.scopes.values()
    failed = {one.position: one for one in failed_examples(examples, scopes, snapshot.catalogue)}
    for position, (example, shown) in enumerate(zip(examples, preview.examples, strict=True)):
        expected = example["verdict"]
        yield {
            "pointer": shown.pointer,
            "question": shown.question,
            "expected": expected,
            "found": failed[position].found if position in failed else expected,
            "holds": position not in failed,
        }


def _clause_json(clause: ClauseBox) -> Json:
    return {
        "label": clause.label.text,
        "open": clause.open or None,
        "conditions": [
            {
                "attribute": one.attribute,
                "label": one.label,
                "published": one.phrase,
                "open": one.open or None,
            }
            for one in clause.conditions
        ],
    }


def _unexplained(group: FlipGroup) -> FieldError:
    """A group of verdicts that change without a word about it."""
    is_now = group.is_now.value if group.is_now is not None else "no answer"
    about = " ".join(part for part in (group.attribute, group.edge) if part)
    detail = (
        f"{len(group.flips)} questions of the subject {group.subject} change from "
        f"{group.was.value} to {is_now}{f' ({about})' if about else ''}: say why that is right."
    )
    return FieldError(pointer_to("explanations", group.key), "unexplained", detail)
