from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from incidents.scope.catalogue import Attribute
from incidents.scope.conditions import (
    Condition,
    FlagCondition,
    InstantCondition,
    NameCondition,
    NumberCondition,
    VersionCondition,
)
from incidents.scope.dates import DAY, SECOND
from incidents.scope.evaluate import Clause, Scope
from incidents.scope.extent import EMPTY, WHOLE, Extent, window
from incidents.scope.nearby import nearest_other, text_beside, versions_near
from incidents.scope.probes import Probe, probes_by_question, probes_of
from incidents.scope.question import read_question
from incidents.scope.reading import LARGEST_NUMBER, InstantReading, NumberReading
from incidents.scope.reasons import Reason
from incidents.scope.tabled import TabledScope
from incidents.scope.trials import Tries
from incidents.scope.verdict import Verdict
from incidents.scope.versions import Scheme, VersionRange
from tests.laws import strategies
from tests.scope.building import (
    FIRST,
    between,
    catalogue,
    instant,
    names,
    number,
    scope,
    versions,
)

#: The attributes of the small scopes that are drawn.
DRAWN = {
    name: Attribute(name, kind, "")
    for name, kind in (
        ("at", "instant"),
        ("model", "identifier"),
        ("prompt_tokens", "number"),
        ("streaming", "flag"),
        ("version", "version"),
    )
}
CANONICAL = frozenset(entry.canonical for entry in catalogue().entries)


def verdict(tried: Scope, probe: Probe) -> Verdict:
    return tried.verdict(read_question(probe.fields, {**catalogue().attributes, **DRAWN}))


def told(tried: Scope, *attributes: str) -> list[tuple[Any, ...]]:
    """What the probes of a scope try, those on the given attributes if there are any, with what
    they ask of the attribute and the verdict."""
    return [
        (
            probe.code,
            probe.edge,
            probe.extent,
            tuple(
                value
                for name, fields in probe.parts
                if name == probe.attribute
                for _, value in fields
            ),
            verdict(tried, probe).value,
        )
        for probe in probes_of(tried, preferred=CANONICAL)
        if not attributes or probe.attribute in attributes
    ]


def of_conditions(*conditions: Condition) -> Scope:
    return Scope("KB-2026-0001", 1, 1, "affected", (Clause(conditions, None, "/clause"),))


def on_numbers(certain: Extent, possible: Extent, unreliable: Extent = EMPTY) -> Scope:
    condition = NumberCondition(
        "prompt_tokens", None, "/number", certain, possible, "tokens", "…", unreliable
    )
    return of_conditions(condition)


def on_instants(certain: Extent, possible: Extent) -> Scope:
    return of_conditions(InstantCondition("at", None, "/at", certain, possible))


