"""The history of an incident: its revisions, and the differences between them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from incidents.domain.permissions import COMMAND_LINE, Actor, Role, grant_role
from incidents.domain.publishing import withdraw_incident
from incidents.models import Incident, Revision, User
from tests.conftest import NOW
from tests.views.reading import get, read, text_of

Publish = Callable[..., Revision]

HISTORY = "/en/incidents/KB-2026-7001/history/"


@pytest.fixture
def corrected(publish: Publish) -> None:
    """Three revisions: the count is corrected, then the status."""
    count = {
        "value": 13,
        "unit": {"en": "responses"},
        "qualifier": "exact",
        "is_not": {"en": "Not customers."},
        "sources": ["report"],
    }
    publish()
    publish(at=NOW + timedelta(days=1), reason="The count was wrong.", counts=[count])
    publish(at=NOW + timedelta(days=2), reason="Found again.", counts=[count], status="ongoing")


@pytest.mark.usefixtures("corrected")
def test_revisions_are_listed_newest_first_with_date_and_reason(client: Client) -> None:
    assert (
        "Revisions "
        "Revision 3, 17 November 2026, 12:00 (UTC) Found again. "
        "Revision 2, 16 November 2026, 12:00 (UTC) The count was wrong. "
        "Revision 1, 15 November 2026, 12:00 (UTC) First." in read(client, HISTORY)
    )


@pytest.mark.usefixtures("corrected")
@pytest.mark.parametrize(
    ("query", "difference"),
    [
        (
            "",
            "From revision 2 to revision 3 Reason of revision 3: Found again. "
            "Status Was resolved Is ongoing",
        ),
        (
            "?from=1&to=2",
            "From revision 1 to revision 2 Reason of revision 2: The count was wrong. "
            "Count Was 12 responses. Not customers. "
            "Is 13 responses. Not customers.",
        ),
        (
            "?from=1&to=3",
            "From revision 1 to revision 3 Reason of revision 3: Found again. "
            "Status Was resolved Is ongoing "
            "Count Was 12 responses. Not customers. "
            "Is 13 responses. Not customers.",
        ),
        (
            "?from=3&to=2",
            "From revision 3 to revision 2 Reason of revision 2: The count was wrong. "
            "Status Was ongoing Is resolved",
        ),
        ("?to=2", "From revision 1 to revision 2"),
        ("?from=2&to=2", "A revision does not differ from itself."),
        ("?from=9&to=2", "There is no revision “9”: take one from the list."),
        ("?from=1&to=x%00", "There is no revision “x"),
        (f"?from=-1&to={10**30}", f"There is no revision “{10**30}”: take one from the list."),
    ],
)
def test_any_two_revisions_are_compared(client: Client, query: str, difference: str) -> None:
    assert difference in read(client, HISTORY + query)


@pytest.mark.usefixtures("corrected")
def test_what_changed_is_marked_inside_its_sentence(client: Client) -> None:
    html = get(client, f"{HISTORY}?from=1&to=2")

    assert "<dd><del>12</del> responses. Not customers.</dd>" in html
    assert "<dd><ins>13</ins> responses. Not customers.</dd>" in html
    assert "<option selected>1</option>" in html


def test_one_revision_has_nothing_to_be_compared_with(client: Client, publish: Publish) -> None:
    publish()

    assert "There is one revision, and nothing to compare it with." in read(client, HISTORY)


def test_a_withdrawal_is_a_revision_that_changes_no_fact(client: Client, publish: Publish) -> None:
    publish()
    incident = Incident.objects.get(public_id="KB-2026-7001")
    withdraw_incident(incident=incident, actor=COMMAND_LINE, now=NOW, reason="Taken back.")

    text = read(client, HISTORY)

    assert "Revision 2, 15 November 2026, 12:00 (UTC) (withdrawal) Taken back." in text
    assert text.endswith("Revision 2 withdraws the incident. Its record stays as it was.")


def test_nobody_of_the_staff_is_named(client: Client, publish: Publish) -> None:
    publish()
    user = User.objects.create_user("maria.writer")
    grant_role(user, Role.PUBLISHER)
    incident = Incident.objects.get(public_id="KB-2026-7001")
    withdraw_incident(incident=incident, actor=Actor(user, "x"), now=NOW, reason="Taken back.")

    assert "maria" not in get(client, HISTORY)


def test_the_history_is_read_in_chinese(client: Client, publish: Publish) -> None:
    publish()
    publish(reason="Reworded.", title={"en": "Answers mixed up", "zh-Hans": "长提示的回复被混淆"})

    text = text_of(get(client, "/zh-hans/incidents/KB-2026-7001/history/"))

    # The page's own language comes first, the other one is named.
    assert text.index("长提示的回 复 被混淆") < text.index("Answers mixed up")
