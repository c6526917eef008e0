from typing import Any

import pytest

from incidents.scope.dates import DateProblem
from incidents.scope.examples import FailedExample, failed_examples, flat_fields
from incidents.scope.question import Fault, FieldProblem, UnreadableQuestion
from tests.scope.building import FIRST, INSIDE_FIRST, catalogue, scope


def failures(*examples: tuple[Any, str]) -> list[FailedExample]:
    documents = [{"question": question, "verdict": verdict} for question, verdict in examples]
    return failed_examples(documents, [scope(FIRST)], catalogue())


def test_examples_that_hold_do_not_fail() -> None:
    assert (
        failures(
            (INSIDE_FIRST, "in_scope"),
            ({**INSIDE_FIRST, "prompt_tokens": 681280, "subject": "affected"}, "out_of_scope"),
            ({**INSIDE_FIRST, "attributes": {"streaming": True}}, "in_scope"),
            ({}, "undetermined"),
        )
        == []
    )


def test_examples_that_fail_say_what_was_found_instead() -> None:
    assert failures(
        (INSIDE_FIRST, "in_scope"),
        (INSIDE_FIRST, "out_of_scope"),
        ({"subject": "deployment"}, "undetermined"),
        ({"at": "2026-02-29"}, "undetermined"),
        ({"attributes": 5}, "undetermined"),
    ) == [
        FailedExample(1, "out_of_scope", "in_scope"),
        FailedExample(2, "undetermined", "no scope for the subject deployment"),
        FailedExample(3, "undetermined", f"not readable: at: {DateProblem.NO_SUCH_DATE.value}"),
        FailedExample(4, "undetermined", "not readable: attributes: wrong_type"),
    ]


def test_attributes_stand_among_the_fields_or_below_them() -> None:
    question = {"model": "a", "attributes": {"streaming": True}, "subject": "remedy"}

    assert flat_fields(question) == ("remedy", {"model": "a", "streaming": True})
    assert flat_fields({"model": "a"}) == ("affected", {"model": "a"})
    assert question["attributes"] == {"streaming": True}


@pytest.mark.parametrize(
    ("question", "faults"),
    [
        ({"subject": ["a"]}, [Fault("subject", FieldProblem.WRONG_TYPE, "list")]),
        ({"subject": None}, [Fault("subject", FieldProblem.WRONG_TYPE, "NoneType")]),
        ({"attributes": "a=b"}, [Fault("attributes", FieldProblem.WRONG_TYPE, "str")]),
        ({"model": "a", "attributes": {"model": "b"}}, [Fault("model", FieldProblem.UNKNOWN, "")]),
    ],
)
def test_a_question_in_no_such_form_is_refused(question: Any, faults: list[Fault]) -> None:
    with pytest.raises(UnreadableQuestion) as caught:
        flat_fields(question)

    assert caught.value.faults == faults
