"""How a draft comes to be published: submissions, decisions, comments, reports and tokens."""

from typing import Any, cast

import orjson
from django.conf import settings
from django.db import models
from django.db.models import F, Q

from incidents.models.incident import Incident
from incidents.models.revision import Revision


class WorkingCopy(models.Model):
    """A draft as its editor has it: a document that may still be incomplete or wrong.

    Whenever it is valid, the incident's rows are made from it. Its hash is what two editors of
    one draft are told apart by, and what a submission and an approval are bound to.
    """

    public_id = models.CharField(max_length=20, unique=True)
    #: The document as canonical JSON.
    content = models.TextField()
    sha256 = models.CharField(max_length=64)
    #: Whether the rows hold this very document.
    is_valid = models.BooleanField()
    edited_at = models.DateTimeField()
    #: NULL: on the command line, by somebody with access to the server.
    edited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering = ["public_id"]
        verbose_name_plural = "working copies"
        constraints = [
            models.CheckConstraint(
                condition=Q(public_id__startswith="KB-"), name="workingcopy_id_form"
            ),
        ]

    def __str__(self) -> str:
        return f"working copy of {self.public_id}"

    @property
    def document(self) -> dict[str, Any]:
        return cast(dict[str, Any], orjson.loads(self.content))


class Submission(models.Model):
    """A draft that its author has handed in for review, as it was at that time.

    An approval holds for the hash that was submitted: an edit afterwards voids it.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT_BACK = "sent_back"
        APPROVED = "approved"
        PUBLISHED = "published"
        VOID = "void"

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="submissions")
    state = models.CharField(max_length=10, choices=State.choices)
    #: The hash of the draft that was submitted.
    sha256 = models.CharField(max_length=64)
    #: Why the draft should be published; readers see it with the revision.
    reason = models.TextField()
    #: What explains the changed verdicts, by the key of the change.
    explanations = models.JSONField(default=dict, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField()
    #: NULL until somebody approves or sends back.
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    #: When to publish; NULL: when a publisher says so.
    publish_at = models.DateTimeField(null=True)
    #: Why the scheduled publication was refused, which is not tried again; empty: it was not.
    refusal = models.TextField(blank=True, default="")
    #: Who publishes, or has set the time for it; NULL until then.
    publisher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    #: NULL until published.
    revision = models.OneToOneField(Revision, models.PROTECT, null=True, related_name="submission")

    class Meta:
        ordering = ["submitted_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["incident"],
                condition=Q(state__in=["waiting", "approved"]),
                name="submission_one_open_per_incident",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent_back", "approved", "published", "void"]),
                name="submission_state_known",
            ),
            models.CheckConstraint(
                condition=Q(reviewer__isnull=True) | ~Q(reviewer=F("author")),
                name="submission_not_reviewed_by_author",
            ),
            models.CheckConstraint(
                condition=Q(publisher__isnull=True) | ~Q(publisher=F("author")),
                name="submission_not_published_by_author",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["approved", "published"]) | Q(reviewer__isnull=False),
                name="submission_approved_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(state="published") | Q(revision__isnull=False),
                name="submission_published_has_revision",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="submission_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.incident}, submitted {self.submitted_at:%Y-%m-%d %H:%M}"


class Comment(models.Model):
    """A remark on a submission, on one of its facts or on the whole."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="comments")
    #: An RFC 6901 pointer into the document; empty for the whole.
    pointer = models.CharField(max_length=300, blank=True)
    text = models.TextField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="comment_has_text")]

    def __str__(self) -> str:
        return f"comment on {self.submission}"


class ReaderReport(models.Model):
    """A mistake that a reader reports, with the question that it was about."""

    class State(models.TextChoices):
        OPEN = "open"
        HANDLED = "handled"

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="reports")
    #: The revision that the reader saw.
    revision = models.PositiveIntegerField()
    #: The question as it was asked, by field; empty for a report on the page.
    question = models.JSONField(default=dict, blank=True)
    text = models.TextField()
    #: An address for an answer, if the reader gave one.
    contact = models.EmailField(blank=True)
    received_at = models.DateTimeField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.OPEN)
    #: NULL while open.
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    handled_at = models.DateTimeField(null=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["received_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "handled"]), name="readerreport_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state="open") | Q(handled_by__isnull=False, handled_at__isnull=False),
                name="readerreport_handled_by_somebody",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="readerreport_has_text"),
        ]

    def __str__(self) -> str:
        return f"report on {self.incident}"


class AccessToken(models.Model):
    """A key for the staff API. Only its hash is kept; the key itself is shown once."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    #: SHA-256 of the key, in hexadecimal digits. The key has 256 random bits and needs no salt.
    sha256 = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    #: NULL: not revoked.
    revoked_at = models.DateTimeField(null=True)
    #: NULL: never used. Kept to the hour, so that a busy token does not write all the time.
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="accesstoken_expires_later"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.owner}"
