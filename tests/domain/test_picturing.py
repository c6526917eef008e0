"""The geometry of the scope picture."""

import math
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from incidents.domain.picture_axes import SMALLEST_MARK, Axis, Box, number_axis, time_axis
from incidents.domain.picturing import WIDTH, Label, Line, Mark, Panel, Picture, picture_scope
from incidents.domain.snapshots import current_snapshot
from incidents.scope.dates import DAY
from incidents.scope.extent import Interval
from incidents.scope.question import read_question
from incidents.scope.verdict import Outcome
from tests.conftest import Publish
from tests.documents import disclosure_document

Draw = Callable[..., Picture | None]


@pytest.fixture
def draw(publish: Publish, now: datetime) -> Draw:
    """Publishes a disclosure whose one clause has other conditions, and draws it."""

    published: list[Any] = []

    def act(
        question: dict[str, object] | None = None,
        clauses: list[dict[str, Any]] | None = None,
        **conditions: Any,
    ) -> Picture | None:
        scopes = disclosure_document()["scopes"]
        clause = scopes[0]["clauses"][0]
        changed = clause["conditions"] | conditions
        clause["conditions"] = {name: one for name, one in changed.items() if one is not None}
        if clauses is not None:
            scopes[0]["clauses"] = clauses
        examples = [{"question": {"service": "beta"}, "verdict": "out_of_scope"}]
        if scopes not in published:
            publish(scopes=scopes, examples=examples)
            published.append(scopes)
        snapshot = current_snapshot(now)
        asked = question and read_question(question, snapshot.catalogue.attributes)
        return picture_scope(snapshot.records["KB-2026-7001"], "affected", asked)

    return act


def only_panel(picture: Picture | None) -> Panel:
    assert picture is not None
    (panel,) = picture.panels
    return panel


def mark_of(picture: Picture | None) -> Mark:
    mark = only_panel(picture).mark
    assert mark is not None
    return mark


def window(start: str, end: str) -> dict[str, Any]:
    return {
        "kind": "instant",
        "start": {"dates": [{"value": start}]},
        "end": {"dates": [{"value": end}]},
    }


SERVICE = {"kind": "identifier", "names": ["alpha"]}
DAYS = window("2026-05-01", "2026-05-20")


def test_a_scope_of_time_and_number_is_a_plane(draw: Draw) -> None:
    picture = draw(at=DAYS)
    plot = Box(68.0, 22.0, 246.0, 150.0)
    assert picture == Picture(
        (
            Panel(
                clause="",
                height=194.0,
                plot=plot,
                possible=(Box(91.8, 22.0, 198.4, 75.0),),
                certain=(Box(111.4, 22.0, 159.2, 75.0),),
                lines=(
                    Line(101.6, 172.0, 101.6, 176.0),
                    Line(280.4, 172.0, 280.4, 176.0),
                    Line(68.0, 97.0, 314.0, 97.0),
                ),
                labels=(
                    Label(101.6, 189.0, "1 May 2026", "middle", is_boundary=True),
                    Label(279.3, 189.0, "20 May 2026", "middle", is_boundary=True),
                    Label(63.0, 101.0, "> 1,000", "end", is_boundary=True),
                    Label(63.0, 176.0, "100", "end", is_boundary=False),
                    Label(63.0, 26.0, "10,000", "end", is_boundary=False),
                ),
                mark=None,
            ),
        ),
        time="at",
        number="prompt_tokens",
        place=None,
    )


def test_an_exact_question_is_a_point_inside(draw: Draw) -> None:
    picture = draw({"at": "2026-05-10T12:00Z", "prompt_tokens": 5000}, at=DAYS)
    mark = mark_of(picture)
    assert (mark.shape, mark.box.width, mark.box.height) == ("point", SMALLEST_MARK, SMALLEST_MARK)
    (region,) = only_panel(picture).certain
    x, y = mark.box.middle
    assert region.x < x < region.right
    assert region.y < y < region.bottom
    assert picture is not None
    assert picture.place is Outcome.MET


