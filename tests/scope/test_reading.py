import math

import pytest

from incidents.scope.dates import DateProblem, UnreadableDate
from incidents.scope.extent import Interval
from incidents.scope.reading import (
    LARGEST_NUMBER,
    FlagReading,
    InstantReading,
    NameReading,
    NumberReading,
    UnreadableValue,
    ValueProblem,
    VersionReading,
    number_reading,
    read_flag,
    read_instant,
    read_name,
    read_number,
    read_text,
    read_version,
)
from tests.scope.building import span


def test_a_name_is_kept_as_given_beside_its_folded_form() -> None:
    assert read_name("  GLM-5.3 ") == NameReading("GLM-5.3", "glm-5.3")


def test_a_version_is_kept_even_where_no_scheme_can_compare_it() -> None:
    assert read_version(" latest ") == VersionReading("latest")


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), (" FALSE ", False), ("ｔｒｕｅ", True)]
)
def test_a_flag_is_true_or_false(text: str, value: bool) -> None:
    assert read_flag(text) == FlagReading(value)


@pytest.mark.parametrize("text", ["yes", "1", "0", "on", "truefalse"])
def test_what_is_neither_true_nor_false_is_no_flag(text: str) -> None:
    with pytest.raises(UnreadableValue) as caught:
        read_flag(text)

    assert (caught.value.problem, caught.value.text) == (ValueProblem.NOT_A_FLAG, text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", ValueProblem.EMPTY),
        (" \t\n\u3000", ValueProblem.EMPTY),
        ("x" * 301, ValueProblem.TOO_LONG),
        ("x" * 1_000_000, ValueProblem.TOO_LONG),
        ("glm\x00", ValueProblem.CONTROL_CHARACTER),
        ("glm\n5.3", ValueProblem.CONTROL_CHARACTER),
        ("\x7fglm", ValueProblem.CONTROL_CHARACTER),
        ("glm\ud800", ValueProblem.CONTROL_CHARACTER),
    ],
)
def test_a_text_that_is_empty_or_over_long_or_holds_control_characters_is_refused(
    text: str, problem: ValueProblem
) -> None:
    for read in (read_text, read_name, read_version, read_flag, read_number, read_instant):
        with pytest.raises(UnreadableValue) as caught:
            read(text)
        assert caught.value.problem is problem
        assert len(caught.value.text) <= 300


