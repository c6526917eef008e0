"""A changed verdict has to be explained, when a draft is submitted and when it is published."""

from datetime import datetime
from typing import Any

import pytest

from incidents.domain.editing import save_draft, start_draft, working_copy_of
from incidents.domain.permissions import COMMAND_LINE, Actor
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import publish_named
from incidents.domain.reviewing import (
    UnableToReview,
    UnexplainedChange,
    approve_submission,
    publish_submission,
    submit_draft,
)
from incidents.models import Revision, Submission
from tests.conftest import Publish
from tests.documents import disclosure_document
from tests.reviewing.conftest import ID, correct, editor, second, with_bound

__all__ = ["editor", "second"]


@pytest.fixture
def wider(publish: Publish, editor: Actor, now: datetime) -> str:
    """A draft with a lower threshold than the one published; its hash."""
    publish(**with_bound(1000))
    return correct(editor, now, scopes=with_bound(500)["scopes"])


def explained(error: UnexplainedChange, *without: int) -> dict[str, str]:
    return {
        group.key: "The publisher corrected the threshold."
        for place, group in enumerate(error.groups)
        if place not in without
    }


def refused(editor: Actor, now: datetime, **parts: Any) -> UnexplainedChange:
    with pytest.raises(UnexplainedChange) as found:
        submit_draft(ID, actor=editor, now=now, reason="Lower.", **parts)
    return found.value


@pytest.mark.usefixtures("wider")
def test_a_changed_verdict_without_a_word_keeps_a_draft_from_being_submitted(
    editor: Actor, now: datetime
) -> None:
    error = refused(editor, now)
    assert {group.attribute for group in error.groups} == {"prompt_tokens"}
    assert len(error.groups) > 1
    assert not Submission.objects.exists()

    blank = dict.fromkeys(explained(error), "  ")
    assert refused(editor, now, explanations=blank).groups == error.groups
    (left,) = refused(editor, now, explanations=explained(error, 0)).groups
    assert left == error.groups[0]

    submission = submit_draft(
        ID, actor=editor, now=now, reason="Lower.", explanations=explained(error)
    )
    assert submission.explanations == explained(error)


@pytest.mark.usefixtures("wider")
def test_explanations_are_for_the_draft_that_was_looked_at(
    wider: str, editor: Actor, now: datetime
) -> None:
    explanations = explained(refused(editor, now))
    correct(editor, now, status="ongoing")
    with pytest.raises(UnableToReview, match="changed meanwhile"):
        submit_draft(
            ID,
            actor=editor,
            now=now,
            reason="Lower.",
            explanations=explanations,
            expected=wider,
        )


@pytest.mark.usefixtures("wider")
def test_explained_changes_are_published(editor: Actor, second: Actor, now: datetime) -> None:
    explanations = explained(refused(editor, now))
    submission = submit_draft(ID, actor=editor, now=now, reason="Lower.", explanations=explanations)
    approve_submission(submission, actor=second, now=now)
    assert publish_submission(submission, actor=second, now=now).number == 2


def test_what_was_published_since_is_asked_again_before_publication(
    publish: Publish, editor: Actor, second: Actor, now: datetime
) -> None:
    publish(**with_bound(1000))
    correct(editor, now, status="ongoing")
    submission = submit_draft(ID, actor=editor, now=now, reason="It goes on.")
    approve_submission(submission, actor=second, now=now)
    # Somebody with access to the server publishes another threshold, and puts the rows back.
    publish(**with_bound(500))
    publish_back = with_bound(1000) | {"status": "ongoing"}
    copy = working_copy_of(ID, actor=editor)
    Submission.objects.update(state="void")
    save_draft(ID, publish_back, expected=copy.sha256, actor=editor, now=now)
    Submission.objects.update(state="approved")

    with pytest.raises(UnableToPublishRevision) as found:
        publish_submission(submission, actor=second, now=now)
    assert [one.code for one in found.value.problems] == ["unexplained"]
    assert Revision.objects.count() == 2
    submission.refresh_from_db()
    assert (submission.state, submission.revision) == ("approved", None)


def test_examples_of_other_incidents_are_asked_as_well(
    publish: Publish, editor: Actor, now: datetime
) -> None:
    publish(**with_bound(1000))
    question = {"service": "alpha", "model": "large-1", "at": "2026-05-02", "prompt_tokens": 700}
    other = disclosure_document(id="KB-2026-7002")
    other["examples"] = [{"question": question, "verdict": "out_of_scope"}]
    publish(**other)
    correct(editor, now, scopes=with_bound(500)["scopes"])
    sources = {flip.asked.source for group in refused(editor, now).groups for flip in group.flips}
    assert "KB-2026-7002/examples/0" in sources


def test_a_first_publication_changes_no_answer(
    publish: Publish, editor: Actor, now: datetime
) -> None:
    publish()
    saved = start_draft(disclosure_document(), actor=editor, now=now)
    public_id = saved.copy.public_id
    assert submit_draft(public_id, actor=editor, now=now, reason="New.").explanations == {}


def test_a_name_that_the_catalogue_does_not_hold_keeps_a_draft_from_being_submitted(
    publish: Publish, editor: Actor, now: datetime
) -> None:
    publish()
    document = disclosure_document()
    document["scopes"][0]["clauses"][0]["conditions"]["model"]["names"] = ["nobody's"]
    correct(editor, now, scopes=document["scopes"])
    with pytest.raises(UnableToReview, match="with the published catalogue"):
        submit_draft(ID, actor=editor, now=now, reason="Why.")


def test_the_command_line_publishes_without_a_submission(publish: Publish, now: datetime) -> None:
    publish(**with_bound(1000))
    document = with_bound(500)
    publish(**document)
    assert Revision.objects.count() == 2
    with pytest.raises(UnableToPublishRevision):
        publish_named(ID, actor=COMMAND_LINE, now=now, reason="Again.")
