"""Published states: immutable, numbered, hashed. Triggers in the database keep them so."""

from typing import Any, cast

import orjson
from django.conf import settings
from django.db import models
from django.db.models import Q

from incidents.models.incident import Incident


class PublicationCounter(models.Model):
    """The one row that numbers publications, so that they are seen in the order of their commits.

    Whoever publishes updates it first, and so waits for whoever is publishing.
    """

    sequence = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="publicationcounter_one_row")]

    def __str__(self) -> str:
        return f"publication {self.sequence}"


class Publication(models.Model):
    """What revisions of incidents and of the catalogue have in common."""

    number = models.PositiveIntegerField()
    #: The place among all publications, of incidents and of the catalogue.
    sequence = models.PositiveBigIntegerField(unique=True)
    #: The document as JSON, the very text that was hashed and is served.
    content = models.TextField()
    sha256 = models.CharField(max_length=64)
    reason = models.TextField()
    #: NULL: published on the command line, by somebody with access to the server.
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    #: NULL: nobody reviewed it, as for records that come with the software.
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    #: NULL: published on the command line.
    publisher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    published_at = models.DateTimeField()

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="%(class)s_has_reason"),
            models.CheckConstraint(condition=Q(number__gte=1), name="%(class)s_numbered_from_one"),
            models.CheckConstraint(
                condition=Q(author__isnull=True)
                | Q(reviewer__isnull=True)
                | ~Q(author=models.F("reviewer")),
                name="%(class)s_not_reviewed_by_author",
            ),
            models.CheckConstraint(
                condition=Q(author__isnull=True)
                | Q(publisher__isnull=True)
                | ~Q(author=models.F("publisher")),
                name="%(class)s_not_published_by_author",
            ),
        ]

    @property
    def document(self) -> dict[str, Any]:
        return cast(dict[str, Any], orjson.loads(self.content))


class CatalogueRevision(Publication):
    """A published state of the catalogue."""

    class Meta(Publication.Meta):
        ordering = ["number"]
        constraints = [
            *Publication.Meta.constraints,
            models.UniqueConstraint(fields=["number"], name="cataloguerevision_number_unique"),
        ]

    def __str__(self) -> str:
        return f"catalogue, revision {self.number}"


class Revision(Publication):
    """A published state of an incident."""

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="revisions")
    #: The catalogue in force at publication, with which the revision is read for ever.
    catalogue = models.ForeignKey(CatalogueRevision, models.PROTECT, related_name="+")
    #: The scopes with their instants computed, so that no later change of rules moves them.
    scopes = models.JSONField()
    #: A withdrawn incident is no longer evaluated; its page stays, with the reason.
    is_withdrawal = models.BooleanField(default=False)

    class Meta(Publication.Meta):
        ordering = ["incident", "number"]
        constraints = [
            *Publication.Meta.constraints,
            models.UniqueConstraint(fields=["incident", "number"], name="revision_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.incident}, revision {self.number}"


class PublishedIncident(models.Model):
    """What lists and search read of an incident's latest revision. Rewritten by publishing."""

    incident = models.OneToOneField(Incident, models.CASCADE, primary_key=True)
    revision = models.OneToOneField(Revision, models.PROTECT)
    public_id = models.CharField(max_length=20, unique=True)
    kind = models.CharField(max_length=20)
    status = models.CharField(max_length=12)
    provider = models.CharField(max_length=100)
    #: The local date of disclosure at its published precision, for sorting: 2026-10-26.
    disclosed_on = models.CharField(max_length=40)
    is_withdrawn = models.BooleanField()
    #: Title and summary in all languages, with the facts a list shows.
    summary = models.JSONField()
    #: All words of the document, normalised for a search without case.
    text = models.TextField()
    first_published_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["-disclosed_on", "-public_id"]
        indexes = [
            models.Index(fields=["-disclosed_on", "-public_id"], name="published_newest"),
            models.Index(fields=["updated_at"], name="published_updated"),
        ]

    def __str__(self) -> str:
        return self.public_id


class LogEntry(models.Model):
    """An act: who did what, when and why. Appended in the transaction of the act."""

    class Act(models.TextChoices):
        IMPORTED = "imported"
        EDITED = "edited"
        SUBMITTED = "submitted"
        COMMENTED = "commented"
        SENT_BACK = "sent_back"
        APPROVED = "approved"
        SCHEDULED = "scheduled"
        UNSCHEDULED = "unscheduled"
        VOIDED = "voided"
        PUBLISHED = "published"
        WITHDRAWN = "withdrawn"
        RESTORED = "restored"
        LINKED = "linked"
        UNLINKED = "unlinked"
        #: A publication that was scheduled and must not happen as the draft is.
        REFUSED = "refused"
        REPORT_HANDLED = "report_handled"
        KEY_CREATED = "key_created"
        KEY_REVOKED = "key_revoked"

    at = models.DateTimeField()
    #: NULL: on the command line, by somebody with access to the server.
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    act = models.CharField(max_length=14, choices=Act.choices)
    #: From where: an address, "command line" or "schedule".
    origin = models.CharField(max_length=64)
    #: NULL: the act was on no one incident.
    incident = models.ForeignKey(Incident, models.PROTECT, null=True, related_name="log")
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return f"{self.act} at {self.at:%Y-%m-%d %H:%M}"
