"""The shapes of answers, for their description in OpenAPI. Answers are made without them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from incidents.domain.checking import SUBJECTS
from incidents.models import Incident
from incidents.scope.question import COUNTED_BY
from incidents.scope.reasons import OPEN_REASONS, Reason, SettledBy
from incidents.scope.verdict import Outcome, Verdict

LANGUAGE_CHOICES = ("en", "zh-hans")
QUALIFIERS = ("exact", "about", "at_least", "at_most")


@extend_schema_field({"type": ["integer", "string"], "minimum": 0, "minLength": 1})
class _NumberField(serializers.CharField):
    """A whole number, as JSON or as text."""


@extend_schema_field({"type": ["string", "integer", "boolean"]})
class _ValueField(serializers.CharField):
    """The value of an attribute, as JSON or as text."""


class _Object(serializers.Serializer[Any]):
    """A JSON object of which all keys are there, if not said otherwise."""


class QuestionSerializer(_Object):
    """What is known of a request. Everything may be left out."""

    service = serializers.CharField(required=False, help_text="Name or alias of a service.")
    model = serializers.CharField(required=False, help_text="ID, name or alias of a served model.")
    at = serializers.CharField(
        required=False,
        help_text=(
            "When the request was made: ISO 8601 instant, local time, date, month or year, or an "
            "interval start/end in which it lies. Without offset or tz, every zone is considered."
        ),
    )
    tz = serializers.CharField(
        required=False, help_text="IANA time zone or offset for an `at` without an offset."
    )
    prompt_tokens = _NumberField(
        required=False,
        help_text="Whole number of prompt tokens, in digits: 700000 or 700,000. JSON or text.",
    )
    prompt_tokens_min = _NumberField(required=False, help_text="At least so many.")
    prompt_tokens_max = _NumberField(required=False, help_text="At most so many.")
    prompt_tokens_counted_by = serializers.ChoiceField(
        COUNTED_BY,
        required=False,
        help_text="`other`: not the provider counted, so that the number is not comparable.",
    )
    region = serializers.CharField(required=False)
    feature = serializers.CharField(required=False)
    engine = serializers.CharField(required=False)
    engine_version = serializers.CharField(required=False)
    subject = serializers.ChoiceField(
        SUBJECTS, required=False, help_text="What is asked about; `affected` is a request."
    )
    incident = serializers.CharField(required=False, help_text="Ask about this incident alone.")
    as_of = serializers.CharField(
        required=False, help_text="Answer as of this instant of the past, with its offset."
    )
    revision = serializers.IntegerField(
        required=False, min_value=1, help_text="Answer as of this revision of `incident`."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=1000, help_text="How many results are listed."
    )


class QuestionBodySerializer(QuestionSerializer):
    """A question as a body. Numbers and flags may be JSON or text."""

    attributes = serializers.DictField(
        child=_ValueField(),
        required=False,
        help_text="Any other attribute of the catalogue: NAME: value.",
    )


class WholeQuestionSerializer(QuestionBodySerializer):
    """A question with the language of its answer."""

    lang = serializers.ChoiceField(LANGUAGE_CHOICES, required=False)


class BatchSerializer(_Object):
    """Many questions at once."""

    items = serializers.ListField(
        child=QuestionBodySerializer(), max_length=1000, help_text="The questions, at most 1,000."
    )
    lang = serializers.ChoiceField(LANGUAGE_CHOICES, required=False)


class CountSerializer(_Object):
    """A count, never without its unit, its qualifier and what it is not."""

    value = serializers.FloatField()
    unit = serializers.CharField()
    qualifier = serializers.ChoiceField(QUALIFIERS)
    is_not = serializers.CharField(help_text="What the count must not be taken for.")
    of = serializers.CharField(required=False, help_text="The whole, or the circumstances.")


class StatementSerializer(_Object):
    """A sentence that belongs to every verdict."""

    kind = serializers.ChoiceField(("unknown", "do_not_infer", "correction"))
    question = serializers.CharField(required=False, help_text="The question that it answers.")
    text = serializers.CharField()


class ConditionSerializer(_Object):
    """One condition of a clause, and how the question meets it."""

    attribute = serializers.CharField()
    outcome = serializers.ChoiceField([one.value for one in Outcome])
    reason = serializers.ChoiceField([one.value for one in Reason])
    published = serializers.CharField(help_text="What the disclosure says, in words.")
    given = serializers.CharField(allow_null=True, help_text="What the question says, in words.")
    settled_by = serializers.ChoiceField(
        [one.value for one in SettledBy],
        allow_null=True,
        help_text="Who holds the fact that would settle it; null where it is settled.",
    )
    fact = serializers.CharField(help_text="RFC 6901 pointer into the disclosure document.")


class PartSerializer(_Object):
    """A clause, or an exclusion."""

    part = serializers.ChoiceField(("clause", "exclusion"))
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    open = serializers.ChoiceField(
        sorted(one.value for one in OPEN_REASONS),
        allow_null=True,
        help_text="Why it is possible only, as a whole.",
    )
    fact = serializers.CharField(help_text="RFC 6901 pointer into the disclosure document.")


class ClauseSerializer(PartSerializer):
    """A clause or an exclusion with its outcome."""

    outcome = serializers.ChoiceField([one.value for one in Outcome])
    conditions = ConditionSerializer(many=True)


class ResultSerializer(_Object):
    """What one incident answers."""

    incident = serializers.CharField()
    title = serializers.CharField()
    revision = serializers.IntegerField()
    sha256 = serializers.CharField(help_text="SHA-256 of the revision's document.")
    url = serializers.CharField()
    verdict = serializers.ChoiceField([one.value for one in Verdict])
    withdrawn = serializers.BooleanField(
        help_text="Whether the incident has been withdrawn since the revision asked of."
    )
    decided_by = PartSerializer(help_text="The clause or exclusion that shows the verdict best.")
    conditions = ConditionSerializer(many=True, help_text="The conditions of `decided_by`.")
    settle_with = serializers.ListField(
        child=serializers.CharField(),
        help_text="The fewest attributes that would settle it; empty where none would.",
    )
    clauses = ClauseSerializer(
        many=True, required=False, help_text="All of them, where there is more than one."
    )
    counts = CountSerializer(many=True)
    statements = StatementSerializer(many=True)
    distinct_from = serializers.ListField(
        child=serializers.CharField(), help_text="Incidents that this one must not be taken for."
    )


class SummarySerializer(_Object):
    """How many incidents there are, by verdict. There is no verdict over them all."""

    considered = serializers.IntegerField(help_text="Published, and not withdrawn.")
    in_scope = serializers.IntegerField()
    undetermined = serializers.IntegerField()
    out_of_scope = serializers.IntegerField()


class SuggestionSerializer(_Object):
    """Recognised names near to one that is not recognised. Never a match."""

    attribute = serializers.CharField()
    given = serializers.CharField()
    near = serializers.ListField(child=serializers.CharField())


class NoticeSerializer(_Object):
    """A region-of-service notice, in the language of the answer."""

    key = serializers.CharField()
    publisher = serializers.CharField()
    audience = serializers.CharField()
    excluded_regions = serializers.ListField(child=serializers.CharField(), help_text="ISO 3166.")
    text = serializers.CharField()
    source = serializers.CharField(required=False)  # type: ignore[assignment]


class AnswerSerializer(_Object):
    """What the published incidents answer to a question."""

    asked = serializers.DictField(help_text="The question as it was understood.")
    data_version = serializers.IntegerField(help_text="The number of the last publication.")
    catalogue = serializers.IntegerField(help_text="The revision of the catalogue.")
    summary = SummarySerializer()
    truncated = serializers.BooleanField(help_text="Whether there are more results than listed.")
    results = ResultSerializer(many=True)
    suggestions = SuggestionSerializer(many=True)
    notice = NoticeSerializer(allow_null=True)


class FieldErrorSerializer(_Object):
    """What is wrong with one part of a request."""

    pointer = serializers.CharField(
        help_text="RFC 6901 pointer into the body; for a query, / and the parameter's name."
    )
    code = serializers.CharField(help_text="Stable.")
    detail = serializers.CharField()


class ProblemSerializer(_Object):
    """An RFC 9457 problem."""

    type = serializers.CharField(help_text="Where the reference explains it.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable.")
    detail = serializers.CharField()
    errors = FieldErrorSerializer(many=True, required=False)  # type: ignore[assignment]


class BatchResultSerializer(_Object):
    """An answer, or the problem of that item alone."""

    answer = AnswerSerializer(required=False)
    problem = ProblemSerializer(required=False)


class BatchAnswerSerializer(_Object):
    """One result per question, in the same order."""

    results = BatchResultSerializer(many=True)


class IncidentSummarySerializer(_Object):
    """What a list says of an incident."""

    incident = serializers.CharField()
    url = serializers.CharField()
    language = serializers.CharField(help_text="The language the record was written in.")
    title = serializers.CharField()
    summary = serializers.CharField()
    kind = serializers.ChoiceField(Incident.Kind.values)
    status = serializers.ChoiceField(Incident.Status.values)
    provider = serializers.CharField(allow_null=True)
    disclosed = serializers.DictField(help_text="The date as published.")
    counts = CountSerializer(many=True)
    revision = serializers.IntegerField()
    sha256 = serializers.CharField()
    first_published_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class RevisionSerializer(_Object):
    """A revision of an incident."""

    revision = serializers.IntegerField()
    url = serializers.CharField()
    published_at = serializers.DateTimeField()
    reason = serializers.CharField()
    sha256 = serializers.CharField()
    catalogue = serializers.IntegerField()
    withdrawn = serializers.BooleanField(help_text="Whether this revision withdrew the incident.")


class _PageSerializer(_Object):
    next = serializers.CharField(allow_null=True, help_text="The address of the next page.")
    previous = serializers.CharField(allow_null=True, help_text="The address of the page before.")


class IncidentPageSerializer(_PageSerializer):
    """A page of incidents."""

    results = IncidentSummarySerializer(many=True)


class RevisionPageSerializer(_PageSerializer):
    """A page of revisions."""

    results = RevisionSerializer(many=True)


class DocumentPageSerializer(_PageSerializer):
    """A page of items as the catalogue document holds them, in all languages."""

    results = serializers.ListField(child=serializers.DictField())


class ScopeBundleSerializer(_Object):
    """All current scopes, with the recognised names once."""

    schema = serializers.CharField()
    names = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    scopes = serializers.ListField(child=serializers.DictField())


class DocumentSerializer(_Object):
    """A whole document; its JSON Schema stands under /schemas/."""

    schema = serializers.CharField()


class DraftProblemSerializer(_Object):
    """What is wrong with one part of a document."""

    pointer = serializers.CharField(
        help_text="RFC 6901 pointer into the document.", allow_blank=True
    )
    code = serializers.CharField(help_text="Stable.")
    detail = serializers.CharField(help_text="A sentence.")


class SavedDraftSerializer(_Object):
    """A draft as it was saved."""

    incident = serializers.CharField()
    sha256 = serializers.CharField(help_text="Of the document; the entity tag in quotes.")
    complete = serializers.BooleanField(help_text="Whether it could be submitted for review.")
    problems = DraftProblemSerializer(many=True)


class ScopeConditionSerializer(_Object):
    """A condition in words."""

    attribute = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    published = serializers.CharField()
    open = serializers.CharField(
        allow_null=True, help_text="Why it is only possible; null if it is certain."
    )


class ScopeClauseSerializer(_Object):
    """A clause or an exclusion in words: conditions that must all hold."""

    label = serializers.CharField()  # type: ignore[assignment]
    open = serializers.CharField(allow_null=True)
    conditions = ScopeConditionSerializer(many=True)


class ScopeWordsSerializer(_Object):
    """A scope in words."""

    subject = serializers.CharField()
    heading = serializers.CharField()
    clauses = ScopeClauseSerializer(many=True)
    exclusions = ScopeClauseSerializer(many=True)


class DraftExampleSerializer(_Object):
    """An example of the document, asked of its own scope."""

    pointer = serializers.CharField()
    question = serializers.CharField(help_text="In words.")
    expected = serializers.ChoiceField([verdict.value for verdict in Verdict])
    found = serializers.CharField(help_text="The verdict, or why there is none.")
    holds = serializers.BooleanField()


class ValidationSerializer(_Object):
    """What is wrong with a document, what its scopes say, and whether its examples hold."""

    complete = serializers.BooleanField(
        help_text="Whether nothing is wrong and every example holds."
    )
    problems = DraftProblemSerializer(many=True)
    scopes = ScopeWordsSerializer(many=True)
    examples = DraftExampleSerializer(many=True)


class SubmissionRequestSerializer(_Object):
    """Why the draft should be published."""

    reason = serializers.CharField(help_text="A sentence; readers see it with the revision.")
    explanations = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="Why verdicts change, by the key of the group of changes.",
    )


class SubmissionSerializer(_Object):
    """A draft as it was submitted for review."""

    incident = serializers.CharField()
    sha256 = serializers.CharField()
    state = serializers.CharField()
    reason = serializers.CharField()
    submitted_at = serializers.DateTimeField()
