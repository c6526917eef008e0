"""What OpenAPI says of each operation, as decorators for the methods of the views."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import Serializer

from api.errors import PROBLEM_TYPE, PROBLEMS
from api.responses import JSON_TYPE
from api.v1 import serializers
from incidents.domain.checking import SUBJECTS
from incidents.models import Incident

F = TypeVar("F", bound=Callable[..., Any])

QUESTION = {
    "service": "workers-ai",
    "model": "glm-5.3",
    "at": "2026-09-01T12:00:00Z",
    "prompt_tokens": 700000,
}

_ABBREVIATED = "“700k” is abbreviated: write the whole number in digits, such as 680000."

_PROBLEM_EXAMPLE = OpenApiExample(
    "A number that is abbreviated",
    {
        "type": "/api/docs/#problem-invalid_request",
        "title": PROBLEMS["invalid_request"][1],
        "status": 400,
        "code": "invalid_request",
        "detail": _ABBREVIATED,
        "errors": [
            {
                "pointer": "/prompt_tokens",
                "code": "abbreviated",
                "detail": _ABBREVIATED,
            }
        ],
    },
    response_only=True,
    status_codes=["400"],
    media_type=PROBLEM_TYPE,
)


def _query(name: str, description: str, kind: Any = str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=description, **more)


LANG = _query(
    "lang", "The language of sentences; `en` if absent.", enum=serializers.LANGUAGE_CHOICES
)
_CURSOR = _query("cursor", "Where the page begins, from `next` or `previous`.")
_LIMIT = _query("limit", "How many items a page holds, 1 to 100; 50 if absent.", int)
PAGE = (_LIMIT, _CURSOR)
_ID = OpenApiParameter(
    "public_id",
    {"type": "string", "pattern": "^KB-[0-9]{4}-[0-9]{4,8}$"},
    OpenApiParameter.PATH,
    description="The permanent ID of an incident.",
)

_ATTRIBUTES = _query(
    "attributes",
    "Any other attribute of the catalogue, written `attr.NAME=value`: `attr.streaming=true`.",
    {
        "type": "object",
        "patternProperties": {"^attr[.][a-z][a-z0-9_]*$": {"type": "string"}},
        "additionalProperties": False,
    },
    style="form",
    explode=True,
)


def _operation(
    operation: str,
    tag: str,
    answer: type[Serializer[Any]],
    problems: Sequence[int],
    *,
    parameters: Sequence[OpenApiParameter | type[Serializer[Any]]] = (),
    request: Any = None,
    examples: Sequence[OpenApiExample] = (),
    answers: Sequence[int] = (200,),
    is_public: bool = True,
) -> Callable[[F], F]:
    responses: dict[Any, Any] = {
        (status, JSON_TYPE): OpenApiResponse(answer, description="The answer") for status in answers
    }
    for status in (400, *problems, 406, 500, 503):
        titles = {title for code, (one, title) in PROBLEMS.items() if one == status}
        responses[status, PROBLEM_TYPE] = OpenApiResponse(
            serializers.ProblemSerializer, description=", or: ".join(sorted(titles))
        )
    return extend_schema(
        operation_id=operation,
        tags=[tag],
        parameters=list(parameters),
        request={JSON_TYPE: request} if request is not None else None,
        responses=responses,
        examples=[*examples, _PROBLEM_EXAMPLE],
        # A requirement as OpenAPI writes it, which the annotation does not foresee.
        auth=None if is_public else [{"token": []}],  # type: ignore[list-item]
    )


list_incidents = _operation(
    "listIncidents",
    "incidents",
    serializers.IncidentPageSerializer,
    (414,),
    parameters=[
        _query("service", "A service by name or alias, matched exactly."),
        _query("model", "A served model by ID, name or alias, matched exactly."),
        _query("status", "", enum=Incident.Status.values),
        _query("kind", "", enum=Incident.Kind.values),
        _query("q", "Words that all occur in the record, in any language."),
        _query("updated_since", "An instant with its offset.", OpenApiTypes.DATETIME),
        LANG,
        *PAGE,
    ],
)
read_incident = _operation(
    "readIncident",
    "incidents",
    serializers.DocumentSerializer,
    (404, 414),
    parameters=[
        _ID,
        _query("as_of", "As published by this instant of the past.", OpenApiTypes.DATETIME),
    ],
)
list_revisions = _operation(
    "listRevisions",
    "incidents",
    serializers.RevisionPageSerializer,
    (404, 414),
    parameters=[_ID, *PAGE],
)
read_revision = _operation(
    "readRevision",
    "incidents",
    serializers.DocumentSerializer,
    (404, 414),
    parameters=[
        _ID,
        OpenApiParameter(
            "number",
            {"type": "integer", "minimum": 1, "maximum": 999_999_999},
            OpenApiParameter.PATH,
            description="The number of a revision.",
        ),
    ],
)
read_scope = _operation(
    "readScope",
    "scopes",
    serializers.DocumentSerializer,
    (404, 414),
    parameters=[_ID, _query("subject", "`affected` if absent.", enum=SUBJECTS)],
)
read_scopes = _operation("readScopes", "scopes", serializers.ScopeBundleSerializer, (414,))
list_services = _operation(
    "listServices", "catalogue", serializers.DocumentPageSerializer, (414,), parameters=PAGE
)
list_models = _operation(
    "listModels",
    "catalogue",
    serializers.DocumentPageSerializer,
    (404, 414),
    parameters=[
        OpenApiParameter(
            "slug",
            {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
            OpenApiParameter.PATH,
            description="The slug of a service.",
        ),
        *PAGE,
    ],
)
read_catalogue = _operation(
    "readCatalogue",
    "catalogue",
    serializers.DocumentSerializer,
    (404, 414),
    parameters=[_query("revision", "The number of a revision; the last if absent.", int)],
)
list_notices = _operation(
    "listNotices", "catalogue", serializers.DocumentPageSerializer, (414,), parameters=PAGE
)
check = _operation(
    "check",
    "check",
    serializers.AnswerSerializer,
    (414,),
    parameters=[serializers.QuestionSerializer, _ATTRIBUTES, LANG],
)
check_body = _operation(
    "checkBody",
    "check",
    serializers.AnswerSerializer,
    (411, 413, 414, 415),
    request=serializers.WholeQuestionSerializer,
    examples=[OpenApiExample("A request to GLM-5.3", QUESTION, request_only=True)],
)
check_batch = _operation(
    "checkBatch",
    "check",
    serializers.BatchAnswerSerializer,
    (411, 413, 414, 415),
    request=serializers.BatchSerializer,
    examples=[
        OpenApiExample(
            "Two requests",
            {"items": [QUESTION, {**QUESTION, "prompt_tokens": 681280}]},
            request_only=True,
        )
    ],
)

_DOCUMENT = {"type": "object", "additionalProperties": True}
_IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The entity tag of the draft that is meant.",
)
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="`*`: create the draft, and refuse if there is one already.",
)

read_draft = _operation(
    "readDraft",
    "drafts",
    serializers.DocumentSerializer,
    (401, 403, 404, 414),
    parameters=[_ID],
    is_public=False,
)
save_draft = _operation(
    "saveDraft",
    "drafts",
    serializers.SavedDraftSerializer,
    (401, 403, 404, 409, 411, 412, 413, 414, 415, 428),
    parameters=[_ID, _IF_MATCH, _IF_NONE_MATCH],
    request=_DOCUMENT,
    answers=(200, 201),
    is_public=False,
)
validate_draft = _operation(
    "validateDraft",
    "drafts",
    serializers.ValidationSerializer,
    (401, 403, 411, 413, 414, 415),
    parameters=[LANG],
    request=_DOCUMENT,
    is_public=False,
)
submit_draft = _operation(
    "submitDraft",
    "drafts",
    serializers.SubmissionSerializer,
    (401, 403, 404, 409, 411, 412, 413, 414, 415),
    parameters=[_ID, _IF_MATCH],
    request=serializers.SubmissionRequestSerializer,
    answers=(201,),
    is_public=False,
)
