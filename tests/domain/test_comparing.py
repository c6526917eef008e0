"""The differences between two documents, in words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from incidents.domain.comparing import Change, compare_documents
from incidents.domain.snapshots import Snapshot
from incidents.domain.text_diff import Part, compare_texts
from incidents.scope.catalogue import catalogue_from_document
from tests.documents import Json, catalogue_document, whole_document

Line = tuple[str, str | None, str | None]


def _marked(parts: tuple[Part, ...] | None) -> str | None:
    """The parts as one text, with brackets around what changed."""
    if parts is None:
        return None
    return "".join(f"[{one.text}]" if one.is_changed else one.text for one in parts)


def _line(change: Change) -> Line:
    path = " › ".join(change.path)
    if change.note:
        return path, change.note, change.note
    return path, _marked(change.was), _marked(change.now)


def _compare(before: Json, after: Json, language: str = "en") -> list[Line]:
    catalogue = catalogue_document()
    snapshot = Snapshot(1, catalogue_from_document(catalogue, 1), catalogue, {})
    with translation.override(language):
        changes = compare_documents(before, after, language=language, snapshot=snapshot)
    return [_line(change) for change in changes]


def _changed(edit: Callable[[Json], Any], language: str = "en") -> list[Line]:
    """The differences that an edit of the whole document makes."""
    after = whole_document()
    edit(after)
    return _compare(whole_document(), after, language)


def _first_conditions(document: Json) -> Json:
    conditions: Json = document["scopes"][0]["clauses"][0]["conditions"]
    return conditions


_CLAUSE = "Scope › Requests › Large 1, long prompts"


def test_equal_documents_have_no_difference() -> None:
    assert _compare(whole_document(), whole_document()) == []


def test_a_text_is_compared_by_words() -> None:
    assert _changed(
        lambda one: one["title"].update(en="Answers to very long prompts were mixed up")
    ) == [
        (
            "Title",
            "Answers to long prompts were mixed up",
            "Answers to[ very] long prompts were mixed up",
        )
    ]


def test_a_translation_that_changes_is_named_and_the_language_of_the_page_comes_first() -> None:
    def edit(document: Json) -> None:
        document["title"] = {"en": "Answers were mixed up", "zh-Hans": "长提示的回复被混淆"}

    english = ("Answers[ to long prompts] were mixed up", "Answers were mixed up")
    chinese = ("长提示的回[答]被混淆", "长提示的回[复]被混淆")
    assert _changed(edit) == [("Title", *english), ("Title › Simplified Chinese", *chinese)]
    assert [line[1:] for line in _changed(edit, "zh-hans")] == [chinese, english]


def test_a_condition_is_compared_by_what_it_says() -> None:
    def edit(document: Json) -> None:
        _first_conditions(document)["prompt_tokens"]["bounds"][0]["value"] = 681280
        _first_conditions(document)["model"]["names"] = ["small-1"]

    assert _changed(edit) == [
        (f"{_CLAUSE} › Model", "[large-1]", "[small-1]"),
        (f"{_CLAUSE} › Prompt length", "more than [1,000] tokens", "more than [681,280] tokens"),
    ]


def test_an_edge_of_a_window_is_compared_with_its_zone() -> None:
    def edit(document: Json) -> None:
        end = _first_conditions(document)["at"]["end"]
        end["dates"] = [{"value": "2026-05-03T11:00", "meaning": "instant"}]

    assert _changed(edit) == [
        (
            f"{_CLAUSE} › Time › End › Date",
            "3 May 2026, [10:00] ([UTC])",
            "3 May 2026, [11:00] ([time zone not stated])",
        ),
        (f"{_CLAUSE} › Time › End › Date › Meaning of the date", None, "[its first instant]"),
    ]


def test_a_count_never_loses_its_unit() -> None:
    assert _changed(lambda one: one["counts"][0].update(value=1.3)) == [
        (
            "Count",
            "about [1.2] percent, subscribers. Not of all users.",
            "about [1.3] percent, subscribers. Not of all users.",
        )
    ]


def test_parts_that_come_and_go_are_told_whole() -> None:
    def edit(document: Json) -> None:
        del document["scopes"][0]["exclusions"]
        document["statements"].append({"kind": "unknown", "text": {"en": "The hour."}})
        document["related"] = []
        document["versions"][0]["status"] = "confirmed"

    assert _changed(edit) == [
        ("Scope › Requests › Exclusion › The free plan", "[The free plan: Plan: free]", None),
        ("Fixed version › engine 0.5.22 › Status", "[as stated]", "[confirmed]"),
        ("Not known", None, "[The hour.]"),
        (
            "Related incident › KB-2026-7002",
            "[Another incident, not to be confused with this one: Another fault.]",
            None,
        ),
    ]


def test_each_clause_of_a_scope_that_comes_is_told_with_its_conditions() -> None:
    before = whole_document()
    clauses = before.pop("scopes")[0]["clauses"]
    found = {path: now for path, was, now in _compare(before, whole_document()) if was is None}
    assert found[_CLAUSE].startswith("[Large 1, long prompts: ")
    assert all(f"{clause['label']['en']}: " in str(found) for clause in clauses)
    assert "Time: " in found[_CLAUSE]


def test_an_edited_sentence_is_found_again_among_others() -> None:
    before, after = whole_document(), whole_document()
    sentences = ["The hour is not known.", "The zone is not known.", "The number is not known."]
    before["key_points"] = [{"en": text} for text in sentences]
    after["key_points"] = [{"en": text} for text in ["New.", *sentences]]
    after["key_points"][2]["en"] = "The time zone is not known."

    assert _compare(before, after) == [
        ("Key point", None, "[New.]"),
        ("Key point", "The zone is not known.", "The[ time] zone is not known."),
    ]


def test_a_new_order_is_told_as_such() -> None:
    note = "The order changed."
    assert _changed(lambda one: one["protections"].reverse()) == [("Protection", note, note)]


def test_cited_sources_are_told_by_title() -> None:
    def edit(document: Json) -> None:
        document["sources"].append(
            {
                "key": "press",
                "publisher": "Press",
                "title": "A fault",
                "language": "en",
                "type": "secondary",
            }
        )
        document["statements"][0]["sources"] = ["report", "press"]

    assert _changed(edit) == [
        ("Do not infer › Cited sources", "Incident report", "Incident report[, A fault]"),
        ("Source › A fault", None, "[Press: A fault]"),
    ]


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda one: one.update(status="ongoing"), ("Status", "[resolved]", "[ongoing]")),
        (lambda one: one.pop("provider"), ("Provider", "[Alpha]", None)),
        (lambda one: one.pop("notice"), ("Region notice", "[region]", None)),
        (
            lambda one: one["disclosed"].update(value="2026-05-21"),
            (
                "Disclosed",
                "[20] May 2026 (time of day and zone not stated)",
                "[21] May 2026 (time of day and zone not stated)",
            ),
        ),
        (
            lambda one: one["protections"][0]["coverage"][0].update(state="covered"),
            ("Protection › Checksum › Coverage › Large › State", "[in progress]", "[covered]"),
        ),
        (
            lambda one: one["examples"][1].update(verdict="undetermined"),
            ("Example › Verdict", "[Not in scope]", "[Cannot be determined]"),
        ),
        (
            lambda one: one["examples"][0]["question"].update(prompt_tokens=1002),
            (
                "Example › Question",
                "service = alpha, model = large-1, at = 2026-05-02T00:00:00Z, "
                "prompt_tokens = [1001]",
                "service = alpha, model = large-1, at = 2026-05-02T00:00:00Z, "
                "prompt_tokens = [1002]",
            ),
        ),
        (
            lambda one: one["scopes"][0]["clauses"][1].pop("open"),
            ("Scope › Requests › Suspected earlier cases › Left open", "[suspected]", None),
        ),
        (
            lambda one: one["narrative"].update(en="A *pool*\nran full."),
            ("What happened", *["Only the line breaks changed."] * 2),
        ),
    ],
)
def test_every_part_has_its_words(edit: Callable[[Json], Any], line: Line) -> None:
    assert _changed(edit) == [line]


def test_a_comparison_with_nothing_names_every_part_of_a_document() -> None:
    document = whole_document()
    empty = {"schema": document["schema"], "id": document["id"], "language": "en"}

    added = _compare(empty, document)

    assert all(was is None and now for _path, was, now in added)
    assert {path.split(" › ")[0] for path, _was, _now in added} == {
        "Title", "Summary", "Kind", "Status", "Provider", "Disclosed", "Region notice", "Key point",
        "What happened", "Source", "Timeline", "Scope", "Count", "Fixed version", "Protection",
        "Do not infer", "Related incident", "Example",
    }  # fmt: skip


def test_long_texts_are_compared_by_sentences_and_shortened_where_nothing_changed() -> None:
    before = " ".join(f"Sentence number {number} stays as it is." for number in range(400))
    after = before.replace("number 200 stays as it is.", "number 200 is another one.")

    was, now = compare_texts(before, after)

    assert [part.text for part in was if part.is_changed] == [
        "Sentence number 200 stays as it is. "
    ]
    assert [part.text for part in now if part.is_changed] == [
        "Sentence number 200 is another one. "
    ]
    assert sum(len(part.text) for part in was) < 1_000 < len(before)
    assert "[…]" in was[0].text


def test_texts_that_have_little_in_common_are_shown_whole() -> None:
    assert compare_texts("A pool ran full.", "提示词过长。") == (
        (Part("A pool ran full.", True),),
        (Part("提示词过长。", True),),
    )
