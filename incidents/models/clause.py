"""The rows of a scope: clauses, exclusions, and one row per condition."""

from django.db import models
from django.db.models import Q

from incidents.models.incident import IncidentPart
from incidents.models.texts import TextField


class OpenReason(models.TextChoices):
    """Why something is possible only."""

    SUSPECTED = "suspected"
    NOT_PUBLISHED = "not_published"
    DISPUTED = "disputed"


_OPEN_REASON_KNOWN = Q(open__in=["", "suspected", "not_published", "disputed"])


class Scope(IncidentPart):
    """Which requests, or which deployments, an incident covers: one scope per subject."""

    class Subject(models.TextChoices):
        AFFECTED = "affected"
        DEPLOYMENT = "deployment"
        EXPOSURE = "exposure"
        REMEDY = "remedy"

    subject = models.CharField(max_length=10, choices=Subject.choices)
    title = TextField(null=True, blank=True)

    class Meta(IncidentPart.Meta):
        constraints = [
            *IncidentPart.Meta.constraints,
            models.UniqueConstraint(fields=["incident", "subject"], name="scope_subject_unique"),
            models.CheckConstraint(
                condition=Q(subject__in=["affected", "deployment", "exposure", "remedy"]),
                name="scope_subject_known",
            ),
        ]


class Clause(models.Model):
    """A conjunction of conditions: covered by the scope or, as an exclusion, taken out of it."""

    scope = models.ForeignKey(Scope, models.CASCADE, related_name="clauses")
    is_exclusion = models.BooleanField()
    position = models.PositiveIntegerField()
    label = TextField()
    open = models.CharField(max_length=13, choices=OpenReason.choices, blank=True)
    sources = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["scope", "is_exclusion", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["scope", "is_exclusion", "position"], name="clause_position_unique"
            ),
            models.CheckConstraint(condition=_OPEN_REASON_KNOWN, name="clause_open_known"),
        ]

    def __str__(self) -> str:
        return f"clause {self.position} of {self.scope}"


class ConditionRow(models.Model):
    """What a disclosure publishes of one attribute. See the disclosure document for the fields."""

    clause = models.ForeignKey(Clause, models.CASCADE)
    attribute = models.CharField(max_length=40)
    open = models.CharField(max_length=13, choices=OpenReason.choices, blank=True)
    note = TextField(null=True, blank=True)
    sources = models.JSONField(default=list, blank=True)

    class Meta:
        abstract = True
        ordering = ["clause", "attribute"]
        constraints = [
            models.UniqueConstraint(
                fields=["clause", "attribute"], name="%(class)s_attribute_unique"
            ),
            models.CheckConstraint(condition=_OPEN_REASON_KNOWN, name="%(class)s_open_known"),
        ]

    def __str__(self) -> str:
        return f"{self.attribute} of {self.clause}"


class NameCondition(ConditionRow):
    """Covered names of a service, a model, a region, …, each as the catalogue holds it."""

    names = models.JSONField(default=list, blank=True)
    possible = models.JSONField(default=list, blank=True)
    ruled_out = models.JSONField(default=list, blank=True)
    #: False where the published list is not exhaustive, or none was published.
    complete = models.BooleanField(default=True)


class TimeWindow(ConditionRow):
    """When the fault was in effect, by its published dates."""

    #: Earlier cases cannot be ruled out, however far back.
    earlier_possible = models.BooleanField(default=False)


class WindowDate(models.Model):
    """A date that an edge of a window rests on, with the precision it was published in."""

    class Role(models.TextChoices):
        START = "start"
        IN_EFFECT_BY = "in_effect_by"
        EARLIER_POSSIBLE = "earlier_possible"
        END = "end"
        IN_EFFECT_AT = "in_effect_at"
        STOPPED_BY = "stopped_by"

    class Meaning(models.TextChoices):
        DURING = "during"
        WHOLE = "whole"
        INSTANT = "instant"

    window = models.ForeignKey(TimeWindow, models.CASCADE, related_name="dates")
    role = models.CharField(max_length=16, choices=Role.choices)
    position = models.PositiveIntegerField()
    value = models.CharField(max_length=40)
    #: An IANA name or an offset; empty where the disclosure states none, which is never guessed.
    zone = models.CharField(max_length=64, blank=True)
    meaning = models.CharField(max_length=7, choices=Meaning.choices, default=Meaning.DURING)
    text = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["window", "role", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["window", "role", "position"], name="windowdate_position_unique"
            ),
            models.CheckConstraint(
                condition=Q(role__in=["start", "end"]) | Q(position=0),
                name="windowdate_one_unless_edge",
            ),
            models.CheckConstraint(
                condition=Q(
                    role__in=[
                        "start",
                        "in_effect_by",
                        "earlier_possible",
                        "end",
                        "in_effect_at",
                        "stopped_by",
                    ]
                ),
                name="windowdate_role_known",
            ),
            models.CheckConstraint(
                condition=Q(meaning__in=["during", "whole", "instant"]),
                name="windowdate_meaning_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.value}"


class Threshold(ConditionRow):
    """Bounds of a number, such as a prompt length, with the unit and the rule it is counted by."""

    bounds = models.JSONField(default=list, blank=True)
    possible_bounds = models.JSONField(default=list, blank=True)
    unit = models.CharField(max_length=60)
    counted = TextField()
    unreliable = models.JSONField(default=list, blank=True)

    class Meta(ConditionRow.Meta):
        constraints = [
            *ConditionRow.Meta.constraints,
            models.CheckConstraint(condition=~Q(unit=""), name="threshold_has_unit"),
        ]


class FlagCondition(ConditionRow):
    """A covered value of true and false."""

    #: NULL where no value is covered for sure.
    covered = models.BooleanField(null=True)
    possible = models.JSONField(default=list, blank=True)


class VersionCondition(ConditionRow):
    """Covered versions of a product."""

    class Scheme(models.TextChoices):
        PEP440 = "pep440"
        SEMVER = "semver"
        TAGS = "tags"

    product = models.CharField(max_length=100)
    scheme = models.CharField(max_length=6, choices=Scheme.choices)
    ranges = models.JSONField(default=list, blank=True)
    possible_ranges = models.JSONField(default=list, blank=True)
    outside = models.JSONField(default=list, blank=True)

    class Meta(ConditionRow.Meta):
        constraints = [
            *ConditionRow.Meta.constraints,
            models.CheckConstraint(
                condition=Q(scheme__in=["pep440", "semver", "tags"]),
                name="versioncondition_scheme_known",
            ),
        ]