def test_the_probes_of_the_first_disclosure() -> None:
    inside = "2026-09-04T00:00:00Z"
    starts, ends = "2026-08-28T12:00:00Z", "2026-09-08T10:00:00Z"
    may_start, may_end = "2026-08-26T10:00:00Z", "2026-09-10T12:00:00Z"

    assert told(scope(FIRST)) == [
        ("inside", "", "", (), "in_scope"),
        ("edge_below", starts, "certain", ("2026-08-28T11:59:59Z",), "undetermined"),
        ("edge_at", starts, "certain", (starts,), "in_scope"),
        ("edge_below", ends, "certain", ("2026-09-08T09:59:59Z",), "in_scope"),
        ("edge_at", ends, "certain", (ends,), "undetermined"),
        ("edge_below", may_start, "possible", ("2026-08-26T09:59:59Z",), "out_of_scope"),
        ("edge_at", may_start, "possible", (may_start,), "undetermined"),
        ("edge_below", may_end, "possible", ("2026-09-10T11:59:59Z",), "undetermined"),
        ("edge_at", may_end, "possible", (may_end,), "out_of_scope"),
        ("edge_below", "681281", "certain", (681280,), "out_of_scope"),
        ("edge_at", "681281", "certain", (681281,), "in_scope"),
        ("edge_below", "1", "unreliable", (0,), "out_of_scope"),
        ("edge_at", "2", "unreliable", (2,), "out_of_scope"),
        ("missing", "", "", (), "undetermined"),
        ("missing", "", "", (), "undetermined"),
        ("missing", "", "", (), "undetermined"),
        ("missing", "", "", (), "undetermined"),
        ("unreliable", "1", "unreliable", (1,), "undetermined"),
        ("not_comparable", "", "", (2097152, "other"), "undetermined"),
        ("name_outside", "z-ai", "", ("z-ai",), "out_of_scope"),
        (
            "name_outside",
            "@cf/zai-org/glm-5.3-flash",
            "",
            ("@cf/zai-org/glm-5.3-flash",),
            "out_of_scope",
        ),
        ("name_unknown", "not-in-the-catalogue", "", ("not-in-the-catalogue",), "undetermined"),
        ("name_unknown", "not-in-the-catalogue", "", ("not-in-the-catalogue",), "undetermined"),
        ("name_certain", "workers ai", "certain", ("workers ai",), "in_scope"),
        ("name_certain", "glm-5.3", "certain", ("glm-5.3",), "in_scope"),
        ("name_ambiguous", "glm-5.3-api", "", ("glm-5.3-api",), "undetermined"),
        ("name_ambiguous", "workers-ai/glm-5.3", "", ("workers-ai/glm-5.3",), "undetermined"),
        ("imprecise", starts, "certain", ("2026-08-28",), "undetermined"),
        ("imprecise", ends, "certain", ("2026-09-08",), "undetermined"),
        ("imprecise", may_start, "possible", ("2026-08-26",), "undetermined"),
        ("imprecise", may_end, "possible", ("2026-09-10",), "undetermined"),
        ("imprecise", "681281", "certain", (681280, 681281), "undetermined"),
    ]
    assert probes_of(scope(FIRST), preferred=CANONICAL)[:2] == [
        Probe(
            Tries.INSIDE,
            (
                ("service", (("service", "workers-ai"),)),
                ("model", (("model", "@cf/zai-org/glm-5.3"),)),
                ("at", (("at", inside),)),
                ("prompt_tokens", (("prompt_tokens", 2097152),)),
            ),
            "/scopes/0/clauses/0",
            False,
        ),
        Probe(
            Tries.EDGE_BELOW,
            (
                ("service", (("service", "workers-ai"),)),
                ("model", (("model", "@cf/zai-org/glm-5.3"),)),
                ("prompt_tokens", (("prompt_tokens", 2097152),)),
                ("at", (("at", "2026-08-28T11:59:59Z"),)),
            ),
            "/scopes/0/clauses/0/conditions/at",
            False,
            "at",
            starts,
            "certain",
        ),
    ]


def test_a_range_is_asked_in_the_fields_of_a_range() -> None:
    [probe] = [
        one
        for one in probes_of(scope({"prompt_tokens": number(">", 5)}))
        if one.tries is Tries.IMPRECISE
    ]

    assert probe.fields == {"prompt_tokens_min": 5, "prompt_tokens_max": 6}


