"""The catalogue's working copy: recognised services, served models, values, and their names."""

from django.db import models
from django.db.models import Q

from incidents.models.texts import TextField


class Attribute(models.Model):
    """What can be asked about a request, and of which kind the answers are."""

    class Kind(models.TextChoices):
        IDENTIFIER = "identifier"
        INSTANT = "instant"
        NUMBER = "number"
        FLAG = "flag"
        VERSION = "version"

    position = models.PositiveIntegerField()
    name = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    #: The smallest unit of a number; empty for other kinds.
    unit = models.CharField(max_length=60, blank=True)
    label = TextField()
    #: How to fill the attribute in; NULL where the label says it all.
    help = TextField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["identifier", "instant", "number", "flag", "version"]),
                name="attribute_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(unit="") | Q(kind="number"), name="attribute_unit_of_numbers_only"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Service(models.Model):
    """What a provider runs: `workers-ai` of Cloudflare. `self-hosted` is one too."""

    position = models.PositiveIntegerField()
    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=300)
    provider = models.CharField(max_length=100)
    url = models.URLField(max_length=1000, blank=True)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.slug


class ServedModel(models.Model):
    """A model as one service serves it. The same weights elsewhere are another served model."""

    service = models.ForeignKey(Service, models.CASCADE, related_name="models")
    position = models.PositiveIntegerField()
    model_id = models.CharField("canonical ID", max_length=300)
    name = models.CharField(max_length=300)
    #: Equal for served models of the same weights; empty where nobody says which weights.
    weights = models.CharField(max_length=200, blank=True)
    #: Whether it stands for whatever models its users run there, under names of their own.
    is_open_ended = models.BooleanField(default=False)
    source = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["service__position", "position"]
        constraints = [
            models.UniqueConstraint(fields=["service", "model_id"], name="served_model_id_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.model_id} ({self.service})"


class CatalogueValue(models.Model):
    """A recognised value of an identifier: a region, a method, a plan, …"""

    #: NULL for a value that belongs to no one service.
    service = models.ForeignKey(Service, models.CASCADE, null=True, related_name="values")
    position = models.PositiveIntegerField()
    attribute = models.CharField(max_length=40)
    name = models.CharField(max_length=300)
    label = TextField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["service", "attribute", "name"], name="catalogue_value_unique"
            ),
            models.UniqueConstraint(
                fields=["attribute", "name"],
                condition=Q(service__isnull=True),
                name="catalogue_value_of_no_service_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.attribute}={self.name}"


class Alias(models.Model):
    """Another name of a service, a served model or a value, with where it is used."""

    class Standing(models.TextChoices):
        STATED = "stated"
        INFERRED = "inferred"

    service = models.ForeignKey(Service, models.CASCADE, null=True, related_name="aliases")
    model = models.ForeignKey(ServedModel, models.CASCADE, null=True, related_name="aliases")
    value = models.ForeignKey(CatalogueValue, models.CASCADE, null=True, related_name="aliases")
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=300)
    source = models.CharField(max_length=500, blank=True)
    standing = models.CharField(max_length=8, choices=Standing.choices, default=Standing.STATED)
    #: The dates between which the alias is stated to hold; empty: no such limit is stated.
    holds_from = models.CharField(max_length=40, blank=True)
    holds_until = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["position"]
        verbose_name_plural = "aliases"
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(service__isnull=False, model__isnull=True, value__isnull=True)
                    | Q(service__isnull=True, model__isnull=False, value__isnull=True)
                    | Q(service__isnull=True, model__isnull=True, value__isnull=False)
                ),
                name="alias_of_exactly_one",
            ),
            models.CheckConstraint(
                condition=Q(standing__in=["stated", "inferred"]), name="alias_standing_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RegionNotice(models.Model):
    """A region-of-service notice: for whom a publication's service is offered, and where not."""

    position = models.PositiveIntegerField()
    key = models.SlugField(max_length=64, unique=True)
    publisher = models.CharField(max_length=200)
    audience = TextField()
    #: ISO 3166 codes.
    excluded_regions = models.JSONField()
    text = TextField()
    source = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key
