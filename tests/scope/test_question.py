import json
import math
from typing import Any

import pytest

from incidents.scope.dates import DateProblem
from incidents.scope.extent import Interval
from incidents.scope.question import Fault, FieldProblem, UnreadableQuestion, read_question
from incidents.scope.reading import (
    LARGEST_NUMBER,
    FlagReading,
    InstantReading,
    NumberReading,
    ValueProblem,
    VersionReading,
    read_name,
)
from tests.scope.building import catalogue, span

ATTRIBUTES = catalogue().attributes


def read(**fields: object) -> dict[str, Any]:
    return dict(read_question(fields, ATTRIBUTES))


def faults(**fields: object) -> list[Fault]:
    with pytest.raises(UnreadableQuestion) as caught:
        read_question(fields, ATTRIBUTES)
    return caught.value.faults


def test_a_question_is_read_by_the_kinds_of_its_attributes() -> None:
    question = read(
        service="Workers AI",
        model="glm-5.3",
        at="2026-09-01T12:00",
        tz="-07:00",
        prompt_tokens="700,000",
        streaming="true",
        engine_version="latest",
    )

    assert question == {
        "service": read_name("Workers AI"),
        "model": read_name("glm-5.3"),
        "at": InstantReading(span("2026-09-01T19:00Z", "2026-09-01T19:01Z"), "2026-09-01T12:00"),
        "prompt_tokens": NumberReading(Interval(700000, 700001)),
        "streaming": FlagReading(True),
        "engine_version": VersionReading("latest"),
    }


def test_an_empty_question_is_a_question() -> None:
    assert read() == {}
    assert read(service=None, at=None, tz=None, prompt_tokens=None, prompt_tokens_min=None) == {}


@pytest.mark.parametrize(
    ("fields", "reading"),
    [
        ({"prompt_tokens": 5}, NumberReading(Interval(5, 6))),
        ({"prompt_tokens": 0}, NumberReading(Interval(0, 1))),
        ({"prompt_tokens": LARGEST_NUMBER}, NumberReading(Interval(2**53 - 1, 2**53))),
        ({"prompt_tokens_min": "5"}, NumberReading(Interval(5, math.inf))),
        ({"prompt_tokens_max": 7}, NumberReading(Interval(0, 8))),
        ({"prompt_tokens_min": 5, "prompt_tokens_max": "7"}, NumberReading(Interval(5, 8))),
        (
            {"prompt_tokens_max": 7, "prompt_tokens_min": 7, "prompt_tokens": None},
            NumberReading(Interval(7, 8)),
        ),
        (
            {"prompt_tokens": 5, "prompt_tokens_counted_by": "provider"},
            NumberReading(Interval(5, 6)),
        ),
        (
            {"prompt_tokens_counted_by": "other", "prompt_tokens": 5},
            NumberReading(Interval(5, 6), False),
        ),
    ],
)
def test_a_number_is_exact_or_has_ends(fields: dict[str, Any], reading: NumberReading) -> None:
    assert read(**fields) == {"prompt_tokens": reading}


def test_how_a_number_was_counted_says_nothing_without_the_number() -> None:
    assert read(prompt_tokens_counted_by="other") == {}


@pytest.mark.parametrize("value", [True, False])
def test_a_flag_may_be_given_as_json(value: bool) -> None:
    assert read(streaming=value) == {"streaming": FlagReading(value)}


def test_all_faults_are_told_at_once_and_in_the_order_of_the_fields() -> None:
    found = faults(
        colour="red", model="", prompt_tokens="680k", at="2026-02-29", streaming="yes", shape=None
    )

    assert found == [
        Fault("colour", FieldProblem.UNKNOWN, "red"),
        Fault("model", ValueProblem.EMPTY, ""),
        Fault("prompt_tokens", ValueProblem.ABBREVIATED, "680k"),
        Fault("at", DateProblem.NO_SUCH_DATE, "2026-02-29"),
        Fault("streaming", ValueProblem.NOT_A_FLAG, "yes"),
        Fault("shape", FieldProblem.UNKNOWN, "None"),
    ]