def test_versions_are_tried_around_each_bound() -> None:
    tried = scope(
        {
            "engine_version": versions(
                {"from": "0.5.6", "before": "0.6"},
                possible_ranges=[{"through": "0.4.0"}],
                outside=["0.6rc2"],
                open="disputed",
            )
        }
    )

    assert told(tried, "engine_version") == [
        ("version_below", "0.5.6", "certain", ("0.5.5",), "out_of_scope"),
        ("version_above", "0.5.6", "certain", ("0.5.7",), "in_scope"),
        ("version_below", "0.5.6", "certain", ("0.5.6.dev1",), "undetermined"),
        ("version_below", "0.5.6", "certain", ("0.5.6rc1",), "undetermined"),
        ("version_above", "0.5.6", "certain", ("0.5.6.post1",), "in_scope"),
        ("version_above", "0.5.6", "certain", ("0.5.6.1",), "in_scope"),
        ("version_at", "0.6", "certain", ("0.6",), "out_of_scope"),
        ("version_below", "0.6", "certain", ("0.5",), "out_of_scope"),
        ("version_above", "0.6", "certain", ("0.7",), "out_of_scope"),
        ("version_below", "0.6", "certain", ("0.6.dev1",), "undetermined"),
        ("version_below", "0.6", "certain", ("0.6rc1",), "undetermined"),
        ("version_above", "0.6", "certain", ("0.6.post1",), "out_of_scope"),
        ("version_above", "0.6", "certain", ("0.6.1",), "out_of_scope"),
        ("version_at", "0.4.0", "possible", ("0.4.0",), "undetermined"),
        ("version_below", "0.4.0", "possible", ("0.3.0",), "undetermined"),
        ("version_above", "0.4.0", "possible", ("0.4.1",), "out_of_scope"),
        ("version_below", "0.4.0", "possible", ("0.4.0.dev1",), "undetermined"),
        ("version_below", "0.4.0", "possible", ("0.4.0rc1",), "undetermined"),
        ("version_above", "0.4.0", "possible", ("0.4.0.post1",), "undetermined"),
        ("version_above", "0.4.0", "possible", ("0.4.0.1",), "out_of_scope"),
        ("version_at", "0.6rc2", "outside", ("0.6rc2",), "out_of_scope"),
        ("version_above", "0.6rc2", "outside", ("0.6rc3",), "undetermined"),
        ("missing", "", "", (), "undetermined"),
        ("not_comparable", "", "", ("latest",), "undetermined"),
    ]


@pytest.mark.parametrize(
    ("text", "scheme", "near"),
    [
        ("1!0", Scheme.PEP440, "1!0 1!1 1!0.dev1 1!0rc1 1!0.post1 1!0.1"),
        (
            "1.0.post1",
            Scheme.PEP440,
            "1.0.post1 0.0 1.1 1.0.dev1 1.0rc1 1.0 1.0.1 1.0.post0 1.0.post2",
        ),
        (
            "1.0a0",
            Scheme.PEP440,
            "1.0a0 0.0 1.1 1.0.dev1 1.0rc1 1.0 1.0.post1 1.0.1 1.0a1",
        ),
        ("2.0.0-rc.1", Scheme.SEMVER, "2.0.0-rc.1 1.0.0 2.0.1 2.0.0-0 2.0.0"),
        ("0.0.0", Scheme.SEMVER, "0.0.0 0.0.1 0.0.0-0 0.0.0-rc.1"),
        ("nightly", Scheme.TAGS, "nightly"),
        ("a\x01", Scheme.TAGS, ""),
        ("latest", Scheme.PEP440, ""),
    ],
)
def test_the_neighbours_of_a_version(text: str, scheme: Scheme, near: str) -> None:
    assert versions_near(text, scheme) == tuple(near.split())


def test_a_tag_is_tried_itself_and_beside_one_that_is_not_listed() -> None:
    tried = scope({"engine_version": versions({"is": "latest"}, scheme="tags", outside=["stable"])})

    assert told(tried, "engine_version") == [
        ("version_at", "stable", "outside", ("stable",), "out_of_scope"),
        ("missing", "", "", (), "undetermined"),
        ("not_comparable", "", "", ("latest-",), "undetermined"),
    ]


def test_both_values_of_a_flag_are_tried() -> None:
    tried = scope({"streaming": {"kind": "flag", "is": False}})

    assert told(tried) == [
        ("inside", "", "", (), "in_scope"),
        ("flag", "true", "", ("true",), "out_of_scope"),
        ("missing", "", "", (), "undetermined"),
    ]