@pytest.mark.parametrize(("tokens", "is_above"), [(1000, False), (1001, True), (1002, True)])
def test_a_mark_beside_the_threshold_is_on_its_own_side(
    draw: Draw, tokens: int, is_above: bool
) -> None:
    picture = draw({"at": "2026-05-10T12:00Z", "prompt_tokens": tokens}, at=DAYS)
    (region,) = only_panel(picture).possible
    box = mark_of(picture).box
    assert box.bottom <= region.bottom if is_above else box.y >= region.bottom


def test_a_day_is_a_bar_and_a_range_of_both_is_a_box(draw: Draw) -> None:
    bar = mark_of(draw({"at": "2026-05-10", "prompt_tokens": 5000}, at=DAYS))
    assert (bar.shape, bar.box.height) == ("box", SMALLEST_MARK)
    assert bar.box.width > SMALLEST_MARK
    question = {"at": "2026-05-10", "prompt_tokens_min": 500, "prompt_tokens_max": 5000}
    box = mark_of(draw(question, at=DAYS))
    assert box.shape == "box"
    assert box.box.height > SMALLEST_MARK


def test_what_is_not_given_reaches_across_the_whole_plot(draw: Draw) -> None:
    plot = Box(68.0, 22.0, 246.0, 150.0)
    across = mark_of(draw({"prompt_tokens": 5000}, at=DAYS)).box
    assert (across.x, across.width) == (plot.x, plot.width)
    up = mark_of(draw({"at": "2026-05-10"}, at=DAYS)).box
    assert (up.y, up.height) == (plot.y, plot.height)
    uncounted = {"at": "2026-05-10", "prompt_tokens": 5000, "prompt_tokens_counted_by": "other"}
    assert mark_of(draw(uncounted, at=DAYS)).box == up


def test_a_question_about_neither_has_no_mark(draw: Draw) -> None:
    picture = draw({"service": "alpha"}, at=DAYS)
    assert only_panel(picture).mark is None


def test_a_question_far_from_the_window_is_an_arrow_at_the_edge(draw: Draw) -> None:
    assert mark_of(draw({"at": "2020", "prompt_tokens": 5000}, at=DAYS)).shape == "before"
    assert mark_of(draw({"at": "2026-11-10T12:00Z"}, at=DAYS)).shape == "after"
    assert mark_of(draw({"at": "2026-06-05T12:00Z"}, at=DAYS)).shape == "box"


@pytest.mark.parametrize("tokens", [0, 1, 9, 10**7, 2**53 - 1])
def test_every_number_has_its_place(draw: Draw, tokens: int) -> None:
    box = mark_of(draw({"at": "2026-05-10T12:00Z", "prompt_tokens": tokens}, at=DAYS)).box
    assert 22 <= box.y < box.bottom <= 172
    assert box.height == SMALLEST_MARK


def test_a_scope_without_a_number_is_a_strip_for_each_clause(draw: Draw) -> None:
    certain = {"label": {"en": "A"}, "conditions": {"service": SERVICE, "at": DAYS}}
    suspected = {
        "label": {"en": "B"},
        "open": "suspected",
        "conditions": {"service": SERVICE, "at": window("2026-04-20", "2026-05-01")},
    }
    picture = draw({"at": "2026-04-25T12:00Z"}, clauses=[certain, suspected])
    assert picture is not None
    first, second = picture.panels
    assert picture.number is None
    assert picture.place is Outcome.UNDETERMINED
    assert (first.clause, second.clause) == ("/scopes/0/clauses/0", "/scopes/0/clauses/1")
    assert (len(first.certain), len(second.certain)) == (1, 0)
    assert first.mark == second.mark
    assert [label.text for label in second.labels] == ["20 April 2026", "1 May 2026"]


def test_a_clause_that_nothing_can_meet_is_only_hatched(draw: Draw) -> None:
    models = {"kind": "identifier", "complete": False}
    question = {"at": "2026-05-10T12:00Z", "prompt_tokens": 5000}
    picture = draw(question, at=DAYS, model=models)
    assert only_panel(picture).certain == ()
    assert only_panel(picture).possible != ()
    assert picture is not None
    assert picture.place is Outcome.UNDETERMINED


