from typing import Any

import pytest

from incidents.scope.published import Published, UnableToPublish, freeze_condition, freeze_scope
from tests.scope.building import TEXT, Json, between, clause, names, number, versions


def freeze(content: Json, attribute: str = "x") -> Json:
    frozen = freeze_condition(Published(attribute, content, "/x"))
    assert (frozen["attribute"], frozen["kind"], frozen["fact"]) == (
        attribute,
        content["kind"],
        "/x",
    )
    return {key: frozen[key] for key in frozen if key not in ("attribute", "kind", "fact")}


def refusal(content: Json) -> tuple[str, str]:
    with pytest.raises(UnableToPublish) as caught:
        freeze_condition(Published("x", content, "/x"))
    assert str(caught.value) == caught.value.detail
    assert caught.value.detail.endswith(".")
    return caught.value.pointer, caught.value.code


def instants(start: Json | None, end: Json | None, **content: Any) -> Json:
    edges = {key: edge for key, edge in (("start", start), ("end", end)) if edge is not None}
    return {"kind": "instant", **edges, **content}


def on(*values: str, **date: str) -> Json:
    return {"dates": [{"value": value, **date} for value in values]}


def test_conditions_are_put_into_one_order_whatever_the_document_has() -> None:
    conditions = {
        "streaming": {"kind": "flag", "is": True},
        "prompt_tokens": number(">", 5),
        "at": between("2026-08-27", "2026-09-09"),
        "engine": names("sglang"),
        "model": names("glm-5.3"),
        "service": names("workers-ai"),
    }
    section = {"subject": "affected", "clauses": [clause(conditions)]}

    frozen = freeze_scope(section, "/scopes/0")

    assert [one["attribute"] for one in frozen["clauses"][0]["conditions"]] == [
        "service",
        "model",
        "at",
        "prompt_tokens",
        "engine",
        "streaming",
    ]


def test_a_scope_is_frozen_with_pointers_to_its_facts() -> None:
    section = {
        "subject": "deployment",
        "clauses": [
            clause({"model": names("a")}),
            clause({"model": names("b", open="suspected")}, open="disputed"),
        ],
        "exclusions": [clause({"model": names("c")})],
    }

    def model(name: str, fact: str, **content: str) -> Json:
        head = {"attribute": "model", "kind": "identifier", "fact": fact, **content}
        return head | {"names": [name], "possible": [], "ruled_out": [], "complete": True}

    assert freeze_scope(section, "/scopes/2") == {
        "subject": "deployment",
        "clauses": [
            {
                "open": None,
                "fact": "/scopes/2/clauses/0",
                "conditions": [model("a", "/scopes/2/clauses/0/conditions/model")],
            },
            {
                "open": "disputed",
                "fact": "/scopes/2/clauses/1",
                "conditions": [
                    model("b", "/scopes/2/clauses/1/conditions/model", open="suspected")
                ],
            },
        ],
        "exclusions": [
            {
                "open": None,
                "fact": "/scopes/2/exclusions/0",
                "conditions": [model("c", "/scopes/2/exclusions/0/conditions/model")],
            }
        ],
    }


