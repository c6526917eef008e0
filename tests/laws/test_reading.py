"""Whatever text arrives, it is read or refused with the error that is documented."""

import string
from contextlib import suppress
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from incidents.scope.dates import (
    Meaning,
    Side,
    UnreadableDate,
    format_instant,
    parse_instant,
    published_span,
    read_local_unit,
    read_zone,
)
from incidents.scope.examples import flat_fields
from incidents.scope.names import fold_name, narrow
from incidents.scope.question import UnreadableQuestion, read_question
from incidents.scope.reading import (
    UnreadableValue,
    read_flag,
    read_instant,
    read_name,
    read_number,
    read_text,
    read_version,
)
from incidents.scope.versions import Scheme, parse_version
from tests.laws.strategies import JSON_VALUES
from tests.scope.building import catalogue

# Any text, halves of surrogate pairs included, and texts that are nearly right.
TEXTS = st.one_of(
    st.text(st.characters(categories=None)),
    st.text("0123456789-:TZ+./ ,年月日", max_size=30),
    st.text(string.digits + "０９.,'kKeE+-_ ", max_size=20),
    st.text(string.digits + "v.!+-abrcdevpost", max_size=20),
    st.builds(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}".format,
        st.integers(0, 9999),
        st.integers(0, 13),
        st.integers(0, 32),
        st.integers(0, 25),
        st.integers(0, 61),
        st.integers(0, 61),
        st.sampled_from(["", "Z", "+14:00", "-12:00", ".5", ".9999999", "-07"]),
    ),
)
ZONES = st.sampled_from(
    ["UTC", "Africa/Cairo", "America/Sao_Paulo", "Pacific/Apia", "Australia/Lord_Howe"]
)
ATTRIBUTES = catalogue().attributes


@given(TEXTS)
def test_folding_a_name_twice_is_folding_it_once(text: str) -> None:
    assert fold_name(fold_name(text)) == fold_name(text)
    assert narrow(narrow(text)) == narrow(text)


@given(TEXTS)
@example("H\u0331")
def test_a_name_is_folded_without_regard_to_ascii_case(text: str) -> None:
    ascii_upper = text.translate(str.maketrans(string.ascii_lowercase, string.ascii_uppercase))

    assert fold_name(ascii_upper) == fold_name(text)


@given(TEXTS)
def test_a_text_is_read_or_refused_as_documented(text: str) -> None:
    for read in (read_text, read_name, read_version, read_flag, read_number):
        with suppress(UnreadableValue):
            read(text)
    with suppress(UnreadableDate):
        read_local_unit(text)
    for scheme in Scheme:
        parse_version(text, scheme)


@given(TEXTS, st.none() | ZONES | TEXTS)
def test_a_moment_is_read_or_refused_as_documented(text: str, zone: str | None) -> None:
    with suppress(UnreadableDate, UnreadableValue):
        reading = read_instant(text, zone)
        assert reading.interval.low < reading.interval.high
    if zone is not None:
        with suppress(UnreadableDate):
            read_zone(zone)


@given(TEXTS, st.none() | ZONES, st.sampled_from(Meaning), st.sampled_from(Side))
def test_a_published_edge_is_no_earlier_than_itself(
    text: str, zone: str | None, meaning: Meaning, side: Side
) -> None:
    with suppress(UnreadableDate):
        span = published_span(text, zone, meaning, side)
        assert span.earliest <= span.latest


@given(
    st.datetimes().map(lambda one: one.isoformat(timespec="minutes")),
    st.none() | ZONES,
    st.sampled_from(["2026", "2026-09", "2026-09-05"]),
)
def test_a_shorter_text_says_no_more_than_a_longer_one(
    text: str, zone: str | None, shape: str
) -> None:
    with suppress(UnreadableDate):
        longer = read_instant(text, zone).interval
        shorter = read_instant(text[: len(shape)], zone).interval
        assert shorter.low <= longer.low
        assert longer.high <= shorter.high


@given(st.integers(-62135596800_000_000, 253402300799_999_999))
def test_an_instant_is_written_and_read_without_loss(instant: int) -> None:
    text = format_instant(instant)

    assert text is not None
    assert parse_instant(text) == instant


FIELDS = st.sampled_from([*ATTRIBUTES, "prompt_tokens_min", "prompt_tokens_max", "tz", "at_min"])


@given(st.dictionaries(FIELDS | TEXTS, JSON_VALUES | TEXTS, max_size=5))
def test_a_question_is_read_or_refused_as_documented(fields: dict[str, Any]) -> None:
    with suppress(UnreadableQuestion):
        read_question(fields, ATTRIBUTES)


@given(st.dictionaries(st.sampled_from(["subject", "attributes", "model"]), JSON_VALUES))
def test_a_question_of_a_document_is_flattened_or_refused_as_documented(
    question: dict[str, Any],
) -> None:
    with suppress(UnreadableQuestion):
        subject, fields = flat_fields(question)
        assert isinstance(subject, str)
        assert "attributes" not in question or set(question["attributes"]) <= set(fields)
