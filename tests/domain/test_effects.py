from copy import deepcopy
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from incidents.domain.effects import (
    Because,
    Effect,
    FlipGroup,
    Origin,
    Tally,
    Total,
    corpus_questions,
    effect_of,
    unexplained,
)
from incidents.domain.snapshots import PublishedRecord
from incidents.scope.catalogue import catalogue_from_document
from incidents.scope.compiling import compile_disclosure
from incidents.scope.published import UnableToPublish
from incidents.scope.reasons import Reason
from incidents.scope.trials import Tries
from incidents.scope.verdict import Verdict
from tests.conftest import NOW
from tests.documents import Json, catalogue_document, disclosure_document, whole_document

CATALOGUE = catalogue_from_document(catalogue_document(), 1)
IN, OPEN, OUT = Verdict.IN_SCOPE, Verdict.UNDETERMINED, Verdict.OUT_OF_SCOPE


def record(document: Json, *, is_withdrawn: bool = False) -> PublishedRecord:
    scopes = compile_disclosure(document, revision=1, catalogue=CATALOGUE)
    return PublishedRecord(
        document["id"],
        1,
        "",
        NOW,
        is_withdrawn,
        {} if is_withdrawn else {scope.subject: scope for scope in scopes},
        document,
    )


def effect(draft: Json, published: Json | None = None, **more: Any) -> Effect:
    return effect_of(draft, record(published) if published else None, CATALOGUE, **more)


def conditions(document: Json) -> Json:
    found: Json = document["scopes"][0]["clauses"][0]["conditions"]
    return found


def with_bound(value: int) -> Json:
    document = disclosure_document()
    conditions(document)["prompt_tokens"]["bounds"][0]["value"] = value
    return document


def told(group: FlipGroup) -> tuple[Any, ...]:
    return (group.subject, group.was, group.is_now, group.attribute, group.edge, len(group.flips))


def groups(found: Effect) -> list[tuple[Any, ...]]:
    return [told(group) for group in found.groups]


def compared(found: Effect) -> dict[Origin, tuple[int, int]]:
    return {total.origin: (total.compared, total.flipped) for total in found.totals}


def test_the_same_document_flips_nothing() -> None:
    found = effect(whole_document(), whole_document())

    assert found.flips == ()
    assert found.groups == ()
    assert compared(found) == {
        Origin.EXAMPLE: (2, 0),
        Origin.PROBE: (sum(sum(one.counts.values()) for one in found.tallies) - 2, 0),
        Origin.CORPUS: (0, 0),
    }


def test_a_bound_that_moves_by_one_flips_what_lies_between() -> None:
    found = effect(with_bound(1001), disclosure_document())

    assert groups(found) == [
        ("affected", IN, OUT, "prompt_tokens", "1001", 1),
        ("affected", IN, OUT, "prompt_tokens", "1002", 1),
        ("affected", IN, OPEN, "prompt_tokens", "1002", 1),
        ("affected", OPEN, OUT, "prompt_tokens", "1001", 1),
    ]
    assert found.totals == (
        Total(Origin.EXAMPLE, 2, 1),
        Total(Origin.PROBE, 30, 3),
        Total(Origin.CORPUS, 0, 0),
    )
    example, probe = found.flips[:2]
    assert (example.origin, example.tries, example.asked.source) == (
        Origin.EXAMPLE,
        None,
        "KB-2026-7001/examples/0",
    )
    assert example.fields == {
        "service": "alpha",
        "model": "large-1",
        "at": "2026-05-02T00:00:00Z",
        "prompt_tokens": 1001,
    }
    assert (probe.origin, probe.tries, probe.asked.source) == (Origin.PROBE, Tries.EDGE_BELOW, "")
    assert probe.fields == {
        "service": "alpha",
        "model": "large-1",
        "at": "2026-05-02T00:00:00Z",
        "prompt_tokens": 1001,
    }


def test_a_flip_says_what_decided_before_and_what_decides_now() -> None:
    found = effect(with_bound(1001), disclosure_document())
    fact = "/scopes/0/clauses/0/conditions"

    assert found.flips[0].was_because == tuple(
        Because(attribute, Reason.INSIDE, f"{fact}/{attribute}")
        for attribute in ("service", "model", "at", "prompt_tokens")
    )
    assert found.flips[0].is_because == (
        Because("prompt_tokens", Reason.OUTSIDE, f"{fact}/prompt_tokens"),
    )


def test_a_clause_that_is_only_suspected_now_says_so() -> None:
    draft = disclosure_document()
    draft["scopes"][0]["clauses"][0]["open"] = "suspected"
    found = effect(draft, disclosure_document())

    assert {(flip.was, flip.is_now) for flip in found.flips} == {(IN, OPEN)}
    assert found.flips[0].is_because == (Because("", Reason.SUSPECTED, "/scopes/0/clauses/0"),)


