"""What a disclosure states beside its scope. Every fact names the sources that it rests on."""

from django.db import models
from django.db.models import Q

from incidents.models.incident import IncidentPart
from incidents.models.texts import TextField


class Source(IncidentPart):
    """Where facts come from."""

    class Type(models.TextChoices):
        PRIMARY = "primary"
        SECONDARY = "secondary"

    key = models.SlugField(max_length=64)
    publisher = models.CharField(max_length=200)
    title = models.CharField(max_length=500)
    #: As published, with its precision; empty where the source has no date.
    published = models.CharField(max_length=60, blank=True)
    url = models.URLField(max_length=1000, blank=True)
    language = models.CharField(max_length=35)
    type = models.CharField(max_length=9, choices=Type.choices)
    #: Whether the text itself was read for this record.
    read = models.BooleanField(default=True)
    note = TextField(null=True, blank=True)

    class Meta(IncidentPart.Meta):
        constraints = [
            *IncidentPart.Meta.constraints,
            models.UniqueConstraint(fields=["incident", "key"], name="source_key_unique"),
            models.CheckConstraint(
                condition=Q(type__in=["primary", "secondary"]), name="source_type_known"
            ),
        ]


class Fact(IncidentPart):
    """A row that cites sources, by their keys within the incident."""

    sources = models.JSONField(default=list, blank=True)

    class Meta(IncidentPart.Meta):
        abstract = True


class TimelineEvent(Fact):
    """Something that happened, at a date as published."""

    at = models.JSONField()
    text = TextField()


class AffectedCount(Fact):
    """How many of what. A count never goes without its unit, nor without what it is not."""

    class Qualifier(models.TextChoices):
        EXACT = "exact"
        ABOUT = "about"
        AT_LEAST = "at_least"
        AT_MOST = "at_most"

    value = models.DecimalField(max_digits=20, decimal_places=6)
    unit = TextField()
    qualifier = models.CharField(max_length=8, choices=Qualifier.choices)
    #: What a share is a share of; NULL for a plain number.
    of = TextField(null=True, blank=True)
    is_not = TextField()

    class Meta(Fact.Meta):
        constraints = [
            *Fact.Meta.constraints,
            models.CheckConstraint(condition=Q(value__gte=0), name="affectedcount_not_negative"),
            models.CheckConstraint(
                condition=Q(unit__has_any_keys=["en", "zh-Hans"]), name="affectedcount_has_unit"
            ),
            models.CheckConstraint(
                condition=Q(qualifier__in=["exact", "about", "at_least", "at_most"]),
                name="affectedcount_qualifier_known",
            ),
        ]


class FixedVersion(Fact):
    """A version that carries a fix, or that is recommended."""

    class Role(models.TextChoices):
        FIRST_FIX = "first_fix"
        FOLLOW_UP = "follow_up"
        RECOMMENDED_MINIMUM = "recommended_minimum"

    class Status(models.TextChoices):
        STATED = "stated"
        CONFIRMED = "confirmed"
        DISPUTED = "disputed"

    component = models.CharField(max_length=100)
    version = models.CharField(max_length=128)
    role = models.CharField(max_length=20, choices=Role.choices)
    status = models.CharField(max_length=9, choices=Status.choices)
    note = TextField(null=True, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            *Fact.Meta.constraints,
            models.UniqueConstraint(
                fields=["incident", "component", "version", "role"], name="fixedversion_unique"
            ),
            models.CheckConstraint(
                condition=Q(role__in=["first_fix", "follow_up", "recommended_minimum"]),
                name="fixedversion_role_known",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["stated", "confirmed", "disputed"]),
                name="fixedversion_status_known",
            ),
        ]


class Protection(Fact):
    """A flag or setting that guards against the fault where it covers the architecture."""

    key = models.SlugField(max_length=64)
    name = TextField()
    setting = models.CharField(max_length=200, blank=True)
    note = TextField(null=True, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            *Fact.Meta.constraints,
            models.UniqueConstraint(fields=["incident", "key"], name="protection_key_unique"),
        ]


class Coverage(models.Model):
    """Whether a protection covers an architecture. A cell without a row is `not_published`."""

    class State(models.TextChoices):
        COVERED = "covered"
        NOT_COVERED = "not_covered"
        IN_PROGRESS = "in_progress"
        NOT_PUBLISHED = "not_published"

    protection = models.ForeignKey(Protection, models.CASCADE, related_name="coverage")
    position = models.PositiveIntegerField()
    architecture = models.CharField(max_length=100)
    state = models.CharField(max_length=13, choices=State.choices)
    #: The date of the statement; NULL where it has none.
    as_of = models.JSONField(null=True, blank=True)
    sources = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["protection", "position"]
        verbose_name_plural = "coverage"
        constraints = [
            models.UniqueConstraint(
                fields=["protection", "architecture"], name="coverage_architecture_unique"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["covered", "not_covered", "in_progress", "not_published"]),
                name="coverage_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.architecture}: {self.state}"


class Statement(Fact):
    """A sentence that somebody stands for, of a kind that says how to read it."""

    class Kind(models.TextChoices):
        REPORTED = "reported"
        RECOMMENDED = "recommended"
        UNKNOWN = "unknown"
        DO_NOT_INFER = "do_not_infer"
        NOT_AFFECTED = "not_affected"
        WORKAROUND = "workaround"
        CORRECTION = "correction"

    kind = models.CharField(max_length=12, choices=Kind.choices)
    #: The question that the statement answers; NULL where nobody asks it.
    question = TextField(null=True, blank=True)
    text = TextField()
    said_by = models.CharField(max_length=200, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            *Fact.Meta.constraints,
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "reported",
                        "recommended",
                        "unknown",
                        "do_not_infer",
                        "not_affected",
                        "workaround",
                        "correction",
                    ]
                ),
                name="statement_kind_known",
            ),
        ]


class ScopeExample(IncidentPart):
    """A question with the verdict that the incident's scope must give."""

    class Verdict(models.TextChoices):
        IN_SCOPE = "in_scope"
        OUT_OF_SCOPE = "out_of_scope"
        UNDETERMINED = "undetermined"

    question = models.JSONField()
    verdict = models.CharField(max_length=12, choices=Verdict.choices)
    why = TextField(null=True, blank=True)

    class Meta(IncidentPart.Meta):
        constraints = [
            *IncidentPart.Meta.constraints,
            models.CheckConstraint(
                condition=Q(verdict__in=["in_scope", "out_of_scope", "undetermined"]),
                name="scopeexample_verdict_known",
            ),
        ]
