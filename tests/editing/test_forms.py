"""Documents as flat fields, and back."""

from typing import Any

import pytest

from incidents.domain.documents import parse_document
from incidents.domain.loading import DISCLOSURES
from incidents.draft_forms import (
    Typed,
    UnreadableAct,
    apply_act,
    read_fields,
    write_fields,
)
from tests.documents import Json, disclosure_document, whole_document

SHIPPED = sorted(DISCLOSURES.glob("kb-*.yaml"))


def typed(**fields: str) -> Typed:
    return read_fields((name.replace("__", "/"), [value]) for name, value in fields.items())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_record_survives_the_form(path: Any) -> None:
    document = parse_document(path.read_bytes())
    assert read_fields(write_fields(document).items()).document == document


def test_every_part_of_the_format_survives_the_form() -> None:
    document = whole_document()
    assert read_fields(write_fields(document).items()).document == document


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"title": "not by language", "sources": {"not": "a list"}, "disclosed": []},
        {"unknown": [1, {"x": None}], "counts": [{"value": "12x", "more": True}, {}]},
        {"scopes": [{"subject": "q", "clauses": [{"conditions": {"a": 3}}, 5, {}]}]},
        {"examples": [{"question": {"a": "1", "b": 1, "c": True, "d": " x", "e": "x\ny"}}]},
        {"examples": [{"question": {"a:b": 1}}, {"question": 3}]},
        {"timeline": [{"at": {"value": 2026}}], "key_points": [{}, {"de": "nein"}]},
    ],
)
def test_what_does_not_fit_the_format_is_kept_as_it_is(document: Json) -> None:
    assert read_fields(write_fields(document).items()).document == document


def test_what_is_left_empty_is_left_out_and_a_row_stays() -> None:
    fields = {
        "/title/en": [""],
        "/provider": ["  "],
        "/timeline/0": [""],
        "/timeline/0/at/zone": [""],
    }
    assert read_fields(fields.items()).document == {"timeline": [{}]}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("155", 155),
        ("0.8", 0.8),
        ("-1", -1),
        ("1e400", "1e400"),
        ("NaN", "NaN"),
        ("155 responses", "155 responses"),
        ("9" * 40, "9" * 40),
        ("٣", "٣"),
    ],
)
def test_a_number_that_is_none_stays_as_it_was_typed(written: str, value: object) -> None:
    found = read_fields([("/counts/0/value", [written])]).document
    assert found == {"counts": [{"value": value}]}


def test_line_ends_are_those_of_documents_and_nul_is_dropped() -> None:
    found = read_fields([("/narrative/en", ["one\r\ntwo\x00"])]).document
    assert found == {"narrative": {"en": "one\ntwo"}}


@pytest.mark.parametrize("content", ["[" * 100_000, '{"a": 1e999}', "9" * 5_000, "{"])
def test_json_that_cannot_be_kept_stays_a_text(content: str) -> None:
    found = read_fields([("json:/notice", [content])]).document
    assert found == {"notice": content}


def test_texts_in_json_are_such_as_can_be_kept() -> None:
    found = read_fields([("json:/notice", [r'["a\u0000\r\n", {"\ud800": "\udfff"}]'])]).document
    assert found == {"notice": ["a\n", {"?": "?"}]}


def test_hostile_names_of_fields_make_no_part_of_a_document() -> None:
    names = ["/" * 500, "/sources/-1/key", "/sources/x", "x", "json:x", "/~2", "/title/de"]
    found = read_fields((name, ["1"]) for name in names)
    assert found.document == {}


def test_rows_are_renumbered_in_their_order() -> None:
    fields = [("/counts/7/value", ["7"]), ("/counts/10/value", ["10"]), ("/counts/2/value", ["2"])]
    found = read_fields(fields)
    assert found.document == {"counts": [{"value": 2}, {"value": 7}, {"value": 10}]}
    assert found.open_rows == {"/counts/0", "/counts/1", "/counts/2"}


def rows(*names: str) -> Typed:
    return Typed(
        {"timeline": [{"text": {"en": name}} for name in names]}, frozenset({"/timeline/1"})
    )


@pytest.mark.parametrize(
    ("act", "left", "opened"),
    [
        ("up:/timeline/1", ["b", "a", "c"], {"/timeline/0"}),
        ("down:/timeline/1", ["a", "c", "b"], {"/timeline/2"}),
        ("up:/timeline/0", ["a", "b", "c"], {"/timeline/1"}),
        ("remove:/timeline/0", ["b", "c"], {"/timeline/0"}),
        ("remove:/timeline/1", ["a", "c"], set()),
        ("close:/timeline/1", ["a", "b", "c"], set()),
        ("open:/timeline/2", ["a", "b", "c"], {"/timeline/1", "/timeline/2"}),
    ],
)
def test_rows_move_with_what_is_open(act: str, left: list[str], opened: set[str]) -> None:
    changed = apply_act(rows("a", "b", "c"), act).typed
    assert [one["text"]["en"] for one in changed.document["timeline"]] == left
    assert changed.open_rows == opened


def test_rows_are_added_open_at_the_end_and_the_last_takes_its_list_along() -> None:
    added = apply_act(Typed({}, frozenset()), "add:/timeline")
    assert (added.typed.document, added.focus) == ({"timeline": [{}]}, "/timeline/0")
    removed = apply_act(added.typed, "remove:/timeline/0")
    assert removed.typed == Typed({}, frozenset())


def test_rows_are_added_deep_inside() -> None:
    window = "/scopes/0/clauses/0/conditions/at/start/dates"
    changed = apply_act(Typed(disclosure_document(), frozenset()), f"add:{window}").typed
    dates = changed.document["scopes"][0]["clauses"][0]["conditions"]["at"]["start"]["dates"]
    assert dates[1:] == [{}]


def test_a_condition_is_added_by_its_attribute_and_removed() -> None:
    pointer = "/scopes/0/clauses/0/conditions"
    before = Typed({"scopes": [{"clauses": [{}]}]}, frozenset())
    changed = apply_act(before, f"add:{pointer}", attribute="plan", kind="identifier").typed
    conditions = changed.document["scopes"][0]["clauses"][0]["conditions"]
    assert conditions == {"plan": {"kind": "identifier"}}
    after = apply_act(changed, f"remove:{pointer}/plan").typed
    assert after.document["scopes"][0]["clauses"][0]["conditions"] == {}


@pytest.mark.parametrize(
    "act",
    [
        "",
        "add",
        "burn:/timeline",
        "remove:",
        "remove:/timeline/9",
        "remove:/timeline/x",
        "up:/title/en",
        "add:/title",
        "add:/schema/x",
        "add:/scopes/4/clauses",
        "add:/scopes/0/clauses/0/conditions",
    ],
)
def test_a_button_that_the_form_does_not_have_is_refused(act: str) -> None:
    with pytest.raises(UnreadableAct):
        apply_act(Typed({"timeline": [{}], "title": {"en": "x"}}, frozenset()), act)
