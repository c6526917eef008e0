"""Whatever a valid document holds, it becomes a scope or is refused at its place."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from incidents.scope.compiling import compile_disclosure
from incidents.scope.document import scope_from_document, scope_to_document
from incidents.scope.evaluate import Scope
from incidents.scope.published import UnableToPublish, freeze_scope
from incidents.scope.reading import Question
from tests.scope.building import ask, catalogue

SCHEMA = json.loads(Path("incidents/schemas/disclosure-1.json").read_text(encoding="utf-8"))
CATALOGUE = catalogue()

KNOWN_NAMES = [
    "GLM-5.3",
    "glm-5.2",
    "@cf/zai-org/glm-5.3-flash",
    "workers-ai",
    "z-ai",
    "eu",
    "global",
]
VERSIONS = [
    "0.5.10",
    "v0.5.20",
    "0.5.20rc1",
    "0.5.20.post1",
    "1!1.0",
    "1.2.3-rc.1",
    "soon",
    "v",
    "+",
]
VALUES = ["2026", "2026-09-05", "2026-09-05T12:30", "2026-09-05T12:30Z", "2017-10-15"]
VALUES += ["0000-01-01", "0001", "9999-12-31", "9999-12-31T24:00", "23:59:60", "2011-12-30"]
ZONES = ["UTC", "-07:00", "Africa/Cairo", "America/Sao_Paulo", "Pacific/Apia", "PST", "\x00"]
NUMBERS = [0, 1, 5, 5.0, 2**53 - 1]
UNRELIABLE = [*NUMBERS, 10**30]


def optional(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


def some(values: list[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=3)


def different(values: list[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=3, unique=True)


open_reasons = st.sampled_from(["suspected", "not_published", "disputed"])
dates = st.builds(
    lambda value, rest: {"value": value, **rest},
    st.sampled_from(VALUES),
    optional(zone=st.sampled_from(ZONES), meaning=st.sampled_from(["during", "whole", "instant"])),
)
many_dates = st.lists(dates, min_size=1, max_size=2)
starts = st.one_of(
    optional(dates=many_dates, earlier_possible=st.just(True) | dates),
    optional(in_effect_by=dates, earlier_possible=st.just(True) | dates),
)
ends = optional(dates=many_dates, in_effect_at=dates, stopped_by=dates)
bounds = st.lists(
    st.fixed_dictionaries(
        {
            "operator": st.sampled_from([">", ">=", "<", "<=", "="]),
            "value": st.sampled_from(NUMBERS),
        }
    ),
    min_size=1,
    max_size=2,
)
ranges = st.lists(
    st.one_of(
        st.fixed_dictionaries({"is": st.sampled_from(VERSIONS)}),
        st.builds(
            lambda lower, upper, low, high: {lower: low, upper: high},
            st.sampled_from(["from", "after"]),
            st.sampled_from(["before", "through"]),
            st.sampled_from(VERSIONS),
            st.sampled_from(VERSIONS),
        ),
        st.builds(
            lambda key, value: {key: value},
            st.sampled_from(["from", "after", "before", "through"]),
            st.sampled_from(VERSIONS),
        ),
    ),
    min_size=1,
    max_size=2,
)
BY_KIND = {
    "identifier": optional(
        names=different(KNOWN_NAMES),
        possible=different(KNOWN_NAMES),
        ruled_out=different(KNOWN_NAMES),
        complete=st.booleans(),
        open=open_reasons,
    ),
    "instant": optional(start=starts, end=ends, open=open_reasons),
    "number": st.builds(
        lambda required, rest: {"unit": "tokens", "counted": {"en": "x"}, **required, **rest},
        st.fixed_dictionaries({"bounds": bounds})
        | st.fixed_dictionaries({"possible_bounds": bounds}),
        optional(
            bounds=bounds,
            possible_bounds=bounds,
            unreliable=st.lists(
                st.fixed_dictionaries(
                    {"min": st.sampled_from(UNRELIABLE), "max": st.sampled_from(UNRELIABLE)}
                ),
                min_size=1,
                max_size=2,
            ),
            open=open_reasons,
        ),
    ),
    "flag": optional(
        **{
            "is": st.booleans(),
            "possible": different([True, False]),
            "open": open_reasons,
        }
    ),
    "version": st.builds(
        lambda required, scheme, rest: {"product": "x", "scheme": scheme, **required, **rest},
        st.fixed_dictionaries({"ranges": ranges})
        | st.fixed_dictionaries({"possible_ranges": ranges}),
        st.sampled_from(["pep440", "semver", "tags"]),
        optional(
            ranges=ranges, possible_ranges=ranges, outside=different(VERSIONS), open=open_reasons
        ),
    ),
}
USUAL_KINDS = {name: attribute.kind for name, attribute in CATALOGUE.attributes.items()}


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, Any]:
    """Conditions by attribute, mostly of the kinds that the catalogue has them in."""
    found = {}
    for attribute in draw(
        st.sets(st.sampled_from([*USUAL_KINDS, "colour"]), min_size=1, max_size=3)
    ):
        usual = USUAL_KINDS.get(attribute, "flag")
        kind = draw(st.sampled_from([usual] * 9 + ["number"]))
        found[attribute] = {"kind": kind, **draw(BY_KIND[kind])}
    return found


clauses = st.builds(
    lambda found, rest: {"label": {"en": "x"}, "conditions": found, **rest},
    conditions(),
    optional(open=open_reasons),
)
sections = st.builds(
    lambda found, rest: {"subject": "affected", "clauses": found, **rest},
    st.lists(clauses, min_size=1, max_size=2),
    optional(exclusions=st.lists(clauses, min_size=1, max_size=1)),
)

VALIDATOR = Draft202012Validator({**SCHEMA["$defs"]["scope"], "$defs": SCHEMA["$defs"]})
QUESTIONS: list[Question] = [
    ask(),
    ask(service="workers-ai", model="glm-5.3", at="2026-09-05T12:30Z", prompt_tokens=5),
    ask(region="eu", streaming=True, engine_version="0.5.10", at="2026", prompt_tokens_min=1),
]


def resolve(section: Any, pointer: str) -> Any:
    """What an RFC 6901 pointer leads to in the scope, as far as it goes."""
    for step in pointer.removeprefix("/scopes/0").split("/")[1:]:
        section = section[int(step)] if isinstance(section, list) else section[step]
    return section


def compiled(section: Any) -> Scope:
    document = {"id": "KB-2026-0001", "scopes": [section]}
    return compile_disclosure(document, revision=1, catalogue=CATALOGUE)[0]


def compiled_or_refused(section: Any) -> Scope | UnableToPublish:
    try:
        return compiled(section)
    except UnableToPublish as error:
        return error


@settings(max_examples=300)
@given(sections)
def test_a_valid_scope_compiles_or_is_refused_at_its_place(section: Any) -> None:
    VALIDATOR.validate(section)
    scope = compiled_or_refused(section)
    if isinstance(scope, UnableToPublish):
        assert resolve(section, scope.pointer) is not None
        assert scope.code
        assert scope.detail.endswith(".")
        return
    document = json.loads(json.dumps(scope_to_document(scope)))
    again = scope_from_document(document)
    assert scope_to_document(again) == document
    for question in QUESTIONS:
        assert again.explain(question).verdict is scope.explain(question).verdict


@given(st.data(), sections)
def test_the_order_of_a_document_does_not_matter(data: st.DataObject, section: Any) -> None:
    def turned(clause: Any) -> Any:
        found = {
            attribute: dict(
                data.draw(st.permutations(list(clause["conditions"][attribute].items())))
            )
            for attribute in data.draw(st.permutations(sorted(clause["conditions"])))
        }
        return {**clause, "conditions": found}

    other = {**section, "clauses": [turned(one) for one in section["clauses"]]}
    try:
        frozen = freeze_scope(section, "/scopes/0")
    except UnableToPublish:
        return
    assert json.dumps(freeze_scope(other, "/scopes/0")) == json.dumps(frozen)


@given(st.data(), st.sampled_from(["names", "possible", "ruled_out"]), BY_KIND["identifier"])
def test_the_order_of_names_does_not_matter(
    data: st.DataObject, key: str, content: dict[str, Any]
) -> None:
    def scope_of(found: dict[str, Any]) -> Scope | str:
        clause = {"label": {"en": "x"}, "conditions": {"model": {"kind": "identifier", **found}}}
        found_or_refused = compiled_or_refused({"subject": "affected", "clauses": [clause]})
        if isinstance(found_or_refused, UnableToPublish):
            return found_or_refused.code
        return found_or_refused

    if key in content:
        other = {**content, key: data.draw(st.permutations(content[key]))}
        assert scope_of(other) == scope_of(content)