def test_where_any_name_is_possible_a_recognised_one_is_tried_as_such() -> None:
    tried = scope({"model": names(complete=False)})

    assert told(tried) == [
        ("inside", "", "", (), "undetermined"),
        ("missing", "", "", (), "undetermined"),
        ("name_unknown", "not-in-the-catalogue", "", ("not-in-the-catalogue",), "undetermined"),
    ]
    assert probes_of(tried)[0].fields == {"model": "@cf/zai-org/glm-5.3"}


def name_condition(**content: Any) -> NameCondition:
    sets = {
        key: frozenset(content.get(key, ()))
        for key in ("certain", "possible", "ambiguous", "recognised")
    }
    return NameCondition(
        "model",
        None,
        "",
        sets["certain"],
        sets["possible"],
        content.get("anything", False),
        sets["ambiguous"],
        sets["recognised"],
    )


def test_where_any_name_is_possible_a_name_beside_the_certain_ones_is_tried() -> None:
    condition = name_condition(certain="b", recognised="abc", anything=True)

    assert told(of_conditions(condition), "model") == [
        ("missing", "", "", (), "undetermined"),
        ("name_unknown", "not-in-the-catalogue", "", ("not-in-the-catalogue",), "undetermined"),
        ("name_possible", "c", "possible", ("c",), "undetermined"),
    ]


def test_where_nothing_is_recognised_only_an_unknown_name_can_be_tried() -> None:
    assert told(of_conditions(name_condition(anything=True))) == [
        ("inside", "", "", (), "undetermined"),
        ("missing", "", "", (), "undetermined"),
    ]


@pytest.mark.parametrize(
    ("model", "recognised", "nearest"),
    [
        ("glm-5.3", ["glm-5.3", "glm-5.3-flash", "glm-5.4", "glm-5.2"], "glm-5.3-flash"),
        ("glm-5.3", ["glm-5.3", "qwen", "glm-5"], "glm-5"),
        ("glm-5.3", ["glm-5.3", "zephyr"], "zephyr"),
        ("glm-5.3", ["glm-5.3", "alpha"], "alpha"),
        ("glm-5.3", ["glm-5.3"], None),
    ],
)
def test_the_name_outside_is_the_next_in_spelling(
    model: str, recognised: list[str], nearest: str | None
) -> None:
    condition = name_condition(certain=[model], recognised=recognised)

    assert nearest_other(condition, model) == nearest


def test_a_name_that_no_question_can_hold_is_not_tried() -> None:
    condition = name_condition(certain=["a", "b" * 301], recognised=["a", "b" * 301])

    assert [probe.edge for probe in probes_of(of_conditions(condition)) if probe.edge] == [
        "not-in-the-catalogue"
    ]


def test_a_text_is_made_longer_until_nobody_has_it() -> None:
    assert text_beside("a", ["b"], {"a"}, {"a-"}) == "a--"


def test_an_edge_between_seconds_is_tried_to_the_microsecond() -> None:
    certain = window(instant("2026-05-01T10:00:00Z"), instant("2026-05-01T10:00:00.500000Z"))

    assert told(on_instants(certain, certain), "at") == [
        (
            "edge_below",
            "2026-05-01T10:00:00Z",
            "certain",
            ("2026-05-01T09:59:59Z",),
            "out_of_scope",
        ),
        (
            "edge_at",
            "2026-05-01T10:00:00Z",
            "certain",
            ("2026-05-01T10:00:00.000000Z",),
            "in_scope",
        ),
        (
            "edge_below",
            "2026-05-01T10:00:00.500000Z",
            "certain",
            ("2026-05-01T10:00:00.499999Z",),
            "in_scope",
        ),
        (
            "edge_at",
            "2026-05-01T10:00:00.500000Z",
            "certain",
            ("2026-05-01T10:00:00.500000Z",),
            "out_of_scope",
        ),
        ("missing", "", "", (), "undetermined"),
        ("imprecise", "2026-05-01T10:00:00Z", "certain", ("2026-05-01",), "undetermined"),
    ]