def test_an_end_that_is_not_published_reaches_the_edge(draw: Draw) -> None:
    ongoing = {"kind": "instant", "start": {"dates": [{"value": "2026-05-01"}]}, "end": {}}
    panel = only_panel(draw(at=ongoing))
    (region,) = panel.possible
    assert region.right == panel.plot.right
    assert [label.text for label in panel.labels if label.anchor == "middle"] == [
        "1 May 2026",
        "end not published",
    ]


def test_one_day_is_labelled_once(draw: Draw) -> None:
    panel = only_panel(draw(at=window("2026-05-01", "2026-05-01")))
    dates = [label for label in panel.labels if label.anchor == "middle"]
    assert [label.text for label in dates] == ["1 May 2026"]
    assert panel.certain == ()


def test_labels_that_would_overlap_stand_below_each_other(draw: Draw) -> None:
    windows = [("2026-05-01", "2026-05-05"), ("2026-05-08", "2026-05-12")]
    prompt_tokens = disclosure_document()["scopes"][0]["clauses"][0]["conditions"]["prompt_tokens"]
    clauses = [
        {"label": {"en": start}, "conditions": {"at": window(start, end), "service": SERVICE}}
        for start, end in windows
    ]
    clauses[0]["conditions"]["prompt_tokens"] = prompt_tokens
    panel = only_panel(draw(clauses=clauses))
    dates = [label for label in panel.labels if label.anchor == "middle"]
    assert [(label.text, label.y) for label in dates] == [
        ("1 May 2026", 189.0),
        ("5 May 2026", 204.0),
        ("8 May 2026", 189.0),
        ("12 May 2026", 204.0),
    ]
    assert panel.height == 209.0
    assert all(0 < label.x < WIDTH for label in dates)


def test_a_scope_without_a_time_has_no_picture(draw: Draw) -> None:
    assert draw(at=None) is None


def test_another_subject_has_no_picture(publish: Publish, now: datetime) -> None:
    publish()
    record = current_snapshot(now).records["KB-2026-7001"]
    assert picture_scope(record, "deployment") is None


def test_the_dates_are_in_the_language_of_the_page(draw: Draw) -> None:
    with translation.override("zh-hans"):
        labels = only_panel(draw(at=DAYS)).labels
    assert "May" not in labels[0].text


tokens_axis = number_axis([681281], None, 22.0, 172.0)


def test_an_axis_of_numbers_shows_whole_powers_of_ten() -> None:
    assert tokens_axis == Axis(4, 7, 172.0, 22.0, is_logarithmic=True)
    assert [tokens_axis.place(value) for value in (0, 10**4, 10**5, 10**7, math.inf)] == [
        172.0,
        172.0,
        122.0,
        22.0,
        22.0,
    ]


def test_an_axis_of_time_shows_a_question_that_is_near() -> None:
    near = time_axis([0, 10 * DAY], Interval(12 * DAY, 13 * DAY), 0.0, 100.0)
    far = time_axis([0, 10 * DAY], Interval(90 * DAY, 91 * DAY), 0.0, 100.0)
    assert near.high > 13 * DAY
    assert far.high < 12 * DAY


@given(st.integers(0, 2**53), st.integers(0, 2**53))
def test_a_larger_number_is_never_lower(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert tokens_axis.place(high) <= tokens_axis.place(low)


@given(st.integers(0, 10**8), st.integers(1, 10**8), st.lists(st.integers(0, 10**8), max_size=4))
def test_a_mark_can_be_seen_and_stays_on_the_axis(low: int, length: int, edges: list[int]) -> None:
    first, size = tokens_axis.mark(Interval(low, low + length), edges)
    assert size >= SMALLEST_MARK
    assert first >= 22.0 - SMALLEST_MARK
    assert first + size <= 172.0 + SMALLEST_MARK
