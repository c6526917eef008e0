"""Publishing is one door: whole, checked, numbered, hashed, and final."""

import hashlib
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.documents import canonical_content
from incidents.domain.drafting import import_disclosure
from incidents.domain.mapping import document_of, draft_of
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import (
    UnknownIncident,
    publish_catalogue,
    publish_named,
    publish_revision,
    withdraw_incident,
)
from incidents.models import (
    CatalogueRevision,
    Incident,
    LogEntry,
    PublicationCounter,
    PublishedIncident,
    Revision,
)
from tests.conftest import Publish
from tests.documents import Json, catalogue_document, disclosure_document


def problems_of(incident: Incident, now: datetime, reason: str = "Why.") -> list[tuple[str, str]]:
    with pytest.raises(UnableToPublishRevision) as refused:
        publish_revision(incident=incident, actor=COMMAND_LINE, now=now, reason=reason)
    return [(one.pointer, one.code) for one in refused.value.problems]


def draft(now: datetime, **parts: object) -> Incident:
    import_disclosure(disclosure_document(**parts), actor=COMMAND_LINE, now=now)
    return Incident.objects.get(public_id=disclosure_document(**parts)["id"])


def test_a_revision_holds_the_document_its_hash_and_its_reason(
    publish: Publish, now: datetime
) -> None:
    revision = publish(reason="  First.  ")
    assert revision.document == document_of(draft_of(disclosure_document()))
    assert revision.content == canonical_content(revision.document)
    assert revision.sha256 == hashlib.sha256(revision.content.encode()).hexdigest()
    assert (revision.number, revision.reason, revision.published_at) == (1, "First.", now)
    assert revision.catalogue.number == 1
    assert [scope["subject"] for scope in revision.scopes] == ["affected"]


def test_publishing_writes_facets_log_and_sequence(publish: Publish, now: datetime) -> None:
    revision = publish()
    published = PublishedIncident.objects.get()
    assert (published.public_id, published.revision, published.is_withdrawn) == (
        "KB-2026-7001",
        revision,
        False,
    )
    assert [entry.act for entry in LogEntry.objects.all()] == [
        "imported",
        "published",
        "imported",
        "published",
    ]
    assert PublicationCounter.objects.get().sequence == revision.sequence == 2


def test_what_has_not_changed_is_not_published_again(publish: Publish, now: datetime) -> None:
    revision = publish()
    assert problems_of(revision.incident, now) == [("", "unchanged")]
    assert PublicationCounter.objects.get().sequence == revision.sequence


def test_a_correction_is_the_next_revision_and_leaves_the_first_as_it_was(
    publish: Publish, now: datetime
) -> None:
    first = publish()
    second = publish(at=now + timedelta(days=1), reason="Title.", title={"en": "Another title"})
    assert second.number == 2
    assert Revision.objects.get(number=1).content == first.content
    published = PublishedIncident.objects.get()
    assert published.first_published_at == now
    assert published.updated_at == now + timedelta(days=1)


def test_nothing_is_published_without_a_catalogue(db: None, now: datetime) -> None:
    assert problems_of(draft(now), now) == [("", "no_catalogue")]


def test_nothing_is_published_without_a_reason(catalogue: Json, now: datetime) -> None:
    assert problems_of(draft(now), now, reason=" ") == [("/reason", "required")]


def test_an_example_that_fails_blocks_publication(catalogue: Json, now: datetime) -> None:
    examples = [
        {"question": {"service": "alpha", "model": "small-1"}, "verdict": "in_scope"},
        {"question": {"prompt_tokens": "680k"}, "verdict": "undetermined"},
        {"question": {"subject": "remedy"}, "verdict": "undetermined"},
    ]
    assert problems_of(draft(now, examples=examples), now) == [
        ("/examples/0", "example_fails"),
        ("/examples/1", "example_fails"),
        ("/examples/2", "example_fails"),
    ]
    assert not Revision.objects.exists()


