"""The ways in which a draft begins."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from incidents.domain.documents import document_text
from incidents.domain.permissions import Role
from incidents.models import Incident, WorkingCopy
from tests.documents import disclosure_document
from tests.editing.conftest import ID, SignIn

PATH = "/en/staff/drafts/new/"
TEXT = "/en/staff/drafts/new/text/"


@pytest.fixture(autouse=True)
def published(record: str) -> None:
    pass


def newest() -> WorkingCopy:
    return WorkingCopy.objects.exclude(public_id=ID).latest("pk")


def started() -> int:
    return WorkingCopy.objects.exclude(public_id=ID).count()


def test_with_nothing(author: Client) -> None:
    response = author.post(PATH, {"way": "blank", "language": "zh-Hans"})
    assert response["Location"] == f"/en/staff/drafts/{newest().public_id}/"
    assert newest().document["language"] == "zh-Hans"
    assert author.get(response["Location"]).status_code == 200
    assert not Incident.objects.filter(public_id=newest().public_id).exists()


@pytest.mark.parametrize("is_file", [True, False])
@pytest.mark.parametrize("form", [document_text, json.dumps])
def test_with_a_document(author: Client, form: object, is_file: bool) -> None:
    content = form(disclosure_document())  # type: ignore[operator]
    data = (
        {"file": SimpleUploadedFile("x.yaml", content.encode())}
        if is_file
        else {"document": content}
    )
    assert author.post(PATH, data | {"way": "document"}).status_code == 302
    assert newest().public_id != ID
    assert newest().is_valid
    assert newest().document["title"] == disclosure_document()["title"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "A document is an object"),
        ("- a\n- b", "A document is an object"),
        ("a: &x [1]\nb: *x", "aliases are not read"),
        ("a: !!python/object/apply:os.system ['true']", "is not read"),
        ("a: " + "[" * 20_000, "unreadable|nested too deeply|neither JSON nor YAML"),
        ('{"schema": "kbase-disclosure/1"}', "/title|is a required property"),
        (document_text(disclosure_document(kind="nonsense")), "/kind"),
    ],
)
def test_a_document_that_is_refused_names_path_and_reason(
    author: Client, content: str, words: str
) -> None:
    response = author.post(PATH, {"way": "document", "document": content})
    page = response.content.decode()
    assert response.status_code == 400
    assert any(one in page for one in words.split("|"))
    assert started() == 0


@pytest.mark.parametrize(
    ("title", "words"),
    [("half \ud800", "holds what no JSON text can"), ("nul \x00", "half a character, a NUL")],
)
def test_texts_that_no_database_keeps_are_refused(author: Client, title: str, words: str) -> None:
    content = json.dumps(disclosure_document(title={"en": title}))
    response = author.post(PATH, {"way": "document", "document": content})
    assert response.status_code == 400
    assert words in response.content.decode()


def test_a_text_that_only_writes_of_a_nul_is_taken(author: Client) -> None:
    content = json.dumps(disclosure_document(title={"en": "\\u0000"}))
    assert author.post(PATH, {"way": "document", "document": content}).status_code == 302


def test_a_number_that_no_database_keeps_is_refused(author: Client) -> None:
    document = disclosure_document()
    document["counts"][0]["value"] = 10**30
    response = author.post(PATH, {"way": "document", "document": json.dumps(document)})
    assert response.status_code == 400


def test_a_yaml_bomb_is_refused_before_it_grows(author: Client) -> None:
    bomb = 'a: &a ["x","x","x"]\n' + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
    )
    response = author.post(PATH, {"way": "document", "document": bomb})
    assert response.status_code == 400
    assert "aliases are not read" in response.content.decode()


def test_a_large_file_is_refused_unread(author: Client) -> None:
    upload = SimpleUploadedFile("x.yaml", b"a" * 5_000_000)
    response = author.post(PATH, {"way": "document", "file": upload})
    assert response.status_code == 400
    assert "has more than 2,000,000 bytes" in response.content.decode()


@pytest.mark.parametrize("path", [PATH, TEXT])
def test_five_megabytes_of_text_are_refused(author: Client, path: str) -> None:
    data = {"way": "document", "document": "x" * 5_000_000, "text": "x" * 5_000_000}
    assert author.post(path, data).status_code == 400
    assert started() == 0


def test_with_an_incident_that_it_follows(author: Client) -> None:
    data = {
        "way": "incident",
        "incident": ID,
        "relation": "follow_up_of",
        "reason": "It came back.",
    }
    assert author.post(PATH, data).status_code == 302
    document = newest().document
    link = {"incident": ID, "relation": "follow_up_of", "reason": {"en": "It came back."}}
    assert document["related"] == [link]
    assert document["scopes"] == disclosure_document()["scopes"]
    assert "counts" not in document
    assert "examples" not in document


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"incident": "KB-2026-9999"}, "There is no incident KB-2026-9999."),
        ({"relation": ""}, "Choose how the two belong together."),
        ({"reason": " "}, "Say in a sentence why they are linked."),
    ],
)
def test_a_link_needs_an_incident_a_relation_and_a_reason(
    author: Client, changed: dict[str, str], words: str
) -> None:
    data = {"way": "incident", "incident": ID, "relation": "distinct_from", "reason": "Alike."}
    response = author.post(PATH, data | changed)
    assert response.status_code == 400
    assert words in response.content.decode()
    assert started() == 0


def test_nobody_starts_a_draft_without_the_role(person: SignIn, client: Client) -> None:
    reviewer = person("reviewer", Role.REVIEWER)
    for path in (PATH, TEXT):
        assert reviewer.get(path).status_code == 403
        assert (
            reviewer.post(path, {"way": "blank", "text": "x", "act": "accept"}).status_code == 403
        )
        assert client.get(path).status_code == 302
    assert started() == 0


def test_nothing_is_filled_in_unless_it_is_accepted(author: Client) -> None:
    text = "Large 1 on Alpha AI failed from 2026-05-01 to 2026-05-03. 12 responses were affected."
    page = author.post(TEXT, {"text": text, "act": "read"}).content.decode()
    assert "<mark>12 responses</mark>" in page
    assert "<mark>2026-05-01 to 2026-05-03</mark>" in page
    author.post(TEXT, {"text": text, "act": "accept", "title": "Report"})
    document = newest().document
    assert set(document) == {"schema", "id", "language", "sources"}
    assert document["sources"] == [{"key": "pasted-text", "language": "en", "title": "Report"}]


def test_what_is_accepted_is_in_the_draft(author: Client) -> None:
    text = "12 responses were affected."
    author.post(TEXT, {"text": text, "act": "accept", "take-0": "yes", "target-0": "count"})
    assert newest().document["counts"][0]["value"] == 12


def test_many_proposals_come_in_pages_and_answers_travel_along(author: Client) -> None:
    text = " ".join(f"{n} responses were affected." for n in range(100, 145))
    page = author.post(TEXT, {"text": text, "act": "read", "take-0": "yes"}).content.decode()
    assert "Page 1 of 3." in page
    page = author.post(TEXT, {"text": text, "page": "2", "take-0": "yes"}).content.decode()
    assert '<input type="hidden" name="take-0" value="yes">' in page
    assert "Page 2 of 3." in page
    author.post(TEXT, {"text": text, "act": "accept", "take-0": "yes", "take-30": "yes"})
    assert [one["value"] for one in newest().document["counts"]] == [100, 130]


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999", "٣"])
def test_a_page_that_is_not_there_is_the_nearest(author: Client, page: str) -> None:
    assert author.post(TEXT, {"text": "12 responses.", "page": page}).status_code == 200


def test_a_text_that_is_too_long_is_refused_with_a_reason(author: Client) -> None:
    response = author.post(TEXT, {"text": "x " * 110_000, "act": "read"})
    assert response.status_code == 400
    assert "at most 200,000 are read at once" in response.content.decode()


def test_pasted_markup_stays_text(author: Client) -> None:
    text = "<script>alert(1)</script> 12 responses were affected <b>by it</b>."
    page = author.post(TEXT, {"text": text, "act": "read"}).content.decode()
    assert "<script>alert" not in page
    assert "<b>by" not in page


def test_facts_are_added_to_a_draft_that_is_there(author: Client) -> None:
    path = f"/en/staff/drafts/{ID}/text/"
    author.get(path)
    expected = WorkingCopy.objects.get(public_id=ID).sha256
    data = {
        "text": "99 responses were affected.",
        "act": "accept",
        "take-0": "yes",
        "source": "report",
        "expected": expected,
    }
    assert author.post(path, data).status_code == 302
    counts = WorkingCopy.objects.get(public_id=ID).document["counts"]
    assert [(one["value"], one["sources"]) for one in counts] == [
        (12, ["report"]),
        (99, ["report"]),
    ]
    assert author.post(path, data).status_code == 409