def test_probes_of_other_attributes_are_grouped_with_what_flipped_them() -> None:
    draft = disclosure_document()
    for edge in ("start", "end"):
        date = conditions(draft)["at"][edge]["dates"][0]
        date["value"] = date["value"].replace("2026-05", "2026-06")
    found = effect(draft, disclosure_document())

    assert {group.attribute for group in found.groups} == {"at"}
    assert ("affected", IN, OUT, "at", "2026-05-02T00:00:00Z", 6) in groups(found)
    [largest] = [one for one in found.groups if len(one.flips) == 6]
    assert [flip.tries for flip in largest.flips] == [
        None,
        Tries.INSIDE,
        Tries.EDGE_AT,
        Tries.NAME_CERTAIN,
        Tries.NAME_CERTAIN,
        Tries.NAME_CERTAIN,
    ]


def test_the_names_of_one_model_are_one_group() -> None:
    draft = disclosure_document()
    conditions(draft)["model"]["names"] = ["large-1", "small-1"]
    found = effect(draft, disclosure_document())

    assert groups(found) == [
        ("affected", OUT, OPEN, "model", "small-1", 1),
        ("affected", OUT, IN, "model", "small-1", 2),
    ]
    assert {flip.fields["model"] for flip in found.flips} == {"small-1", "small 1"}


def test_a_clause_that_is_left_out_flips_only_what_it_held_possible() -> None:
    published = disclosure_document()
    other = deepcopy(published["scopes"][0]["clauses"][0])
    other["conditions"]["model"]["names"] = ["small-1"]
    published["scopes"][0]["clauses"].append(other)
    found = effect(disclosure_document(), published)

    assert {(flip.was, flip.is_now) for flip in found.flips} == {(IN, OUT), (OPEN, OUT)}


def test_a_condition_that_is_added_asks_for_a_field() -> None:
    draft = disclosure_document()
    conditions(draft)["streaming"] = {"kind": "flag", "is": True}
    found = effect(draft, disclosure_document())

    assert ("affected", IN, OPEN, "streaming", "", 8) in groups(found)
    assert ("affected", IN, OUT, "streaming", "false", 1) in groups(found)


def test_an_exclusion_that_is_added_is_what_turns_a_verdict() -> None:
    draft = disclosure_document()
    draft["scopes"][0]["exclusions"] = whole_document()["scopes"][0]["exclusions"]
    found = effect(draft, disclosure_document())

    assert ("affected", IN, OUT, "plan", "free", 1) in groups(found)
    assert ("affected", IN, OPEN, "plan", "", 8) in groups(found)


def test_an_example_that_the_draft_leaves_out_is_asked_all_the_same() -> None:
    published = disclosure_document()
    draft = with_bound(1001) | {"examples": []}

    assert compared(effect(draft, published))[Origin.EXAMPLE] == (0, 0)
    found = effect(draft, published, published_examples=published["examples"])
    assert compared(found)[Origin.EXAMPLE] == (2, 1)


def test_an_example_that_both_have_is_asked_once() -> None:
    published = disclosure_document()

    found = effect(with_bound(1001), published, published_examples=published["examples"])

    assert compared(found)[Origin.EXAMPLE] == (2, 1)


def test_the_examples_of_other_incidents_are_asked_of_this_one() -> None:
    published = disclosure_document()
    other = disclosure_document(id="KB-2026-7002")
    corpus = corpus_questions([other, published], CATALOGUE)
    found = effect(with_bound(1001), published, corpus=corpus)

    assert compared(found)[Origin.CORPUS] == (2, 1)
    assert [flip.asked.source for flip in found.flips if flip.origin is Origin.CORPUS] == [
        "KB-2026-7002/examples/0"
    ]
    assert len(corpus) == 4


def test_a_range_that_an_example_gives_is_shown_as_it_was_written() -> None:
    question = {**disclosure_document()["examples"][0]["question"]}
    del question["prompt_tokens"]
    question |= {"prompt_tokens_min": 1001, "prompt_tokens_max": 5000}
    corpus = corpus_questions(
        [{"id": "KB-2026-7002", "examples": [{"question": question}]}], CATALOGUE
    )
    found = effect(with_bound(3000), disclosure_document(), corpus=corpus)

    assert ("affected", IN, OPEN, "prompt_tokens", "1001 5000", 1) in groups(found)


def test_examples_that_cannot_be_read_are_named_and_questions_of_the_corpus_left_out() -> None:
    unreadable: Json = {"question": {"at": "yesterday"}, "verdict": "undetermined"}
    draft = disclosure_document(examples=[unreadable])
    other = disclosure_document(id="KB-2026-7002", examples=[unreadable])

    assert effect(draft, disclosure_document()).unread == ("KB-2026-7001/examples/0",)
    assert corpus_questions([other], CATALOGUE) == ()