@pytest.mark.parametrize(
    ("content", "certain", "possible"),
    [
        # The example of the design, to the hour.
        (
            between("2026-08-27", "2026-09-09"),
            [["2026-08-28T12:00:00Z", "2026-09-08T10:00:00Z"]],
            [["2026-08-26T10:00:00Z", "2026-09-10T12:00:00Z"]],
        ),
        # Edges too close to each other leave nothing certain.
        (
            between("2026-09-09", "2026-09-09"),
            [],
            [["2026-09-08T10:00:00Z", "2026-09-10T12:00:00Z"]],
        ),
        # An edge that rests on several dates: two sources, an ambiguous abbreviation, a rollout.
        (
            instants(
                on("2026-08-27T12Z", "2026-08-28T12Z"), on("2026-09-09T12Z", "2026-09-08T12Z")
            ),
            [["2026-08-28T13:00:00Z", "2026-09-08T12:00:00Z"]],
            [["2026-08-27T12:00:00Z", "2026-09-09T13:00:00Z"]],
        ),
        # Included whole, and prior to.
        (
            instants(
                on("2026-08-27", zone="UTC", meaning="whole"),
                on("2026-09-09", zone="UTC", meaning="whole"),
            ),
            [["2026-08-27T00:00:00Z", "2026-09-10T00:00:00Z"]],
            [["2026-08-27T00:00:00Z", "2026-09-10T00:00:00Z"]],
        ),
        (
            instants(on("2026-08-27", zone="UTC"), on("2026-09-09T12:03Z", meaning="instant")),
            [["2026-08-28T00:00:00Z", "2026-09-09T12:03:00Z"]],
            [["2026-08-27T00:00:00Z", "2026-09-09T12:03:00Z"]],
        ),
        # No published start.
        (instants(None, on("2026-09-09T12:03Z")), [], [[None, "2026-09-09T12:04:00Z"]]),
        (
            instants({"in_effect_by": {"value": "2026-09-01T12:00Z"}}, on("2026-09-09T12:03Z")),
            [["2026-09-01T12:01:00Z", "2026-09-09T12:03:00Z"]],
            [[None, "2026-09-09T12:04:00Z"]],
        ),
        # No published end, or none yet.
        (instants(on("2026-09-01T12:00Z"), None), [], [["2026-09-01T12:00:00Z", None]]),
        (
            instants(
                on("2026-09-01T12:00Z"),
                {
                    "in_effect_at": {"value": "2026-09-05T12:00Z"},
                    "stopped_by": {"value": "2026-09-09T12:00Z"},
                },
            ),
            [["2026-09-01T12:01:00Z", "2026-09-05T12:00:00Z"]],
            [["2026-09-01T12:00:00Z", "2026-09-09T12:01:00Z"]],
        ),
        # What is known of an end besides its date narrows it.
        (
            instants(
                on("2026-09-01T12:00Z"),
                {
                    **on("2026-09-09", zone="UTC"),
                    "in_effect_at": {"value": "2026-09-09T08:00Z"},
                    "stopped_by": {"value": "2026-09-09T19:59Z"},
                },
            ),
            [["2026-09-01T12:01:00Z", "2026-09-09T08:00:00Z"]],
            [["2026-09-01T12:00:00Z", "2026-09-09T20:00:00Z"]],
        ),
        # Earlier cases cannot be ruled out.
        (
            instants(
                {**on("2026-09-01T12:00Z"), "earlier_possible": True}, on("2026-09-09T12:03Z")
            ),
            [["2026-09-01T12:01:00Z", "2026-09-09T12:03:00Z"]],
            [[None, "2026-09-09T12:04:00Z"]],
        ),
        (
            instants(
                {
                    **on("2026-09-01T12:00Z"),
                    "earlier_possible": {"value": "2026-08", "zone": "UTC"},
                },
                on("2026-09-09T12:03Z"),
            ),
            [["2026-09-01T12:01:00Z", "2026-09-09T12:03:00Z"]],
            [["2026-08-01T00:00:00Z", "2026-09-09T12:04:00Z"]],
        ),
        (
            instants(
                {"earlier_possible": {"value": "2026-08", "zone": "UTC"}}, on("2026-09-09T12Z")
            ),
            [],
            [[None, "2026-09-09T13:00:00Z"]],
        ),
        # Nothing published, and a window that is only suspected.
        (instants(None, None), [], [[None, None]]),
    ],
)
def test_a_window_is_frozen_as_certain_and_possible_instants(
    content: Json, certain: list[Any], possible: list[Any]
) -> None:
    assert freeze(content) == {"certain": certain, "possible": possible}
    assert freeze({**content, "open": "suspected"}) == {
        "open": "suspected",
        "certain": [],
        "possible": possible,
    }


@pytest.mark.parametrize(
    ("content", "pointer", "code"),
    [
        (between("2026-09-09T12:03Z", "2026-09-09T12:02Z"), "/x", "ends_before_start"),
        (between("2026-09-12", "2026-09-09"), "/x", "ends_before_start"),
        (instants(on("2026-02-29"), None), "/x/start/dates/0", "no_such_date"),
        (instants(on("2026-02", "0000"), None), "/x/start/dates/1", "no_such_date"),
        (instants(None, on("soon")), "/x/end/dates/0", "not_iso_8601"),
        (instants(None, on("2026-09-05", zone="PST")), "/x/end/dates/0", "unknown_zone"),
        (
            instants(on("2026-03-29T02:30", zone="Europe/Berlin"), None),
            "/x/start/dates/0",
            "time_skipped",
        ),
        (instants({"in_effect_by": {"value": "?"}}, None), "/x/start/in_effect_by", "not_iso_8601"),
        (
            instants({"earlier_possible": {"value": "?"}}, None),
            "/x/start/earlier_possible",
            "not_iso_8601",
        ),
        (
            instants(None, {"in_effect_at": {"value": "2026-09-05T25:00"}}),
            "/x/end/in_effect_at",
            "no_such_time",
        ),
        (instants(None, {"stopped_by": {"value": "?"}}), "/x/end/stopped_by", "not_iso_8601"),
        (
            instants(
                None,
                {
                    "in_effect_at": {"value": "2026-09-05T12:00Z"},
                    "stopped_by": {"value": "2026-09-05T11:00Z"},
                },
            ),
            "/x/end",
            "ends_contradict",
        ),
        # Instants that no document can hold.
        (instants(on("0001-01-01"), None), "/x/start/dates/0", "no_such_date"),
        (instants(None, on("9999")), "/x/end/dates/0", "no_such_date"),
    ],
)
def test_a_window_that_cannot_be_is_refused_at_its_place(
    content: Json, pointer: str, code: str
) -> None:
    assert refusal(content) == (pointer, code)


