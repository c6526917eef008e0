"""Commands do one act each, say what they did, and name what they refuse."""

import io
import json
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.documents import document_text, parse_document
from incidents.domain.permissions import COMMAND_LINE
from incidents.models import CatalogueRevision, Incident, Revision
from tests.documents import catalogue_document, disclosure_document


def run(name: str, *arguments: str) -> str:
    output = io.StringIO()
    call_command(name, *arguments, stdout=output)
    return output.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "disclosure.yaml"
    path.write_text(document_text(disclosure_document()), encoding="utf-8")
    return path


@pytest.mark.django_db
def test_a_record_goes_from_file_to_answer(file: Path, now: datetime) -> None:
    import_catalogue(catalogue_document(), actor=COMMAND_LINE, now=now)
    assert run("import_disclosure", str(file)) == f"{file}: KB-2026-7001 created\n"
    assert run("import_disclosure", str(file)) == f"{file}: KB-2026-7001 unchanged\n"
    assert "catalogue, revision 1 published" in run("publish", "catalogue", "--reason", "First.")
    assert "KB-2026-7001, revision 1 published" in run(
        "publish", "KB-2026-7001", "--reason", "First."
    )
    answer = run("check", "service=alpha", "model=large-1", "at=2026-05-02T00:00Z")
    assert answer == (
        "1 incident considered: 0 in scope, 1 undetermined, 0 out of scope\n"
        "\n"
        "KB-2026-7001: Cannot be determined\n"
        "  Answers to long prompts were mixed up (revision 1)\n"
        "  - Service: met. Published: alpha. Yours: alpha.\n"
        "  - Model: met. Published: large-1. Yours: large-1.\n"
        "  - Time: met. Published: 1 May 2026, 10:00 to 3 May 2026, 10:00 (UTC). "
        "Yours: 2026-05-02T00:00Z.\n"
        "  - Prompt length: undetermined. Published: more than 1,000 tokens. Yours: not given. "
        "You have not said this.\n"
        "  This would settle it: Prompt length.\n"
        "  12 responses. Not customers.\n"
    )


@pytest.mark.django_db
def test_a_record_can_be_withdrawn(file: Path, tmp_path: Path) -> None:
    catalogue = tmp_path / "catalogue.yaml"
    catalogue.write_text(document_text(catalogue_document()), encoding="utf-8")
    assert run("import_catalogue", str(catalogue)) == f"{catalogue}: catalogue created\n"
    run("publish", "catalogue", "--reason", "First.")
    run("import_disclosure", str(file))
    run("publish", "KB-2026-7001", "--reason", "First.")
    assert run("withdraw", "KB-2026-7001", "--reason", "In doubt.") == (
        "KB-2026-7001, revision 2 withdraws the incident\n"
    )
    assert run("check", "service=alpha").startswith("0 incidents considered")


@pytest.mark.django_db
def test_exporting_gives_the_imported_document_as_yaml_or_json(file: Path) -> None:
    run("import_disclosure", str(file))
    assert parse_document(run("export_disclosure", "KB-2026-7001").encode()) == (
        disclosure_document()
    )
    assert json.loads(run("export_disclosure", "KB-2026-7001", "--format", "json")) == (
        disclosure_document()
    )


@pytest.mark.django_db
def test_a_refused_file_is_named_with_path_and_reason(tmp_path: Path, file: Path) -> None:
    document = disclosure_document()
    del document["counts"][0]["unit"]
    path = tmp_path / "bad.yaml"
    path.write_text(document_text(document | {"surprise": 1}), encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        run("import_disclosure", str(file), str(path))
    assert str(refused.value).splitlines() == [
        f"{path}: Additional properties are not allowed ('surprise' was unexpected)",
        f"{path}: /counts/0: 'unit' is a required property",
    ]
    assert not Incident.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["import_disclosure", "/nowhere/at/all.yaml"], "cannot be read: No such file"),
        (["export_disclosure", "KB-2026-0404"], "There is no incident KB-2026-0404."),
        (["publish", "KB-2026-0404", "--reason", "Why."], "There is no incident KB-2026-0404."),
        (["withdraw", "KB-2026-0404", "--reason", "Why."], "There is no incident KB-2026-0404."),
        (["import_catalogue", "/nowhere/at/all.yaml"], "cannot be read: No such file"),
        (["import_catalogue", "pyproject.toml"], "neither JSON nor YAML"),
        (["check", "prompt_tokens=680k"], "prompt_tokens: There is no field prompt_tokens."),
        (["check", "model=a", "model=b"], "model is given twice."),
        (["check", "glm-5.3"], "'glm-5.3' is not of the form FIELD=VALUE"),
    ],
)
def test_a_command_names_what_it_refuses(arguments: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        run(*arguments)


@pytest.mark.django_db
def test_loading_the_shipped_records_again_changes_nothing() -> None:
    first = run("loaddisclosures")
    assert first.splitlines()[:2] == ["catalogue: published", "KB-2023-0001: published"]
    revisions = Revision.objects.count()
    assert "published" not in run("loaddisclosures")
    assert (Revision.objects.count(), CatalogueRevision.objects.count()) == (revisions, 1)


@pytest.mark.django_db
def test_loading_leaves_alone_what_somebody_has_begun_to_edit() -> None:
    run("loaddisclosures")
    Incident.objects.filter(public_id="KB-2026-0001").update(status="ongoing")
    assert "KB-2026-0001: left as it is" in run("loaddisclosures")
    assert Incident.objects.get(public_id="KB-2026-0001").status == "ongoing"


@pytest.mark.django_db
def test_a_question_is_answered_in_chinese() -> None:
    run("loaddisclosures")
    answer = run("check", "service=workers-ai", "model=glm-5.3", "--lang", "zh-hans")
    assert "KB-2026-0001：无法判断" in answer


@pytest.mark.django_db
def test_djangos_own_checks_have_another_name() -> None:
    assert "no issues" in run("system_check")