@pytest.mark.parametrize("text", ["x" * 300, "模型", "a\u200bb", "a\u00a0b", "🙂"])
def test_any_other_text_is_read_as_it_is(text: str) -> None:
    assert read_text(f" {text} ") == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("681280", 681280),
        (" 681,280 ", 681280),
        ("1,048,576", 1048576),
        ("000681280", 681280),
        ("６８１２８０", 681280),
        ("６８１，２８０", 681280),
        ("0" * 250 + "7", 7),
        (str(LARGEST_NUMBER), LARGEST_NUMBER),
    ],
)
def test_a_number_is_digits_or_digits_in_groups_of_three(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("681.280", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("681,28", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("6812,80", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("1,000,00", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("681 280", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("681_280", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("681'280", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("681’280", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("6.5", ValueProblem.AMBIGUOUS_SEPARATOR),
        ("680k", ValueProblem.ABBREVIATED),
        ("680 K", ValueProblem.ABBREVIATED),
        ("1.5M tokens", ValueProblem.ABBREVIATED),
        ("68万", ValueProblem.ABBREVIATED),
        ("6.8e5", ValueProblem.ABBREVIATED),
        ("6E+5", ValueProblem.ABBREVIATED),
        ("-1", ValueProblem.NEGATIVE),
        ("− 1", ValueProblem.NEGATIVE),
        ("－１", ValueProblem.NEGATIVE),
        (str(LARGEST_NUMBER + 1), ValueProblem.TOO_LARGE),
        (str(10**30), ValueProblem.TOO_LARGE),
        ("9" * 300, ValueProblem.TOO_LARGE),
        ("10^30", ValueProblem.NOT_A_NUMBER),
        ("10³", ValueProblem.NOT_A_NUMBER),
        ("①", ValueProblem.NOT_A_NUMBER),
        ("٦٨١٢٨٠", ValueProblem.NOT_A_NUMBER),
        ("+5", ValueProblem.NOT_A_NUMBER),
        ("0x10", ValueProblem.NOT_A_NUMBER),
        ("NaN", ValueProblem.NOT_A_NUMBER),
        ("681280 tokens", ValueProblem.NOT_A_NUMBER),
    ],
)
def test_a_number_that_can_be_read_in_two_ways_or_in_none_is_refused(
    text: str, problem: ValueProblem
) -> None:
    with pytest.raises(UnreadableValue) as caught:
        read_number(text)

    assert caught.value.problem is problem


@pytest.mark.parametrize(
    ("minimum", "maximum", "reading"),
    [
        (5, 5, NumberReading(Interval(5, 6))),
        (5, 7, NumberReading(Interval(5, 8))),
        (5, None, NumberReading(Interval(5, math.inf))),
        (None, 7, NumberReading(Interval(0, 8))),
        (None, None, NumberReading(Interval(0, math.inf))),
    ],
)
def test_a_number_lies_from_minimum_through_maximum(
    minimum: int | None, maximum: int | None, reading: NumberReading
) -> None:
    assert number_reading(minimum, maximum) == reading


def test_a_number_counted_by_another_rule_is_marked_as_such() -> None:
    assert number_reading(5, 5, comparable=False) == NumberReading(Interval(5, 6), False)


def test_a_minimum_above_the_maximum_is_refused() -> None:
    with pytest.raises(UnreadableValue) as caught:
        number_reading(8, 7)

    assert (caught.value.problem, caught.value.text) == (ValueProblem.MIN_ABOVE_MAX, "8 > 7")


@pytest.mark.parametrize(
    ("reading", "is_whole"),
    [
        (NumberReading(), True),
        (number_reading(0, None), True),
        (number_reading(1, None), False),
        (number_reading(0, LARGEST_NUMBER), False),
    ],
)
def test_only_a_number_without_ends_says_nothing(reading: NumberReading, is_whole: bool) -> None:
    assert reading.is_whole_domain is is_whole


@pytest.mark.parametrize(
    ("text", "zone", "low", "high"),
    [
        ("2026-09-05T12:30Z", None, "2026-09-05T12:30Z", "2026-09-05T12:31Z"),
        ("2026-09-05", None, "2026-09-04T10:00Z", "2026-09-06T12:00Z"),
        ("2026-09-05", "-07:00", "2026-09-05T07:00Z", "2026-09-06T07:00Z"),
        ("2026-09-05/2026-09-06", "UTC", "2026-09-05T00:00Z", "2026-09-07T00:00Z"),
        (" 2026-09-05 / 2026-09-06 ", None, "2026-09-04T10:00Z", "2026-09-07T12:00Z"),
        (
            "２０２６－０９－０５／２０２６－０９－０６",
            "UTC",
            "2026-09-05T00:00Z",
            "2026-09-07T00:00Z",
        ),
        ("2026-09-05T12:30Z/2026-09-05T12:30Z", None, "2026-09-05T12:30Z", "2026-09-05T12:31Z"),
        # In the hour that occurs twice, an earlier local time can be the later one.
        (
            "2026-10-25T02:50/2026-10-25T02:10",
            "Europe/Berlin",
            "2026-10-25T00:50Z",
            "2026-10-25T01:11Z",
        ),
        (
            "2026-09-05T12:30+02:00/2026-09-05T11:00Z",
            None,
            "2026-09-05T10:30Z",
            "2026-09-05T11:01Z",
        ),
        ("2026-09-05T12:30/2026-09-05T11:00Z", None, "2026-09-04T22:30Z", "2026-09-05T11:01Z"),
    ],
)
def test_a_moment_is_read_as_the_instants_it_can_be(
    text: str, zone: str | None, low: str, high: str
) -> None:
    assert read_instant(text, zone) == InstantReading(span(low, high), text.strip())


@pytest.mark.parametrize(
    ("text", "zone", "problem"),
    [
        ("2026-09-06/2026-09-05", "UTC", DateProblem.ENDS_BEFORE_START),
        ("2026-09-06/2026-09-05", None, DateProblem.ENDS_BEFORE_START),
        ("2026-09-05T12:30Z/2026-09-05T12:29Z", None, DateProblem.ENDS_BEFORE_START),
        ("2026-09-05/2026-09-06/2026-09-07", "UTC", DateProblem.NOT_ISO_8601),
        ("2026-09-05/", "UTC", DateProblem.NOT_ISO_8601),
        ("/2026-09-05", "UTC", DateProblem.NOT_ISO_8601),
        ("2026-09-05/PT1H", "UTC", DateProblem.NOT_ISO_8601),
        ("2026-09-05", "Mars/Olympus", DateProblem.UNKNOWN_ZONE),
        ("2026-03-29T02:30", "Europe/Berlin", DateProblem.TIME_SKIPPED),
        ("0000-01-01", None, DateProblem.NO_SUCH_DATE),
    ],
)
def test_a_moment_that_is_none_is_refused(
    text: str, zone: str | None, problem: DateProblem
) -> None:
    with pytest.raises(UnreadableDate) as caught:
        read_instant(text, zone)

    assert caught.value.problem is problem