@pytest.mark.parametrize(
    ("bounds", "wire"),
    [
        ([(">", 681280)], [[681281, None]]),
        ([(">=", 681280)], [[681280, None]]),
        ([("<", 10)], [[0, 10]]),
        ([("<=", 10)], [[0, 11]]),
        ([("=", 10)], [[10, 11]]),
        ([(">", 5), ("<=", 10), ("<", 100)], [[6, 11]]),
        # A schema takes 5.0 for an integer.
        ([(">=", 5.0)], [[5, None]]),
    ],
)
def test_a_threshold_is_frozen_as_the_numbers_that_every_bound_admits(
    bounds: list[tuple[str, float]], wire: list[Any]
) -> None:
    content = {
        "kind": "number",
        "unit": "tokens",
        "counted": {"zh-Hans": "按提供商", "en": "By the provider"},
        "bounds": [{"operator": operator, "value": value} for operator, value in bounds],
    }

    frozen = freeze(content)

    assert frozen == {
        "unit": "tokens",
        "counted": "By the provider",
        "certain": wire,
        "possible": wire,
        "unreliable": [],
    }
    assert all(type(end) is int for pair in frozen["certain"] for end in pair if end is not None)


def test_possible_numbers_and_unreliable_readings_are_frozen_beside_the_certain_ones() -> None:
    content = number(
        ">",
        100,
        counted={"zh-Hans": "按提供商"},
        possible_bounds=[{"operator": ">=", "value": 90}],
        unreliable=[{"min": 1, "max": 1}, {"min": 2, "max": 3}, {"min": 7.0, "max": 7.0}],
    )

    assert freeze(content) == {
        "unit": "tokens",
        "counted": "按提供商",
        "certain": [[101, None]],
        "possible": [[90, None]],
        "unreliable": [[1, 4], [7, 8]],
    }
    del content["bounds"]
    assert freeze(content)["certain"] == []


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        (number("<", 0), "/x/bounds"),
        (
            number(
                ">",
                5,
                bounds=[{"operator": ">", "value": 5}, {"operator": "<", "value": 5}],
            ),
            "/x/bounds",
        ),
        (number(">", 5, possible_bounds=[{"operator": "<", "value": 0}]), "/x/possible_bounds"),
        (number(">", 5, possible_bounds=[{"operator": ">", "value": 9}]), "/x/possible_bounds"),
        (
            number(">", 5, unreliable=[{"min": 1, "max": 1}, {"min": 3, "max": 2}]),
            "/x/unreliable/1",
        ),
        (number(">", 5, unreliable=[{"min": 1, "max": 10**30}]), "/x/unreliable/0"),
    ],
)
def test_numbers_that_cannot_be_are_refused_at_their_place(content: Json, pointer: str) -> None:
    assert refusal(content) == (pointer, "no_such_number")


def test_names_are_frozen_as_the_document_has_them() -> None:
    content = names("GLM-5.3", possible=["a"], ruled_out=["b"], complete=False)

    assert freeze(content) == {
        "names": ["GLM-5.3"],
        "possible": ["a"],
        "ruled_out": ["b"],
        "complete": False,
    }
    assert freeze(names(complete=False)) == {
        "names": [],
        "possible": [],
        "ruled_out": [],
        "complete": False,
    }


@pytest.mark.parametrize("content", [names(), names(ruled_out=["a"]), names(complete=True)])
def test_a_complete_list_without_a_name_is_refused(content: Json) -> None:
    assert refusal(content) == ("/x", "no_names")


