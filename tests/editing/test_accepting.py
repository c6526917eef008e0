"""Facts that were accepted out of a text, in their places."""

from typing import Any

from incidents.domain.accepting import Accepted, accept, completed, targets_of
from incidents.domain.extracting import Kind, Proposal, propose
from incidents.scope.catalogue import catalogue_from_document
from tests.documents import Json, catalogue_document

SOURCE: Json = {"key": "pasted-text", "publisher": "Alpha", "language": "en"}
CATALOGUE = catalogue_from_document(catalogue_document(), 1)
ATTRIBUTES: list[Json] = catalogue_document()["attributes"]


def found(text: str, kind: Kind) -> Proposal:
    return next(one for one in propose(text, catalogue=CATALOGUE) if one.kind is kind)


def accepted(text: str, kind: Kind, target: str = "", **added: str) -> Json:
    """The draft after one fact of the text was accepted."""
    proposal = found(text, kind)
    reading: Any = proposal.readings[0] if proposal.readings else proposal.unfinished
    answers = {"day": "", "zone": "", "unit": ""} | added
    fact = Accepted(
        proposal,
        completed(reading, **answers),
        target or targets_of(proposal, ATTRIBUTES)[0],
    )
    return accept({"language": "en"}, [fact], source=SOURCE)


def conditions(document: Json, clause: int = 0) -> Json:
    found: Json = document["scopes"][0]["clauses"][clause]["conditions"]
    return found


def test_a_date_goes_to_the_timeline_with_its_sentence_and_its_source() -> None:
    text = "It was mended on 9 September 2026."
    assert accepted(text, Kind.DATE) == {
        "language": "en",
        "sources": [SOURCE],
        "timeline": [
            {
                "at": {"value": "2026-09-09", "text": "9 September 2026"},
                "text": {"en": text},
                "sources": ["pasted-text"],
            }
        ],
    }


def test_a_date_can_be_an_edge_of_the_window() -> None:
    text = "It was mended on 9 September 2026."
    document = accepted(text, Kind.DATE, "end")
    assert conditions(document)["at"] == {
        "kind": "instant",
        "note": {"en": text},
        "sources": ["pasted-text"],
        "end": {"dates": [{"value": "2026-09-09", "text": "9 September 2026"}]},
    }


def test_a_time_without_its_day_gets_the_one_that_a_person_adds() -> None:
    text = "The service was down from 3:16 PM PST to 7:38 PM PST."
    document = accepted(text, Kind.WINDOW, day="2024-12-11", zone="-08:00")
    window = conditions(document)["at"]
    assert [date["value"] for side in ("start", "end") for date in window[side]["dates"]] == [
        "2024-12-11T15:16",
        "2024-12-11T19:38",
    ]
    assert window["start"]["dates"][0]["zone"] == "-08:00"


def test_a_threshold_becomes_a_condition_that_says_not_how_it_is_counted() -> None:
    text = "Only prompts of more than 681,280 tokens were affected."
    condition = conditions(accepted(text, Kind.THRESHOLD))["prompt_tokens"]
    assert condition == {
        "kind": "number",
        "note": {"en": text},
        "sources": ["pasted-text"],
        "bounds": [{"operator": ">", "value": 681280}],
        "unit": "tokens",
    }


def test_a_count_stands_beside_its_sentence_and_says_not_what_it_is_not() -> None:
    text = "155 responses were affected."
    document = accepted(text, Kind.COUNT)
    assert document["counts"] == [
        {
            "value": 155,
            "unit": {"en": "responses"},
            "qualifier": "exact",
            "sources": ["pasted-text"],
        }
    ]
    assert document["statements"] == [
        {"kind": "reported", "text": {"en": text}, "sources": ["pasted-text"]}
    ]


def test_a_model_brings_its_service() -> None:
    document = accepted("Only @al/large-1 was affected.", Kind.MODEL)
    found = conditions(document)
    assert (found["model"]["names"], found["service"]["names"]) == (["large-1"], ["alpha"])


def test_a_model_can_be_named_as_not_covered() -> None:
    text = "The model small-1 was not affected."
    document = accepted(text, Kind.MODEL, "exclusion:model")
    exclusion = document["scopes"][0]["exclusions"][0]
    assert exclusion["label"] == {"en": text}
    assert exclusion["conditions"]["model"] == {"kind": "identifier", "names": ["small-1"]}


def test_what_is_unknown_goes_to_the_statements() -> None:
    text = "We do not know which customers were affected."
    assert accepted(text, Kind.UNKNOWN)["statements"] == [
        {"kind": "unknown", "text": {"en": text}, "sources": ["pasted-text"]}
    ]


def test_a_version_keeps_its_sentence() -> None:
    text = "Version 0.5.22 or later of Large is recommended."
    document = accepted(text, Kind.VERSION, "version")
    version = document["versions"][0]
    assert (version["status"], version["note"]) == ("stated", {"en": text})


def test_the_zone_of_all_times_goes_to_the_accepted_ones_that_have_none() -> None:
    text = "All times are in UTC. It began on 2026-09-01 at 10:00."
    facts = [
        Accepted(one, one.readings[0], target)
        for kind, target in ((Kind.ZONE, "zone"), (Kind.DATE, "start"))
        for one in [found(text, kind)]
    ]
    document = accept({}, facts, source=SOURCE)
    assert conditions(document)["at"]["start"]["dates"][0]["zone"] == "UTC"


def test_another_window_is_another_clause_with_the_same_names() -> None:
    text = "Large-1 was affected from 2026-09-01 to 2026-09-02."
    document = accepted("The model small-1 was affected.", Kind.MODEL)
    window = found(text, Kind.WINDOW)
    document = accept(document, [Accepted(window, window.readings[0], "clause")], source=SOURCE)
    assert sorted(conditions(document, 1)) == ["at", "model", "service"]
    assert "at" not in conditions(document)


def test_the_draft_that_is_given_is_not_changed() -> None:
    document: Json = {"scopes": "not a list", "sources": [{"key": "pasted-text"}]}
    proposal = found("It was on 9 September 2026.", Kind.DATE)
    fact = Accepted(proposal, proposal.readings[0], "start")
    after = accept(document, [fact], source=SOURCE)
    assert document == {"scopes": "not a list", "sources": [{"key": "pasted-text"}]}
    assert len(after["sources"]) == 1