@pytest.mark.parametrize(
    ("possible", "at"),
    [
        (Extent((WHOLE,)), "1970-01-01T00:00:00Z"),
        (window(-float("inf"), 2 * DAY), "1970-01-02T00:00:00Z"),
        (window(2 * DAY, float("inf")), "1970-01-05T00:00:00Z"),
        (window(0, 2 * DAY), "1970-01-02T00:00:00Z"),
        (window(1, 3 * DAY), "1970-01-02T00:00:00Z"),
        (window(0, 300 * DAY), "1970-05-09T00:00:00Z"),
        (window(SECOND + 3, SECOND + 5), "1970-01-01T00:00:01.000003Z"),
    ],
)
def test_the_question_inside_lies_well_inside(possible: Extent, at: str) -> None:
    assert probes_of(on_instants(EMPTY, possible))[0].fields == {"at": at}


@pytest.mark.parametrize(
    ("certain", "tokens"),
    [
        (window(-float("inf"), 10), 4),
        (window(10, 20), 16),
        (window(7, 8), 7),
        (window(10, float("inf")), 32),
        (window(LARGEST_NUMBER - 1, float("inf")), LARGEST_NUMBER),
    ],
)
def test_the_number_inside_lies_well_inside(certain: Extent, tokens: int) -> None:
    assert probes_of(on_numbers(certain, certain))[0].fields == {"prompt_tokens": tokens}


def test_an_unreliable_number_is_not_taken_for_the_question_inside() -> None:
    tried = on_numbers(window(10, 20), window(10, 20), window(12, float("inf")))

    assert told(tried) == [
        ("inside", "", "", (), "in_scope"),
        ("edge_below", "10", "certain", (9,), "out_of_scope"),
        ("edge_below", "20", "certain", (19,), "undetermined"),
        ("edge_at", "20", "certain", (20,), "undetermined"),
        ("edge_below", "12", "unreliable", (11,), "in_scope"),
        ("missing", "", "", (), "undetermined"),
        ("unreliable", "12", "unreliable", (12,), "undetermined"),
        ("not_comparable", "", "", (16, "other"), "undetermined"),
        ("imprecise", "10", "certain", (9, 10), "undetermined"),
        ("imprecise", "20", "certain", (19, 20), "undetermined"),
    ]
    assert probes_of(tried)[0].fields == {"prompt_tokens": 10}


def test_what_nobody_can_ask_is_not_tried() -> None:
    beyond = window(LARGEST_NUMBER + 5, LARGEST_NUMBER + 9)
    after_all_years = window(instant("9999-12-31T23:00:00Z") + 5 * DAY, float("inf"))

    assert told(on_numbers(beyond, beyond)) == [("inside", "", "", (), "undetermined")]
    assert told(on_instants(after_all_years, after_all_years)) == [
        ("inside", "", "", (), "undetermined")
    ]


def test_no_number_lies_below_zero() -> None:
    below = window(0, 10)

    assert told(on_numbers(below, below, window(0, 1)), "prompt_tokens")[:3] == [
        ("edge_below", "10", "certain", (9,), "in_scope"),
        ("edge_at", "10", "certain", (10,), "out_of_scope"),
        ("edge_at", "1", "unreliable", (1,), "in_scope"),
    ]


