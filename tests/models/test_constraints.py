"""Each named constraint refuses what it is named for, in the database itself."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Model

from incidents.domain.drafting import import_disclosure
from incidents.domain.permissions import COMMAND_LINE
from incidents.models import (
    AccessToken,
    AffectedCount,
    Alias,
    Attribute,
    CatalogueRevision,
    CatalogueValue,
    Clause,
    Comment,
    Coverage,
    FixedVersion,
    FlagCondition,
    Incident,
    NameCondition,
    Protection,
    PublicationCounter,
    PublishedIncident,
    ReaderReport,
    RelatedIncident,
    Revision,
    Scope,
    ScopeExample,
    ServedModel,
    Source,
    Statement,
    Submission,
    Threshold,
    TimelineEvent,
    TimeWindow,
    User,
    VersionCondition,
    WindowDate,
    WorkingCopy,
)
from tests.conftest import NOW, Publish
from tests.documents import whole_document

TEXT = {"en": "Text."}


@pytest.fixture
def rows(publish: Publish, now: datetime) -> None:
    """At least one row of every class that has constraints."""
    publish()
    document = whole_document() | {"id": "KB-2026-7003"}
    import_disclosure(document, actor=COMMAND_LINE, now=now)
    PublicationCounter.objects.get_or_create(pk=1)
    author = User.objects.create(username="author")
    incident = Incident.objects.get(public_id="KB-2026-7003")
    submission = Submission.objects.create(
        incident=incident,
        state="waiting",
        sha256="0" * 64,
        reason="Why.",
        author=author,
        submitted_at=now,
    )
    Comment.objects.create(submission=submission, text="Text.", author=author, at=now)
    ReaderReport.objects.create(incident=incident, revision=1, text="Text.", received_at=now)
    AccessToken.objects.create(
        owner=author,
        name="key",
        sha256="0" * 64,
        scopes=[],
        created_at=now,
        expires_at=now + timedelta(days=1),
    )


def changed(model: type[Model], /, **columns: object) -> Callable[[], object]:
    """Update every row of the class."""
    return lambda: model._default_manager.update(**columns)


def doubled(model: type[Model], /, **columns: object) -> Callable[[], object]:
    """Insert a copy of the first row, with some columns changed."""

    def act() -> object:
        row = model._default_manager.order_by("pk")[0]
        row.pk = None
        row._state.adding = True
        for name, value in columns.items():
            setattr(row, name, value)
        return row.save(force_insert=True)

    return act


POSITIONED = [
    RelatedIncident,
    Scope,
    Source,
    TimelineEvent,
    AffectedCount,
    FixedVersion,
    Protection,
    Statement,
    ScopeExample,
]
CONDITIONS = [NameCondition, TimeWindow, Threshold, FlagCondition, VersionCondition]

VIOLATIONS: dict[str, Callable[[], object]] = {
    **{f"{one._meta.model_name}_position_unique": doubled(one) for one in POSITIONED},
    **{f"{one._meta.model_name}_attribute_unique": doubled(one) for one in CONDITIONS},
    **{f"{one._meta.model_name}_open_known": changed(one, open="maybe") for one in CONDITIONS},
    "attribute_kind_known": changed(Attribute, kind="colour"),
    "attribute_unit_of_numbers_only": changed(Attribute, unit="tokens"),
    "served_model_id_unique": doubled(ServedModel),
    "catalogue_value_unique": doubled(CatalogueValue),
    "catalogue_value_of_no_service_unique": lambda: CatalogueValue.objects.bulk_create(
        CatalogueValue(position=0, attribute="plan", name="plus") for _ in range(2)
    ),
    "alias_of_exactly_one": changed(Alias, model=None),
    "alias_standing_known": changed(Alias, standing="rumour"),
    "incident_id_form": changed(Incident, public_id="2026-1"),
    "incident_kind_known": changed(Incident, kind="colour"),
    "incident_status_known": changed(Incident, status="fine"),
    "incident_language_known": changed(Incident, language="xx"),
    "relatedincident_relation_known": changed(RelatedIncident, relation="like"),
    "relatedincident_unique": doubled(RelatedIncident, position=9),
    "source_key_unique": doubled(Source, position=9),
    "source_type_known": changed(Source, type="rumour"),
    "affectedcount_not_negative": changed(AffectedCount, value=-1),
    "affectedcount_has_unit": changed(AffectedCount, unit={}),
    "affectedcount_qualifier_known": changed(AffectedCount, qualifier="roughly"),
    "fixedversion_unique": doubled(FixedVersion, position=9),
    "fixedversion_role_known": changed(FixedVersion, role="best"),
    "fixedversion_status_known": changed(FixedVersion, status="hoped"),
    "protection_key_unique": doubled(Protection, position=9),
    "coverage_architecture_unique": doubled(Coverage, position=9),
    "coverage_state_known": changed(Coverage, state="fine"),
    "statement_kind_known": changed(Statement, kind="rumour"),
    "scopeexample_verdict_known": changed(ScopeExample, verdict="yes"),
    "scope_subject_unique": doubled(Scope, position=9),
    "scope_subject_known": changed(Scope, subject="colour"),
    "clause_position_unique": doubled(Clause),
    "clause_open_known": changed(Clause, open="maybe"),
    "windowdate_position_unique": doubled(WindowDate),
    "windowdate_one_unless_edge": changed(WindowDate, role="stopped_by", position=1),
    "windowdate_role_known": changed(WindowDate, role="middle"),
    "windowdate_meaning_known": changed(WindowDate, meaning="roughly"),
    "threshold_has_unit": changed(Threshold, unit=""),
    "versioncondition_scheme_known": changed(VersionCondition, scheme="roman"),
    "publicationcounter_one_row": lambda: PublicationCounter.objects.create(pk=2),
    "revision_has_reason": doubled(Revision, reason="", number=9, sequence=9),
    "revision_numbered_from_one": doubled(Revision, number=0, sequence=9),
    "revision_not_reviewed_by_author": lambda: doubled(
        Revision, number=9, sequence=9, author=User.objects.get(), reviewer=User.objects.get()
    )(),
    "revision_number_unique": doubled(Revision, sequence=9),
    "cataloguerevision_has_reason": doubled(CatalogueRevision, reason="", number=9, sequence=9),
    "cataloguerevision_numbered_from_one": doubled(CatalogueRevision, number=0, sequence=9),
    "cataloguerevision_not_reviewed_by_author": lambda: doubled(
        CatalogueRevision,
        number=9,
        sequence=9,
        author=User.objects.get(),
        reviewer=User.objects.get(),
    )(),
    "revision_not_published_by_author": lambda: doubled(
        Revision, number=9, sequence=9, author=User.objects.get(), publisher=User.objects.get()
    )(),
    "cataloguerevision_not_published_by_author": lambda: doubled(
        CatalogueRevision,
        number=9,
        sequence=9,
        author=User.objects.get(),
        publisher=User.objects.get(),
    )(),
    "workingcopy_id_form": changed(WorkingCopy, public_id="2026-1"),
    "submission_one_open_per_incident": doubled(Submission),
    "submission_state_known": changed(Submission, state="lost"),
    "submission_not_reviewed_by_author": changed(Submission, reviewer=F("author")),
    "submission_not_published_by_author": changed(Submission, publisher=F("author")),
    "submission_approved_by_somebody": changed(Submission, state="approved"),
    "submission_published_has_revision": lambda: Submission.objects.update(
        state="published", reviewer=User.objects.create(username="reviewer")
    ),
    "submission_has_reason": changed(Submission, reason=""),
    "comment_has_text": changed(Comment, text=""),
    "readerreport_state_known": lambda: ReaderReport.objects.update(
        state="lost", handled_by=User.objects.get(), handled_at=NOW
    ),
    "readerreport_handled_by_somebody": changed(ReaderReport, state="handled"),
    "readerreport_has_text": changed(ReaderReport, text=""),
    "accesstoken_expires_later": changed(AccessToken, expires_at=F("created_at")),
    "cataloguerevision_number_unique": doubled(CatalogueRevision, sequence=9),
}


def named_constraints() -> set[str]:
    return {
        constraint.name
        for model in apps.get_app_config("incidents").get_models()
        for constraint in model._meta.constraints
    }


def test_every_named_constraint_is_tried() -> None:
    assert set(VIOLATIONS) == named_constraints()


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("name", sorted(VIOLATIONS))
def test_the_database_refuses_what_the_constraint_is_named_for(name: str) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        VIOLATIONS[name]()
    message = str(refused.value)
    # SQLite names checks, and for unique constraints their columns or nothing but the index.
    is_named = name in message
    assert is_named or (connection.vendor == "sqlite" and "UNIQUE constraint failed" in message)


@pytest.mark.usefixtures("rows")
def test_an_incident_with_a_revision_cannot_be_deleted() -> None:
    with pytest.raises(IntegrityError):
        PublishedIncident.objects.get().incident.delete()