def test_a_question_about_a_subject_that_no_side_has_is_not_asked() -> None:
    asked: Json = {"question": {"subject": "remedy"}, "verdict": "undetermined"}

    found = effect(disclosure_document(examples=[asked]), disclosure_document())

    assert compared(found)[Origin.EXAMPLE] == (0, 0)


def test_a_first_publication_has_a_table_and_no_flips() -> None:
    found = effect(disclosure_document())

    assert (found.groups, found.unread) == ((), ())
    assert compared(found) == dict.fromkeys(Origin, (0, 0))
    assert found.tallies == (
        Tally("affected", Origin.EXAMPLE, None, {IN: 1, OPEN: 0, OUT: 1}),
        Tally("affected", Origin.PROBE, Tries.INSIDE, {IN: 1, OPEN: 0, OUT: 0}),
        Tally("affected", Origin.PROBE, Tries.EDGE_BELOW, {IN: 1, OPEN: 2, OUT: 2}),
        Tally("affected", Origin.PROBE, Tries.EDGE_AT, {IN: 2, OPEN: 2, OUT: 1}),
        Tally("affected", Origin.PROBE, Tries.MISSING, {IN: 0, OPEN: 4, OUT: 0}),
        Tally("affected", Origin.PROBE, Tries.NOT_COMPARABLE, {IN: 0, OPEN: 1, OUT: 0}),
        Tally("affected", Origin.PROBE, Tries.NAME_OUTSIDE, {IN: 0, OPEN: 0, OUT: 2}),
        Tally("affected", Origin.PROBE, Tries.NAME_UNKNOWN, {IN: 0, OPEN: 2, OUT: 0}),
        Tally("affected", Origin.PROBE, Tries.NAME_CERTAIN, {IN: 3, OPEN: 0, OUT: 0}),
        Tally("affected", Origin.PROBE, Tries.NAME_AMBIGUOUS, {IN: 0, OPEN: 2, OUT: 0}),
        Tally("affected", Origin.PROBE, Tries.IMPRECISE, {IN: 0, OPEN: 3, OUT: 0}),
    )


def test_what_takes_the_place_of_a_withdrawn_record_is_a_first_publication() -> None:
    published = record(disclosure_document(), is_withdrawn=True)

    found = effect_of(with_bound(5000), published, CATALOGUE)

    assert found.flips == ()
    assert found.tallies == effect(with_bound(5000)).tallies


def test_a_subject_that_is_added_is_a_first_publication_of_its_own() -> None:
    draft = whole_document()
    published = whole_document()
    del published["scopes"][1]
    found = effect(draft, published)

    assert found.flips == ()
    assert {one.subject for one in found.tallies} == {"affected", "deployment"}


def test_a_subject_that_is_left_out_is_answered_no_more() -> None:
    draft = whole_document()
    del draft["scopes"][1]
    found = effect(draft, whole_document())

    assert [told(group)[:5] for group in found.groups] == [
        ("deployment", was, None, "", "") for was in (OPEN, OUT)
    ]
    assert {flip.is_because for flip in found.flips} == {()}
    assert {one.subject for one in found.tallies} == {"affected"}


def test_a_draft_whose_scope_cannot_be_compiled_has_no_effect() -> None:
    draft = disclosure_document()
    conditions(draft)["model"]["names"] = ["large-7"]

    with pytest.raises(UnableToPublish, match="large-7"):
        effect(draft, disclosure_document())


def test_the_effect_is_the_same_every_time() -> None:
    published = record(disclosure_document())
    first, second = (effect_of(with_bound(1001), published, CATALOGUE) for _ in range(2))

    assert first == second
    assert first == effect(with_bound(1001), disclosure_document())


def test_the_key_of_a_group_outlasts_other_edits() -> None:
    draft = with_bound(1001)
    keys = [group.key for group in effect(draft, disclosure_document()).groups]
    conditions(draft)["at"]["end"]["dates"][0]["value"] = "2026-05-04T10:00"
    later = {group.key for group in effect(draft, disclosure_document()).groups}

    assert len(set(keys)) == len(keys)
    assert set(keys) < later
    assert {len(key) for key in keys} == {12}


def test_what_the_author_has_not_explained_is_listed() -> None:
    found = effect(with_bound(1001), disclosure_document())
    first, second, *others = found.groups

    assert unexplained(found, {}) == [first, second, *others]
    assert unexplained(found, {first.key: " ", second.key: "Read wrongly."}) == [first, *others]
    assert unexplained(found, {group.key: "As corrected." for group in found.groups}) == []


def test_flips_cannot_be_changed() -> None:
    flip = effect(with_bound(1001), disclosure_document()).flips[0]

    with pytest.raises(FrozenInstanceError):
        flip.was = OUT  # type: ignore[misc]