def test_an_exclusion_is_tried_inside_a_clause_and_a_clause_outside_exclusions() -> None:
    tried = scope(
        {"service": names("z-ai"), "model": names("glm-5.2")},
        {"service": names("workers-ai"), "at": between("2026-08-27", "2026-09-09")},
        exclusions=({"service": names("workers-ai"), "region": names("eu")},),
    )
    found = probes_of(tried, preferred=CANONICAL)

    assert [(one.fact, one.is_exclusion, one.fields, verdict(tried, one)) for one in found[:3]] == [
        (
            "/scopes/0/clauses/0",
            False,
            {"service": "z-ai", "model": "glm-5.2"},
            Verdict.IN_SCOPE,
        ),
        (
            "/scopes/0/clauses/1",
            False,
            {"service": "workers-ai", "at": "2026-09-04T00:00:00Z", "region": "global"},
            Verdict.IN_SCOPE,
        ),
        (
            "/scopes/0/exclusions/0",
            True,
            {"service": "workers-ai", "region": "eu", "at": "2026-09-04T00:00:00Z"},
            Verdict.OUT_OF_SCOPE,
        ),
    ]
    assert told(tried, "region") == [
        ("missing", "", "", (), "undetermined"),
        ("name_unknown", "not-in-the-catalogue", "", ("not-in-the-catalogue",), "undetermined"),
    ]


def test_an_exclusion_that_nothing_rules_out_leaves_the_clause_as_it_is() -> None:
    anything = FlagCondition("streaming", None, "", frozenset(), frozenset({True, False}))
    tried = Scope(
        "KB-2026-0001",
        1,
        1,
        "affected",
        (Clause((name_condition(certain="a", recognised="ab"),), None, ""),),
        (Clause((name_condition(certain="ab", recognised="ab"), anything), None, ""),),
    )

    assert probes_of(tried)[0].fields == {"model": "a"}


def test_a_clause_is_tried_where_no_other_one_covers() -> None:
    tried = scope({"model": names("glm-5.2", "glm-5.3")}, {"model": names("glm-5.2")})

    assert probes_of(tried)[0].fields == {"model": "@cf/zai-org/glm-5.3"}


def test_the_most_important_probes_are_kept() -> None:
    probes = probes_of(scope(FIRST))

    assert probes_of(scope(FIRST), limit=5) == probes[:5]
    assert probes_of(scope(FIRST), limit=0) == []
    assert list(probes_by_question(scope(FIRST)).values()) == probes


def test_equal_scopes_have_equal_probes() -> None:
    names_ = [f"model-{n}" for n in range(50)]
    first, second = (
        of_conditions(name_condition(certain=order, recognised=order))
        for order in (names_, names_[::-1])
    )

    assert probes_of(first) == probes_of(second)


def test_version_conditions_without_a_bound_still_have_a_question_inside() -> None:
    anything = VersionCondition(
        "engine_version", Reason.DISPUTED, "", "sglang", Scheme.PEP440, (), (VersionRange(),)
    )

    assert told(of_conditions(anything)) == [
        ("inside", "", "", (), "undetermined"),
        ("not_comparable", "", "", ("latest",), "undetermined"),
    ]


@given(strategies.scopes())
def test_every_probe_is_readable_and_asks_something_of_its_own(tried: Scope) -> None:
    probes = probes_of(tried)
    asked = [tuple(sorted(probe.fields.items(), key=str)) for probe in probes]

    assert len(set(asked)) == len(asked)
    assert probes == probes_of(tried)
    for probe in probes:
        read_question(probe.fields, DRAWN)


@given(strategies.scopes(), st.data())
def test_a_tabled_scope_gives_the_verdicts_of_the_scope(tried: Scope, data: st.DataObject) -> None:
    tabled = TabledScope(tried)
    questions = [read_question(probe.fields, DRAWN) for probe in probes_of(tried)]
    questions += data.draw(st.lists(strategies.questions(), max_size=5))

    assert [tabled.verdict(one) for one in questions] == [tried.verdict(one) for one in questions]
    assert [tabled.verdict(one) for one in questions] == [tried.verdict(one) for one in questions]


ordered = st.sampled_from([on_numbers, on_instants])


@st.composite
def extents(draw: st.DrawFn) -> tuple[Extent, Extent]:
    possible = draw(strategies.extents().filter(lambda one: one != EMPTY))
    return draw(strategies.extents(within=possible)), possible