@pytest.mark.parametrize(
    ("attribute", "condition", "code"),
    [
        ("model", {"kind": "identifier", "names": ["large-9"]}, "not_in_catalogue"),
        ("model", {"kind": "identifier", "names": ["beta/large-1"]}, "not_in_catalogue"),
        ("colour", {"kind": "identifier", "names": ["red"]}, "unknown_attribute"),
        ("plan", {"kind": "flag", "is": True}, "wrong_kind"),
        (
            "prompt_tokens",
            {
                "kind": "number",
                "bounds": [{"operator": ">", "value": 9}],
                "unit": "characters",
                "counted": {"en": "by hand"},
            },
            "wrong_unit",
        ),
        (
            "prompt_tokens",
            {
                "kind": "number",
                "bounds": [{"operator": ">=", "value": 0}],
                "unit": "tokens",
                "counted": {"en": "as the provider counts"},
            },
            "no_condition",
        ),
    ],
)
def test_a_condition_that_nobody_could_be_asked_about_blocks_publication(
    catalogue: Json, now: datetime, attribute: str, condition: Json, code: str
) -> None:
    scopes = disclosure_document()["scopes"]
    scopes[0]["clauses"][0]["conditions"][attribute] = condition
    pointers = problems_of(draft(now, scopes=scopes), now)
    assert [one[1] for one in pointers] == [code]
    assert pointers[0][0].startswith(f"/scopes/0/clauses/0/conditions/{attribute}")


def test_withdrawing_keeps_the_document_and_its_page_but_not_its_verdicts(
    publish: Publish, now: datetime
) -> None:
    first = publish()
    withdrawal = withdraw_incident(
        incident=first.incident, actor=COMMAND_LINE, now=now, reason="It never happened."
    )
    assert (withdrawal.number, withdrawal.content, withdrawal.is_withdrawal) == (
        2,
        first.content,
        True,
    )
    assert PublishedIncident.objects.get().is_withdrawn
    with pytest.raises(UnableToPublishRevision):
        withdraw_incident(incident=first.incident, actor=COMMAND_LINE, now=now, reason="Again.")


def test_a_withdrawn_incident_can_be_published_again(publish: Publish, now: datetime) -> None:
    first = publish()
    withdraw_incident(incident=first.incident, actor=COMMAND_LINE, now=now, reason="In doubt.")
    again = publish_revision(
        incident=first.incident, actor=COMMAND_LINE, now=now, reason="Confirmed."
    )
    assert (again.number, again.is_withdrawal) == (3, False)
    assert not PublishedIncident.objects.get().is_withdrawn


def test_a_draft_cannot_be_withdrawn(catalogue: Json, now: datetime) -> None:
    with pytest.raises(UnableToPublishRevision, match="nothing published"):
        withdraw_incident(incident=draft(now), actor=COMMAND_LINE, now=now, reason="Why.")


@pytest.mark.parametrize("table", ["revision", "cataloguerevision", "logentry"])
@pytest.mark.parametrize(
    "act", ["UPDATE incidents_{} SET reason = 'x'", "DELETE FROM incidents_{}"]
)
def test_what_was_published_or_logged_cannot_be_changed_even_by_sql(
    publish: Publish, table: str, act: str
) -> None:
    publish()
    with (
        pytest.raises(DatabaseError, match="stays as it is"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(table))


def test_a_catalogue_change_that_breaks_a_published_example_is_refused(
    publish: Publish, now: datetime
) -> None:
    publish()
    changed = catalogue_document()
    # The sibling's name becomes a second name of the affected model.
    models = changed["services"][0]["models"]
    models.pop()
    models[0]["aliases"].append({"name": "small-1"})
    import_catalogue(changed, actor=COMMAND_LINE, now=now)
    with pytest.raises(UnableToPublishRevision) as refused:
        publish_catalogue(actor=COMMAND_LINE, now=now, reason="Merge names.")
    assert [(one.pointer, one.code) for one in refused.value.problems] == [
        ("/KB-2026-7001/examples/1", "example_fails")
    ]
    assert CatalogueRevision.objects.count() == 1


def test_a_catalogue_without_a_published_name_is_refused(publish: Publish, now: datetime) -> None:
    publish()
    changed = catalogue_document()
    del changed["services"][0]["models"][0]
    import_catalogue(changed, actor=COMMAND_LINE, now=now)
    with pytest.raises(UnableToPublishRevision, match="not in the catalogue"):
        publish_catalogue(actor=COMMAND_LINE, now=now, reason="Forget a model.")


def test_an_unchanged_catalogue_is_not_published_again(catalogue: Json, now: datetime) -> None:
    with pytest.raises(UnableToPublishRevision, match="as revision 1"):
        publish_catalogue(actor=COMMAND_LINE, now=now, reason="Again.")


def test_a_catalogue_needs_a_reason(catalogue: Json, now: datetime) -> None:
    with pytest.raises(UnableToPublishRevision, match="sentence"):
        publish_catalogue(actor=COMMAND_LINE, now=now, reason="")


def test_publishing_by_name_says_what_is_unknown(catalogue: Json, now: datetime) -> None:
    with pytest.raises(UnknownIncident, match="KB-2026-0404"):
        publish_named("KB-2026-0404", actor=COMMAND_LINE, now=now, reason="Why.")
