"""Documents become rows and come back unchanged."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from incidents.domain.cataloguing import export_catalogue, import_catalogue
from incidents.domain.documents import UnableToImport, document_text, parse_document
from incidents.domain.drafting import (
    Imported,
    UnableToExport,
    export_draft,
    import_disclosure,
    import_files,
)
from incidents.domain.loading import DISCLOSURES
from incidents.domain.mapping import document_of, draft_of
from incidents.domain.permissions import COMMAND_LINE
from incidents.models import AffectedCount, Incident, LogEntry
from tests.documents import Json, catalogue_document, disclosure_document, whole_document

CORPUS = Path(__file__).parent.parent / "corpus"
FILES = [*DISCLOSURES.glob("kb-*.yaml"), *CORPUS.glob("*-*.yaml")]


def import_it(document: Json, now: datetime) -> Imported:
    return import_disclosure(document, actor=COMMAND_LINE, now=now)


@pytest.mark.django_db
def test_a_document_with_every_part_comes_back_unchanged(now: datetime) -> None:
    document = whole_document()
    assert import_it(document, now) is Imported.CREATED
    assert export_draft("KB-2026-7001") == document


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_real_disclosures_come_back_as_they_are_normally_written(path: Path, now: datetime) -> None:
    document = parse_document(path.read_bytes())
    import_it(document, now)
    exported = export_draft(document["id"])
    assert exported == document_of(draft_of(document))
    assert import_it(exported, now) is Imported.UNCHANGED
    assert parse_document(document_text(exported).encode()) == exported


@pytest.mark.django_db
def test_importing_again_changes_nothing_not_even_the_time_of_the_last_edit(
    now: datetime,
) -> None:
    import_it(disclosure_document(), now)
    assert import_it(disclosure_document(), now + timedelta(hours=1)) is Imported.UNCHANGED
    assert Incident.objects.get().edited_at == now
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db
def test_importing_another_document_of_the_same_id_replaces_every_row(now: datetime) -> None:
    import_it(whole_document(), now)
    shorter = disclosure_document()
    assert import_it(shorter, now) is Imported.CHANGED
    assert export_draft("KB-2026-7001") == shorter
    assert Incident.objects.count() == 1


@pytest.mark.django_db
def test_a_document_with_a_problem_is_refused_whole(now: datetime) -> None:
    document = disclosure_document(surprise=1)
    with pytest.raises(UnableToImport) as refused:
        import_it(document, now)
    assert [(one.pointer, one.code) for one in refused.value.problems] == [("", "unknown_key")]
    assert "surprise" in str(refused.value)
    assert not Incident.objects.exists()


@pytest.mark.django_db
def test_of_several_files_none_is_imported_if_one_is_refused(now: datetime) -> None:
    good = document_text(disclosure_document()).encode()
    with pytest.raises(UnableToImport) as refused:
        import_files({"good.yaml": good, "bad.yaml": b"- a list"}, actor=COMMAND_LINE, now=now)
    assert [one.pointer for one in refused.value.problems] == ["bad.yaml"]
    assert not Incident.objects.exists()


@pytest.mark.django_db
def test_a_count_keeps_its_decimals(now: datetime) -> None:
    import_it(whole_document(), now)
    assert str(AffectedCount.objects.get().value) == "1.200000"
    assert export_draft("KB-2026-7001")["counts"][0]["value"] == 1.2


@pytest.mark.django_db
def test_exporting_an_unknown_incident_says_which() -> None:
    with pytest.raises(UnableToExport, match="There is no incident KB-2026-0404"):
        export_draft("KB-2026-0404")


@pytest.mark.django_db
def test_a_catalogue_comes_back_unchanged(now: datetime) -> None:
    document = catalogue_document(
        values=[{"attribute": "plan", "name": "plus", "aliases": [{"name": "Plus"}]}],
        notices=[
            {
                "key": "region",
                "publisher": "Alpha",
                "audience": {"en": "businesses"},
                "excluded_regions": ["CN"],
                "text": {"en": "Not offered there."},
            }
        ],
    )
    assert import_catalogue(document, actor=COMMAND_LINE, now=now) is Imported.CREATED
    assert export_catalogue() == document
    assert import_catalogue(document, actor=COMMAND_LINE, now=now) is Imported.UNCHANGED


@pytest.mark.django_db
def test_the_shipped_catalogue_comes_back_unchanged(now: datetime) -> None:
    document = parse_document((DISCLOSURES / "catalogue.yaml").read_bytes())
    import_catalogue(document, actor=COMMAND_LINE, now=now)
    assert import_catalogue(export_catalogue(), actor=COMMAND_LINE, now=now) is Imported.UNCHANGED
    assert export_catalogue() == document
