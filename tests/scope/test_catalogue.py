import math
from typing import Any

import pytest

from incidents.scope.catalogue import Alias, Attribute, Catalogue, Entry, catalogue_from_document
from incidents.scope.dates import UnreadableDate
from incidents.scope.extent import EMPTY, Extent, Interval, window
from tests.scope.building import catalogue, instant


def test_attributes_have_a_kind_and_for_numbers_a_unit() -> None:
    attributes = catalogue().attributes

    assert attributes["prompt_tokens"] == Attribute("prompt_tokens", "number", "tokens")
    assert attributes["at"] == Attribute("at", "instant", "")


def test_services_models_and_values_are_entries_with_all_their_names() -> None:
    entries = {(one.attribute, one.service, one.canonical): one for one in catalogue().entries}

    assert list(entries) == [
        ("region", None, "global"),
        ("service", None, "workers-ai"),
        ("model", "workers-ai", "@cf/zai-org/glm-5.3"),
        ("model", "workers-ai", "@cf/zai-org/glm-5.3-flash"),
        ("region", "workers-ai", "eu"),
        ("service", None, "z-ai"),
        ("model", "z-ai", "glm-5.3"),
        ("model", "z-ai", "glm-5.2"),
    ]
    assert entries["model", "workers-ai", "@cf/zai-org/glm-5.3"] == Entry(
        "model",
        "@cf/zai-org/glm-5.3",
        "workers-ai",
        "glm-5.3",
        (
            Alias("@cf/zai-org/glm-5.3", None),
            Alias("glm-5.3", None),
            Alias("workers-ai/glm-5.3", EMPTY),
        ),
    )
    assert entries["service", None, "z-ai"].aliases == (Alias("z-ai", None), Alias("z.ai", None))


def test_recognised_names_are_found_by_attribute() -> None:
    found = catalogue()

    assert found.recognised["service"] == {"workers-ai", "workers ai", "z-ai", "z.ai"}
    assert found.is_recognised("model", "glm-5.2")
    assert not found.is_recognised("model", "glm-5.4")
    assert not found.is_recognised("colour", "red")
    assert [entry.service for entry, _ in found.by_name["model", "glm-5.3"]] == [
        "workers-ai",
        "z-ai",
    ]
    assert [entry.service for entry in found.by_weights["glm-5.3"]] == ["workers-ai", "z-ai"]
    assert "" not in found.by_weights


def test_a_catalogue_is_equal_to_itself_alone() -> None:
    one, other = catalogue(), catalogue()

    assert one != other
    assert {one: "one", other: "other"}[one] == "one"


def with_aliases(*aliases: dict[str, Any]) -> Catalogue:
    model = {"id": "glm-5.3", "name": "GLM-5.3", "aliases": list(aliases)}
    service = {"slug": "z-ai", "name": "Z.ai", "provider": "Z.ai", "models": [model]}
    return catalogue_from_document({"attributes": [], "services": [service]}, 1)


def periods(*aliases: dict[str, Any]) -> dict[str, Extent | None]:
    (entry,) = (one for one in with_aliases(*aliases).entries if one.attribute == "model")
    return {alias.name: alias.period for alias in entry.aliases if alias.name != "glm-5.3"}


LOW, HIGH = instant("2026-02-02T12:00Z"), instant("2026-05-31T10:00Z")


@pytest.mark.parametrize(
    ("alias", "period"),
    [
        ({}, None),
        ({"standing": "stated"}, None),
        ({"standing": "inferred"}, EMPTY),
        ({"standing": "inferred", "from": "2026"}, EMPTY),
        # A published day without a zone: certain from its last possible end to its first begin.
        ({"from": "2026-02-01"}, window(LOW, math.inf)),
        ({"until": "2026-06-01"}, window(-math.inf, HIGH)),
        ({"from": "2026-02-01", "until": "2026-06-01"}, window(LOW, HIGH)),
        ({"from": "2026-06", "until": "2026-06"}, EMPTY),
    ],
)
def test_a_name_is_certain_within_its_stated_period(
    alias: dict[str, Any], period: Extent | None
) -> None:
    assert periods({"name": " GLM-Latest ", **alias}) == {"glm-latest": period}


def test_a_name_that_is_listed_twice_holds_in_both_periods() -> None:
    first = {"name": "glm", "until": "2026-02-01"}
    again = {"name": "GLM", "from": "2026-06-01"}
    ends = instant("2026-01-31T10:00Z"), instant("2026-06-02T12:00Z")

    assert periods(first, again) == {
        "glm": Extent((Interval(-math.inf, ends[0]), Interval(ends[1], math.inf)))
    }
    assert periods(first, {"name": "glm"}) == {"glm": None}
    assert periods({"name": "glm"}, {"name": "glm", "standing": "inferred"}) == {"glm": None}


def test_names_with_a_period_of_their_own_are_known() -> None:
    found = with_aliases(
        {"name": "always"},
        {"name": "inferred", "standing": "inferred"},
        {"name": "dated", "from": "2026"},
    )

    assert found.dated == {"service": frozenset(), "model": {"dated"}}


@pytest.mark.parametrize("key", ["from", "until"])
@pytest.mark.parametrize("text", ["", "soon", "2026-02-29"])
def test_a_period_that_cannot_be_read_is_refused(key: str, text: str) -> None:
    with pytest.raises(UnreadableDate):
        with_aliases({"name": "glm", key: text})