@given(ordered, extents())
def test_every_edge_has_a_probe_on_both_sides_with_another_verdict(make: Any, drawn: Any) -> None:
    tried = make(*drawn)
    ending: dict[Any, Verdict] = {}
    starting: dict[Any, Verdict] = {}
    for probe in probes_of(tried):
        for reading in read_question(probe.fields, DRAWN).values():
            assert isinstance(reading, InstantReading | NumberReading)
            if probe.tries not in (Tries.IMPRECISE, Tries.NOT_COMPARABLE):
                ending[reading.interval.high] = verdict(tried, probe)
                starting[reading.interval.low] = verdict(tried, probe)

    edges = {end for extent in drawn for one in extent.intervals for end in (one.low, one.high)}
    for edge in edges - ({0} if make is on_numbers else set()):
        assert ending[edge] is not starting[edge]


def flips(one: Scope, other: Scope) -> list[Probe]:
    return [
        probe
        for probe in (*probes_of(one), *probes_of(other))
        if verdict(one, probe) is not verdict(other, probe)
    ]


@given(ordered, extents(), extents())
def test_scopes_that_draw_another_line_disagree_on_a_probe(
    make: Any, first: Any, second: Any
) -> None:
    assume(first != second)

    assert flips(make(*first), make(*second))


@pytest.mark.parametrize("unit", [1, -1, SECOND, -SECOND, DAY])
@pytest.mark.parametrize("moved", ["start", "end"])
def test_a_window_that_moves_by_one_unit_flips_a_probe(unit: int, moved: str) -> None:
    start, end = instant("2026-05-01T10:00:00Z"), instant("2026-05-08T10:00:00Z")
    before = window(start, end)
    after = window(start + unit, end) if moved == "start" else window(start, end + unit)

    assert flips(on_instants(before, before), on_instants(after, after))
    assert flips(on_instants(EMPTY, before), on_instants(EMPTY, after))


@given(st.integers(0, 10**7), st.integers(1, 10**7), st.sampled_from([1, -1]))
def test_a_bound_that_moves_by_one_flips_a_probe(low: int, length: int, unit: int) -> None:
    before, after = window(low, low + length), window(low, low + length + unit)
    assume(after != EMPTY)

    assert flips(on_numbers(before, before), on_numbers(after, after))
    assert flips(on_numbers(EMPTY, before), on_numbers(EMPTY, after))


BOUNDS = st.sampled_from(["0.4", "0.5.0", "0.5.20", "0.5.22", "0.5.22.post1", "0.6rc1", "1.0"])


def before(bound: str) -> Scope:
    upto = (VersionRange(None, True, bound, False),)
    return of_conditions(VersionCondition("version", None, "", "sglang", Scheme.PEP440, upto, upto))


@given(BOUNDS, BOUNDS)
def test_another_version_bound_flips_a_probe(first: str, second: str) -> None:
    assume(first != second)

    assert flips(before(first), before(second))


@given(strategies.name_conditions("model"), strategies.name_conditions("model"))
def test_a_name_that_is_covered_otherwise_flips_a_probe(first: Any, second: Any) -> None:
    alike = [
        of_conditions(first).verdict({"model": strategies.name(name)})
        is of_conditions(second).verdict({"model": strategies.name(name)})
        for name in strategies.NAMES
    ]
    # A list on which everything can be is tried with one of the names.
    assume(not first.anything and not second.anything)

    assert bool(flips(of_conditions(first), of_conditions(second))) is not all(alike)


@given(strategies.scopes().filter(lambda one: len(one.clauses) > 1))
def test_a_scope_with_a_clause_less_covers_nothing_more(tried: Scope) -> None:
    less = replace(tried, clauses=tried.clauses[1:])

    assert Verdict.OUT_OF_SCOPE not in {verdict(tried, probe) for probe in flips(tried, less)}
