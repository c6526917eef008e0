"""Incidents: the working copy of a disclosure, which staff edit."""

from django.db import models
from django.db.models import Q

from incidents.models.texts import LANGUAGES, TextField


class Incident(models.Model):
    """One disclosed event. Never merged with another; related by named links.

    The rows of an incident are its draft. What readers see is its latest revision.
    """

    class Kind(models.TextChoices):
        DATA_ISOLATION = "data_isolation"
        AVAILABILITY = "availability"
        OUTPUT_QUALITY = "output_quality"
        SOFTWARE_ADVISORY = "software_advisory"

    class Status(models.TextChoices):
        ONGOING = "ongoing"
        RESOLVED = "resolved"
        NOT_STATED = "not_stated"

    public_id = models.CharField(max_length=20, unique=True)
    language = models.CharField(max_length=8)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    status = models.CharField(max_length=12, choices=Status.choices)
    provider = models.CharField(max_length=100, blank=True)
    title = TextField()
    summary = TextField()
    narrative = TextField(null=True, blank=True)
    #: When the incident was disclosed, as published: value, and perhaps zone and words.
    disclosed = models.JSONField()
    key_points = models.JSONField(default=list, blank=True)
    #: The key of the region notice that the disclosing publication carries; empty for none.
    notice = models.SlugField(max_length=64, blank=True)
    edited_at = models.DateTimeField()

    class Meta:
        ordering = ["public_id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(public_id__startswith="KB-"), name="incident_id_form"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "data_isolation",
                        "availability",
                        "output_quality",
                        "software_advisory",
                    ]
                ),
                name="incident_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["ongoing", "resolved", "not_stated"]),
                name="incident_status_known",
            ),
            models.CheckConstraint(
                condition=Q(language__in=LANGUAGES), name="incident_language_known"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class IncidentPart(models.Model):
    """A row of an incident's draft, in an order that the document keeps."""

    incident = models.ForeignKey(Incident, models.CASCADE)
    position = models.PositiveIntegerField()

    class Meta:
        abstract = True
        ordering = ["incident", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["incident", "position"], name="%(class)s_position_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.position} of {self.incident}"


class RelatedIncident(IncidentPart):
    """A named link to another incident, with its reason in words."""

    class Relation(models.TextChoices):
        DISTINCT_FROM = "distinct_from"
        SAME_ROOT_CAUSE = "same_root_cause"
        FOLLOW_UP_OF = "follow_up_of"
        SUPERSEDED_BY = "superseded_by"

    #: A public ID and no key: a record may be linked before the other one is entered.
    other = models.CharField(max_length=20)
    relation = models.CharField(max_length=16, choices=Relation.choices)
    reason = TextField()

    class Meta(IncidentPart.Meta):
        constraints = [
            *IncidentPart.Meta.constraints,
            models.CheckConstraint(
                condition=Q(
                    relation__in=[
                        "distinct_from",
                        "same_root_cause",
                        "follow_up_of",
                        "superseded_by",
                    ]
                ),
                name="relatedincident_relation_known",
            ),
            models.UniqueConstraint(
                fields=["incident", "other", "relation"], name="relatedincident_unique"
            ),
        ]
