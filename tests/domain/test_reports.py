"""Reports of readers: taken on what is published, and handled by staff with a note."""

from datetime import datetime

import pytest

from incidents.domain.editing import start_draft
from incidents.domain.permissions import COMMAND_LINE, Actor, UnableToAct
from incidents.domain.reader_reports import (
    LONGEST_NOTE,
    LONGEST_REPORT,
    UnableToHandle,
    UnableToReport,
    handle_report,
    receive_report,
)
from incidents.domain.reading import UnableToRead
from incidents.models import LogEntry, ReaderReport
from tests.conftest import Publish
from tests.documents import disclosure_document
from tests.reviewing.conftest import ID, editor, make_staff

__all__ = ["editor"]


def test_a_report_is_kept_with_its_question(publish: Publish, now: datetime) -> None:
    publish()
    asked = {"model": "large-1", "prompt_tokens": "1001"}
    report = receive_report(
        ID, text=" The day is wrong. ", contact="r@kbase.example", question=asked, now=now
    )
    report.refresh_from_db()
    assert (report.incident.public_id, report.revision, report.question) == (ID, 1, asked)
    assert (report.text, report.contact, report.state) == (
        "The day is wrong.",
        "r@kbase.example",
        "open",
    )


@pytest.mark.parametrize(
    ("text", "contact", "wrong"),
    [
        ("", "", {"text"}),
        (" \n ", "nobody", {"text", "contact"}),
        ("x" * (LONGEST_REPORT + 1), "", {"text"}),
        ("Wrong.", "a" * 250 + "@kbase.example", {"contact"}),
        ("Wrong.", "a@b\nBcc: c@d.example", {"contact"}),
    ],
)
def test_what_is_wrong_in_a_report_is_said_by_field(
    publish: Publish, now: datetime, text: str, contact: str, wrong: set[str]
) -> None:
    publish()
    with pytest.raises(UnableToReport) as refused:
        receive_report(ID, text=text, contact=contact, now=now)
    assert set(refused.value.errors) == wrong
    assert not ReaderReport.objects.exists()


def test_the_revision_is_one_that_there_is(publish: Publish, now: datetime) -> None:
    publish()
    publish(reason="Again.", title={"en": "B"})
    seen = [
        receive_report(ID, text="T.", revision=number, now=now).revision
        for number in (1, 2, 3, 0, -1, None)
    ]
    assert seen == [1, 2, 2, 2, 2, 2]


def test_a_question_is_cut_to_what_one_can_be(publish: Publish, now: datetime) -> None:
    publish()
    noise = {f"f{place}": "v" for place in range(100)} | {"model": "x" * 301}
    kept = receive_report(ID, text="T.", question=noise, now=now).question
    assert len(kept) == 60
    assert "model" not in kept


def test_a_draft_is_as_good_as_absent(publish: Publish, editor: Actor, now: datetime) -> None:
    publish()
    draft = start_draft(disclosure_document(), actor=editor, now=now).copy.public_id
    for public_id in (draft, "KB-2026-0404"):
        with pytest.raises(UnableToRead, match="There is no published incident"):
            receive_report(public_id, text="T.", now=now)


@pytest.fixture
def report(publish: Publish, now: datetime) -> ReaderReport:
    publish()
    return receive_report(ID, text="The day is wrong.", now=now)


def test_a_report_is_handled_once_with_a_note(
    report: ReaderReport, editor: Actor, now: datetime
) -> None:
    for note in (" ", "x" * (LONGEST_NOTE + 1)):
        with pytest.raises(UnableToHandle):
            handle_report(report.pk, note=note, actor=editor, now=now)
    handle_report(report.pk, note="Corrected.", actor=editor, now=now)
    report.refresh_from_db()
    assert (report.state, report.handled_by, report.note) == ("handled", editor.user, "Corrected.")
    entry = LogEntry.objects.latest("pk")
    assert (entry.act, entry.reason, entry.incident) == (
        "report_handled",
        "Corrected.",
        report.incident,
    )
    with pytest.raises(UnableToHandle, match="already"):
        handle_report(report.pk, note="Again.", actor=editor, now=now)


def test_reports_are_handled_by_staff(report: ReaderReport, now: datetime) -> None:
    with pytest.raises(UnableToAct):
        handle_report(report.pk, note="N.", actor=COMMAND_LINE, now=now)
    with pytest.raises(UnableToAct):
        handle_report(report.pk, note="N.", actor=Actor(make_staff("x"), "192.0.2.9"), now=now)