def test_the_error_lists_its_faults() -> None:
    with pytest.raises(UnreadableQuestion, match="model: empty; colour: unknown_field"):
        read_question({"model": " ", "colour": "red"}, ATTRIBUTES)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"model": 5}, Fault("model", FieldProblem.WRONG_TYPE, "5")),
        ({"model": True}, Fault("model", FieldProblem.WRONG_TYPE, "True")),
        ({"model": ["a"]}, Fault("model", FieldProblem.WRONG_TYPE, "[…]")),
        ({"model": {"a": 1}}, Fault("model", FieldProblem.WRONG_TYPE, "{…}")),
        ({"at": 2026}, Fault("at", FieldProblem.WRONG_TYPE, "2026")),
        ({"engine_version": 0.5}, Fault("engine_version", FieldProblem.WRONG_TYPE, "0.5")),
        ({"streaming": 1}, Fault("streaming", FieldProblem.WRONG_TYPE, "1")),
        ({"prompt_tokens": True}, Fault("prompt_tokens", FieldProblem.WRONG_TYPE, "True")),
        ({"prompt_tokens": [5]}, Fault("prompt_tokens", FieldProblem.WRONG_TYPE, "[…]")),
        ({"prompt_tokens": 5.0}, Fault("prompt_tokens", ValueProblem.NOT_WHOLE, "5.0")),
        ({"prompt_tokens": math.nan}, Fault("prompt_tokens", ValueProblem.NOT_WHOLE, "nan")),
        ({"prompt_tokens": -1}, Fault("prompt_tokens", ValueProblem.NEGATIVE, "-1")),
        (
            {"prompt_tokens": 10**30},
            Fault("prompt_tokens", ValueProblem.TOO_LARGE, "1" + "0" * 30),
        ),
        (
            {"prompt_tokens_max": 1 << 20_000},
            Fault("prompt_tokens_max", ValueProblem.TOO_LARGE, "0x1" + "0" * 57),
        ),
        (
            {"prompt_tokens_min": 8, "prompt_tokens_max": 7},
            Fault("prompt_tokens", ValueProblem.MIN_ABOVE_MAX, "8 > 7"),
        ),
        (
            {"prompt_tokens": 5, "prompt_tokens_max": 7},
            Fault("prompt_tokens", FieldProblem.EXACT_AND_RANGE, "5"),
        ),
        (
            {"prompt_tokens_min": 5, "prompt_tokens": 7},
            Fault("prompt_tokens", FieldProblem.EXACT_AND_RANGE, "7"),
        ),
        (
            {"prompt_tokens": 5, "prompt_tokens_counted_by": "me"},
            Fault("prompt_tokens_counted_by", FieldProblem.NOT_A_COUNTING_RULE, "me"),
        ),
        (
            {"prompt_tokens_counted_by": 5},
            Fault("prompt_tokens_counted_by", FieldProblem.WRONG_TYPE, "5"),
        ),
        # Suffixes belong to numbers alone.
        ({"model_min": "a"}, Fault("model_min", FieldProblem.UNKNOWN, "a")),
        ({"at_counted_by": "other"}, Fault("at_counted_by", FieldProblem.UNKNOWN, "other")),
        # The zone is read even where no local time needs it.
        ({"tz": "Mars/Olympus"}, Fault("tz", DateProblem.UNKNOWN_ZONE, "Mars/Olympus")),
        ({"tz": ""}, Fault("tz", ValueProblem.EMPTY, "")),
        ({"tz": "+15:00", "at": "2026"}, Fault("tz", DateProblem.NO_SUCH_OFFSET, "+15:00")),
        ({"tz": 5, "at": "2026"}, Fault("tz", FieldProblem.WRONG_TYPE, "5")),
        ({"at": "2026", "tz": "a\x00"}, Fault("tz", ValueProblem.CONTROL_CHARACTER, "a\x00")),
    ],
)
def test_a_field_that_cannot_be_read_is_one_fault(fields: dict[str, Any], fault: Fault) -> None:
    assert faults(**fields) == [fault]


def test_what_a_fault_quotes_is_short_and_can_be_encoded() -> None:
    long, half = "x" * 1_000_000, "glm\ud800"

    found = faults(**{"model": long, half: half, long: long, "service": half, "tz": long})

    assert len(found) == 5
    for fault in found:
        assert len(fault.given) <= 100
        assert len(fault.field) <= 100
        json.dumps([fault.field, fault.given], ensure_ascii=False).encode()


def test_a_deep_value_is_refused_without_being_written_out() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]

    assert faults(model=deep) == [Fault("model", FieldProblem.WRONG_TYPE, "[…]")]
