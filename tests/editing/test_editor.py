"""The editor of a draft."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from incidents.domain.documents import canonical_content
from incidents.domain.permissions import Role
from incidents.draft_forms import write_fields
from incidents.models import LogEntry, User, WorkingCopy
from tests.documents import Json, whole_document
from tests.editing.conftest import ID, SignIn
from tests.staff import make_staff, sign_in

PATH = f"/en/staff/drafts/{ID}/"


def fields(document: Json, **more: str) -> dict[str, object]:
    found: dict[str, object] = dict(write_fields(document))
    return found | {"expected": saved().sha256, "act": "save"} | more


def saved() -> WorkingCopy:
    return WorkingCopy.objects.get(public_id=ID)


def opened(client: Client) -> Json:
    """The document of a draft, whose editor was opened."""
    assert client.get(PATH).status_code == 200
    return saved().document


def test_what_is_typed_is_saved(author: Client, record: str) -> None:
    document = opened(author) | {"status": "ongoing"}
    response = author.post(PATH, fields(document))
    assert (response.status_code, response["Location"]) == (302, f"{PATH}?saved=1")
    assert (saved().document, saved().is_valid) == (document, True)


def test_the_editor_shows_the_whole_record_and_sends_it_back_unchanged(
    author: Client, record: str
) -> None:
    document = opened(author)
    before = saved().sha256
    author.post(PATH, fields(document))
    assert saved().sha256 == before


def test_a_draft_that_is_not_complete_is_saved_with_what_is_missing_beside_the_field(
    author: Client, record: str
) -> None:
    document = opened(author)
    del document["summary"]
    document["counts"][0] |= {"value": "some", "unit": {"zh-Hans": "条"}}
    author.post(PATH, fields(document))
    assert (saved().document, saved().is_valid) == (document, False)
    page = author.get(PATH).content.decode()
    assert 'href="#f-summary"' in page
    assert 'id="f-summary-error"' in page
    assert 'href="#f-counts-0-value"' in page
    assert "Write a number in digits" in page
    assert 'aria-invalid="true"' in page
    assert 'value="some"' in page


def test_a_row_is_added_in_place_and_saved(author: Client, record: str) -> None:
    document = opened(author)
    response = author.post(PATH, fields(document, act="add:/timeline"))
    assert response.status_code == 200
    assert saved().document["timeline"] == [{}]
    page = response.content.decode()
    assert 'name="/timeline/0/at/value"' in page
    assert "A day without an hour: leave it a day." in page


def test_htmx_gets_the_section_and_the_state(author: Client, record: str) -> None:
    document = opened(author)
    response = author.post(PATH, fields(document, act="add:/timeline"), HTTP_HX_REQUEST="true")
    assert response["HX-Retarget"] == "#section-timeline"
    page = response.content.decode()
    assert page.count('<section class="draft-section"') == 1
    assert f'value="{saved().sha256}"' in page
    assert "<html" not in page


def test_autosave_answers_with_the_state_and_the_preview(author: Client, record: str) -> None:
    document = opened(author) | {"status": "ongoing"}
    response = author.post(PATH, fields(document, act="autosave"), HTTP_HX_REQUEST="true")
    page = response.content.decode()
    assert saved().document["status"] == "ongoing"
    assert "<svg" in page
    assert "2 examples, and all hold." in page
    assert "boundary probes" in page
    assert 'hx-swap-oob="true"' in page


def test_the_preview_saves_nothing(author: Client, record: str) -> None:
    document = opened(author)
    before = saved().sha256
    document["examples"][0]["verdict"] = "out_of_scope"
    response = author.post(f"{PATH}preview/", fields(document))
    page = response.content.decode()
    assert "1 of 2 examples does not hold." in page
    assert "The scope gives: In scope" in page
    assert saved().sha256 == before


def test_scripts_in_markdown_stay_text(author: Client, record: str) -> None:
    bad = "<script>alert(1)</script> [x](javascript:alert(1)) ![y](https://evil.example/z.png)"
    document = opened(author) | {"narrative": {"en": bad}}
    page = author.post(f"{PATH}preview/", fields(document)).content.decode()
    assert "<script" not in page.split("What happened")[1]
    assert 'href="javascript' not in page
    assert "<img" not in page
    author.post(PATH, fields(document))
    editor = author.get(PATH).content.decode()
    assert "<script>alert" not in editor
    assert "&lt;script&gt;alert(1)" in editor


def test_the_second_save_is_refused_with_both_versions(
    author: Client, person: SignIn, record: str
) -> None:
    mine = opened(author) | {"status": "ongoing"}
    expected = saved().sha256
    theirs = saved().document | {"kind": "availability"}
    other = person("other", Role.AUTHOR)
    other.post(PATH, fields(theirs))
    response = author.post(PATH, fields(mine, expected=expected))
    page = response.content.decode()
    assert response.status_code == 409
    assert saved().document == theirs
    assert "other saved another version" in page
    assert "status: ongoing" in page
    assert "kind: availability" in page
    takes_over = {"json:": canonical_content(mine), "expected": saved().sha256, "act": "save"}
    assert author.post(PATH, takes_over).status_code == 302
    assert saved().document == mine


def test_a_conflict_of_incomplete_drafts_is_shown_field_by_field(
    author: Client, person: SignIn, record: str
) -> None:
    mine = opened(author)
    expected = saved().sha256
    del mine["summary"]
    person("other", Role.AUTHOR).post(PATH, fields(saved().document | {"provider": "Alpha"}))
    response = author.post(PATH, fields(mine, expected=expected))
    page = response.content.decode()
    assert response.status_code == 409
    assert "/summary/en" in page
    assert "/provider" in page


def test_nobody_edits_without_the_role(person: SignIn, author: Client, record: str) -> None:
    document = opened(author) | {"status": "ongoing"}
    before = saved().sha256
    reviewer = person("reviewer", Role.REVIEWER)
    assert b"disabled" in reviewer.get(PATH).content
    assert reviewer.post(PATH, fields(document)).status_code == 403
    assert person("nobody").post(PATH, fields(document)).status_code == 403
    assert person("nobody-else").get(PATH).status_code == 403
    assert saved().sha256 == before


def test_a_post_from_elsewhere_is_refused(person: SignIn, author: Client, record: str) -> None:
    document = opened(author)
    author.handler.enforce_csrf_checks = True
    assert author.post(PATH, fields(document)).status_code == 403


@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_what_was_typed_when_the_session_was_lost_comes_back(
    author: Client, record: str, headers: dict[str, str]
) -> None:
    document = opened(author) | {"status": "ongoing"}
    page = author.get(PATH).content.decode()
    proof = page.split('name="proof" value="')[1].split('"')[0]
    author.logout()
    response = author.post(PATH, fields(document, proof=proof), **headers)  # type: ignore[arg-type]
    sign_in_at = f"/en/account/login/?next={quote(PATH, safe='')}"
    if headers:
        assert escape(sign_in_at) in response.content.decode()
    else:
        assert response["Location"] == sign_in_at
    assert saved().document["status"] == "resolved"
    sign_in(author, User.objects.get(username="author"))
    page = author.get(PATH).content.decode()
    assert "it is not saved yet" in page
    assert '<option value="ongoing" selected>' in page
    assert "it is not saved yet" not in author.get(PATH).content.decode()


def test_what_somebody_typed_is_shown_to_nobody_else(
    author: Client, person: SignIn, record: str
) -> None:
    document = opened(author) | {"status": "ongoing"}
    page = author.get(PATH).content.decode()
    proof = page.split('name="proof" value="')[1].split('"')[0]
    author.logout()
    author.post(PATH, fields(document, proof=proof))
    sign_in(author, make_staff("other", Role.AUTHOR))
    assert "it is not saved yet" not in author.get(PATH).content.decode()


def test_a_stranger_fills_no_session(record: str, client: Client) -> None:
    response = client.post(PATH, {"act": "save", "proof": "forged", "/provider": "x"})
    assert response.status_code == 302
    assert "kept-draft" not in client.session


def test_a_translation_older_than_its_original_is_marked(author: Client, record: str) -> None:
    document = opened(author)
    assert "older than its original" not in author.get(PATH).content.decode()
    document["title"]["en"] = "Answers to long prompts were swapped"
    author.post(PATH, fields(document))
    page = author.get(PATH).content.decode()
    assert "1 translation is older than its original." in page
    document["title"]["zh-Hans"] = "长提示的回答被调换"
    author.post(PATH, fields(document))
    assert "older than its original" not in author.get(PATH).content.decode()


def test_every_part_opens_to_labelled_fields(author: Client, record: str) -> None:
    document = opened(author)
    whole = whole_document() | {"id": ID}
    author.post(PATH, fields(document | whole))
    # Rows that are sent as fields stay open in the answer.
    page = author.post(PATH, fields(whole, act="open:/timeline/0")).content.decode()
    names = (
        "/scopes/0/clauses/0/conditions/at/start/dates/0/value",
        "/scopes/1/clauses/0/conditions/engine_version/ranges/0/before",
        "/protections/0/coverage/1/state",
        "/examples/0/question",
    )
    assert [name for name in names if f'name="{name}"' not in page] == []


def test_there_is_no_editor_for_what_does_not_exist(author: Client) -> None:
    assert author.get(reverse("staff-draft", args=["KB-2026-9999"])).status_code == 404


def test_each_save_is_logged_once(author: Client, record: str) -> None:
    document = opened(author) | {"status": "ongoing"}
    before = LogEntry.objects.count()
    author.post(PATH, fields(document))
    after_one = LogEntry.objects.count()
    author.post(PATH, fields(document))
    assert (after_one > before, LogEntry.objects.count()) == (True, after_one)


@pytest.mark.usefixtures("shipped")
def test_the_largest_record_opens_with_few_queries(
    author: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    path = "/en/staff/drafts/KB-2026-0001/"
    author.get(path)
    with django_assert_max_num_queries(12):
        assert author.get(path).status_code == 200
