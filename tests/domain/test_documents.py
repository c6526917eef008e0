"""Texts that people hand in are parsed without surprises and checked to the last key."""

import pytest

from incidents.domain.documents import (
    LARGEST_DOCUMENT,
    UnableToImport,
    canonical_content,
    content_hash,
    parse_document,
)
from incidents.domain.validating import catalogue_problems, disclosure_problems
from tests.documents import Json, catalogue_document, whole_document


def test_dates_stay_the_texts_they_were_written_as() -> None:
    assert parse_document(b"value: 2026-08-27\nother: 2026-08-27 12:00:00\n") == {
        "value": "2026-08-27",
        "other": "2026-08-27 12:00:00",
    }


def test_json_and_a_byte_order_mark_are_read() -> None:
    assert parse_document(b'\xef\xbb\xbf{"a": [1, true, null]}') == {"a": [1, True, None]}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"a: 1\na: 2\n", "the key 'a' occurs twice"),
        (b'{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        (b"a: &x [1]\nb: *x\n", "aliases are not read"),
        (
            b"a: !!python/object:os.system {}\n",
            "the tag tag:yaml.org,2002:python/object:os.system is not read",
        ),
        (b"a: !!set {x}\n", "the tag tag:yaml.org,2002:set is not read"),
        (b"1: x\n", "the key 1 is not a text"),
        (b"- one\n", "not a list"),
        (b"", "not a list or a single value"),
        (b"a: [", "neither JSON nor YAML"),
        (b'{"a": NaN}', "NaN is no JSON number"),
        (b"a: \xff", "not UTF-8 (byte 3)"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"a: " + b"[" * 100_000, "neither JSON nor YAML"),
        (b"a: " + b"x" * LARGEST_DOCUMENT, "more than 2,000,000 bytes"),
        (b'{"a": "\\ud800"}', "holds what no JSON text can"),
        (b"a: 100000000000000000000000\n", "holds what no JSON text can"),
        (b"a: .nan\n", "is no JSON number"),
        (b"a: 0xFF\nb: \x00\n", "neither JSON nor YAML"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_text_that_could_mislead_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(UnableToImport) as refused:
        parse_document(content)
    assert [one.code for one in refused.value.problems] == ["unreadable"]
    assert says in refused.value.problems[0].detail


def test_the_hashed_text_does_not_depend_on_the_order_of_keys() -> None:
    one, other = {"b": 1, "a": "ä"}, {"a": "ä", "b": 1}
    assert canonical_content(one) == canonical_content(other) == '{"a":"ä","b":1}'
    assert content_hash('{"a":"ä","b":1}') == content_hash(canonical_content(one))


def test_a_document_with_every_part_has_no_problem() -> None:
    assert disclosure_problems(whole_document()) == []


def _at(document: Json, path: str, value: object) -> Json:
    *steps, last = path.split("/")[1:]
    part: object = document
    for step in steps:
        part = part[int(step)] if isinstance(part, list) else part[step]  # type: ignore[index]
    if isinstance(part, list):
        part[int(last)] = value
    elif value is ...:
        del part[last]  # type: ignore[attr-defined]
    else:
        part[last] = value  # type: ignore[index]
    return document


_CONDITIONS = "/scopes/0/clauses/0/conditions"


@pytest.mark.parametrize(
    ("path", "value", "pointer", "code"),
    [
        ("/counts/0/unit", ..., "/counts/0", "required"),
        ("/counts/0/unit", {"en": " "}, "/counts/0/unit/en", "pattern"),
        ("/counts/0/is_not", ..., "/counts/0", "required"),
        ("/counts/0/value", -1, "/counts/0/value", "minimum"),
        ("/counts/0/qualifier", "roughly", "/counts/0/qualifier", "enum"),
        ("/counts/0/value", 10**13, "/counts/0/value", "maximum"),
        ("/counts/0/value", 1.23456789, "/counts/0/value", "too_many_decimals"),
        ("/title", {"en": "a\0b"}, "/title/en", "control_character"),
        ("/title", {"en": "a\u202eb"}, "/title/en", "control_character"),
        ("/key_points/0", {"en": "a\ud800b"}, "/key_points/0/en", "control_character"),
        ("/title", {"fr": "Non"}, "/title", "unknown_key"),
        ("/title", {"zh-Hans": "只有中文"}, "/title", "missing_language"),
        ("/disclosed", {"value": "2026-02-30"}, "/disclosed", "no_such_date"),
        ("/disclosed", {"value": "yesterday"}, "/disclosed", "not_iso_8601"),
        ("/timeline/0/at/value", "2026-13", "/timeline/0/at", "no_such_date"),
        (
            "/protections/0/coverage/0/as_of",
            {"value": "2026-05-20", "zone": "Mars/Olympus"},
            "/protections/0/coverage/0/as_of",
            "unknown_zone",
        ),
        ("/counts/0/sources", ["rumour"], "/counts/0/sources/0", "unknown_source"),
        ("/protections/1/key", "checksum", "/protections/1/key", "repeated"),
        ("/related/0/incident", "KB-2026-7001", "/related/0", "related_to_itself"),
        ("/scopes/1/subject", "affected", "/scopes/1/subject", "repeated"),
        (
            f"{_CONDITIONS}/at/start/dates/0/value",
            "2026-05-04T10:00",
            f"{_CONDITIONS}/at",
            "ends_before_start",
        ),
        (
            f"{_CONDITIONS}/at/start/dates/0",
            {"value": "2026-03-29T02:30", "zone": "Europe/Berlin"},
            f"{_CONDITIONS}/at/start/dates/0",
            "time_skipped",
        ),
        (f"{_CONDITIONS}/prompt_tokens/unit", ..., f"{_CONDITIONS}/prompt_tokens", "required"),
        (f"{_CONDITIONS}/model/kind", "colour", f"{_CONDITIONS}/model/kind", "enum"),
        (
            "/scopes/1/clauses/0/conditions/engine_version/ranges/0",
            {"before": "latest"},
            "/scopes/1/clauses/0/conditions/engine_version/ranges/0",
            "not_a_version",
        ),
    ],
)
def test_each_fault_is_named_with_its_place(
    path: str, value: object, pointer: str, code: str
) -> None:
    problems = disclosure_problems(_at(whole_document(), path, value))
    assert (pointer, code) in [(one.pointer, one.code) for one in problems]


def test_all_problems_are_reported_and_not_only_the_first() -> None:
    document = _at(_at(whole_document(), "/surprise", 1), "/counts/0/unit", ...)
    assert len(disclosure_problems(document)) == 2


@pytest.mark.parametrize(
    ("path", "value", "pointer", "code"),
    [
        ("/services/1/slug", "alpha", "/services/1/slug", "repeated"),
        ("/services/0/models/1/id", "LARGE-1", "/services/0/models/1/id", "repeated"),
        (
            "/services/0/values/0/attribute",
            "colour",
            "/services/0/values/0/attribute",
            "unknown_attribute",
        ),
        (
            "/services/0/models/0/aliases/0/from",
            "soon",
            "/services/0/models/0/aliases/0/from",
            "not_iso_8601",
        ),
        ("/services/0/colour", "red", "/services/0", "unknown_key"),
    ],
)
def test_each_fault_of_a_catalogue_is_named_with_its_place(
    path: str, value: object, pointer: str, code: str
) -> None:
    problems = catalogue_problems(_at(catalogue_document(), path, value))
    assert (pointer, code) in [(one.pointer, one.code) for one in problems]
