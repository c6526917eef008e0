"""One question against everything that is published."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from incidents.domain.checking import Answer, ControlProblem, check_question
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import withdraw_incident
from incidents.domain.reporting import report_text
from incidents.domain.snapshots import current_snapshot
from incidents.models import Incident
from incidents.scope.question import UnreadableQuestion
from incidents.scope.verdict import Verdict
from tests.conftest import Publish
from tests.documents import disclosure_document

IN_SCOPE = {
    "service": "alpha",
    "model": "Large 1",
    "at": "2026-05-02T00:00:00Z",
    "prompt_tokens": "1,001",
}


def verdicts(answer: Answer) -> dict[str, str]:
    return {result.record.public_id: result.verdict.value for result in answer.results}


def faults(fields: dict[str, object], now: datetime) -> list[tuple[str, str]]:
    with pytest.raises(UnreadableQuestion) as refused:
        check_question(fields, now=now)
    return [(fault.field, fault.problem.value) for fault in refused.value.faults]


def test_a_request_inside_every_condition_is_in_scope(publish: Publish, now: datetime) -> None:
    publish()
    answer = check_question(IN_SCOPE, now=now)
    assert verdicts(answer) == {"KB-2026-7001": "in_scope"}
    assert answer.tally == {
        Verdict.IN_SCOPE: 1,
        Verdict.UNDETERMINED: 0,
        Verdict.OUT_OF_SCOPE: 0,
    }
    assert (answer.considered, answer.is_truncated, answer.suggestions) == (1, False, ())


def test_an_empty_question_is_answered(publish: Publish, now: datetime) -> None:
    publish()
    answer = check_question({}, now=now)
    assert verdicts(answer) == {"KB-2026-7001": "undetermined"}
    assert answer.results[0].answer.settle_with == ("at", "model", "prompt_tokens", "service")


def test_a_misspelt_name_is_undetermined_and_its_neighbours_are_offered(
    publish: Publish, now: datetime
) -> None:
    publish()
    answer = check_question(IN_SCOPE | {"model": "large-l"}, now=now)
    assert verdicts(answer) == {"KB-2026-7001": "undetermined"}
    assert [(one.attribute, one.given) for one in answer.suggestions] == [("model", "large-l")]
    assert "large-1" in answer.suggestions[0].near


def test_a_misspelt_service_is_undetermined(publish: Publish, now: datetime) -> None:
    publish()
    answer = check_question(IN_SCOPE | {"service": "alfa"}, now=now)
    assert verdicts(answer) == {"KB-2026-7001": "undetermined"}


def test_another_services_name_for_the_same_weights_rules_nothing_out(
    publish: Publish, now: datetime
) -> None:
    publish()
    answer = check_question(IN_SCOPE | {"model": "beta/large-1"}, now=now)
    assert verdicts(answer) == {"KB-2026-7001": "undetermined"}


def test_the_same_model_on_another_service_is_out_of_scope_and_not_listed(
    publish: Publish, now: datetime
) -> None:
    publish()
    answer = check_question({"service": "beta", "model": "beta/large-1"}, now=now)
    assert answer.tally[Verdict.OUT_OF_SCOPE] == 1
    assert verdicts(answer) == {}


def test_an_incident_that_must_not_be_confused_is_listed_beside(
    publish: Publish, now: datetime
) -> None:
    scopes = disclosure_document()["scopes"]
    scopes[0]["clauses"][0]["conditions"] = {"service": {"kind": "identifier", "names": ["beta"]}}
    publish(id="KB-2026-7002", scopes=scopes, examples=None)
    link = {"incident": "KB-2026-7002", "relation": "distinct_from", "reason": {"en": "No."}}
    publish(related=[link])
    assert verdicts(check_question(IN_SCOPE, now=now)) == {
        "KB-2026-7001": "in_scope",
        "KB-2026-7002": "out_of_scope",
    }


def test_results_are_ordered_and_cut_at_the_limit_while_the_tally_stays_exact(
    publish: Publish, now: datetime
) -> None:
    for number in (7001, 7002, 7003):
        publish(id=f"KB-2026-{number}")
    answer = check_question(IN_SCOPE | {"limit": 2}, now=now)
    assert list(verdicts(answer)) == ["KB-2026-7001", "KB-2026-7002"]
    assert answer.is_truncated
    assert answer.tally[Verdict.IN_SCOPE] == 3


def test_only_the_asked_incident_is_considered(publish: Publish, now: datetime) -> None:
    publish()
    publish(id="KB-2026-7002")
    answer = check_question({"incident": "KB-2026-7002", "model": "small-1"}, now=now)
    assert (verdicts(answer), answer.considered) == ({"KB-2026-7002": "out_of_scope"}, 1)


def test_incidents_without_a_scope_of_the_subject_are_not_considered(
    publish: Publish, now: datetime
) -> None:
    publish()
    answer = check_question({"subject": "deployment"}, now=now)
    assert (answer.considered, answer.results) == (0, ())


def test_a_draft_answers_like_an_incident_that_does_not_exist(
    publish: Publish, now: datetime
) -> None:
    publish()
    Incident.objects.filter(public_id="KB-2026-7001").update(public_id="KB-2026-7009")
    assert faults({"incident": "KB-2026-0404"}, now) == [("incident", "no_such_incident")]


def test_a_withdrawn_incident_is_evaluated_as_of_then_and_not_as_of_now(
    publish: Publish, now: datetime
) -> None:
    revision = publish()
    later = now + timedelta(days=2)
    withdraw_incident(
        incident=revision.incident,
        actor=COMMAND_LINE,
        now=now + timedelta(days=1),
        reason="In doubt.",
    )
    assert check_question(IN_SCOPE, now=later).considered == 0
    assert faults({"incident": "KB-2026-7001"}, later) == [("incident", "withdrawn")]
    for then in ({"as_of": now.isoformat()}, {"incident": "KB-2026-7001", "revision": 1}):
        answer = check_question(IN_SCOPE | then, now=later)
        assert verdicts(answer) == {"KB-2026-7001": "in_scope"}
        assert answer.results[0].is_withdrawn


def test_an_answer_of_the_past_does_not_know_later_corrections(
    publish: Publish, now: datetime
) -> None:
    publish()
    scopes = disclosure_document()["scopes"]
    scopes[0]["clauses"][0]["conditions"]["prompt_tokens"]["bounds"][0]["value"] = 5000
    publish(at=now + timedelta(days=1), scopes=scopes, examples=None, reason="Threshold.")
    later = now + timedelta(days=2)
    assert verdicts(check_question(IN_SCOPE, now=later)) == {"KB-2026-7001": "out_of_scope"}
    then = IN_SCOPE | {"as_of": (now + timedelta(hours=1)).isoformat()}
    assert verdicts(check_question(then, now=later)) == {"KB-2026-7001": "in_scope"}
    before = IN_SCOPE | {"as_of": "2026-01-01T00:00:00Z"}
    assert check_question(before, now=later).considered == 0
    pinned = IN_SCOPE | {"incident": "KB-2026-7001", "revision": "1"}
    assert verdicts(check_question(pinned, now=later)) == {"KB-2026-7001": "in_scope"}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"subject": "everything"}, [("subject", "no_such_subject")]),
        ({"subject": 5}, [("subject", "wrong_type")]),
        ({"limit": 0}, [("limit", "limit_out_of_range")]),
        ({"limit": "1001"}, [("limit", "limit_out_of_range")]),
        ({"limit": "ten"}, [("limit", "not_a_number")]),
        ({"limit": True}, [("limit", "wrong_type")]),
        ({"limit": 2.5}, [("limit", "wrong_type")]),
        ({"as_of": "2026-11-01"}, [("as_of", "not_an_instant")]),
        ({"as_of": "2026-11-01T00:00"}, [("as_of", "not_an_instant")]),
        ({"as_of": "2026-11-01Z"}, [("as_of", "not_an_instant")]),
        ({"as_of": "now"}, [("as_of", "not_iso_8601")]),
        ({"as_of": "2027-01-01T00:00Z"}, [("as_of", "in_the_future")]),
        ({"as_of": "9999-12-31T24:00Z"}, [("as_of", "no_such_date")]),
        ({"revision": 1}, [("revision", "revision_without_incident")]),
        (
            {"incident": "KB-2026-7001", "revision": 1, "as_of": "2026-11-15T12:00Z"},
            [("as_of", "as_of_and_revision")],
        ),
        ({"incident": "KB-2026-7001", "revision": 9}, [("revision", "no_such_revision")]),
        ({"incident": "KB-2026-7001", "subject": "remedy"}, [("subject", "no_such_scope")]),
        ({"incident": "KB-2026-0404", "revision": 1}, [("incident", "no_such_incident")]),
        (
            {"colour": "red", "prompt_tokens": "680k", "limit": -1},
            [("limit", "negative"), ("colour", "unknown_field"), ("prompt_tokens", "abbreviated")],
        ),
    ],
)
def test_a_question_that_cannot_be_read_names_every_field(
    publish: Publish, now: datetime, fields: dict[str, object], expected: list[tuple[str, str]]
) -> None:
    publish()
    assert faults(fields, now) == expected


def test_every_control_problem_can_happen() -> None:
    tried = {
        "wrong_type",
        "no_such_subject",
        "limit_out_of_range",
        "not_an_instant",
        "in_the_future",
        "as_of_and_revision",
        "revision_without_incident",
        "no_such_incident",
        "no_such_revision",
        "no_such_scope",
        "withdrawn",
    }
    assert {problem.value for problem in ControlProblem} == tried


def test_a_question_right_after_another_asks_the_database_nothing(
    publish: Publish, now: datetime
) -> None:
    publish()
    check_question(IN_SCOPE, now=now)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        check_question(IN_SCOPE, now=now + timedelta(milliseconds=999))
        assert len(queries) == 0
        check_question(IN_SCOPE, now=now + timedelta(seconds=1))
        assert len(queries) == 1


def test_a_published_change_is_answered_a_second_later(publish: Publish, now: datetime) -> None:
    publish()
    assert current_snapshot(now).records["KB-2026-7001"].revision == 1
    publish(reason="Title.", title={"en": "Another title"})
    assert current_snapshot(now).records["KB-2026-7001"].revision == 1
    assert current_snapshot(now + timedelta(seconds=1)).records["KB-2026-7001"].revision == 2


def test_a_clock_that_is_set_back_does_not_keep_an_old_snapshot(
    publish: Publish, now: datetime
) -> None:
    publish()
    current_snapshot(now)
    publish(reason="Title.", title={"en": "Another title"})
    assert current_snapshot(now - timedelta(hours=1)).records["KB-2026-7001"].revision == 2


def test_nothing_published_is_an_answer_too(db: None, now: datetime) -> None:
    answer = check_question({}, now=now)
    assert (answer.considered, answer.results) == (0, ())


def test_the_text_of_an_answer_says_that_the_incident_has_been_withdrawn(
    publish: Publish, now: datetime
) -> None:
    revision = publish()
    withdraw_incident(incident=revision.incident, actor=COMMAND_LINE, now=now, reason="In doubt.")
    pinned = IN_SCOPE | {"incident": "KB-2026-7001", "revision": 1}
    text = report_text(check_question(pinned, now=now), "en")
    assert "This incident has been withdrawn since." in text