@pytest.mark.parametrize(
    ("content", "certain", "possible"),
    [
        ({"is": True}, [True], [True]),
        ({"is": False, "possible": [False]}, [False], [False]),
        ({"is": True, "possible": [False]}, [True], [False, True]),
        ({"is": True, "possible": [False], "open": "disputed"}, [True], [False, True]),
        # Open, with nothing else to be open: the whole.
        ({"is": True, "open": "suspected"}, [], [True]),
        ({"possible": [True]}, [], [True]),
        # A value that mattered, and was not published.
        ({"possible": [True, False]}, [], [False, True]),
    ],
)
def test_a_flag_is_frozen_as_certain_and_possible_values(
    content: Json, certain: list[bool], possible: list[bool]
) -> None:
    frozen = freeze({"kind": "flag", **content})

    assert (frozen["certain"], frozen["possible"]) == (certain, possible)


def test_a_flag_without_a_value_is_refused() -> None:
    assert refusal({"kind": "flag"}) == ("/x", "no_value")


def test_version_ranges_are_frozen_with_the_possible_ones_once() -> None:
    content = versions(
        {"from": "0.7.0", "before": "0.9.0"},
        {"is": "0.9.1"},
        possible_ranges=[{"through": "0.9.0"}, {"is": "0.9.1"}, {"after": "v2.0"}],
        outside=["0.9.0rc1", "0.6"],
        open="disputed",
    )

    assert freeze(content) == {
        "open": "disputed",
        "product": "sglang",
        "scheme": "pep440",
        "certain": [{"from": "0.7.0", "before": "0.9.0"}, {"is": "0.9.1"}],
        "possible": [
            {"from": "0.7.0", "before": "0.9.0"},
            {"is": "0.9.1"},
            {"through": "0.9.0"},
            {"after": "v2.0"},
        ],
        "outside": ["0.9.0rc1", "0.6"],
    }


def test_versions_that_are_open_as_a_whole_are_only_possible() -> None:
    frozen = freeze(versions({"through": "0.9.0"}, open="suspected", outside=["0.5"]))

    assert (frozen["certain"], frozen["possible"]) == ([], [{"through": "0.9.0"}])


def test_numbers_that_are_open_as_a_whole_are_only_possible() -> None:
    frozen = freeze(number(">", 5, open="suspected"))
    partly = freeze(
        number(">", 5, open="suspected", possible_bounds=[{"operator": ">", "value": 3}])
    )

    assert (frozen["certain"], frozen["possible"]) == ([], [[6, None]])
    assert (partly["certain"], partly["possible"]) == ([[6, None]], [[4, None]])


@pytest.mark.parametrize(
    ("content", "pointer", "code"),
    [
        (versions({"from": "1.0"}, {"before": "soon"}), "/x/ranges/1", "not_a_version"),
        (versions(possible_ranges=[{"is": "0.5.x"}]), "/x/possible_ranges/0", "not_a_version"),
        (versions({"is": "1.0"}, outside=["0.9", "main"]), "/x/outside/1", "not_a_version"),
        (versions({"is": "1.0"}, scheme="semver"), "/x/ranges/0", "not_a_version"),
        (versions({"is": "v"}, {"from": "+"}, scheme="tags"), "/x/ranges/1", "not_a_version"),
        (versions({"from": "1.0"}, scheme="tags"), "/x/ranges/0", "tags_have_no_order"),
        (versions({"from": "2.0", "before": "1.0"}), "/x/ranges/0", "no_such_version"),
        (versions({"from": "1.0", "before": "1.0.0"}), "/x/ranges/0", "no_such_version"),
        (versions({"after": "1.0", "before": "1.0"}), "/x/ranges/0", "no_such_version"),
        (versions({"from": "1.0", "through": "1.0.0"}), "/x/ranges/0", "no_such_version"),
        (versions({"from": "1.0", "through": "1.0"}), "/x/ranges/0", "no_such_version"),
        (
            versions({"from": "1.0", "before": "2.0"}, outside=["1.5"]),
            "/x/outside/0",
            "covered_and_not",
        ),
        (versions({"is": "1.0"}, outside=["v1.0.0"]), "/x/outside/0", "covered_and_not"),
    ],
)
def test_versions_that_cannot_be_are_refused_at_their_place(
    content: Json, pointer: str, code: str
) -> None:
    assert refusal(content) == (pointer, code)


def test_a_text_in_another_language_stands_in_for_a_missing_one() -> None:
    assert freeze(number(">", 5, counted=TEXT))["counted"] == "Text"
