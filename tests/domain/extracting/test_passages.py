"""The passage that a proposal cites, and texts that are no prose."""

import pytest

from incidents.domain.extracting import LONGEST_TEXT, Kind, UnableToReadText
from incidents.domain.extracting.sentences import LONGEST_SENTENCE
from tests.domain.extracting.building import read


def passages(text: str) -> list[str]:
    return [one.passage.text for one in read(text)]


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("First. We saw 155 responses. Last.", "We saw 155 responses."),
        ("先有。共 155 条响应。后有。", "共 155 条响应。"),
        ("Was it 155 responses? Yes.", "Was it 155 responses?"),
        ("Approx. 155 responses, i.e. many. Last.", "Approx. 155 responses, i.e. many."),
        ("Heading\n\nWe saw\n155 responses\n\nLast", "We saw\n155 responses"),
        ("# Heading\nWe saw 155 responses", "We saw 155 responses"),
        ("- one\n- 155 responses\n- three", "- 155 responses"),
        ("one\r\n\r\n155 responses\r\rthree", "155 responses"),
        ("| 155 responses | x |\n| y | z |", "| 155 responses | x |"),
        ("«155 responses.» Last", "«155 responses.» Last"),
    ],
)
def test_a_proposal_cites_its_sentence(text: str, passage: str) -> None:
    assert passages(text) == [passage]


def test_offsets_are_those_of_the_pasted_text() -> None:
    text = "\ufeff\u200fFirst.\r\n\r\n**Seen** in １５５\u200b条\u00a0响应。\x00 Last."
    (proposal,) = read(text)
    for stretch in (proposal.written, proposal.passage):
        assert text[stretch.start : stretch.end] == stretch.text
    assert proposal.written.text == "１５５\u200b条\u00a0响应"
    assert proposal.value == {
        "value": 155,
        "unit": {"zh-Hans": "条 响应"},
        "qualifier": "exact",
    }


def test_what_never_stops_is_cut_into_bearable_sentences() -> None:
    for proposal in read("155 responses and on " * 500):
        assert len(proposal.passage.text) <= 2 * LONGEST_SENTENCE


def test_tags_are_text() -> None:
    found = read('<script>alert("2026-08-27")</script><p>155 responses</p>')
    assert [one.kind for one in found] == [Kind.DATE, Kind.COUNT]


def test_an_address_is_not_read_for_dates_and_versions() -> None:
    (proposal,) = read("See (https://example.com/2026-08-27/v0.5.20/155_responses).")
    assert proposal.value == {"url": "https://example.com/2026-08-27/v0.5.20/155_responses"}


def test_a_text_of_the_longest_length_is_read() -> None:
    text = "155 responses. ".ljust(LONGEST_TEXT, "x")
    assert [one.kind for one in read(text)] == [Kind.COUNT]


def test_a_longer_text_is_refused_with_the_limit() -> None:
    with pytest.raises(UnableToReadText, match="5,000,000 characters; at most 200,000 can be"):
        read("x" * 5_000_000)


def test_a_language_that_no_document_has_is_refused() -> None:
    with pytest.raises(UnableToReadText, match="'de' is not a language"):
        read("155 responses", language="de")


@pytest.mark.parametrize("text", ["", " ", "\n\r\n", "\0", "\ud800", "。", "\u200f" * 9])
def test_a_text_that_says_nothing_has_no_proposals(text: str) -> None:
    assert read(text) == []
