"""What cannot be read is refused with a problem that names it, and never with a failure."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from tests.api.conftest import Get, Json, Post, assert_problem, errors_of
from tests.conftest import Publish
from tests.contract.markdown import DOCS, code, table

API = DOCS / "api.md"

#: Every code of an error, with a request that is answered by it, and where it points.
QUERIES: list[tuple[str, str, str]] = [
    ("unknown_parameter", "check/?colour=red", "/colour"),
    ("unknown_parameter", "check/?streaming=true", "/streaming"),
    ("unknown_parameter", "incidents/?colour=red", "/colour"),
    ("unknown_parameter", "notices/?lang=en", "/lang"),
    ("unknown_parameter", "check/?format=json", "/format"),
    ("unknown_field", "check/?attr.colour=red", "/attr.colour"),
    ("misplaced_field", "check/?attr.limit=5", "/attr.limit"),
    ("misplaced_field", "check/?attr.model=glm-5.3", "/attr.model"),
    ("repeated", "check/?model=a&model=b", "/model"),
    ("not_utf8", "check/?model=%ff", "/model"),
    ("not_utf8", "check/?model=%ed%a0%80", "/model"),
    ("not_recognised", "incidents/?service=nobody", "/service"),
    ("not_recognised", "incidents/?model=large-l", "/model"),
    ("unknown_value", "incidents/?kind=bad", "/kind"),
    ("unknown_value", "incidents/?status=bad", "/status"),
    ("unknown_value", "incidents/KB-2026-7001/scope/?subject=bad", "/subject"),
    ("unknown_language", "check/?lang=de", "/lang"),
    ("limit_out_of_range", "check/?limit=1001", "/limit"),
    ("limit_out_of_range", "check/?limit=0", "/limit"),
    ("limit_out_of_range", "incidents/?limit=101", "/limit"),
    ("limit_out_of_range", "incidents/?limit=0", "/limit"),
    ("invalid_cursor", "incidents/?cursor=nonsense", "/cursor"),
    ("invalid_cursor", "incidents/?cursor=WzAsIngiXQ", "/cursor"),
    ("invalid_cursor", "services/?cursor=%5B%5B%5B", "/cursor"),
    ("empty", "check/?model=", "/model"),
    ("empty", "incidents/?q=%20", "/q"),
    ("too_long", f"check/?model={'x' * 301}", "/model"),
    ("too_long", f"incidents/?q={'x' * 301}", "/q"),
    ("control_character", "check/?model=glm%00", "/model"),
    ("control_character", "incidents/?service=a%00b", "/service"),
    ("not_a_number", "check/?prompt_tokens=many", "/prompt_tokens"),
    ("not_a_number", "check/?prompt_tokens=10%C2%B3", "/prompt_tokens"),
    ("ambiguous_separator", "check/?prompt_tokens=681.280", "/prompt_tokens"),
    ("ambiguous_separator", "check/?prompt_tokens=681,28", "/prompt_tokens"),
    ("abbreviated", "check/?prompt_tokens=680k", "/prompt_tokens"),
    ("abbreviated", "check/?prompt_tokens=6.8e5", "/prompt_tokens"),
    ("negative", "check/?prompt_tokens=-1", "/prompt_tokens"),
    ("too_large", f"check/?prompt_tokens={10**30}", "/prompt_tokens"),
    ("too_large", f"catalogue/?revision={10**30}", "/revision"),
    ("exact_and_range", "check/?prompt_tokens=1&prompt_tokens_min=1", "/prompt_tokens"),
    ("min_above_max", "check/?prompt_tokens_min=2&prompt_tokens_max=1", "/prompt_tokens"),
    ("not_a_counting_rule", "check/?prompt_tokens_counted_by=me", "/prompt_tokens_counted_by"),
    ("not_a_flag", "check/?attr.streaming=maybe", "/attr.streaming"),
    ("not_iso_8601", "check/?at=yesterday", "/at"),
    ("not_iso_8601", "incidents/?updated_since=yesterday", "/updated_since"),
    ("no_such_date", "check/?at=2026-02-29", "/at"),
    ("no_such_date", "check/?at=0000-01-01", "/at"),
    ("no_such_time", "check/?at=2026-09-01T25:00", "/at"),
    ("no_such_offset", "check/?at=2026-09-01T12:00%2B15:00", "/at"),
    ("unknown_zone", "check/?at=2026-09-01T12:00&tz=Mars", "/tz"),
    ("time_skipped", "check/?at=2026-03-29T02:30&tz=Europe/Berlin", "/at"),
    ("ends_before_start", "check/?at=2026-09-02T00Z/2026-09-01T00Z", "/at"),
    ("not_an_instant", "check/?as_of=2026-09-01", "/as_of"),
    ("not_an_instant", "incidents/?updated_since=2026-09", "/updated_since"),
    ("not_an_instant", "incidents/KB-2026-7001/?as_of=2026", "/as_of"),
    ("in_the_future", "check/?as_of=2999-01-01T00:00:00Z", "/as_of"),
    ("in_the_future", "incidents/KB-2026-7001/?as_of=2999-01-01T00:00:00Z", "/as_of"),
    (
        "as_of_and_revision",
        "check/?incident=KB-2026-7001&revision=1&as_of=2026-11-15T12:00:00Z",
        "/as_of",
    ),
    ("revision_without_incident", "check/?revision=1", "/revision"),
    ("no_such_subject", "check/?subject=everything", "/subject"),
    ("no_such_subject", "check/?subject=", "/subject"),
    ("no_such_incident", "check/?incident=KB-2026-9999", "/incident"),
    ("no_such_incident", "check/?incident=a%00b&revision=1", "/incident"),
    ("no_such_revision", "check/?incident=KB-2026-7001&revision=99", "/revision"),
    ("no_such_revision", f"check/?incident=KB-2026-7001&revision={2**53 - 1}", "/revision"),
]

BODIES: list[tuple[str, Any, str]] = [
    ("unknown_field", {"colour": "red"}, "/colour"),
    ("unknown_field", {"streaming": True}, "/streaming"),
    ("unknown_field", {"a/b~c": 1}, "/a~1b~0c"),
    ("unknown_field", {"attributes": {"colour": "red"}}, "/attributes/colour"),
    ("misplaced_field", {"attributes": {"tz": "UTC"}}, "/attributes/tz"),
    ("wrong_type", {"attributes": []}, "/attributes"),
    ("wrong_type", {"model": ["glm-5.3"]}, "/model"),
    ("wrong_type", {"model": 5}, "/model"),
    ("wrong_type", {"model": True}, "/model"),
    ("wrong_type", {"prompt_tokens": {"min": 5}}, "/prompt_tokens"),
    ("wrong_type", {"prompt_tokens": True}, "/prompt_tokens"),
    ("wrong_type", {"subject": 5}, "/subject"),
    ("wrong_type", {"limit": 1.5}, "/limit"),
    ("wrong_type", {"at": 20260901}, "/at"),
    ("not_whole", {"prompt_tokens": 681.28}, "/prompt_tokens"),
    ("not_whole", {"prompt_tokens": 6.8e5}, "/prompt_tokens"),
    ("negative", {"prompt_tokens": -1}, "/prompt_tokens"),
    ("too_large", {"prompt_tokens": 10**30}, "/prompt_tokens"),
    ("too_long", {"model": "x" * 900_000}, "/model"),
    ("control_character", {"model": "glm\x00"}, "/model"),
    ("control_character", {"model": "\ud800"}, "/model"),
    ("unknown_language", {"lang": 5}, "/lang"),
    ("unknown_language", {"lang": "fr"}, "/lang"),
]

#: Codes that other tests here are about.
ELSEWHERE = {
    "required",
    "too_many_items",
    "too_many_pasts",
    "no_such_scope",
    "withdrawn",
    # Of drafts: test_drafts.py.
    "other_incident",
    "unstorable",
    "too_deep",
    "unexplained",
}


@pytest.fixture
def published(publish: Publish) -> None:
    publish()


def test_a_query_that_cannot_be_read_names_what_is_wrong(
    published: None, client: Client, subtests: pytest.Subtests
) -> None:
    for error, address, pointer in QUERIES:
        with subtests.test(address[:80]):
            response = client.get(f"/api/v1/{address}")
            problem = assert_problem(response, 400, "invalid_request")
            assert (pointer, error) in errors_of(problem)


def test_a_body_that_cannot_be_read_names_what_is_wrong(
    published: None, client: Client, subtests: pytest.Subtests
) -> None:
    for error, body, pointer in BODIES:
        with subtests.test(f"{error} {str(body)[:60].encode(errors='replace')!r}"):
            response = client.post(
                "/api/v1/check/", json.dumps(body), content_type="application/json"
            )
            problem = assert_problem(response, 400, "invalid_request")
            assert errors_of(problem) == [(pointer, error)]


def test_every_code_that_is_documented_is_tested_and_no_other() -> None:
    documented = {one for row in table(API, "errors") for one in code(row[0])}

    assert documented == {one for one, _, _ in [*QUERIES, *BODIES]} | ELSEWHERE


def test_every_fault_is_told_at_once_and_in_the_language(published: None, get: Get) -> None:
    problem = get("check/", 400, model="", at="x", colour="red", lang="zh-hans")

    assert sorted(errors_of(problem)) == [
        ("/at", "not_iso_8601"),
        ("/colour", "unknown_parameter"),
        ("/model", "empty"),
    ]
    assert problem["detail"] == "3 parts cannot be read."


def test_an_offset_whose_plus_became_a_space_is_explained(published: None, get: Get) -> None:
    [error] = get("incidents/KB-2026-7001/?as_of=2026-11-15T12:00:00+01:00", 400)["errors"]

    assert error["code"] == "not_iso_8601"
    assert "%2B" in error["detail"]


TEXTS: list[tuple[str, bytes]] = [
    ("spaces", b"  "),
    ("no JSON", b"{model: glm}"),
    ("cut off", b'{"model": "glm'),
    ("two values", b"{} {}"),
    ("a list", b"[]"),
    ("a text", b'"model"'),
    ("null", b"null"),
    ("not UTF-8", b'{"model": "\xff"}'),
    ("UTF-16", '{"model": "x"}'.encode("utf-16")),
    ("a byte order mark", b"\xef\xbb\xbf{}"),
    ("NaN", b'{"prompt_tokens": NaN}'),
    ("infinity", b'{"prompt_tokens": -Infinity}'),
    ("a raw control character", b'{"model": "a\x00b"}'),
    ("deep lists", b'{"model": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    ("deep objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    ("a key twice", b'{"model": "a", "model": "b"}'),
    ("an inner key twice", b'{"attributes": {"streaming": true, "streaming": false}}'),
    ("a key twice that is written differently", b'{"model": "a", "\\u006dodel": "b"}'),
]


@pytest.mark.parametrize("path", ["check/", "check/batch/"])
def test_a_text_that_is_no_json_object_is_refused(
    published: None, client: Client, subtests: pytest.Subtests, path: str
) -> None:
    for name, text in TEXTS:
        with subtests.test(name):
            response = client.post(f"/api/v1/{path}", text, content_type="application/json")
            assert_problem(response, 400, "invalid_json")


def test_the_key_that_occurs_twice_is_named(client: Client) -> None:
    response = client.post(
        "/api/v1/check/", b'{"at": 1, "x": 2, "at": 3}', content_type="application/json"
    )

    assert errors_of(assert_problem(response, 400, "invalid_json")) == [("/at", "repeated")]


def test_nesting_that_can_still_be_parsed_is_a_wrong_type(published: None, post: Post) -> None:
    deep: Any = 1
    for _ in range(500):
        deep = [deep]

    problem = post("check/", {"model": deep, "attributes": {"streaming": {"a": deep}}}, 400)

    assert errors_of(problem) == [
        ("/model", "wrong_type"),
        ("/attributes/streaming", "wrong_type"),
    ]


def test_numbers_of_many_digits_are_too_large(published: None, client: Client) -> None:
    for digits in (b"9" * 5_000, b"9" * 900_000):
        body = b'{"prompt_tokens": ' + digits + b"}"
        response = client.post("/api/v1/check/", body, content_type="application/json")
        problem = assert_problem(response, 400, "invalid_request")
        assert errors_of(problem) == [("/prompt_tokens", "too_large")]


def test_bodies_are_bounded(client: Client) -> None:
    single = client.post("/api/v1/check/", b" " * 1_000_001, content_type="application/json")
    batch = client.post("/api/v1/check/batch/", b" " * 8_000_001, content_type="application/json")

    assert_problem(single, 413, "body_too_large")
    assert_problem(batch, 413, "body_too_large")


def test_a_body_without_its_length_is_refused(client: Client) -> None:
    headers = {"transfer-encoding": "chunked", "content-type": "application/json"}
    response = client.generic("POST", "/api/v1/check/", headers=headers)

    assert_problem(response, 411, "length_required")


@pytest.mark.parametrize("query", [f"model={'x' * 8_000}", "&".join(["model=x"] * 101)])
def test_queries_are_bounded(client: Client, query: str) -> None:
    for path in ("check/", "incidents/", "notices/", "scopes/"):
        assert_problem(client.get(f"/api/v1/{path}?{query}"), 414, "query_too_long")


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", ""],
)
def test_only_json_is_read(client: Client, content_type: str) -> None:
    response = client.generic("POST", "/api/v1/check/", b"{}", content_type=content_type)

    assert_problem(response, 415, "unsupported_media_type")


def test_a_charset_that_says_utf_8_is_read(published: None, client: Client) -> None:
    response = client.post("/api/v1/check/", b"{}", content_type="application/json; charset=UTF-8")

    assert response.status_code == 200


def test_a_query_beside_a_body_is_an_error(published: None, client: Client) -> None:
    for path, body in (("check/", b"{}"), ("check/batch/", b'{"items": []}')):
        response = client.post(f"/api/v1/{path}?lang=en", body, content_type="application/json")
        problem = assert_problem(response, 400, "invalid_request")
        assert errors_of(problem) == [("/lang", "unknown_parameter")]


STRANGE = [
    "%00",
    "%FF%FE",
    "%F0%9F%A4%96",
    "\u202e",
    "'\";--",
    "<script>",
    "${jndi:ldap://x}",
    "../../etc/passwd",
    "a" * 4000,
    "%",
    "%zz",
    "&&==",
]


@pytest.mark.parametrize("path", sorted({"incidents/", "check/", "services/", "catalogue/"}))
def test_strange_values_never_fail(published: None, client: Client, path: str) -> None:
    names = ("model", "at", "q", "cursor", "limit", "revision", "as_of", "attr.x", "lang", "")
    for name in names:
        for value in STRANGE:
            for written in (value, quote(value)):
                response = client.get(f"/api/v1/{path}?{name}={written}")
                assert response.status_code in (200, 400, 404), (name, value, response.content)


def test_strange_addresses_are_not_found(published: None, client: Client) -> None:
    for path in (
        "/api",
        "/api/v2/incidents/",
        "/api/v1/",
        "/api/v1/incidents/KB-2026-7001%00/",
        "/api/v1/incidents/kb-2026-7001/",
        "/api/v1/incidents/KB-2026-7001/revisions/0/",
        "/api/v1/incidents/KB-2026-7001/revisions/-1/",
        f"/api/v1/incidents/KB-2026-7001/revisions/{'9' * 5000}/",
        "/api/v1/incidents/KB-2026-7001/revisions/999999999/",
        "/api/v1/incidents/../../../etc/passwd",
        "/api/v1/services/%00/models/",
        "/api/v1/services/nobody/models/",
        "/api/v1//incidents/",
        "/api/\xff",
        "/schemas/nothing-1.json",
    ):
        assert_problem(client.get(path), 404, "not_found")


def test_no_shipped_code_is_undocumented(tmp_path: Path) -> None:
    """Every code that the API's source gives to an error stands in the documentation."""
    import ast

    found: set[str] = set()
    for path in Path("api").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and len(call.args) >= 3:
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                argument = call.args[1]
                if name in ("FieldError", "refuse") and isinstance(argument, ast.Constant):
                    found.add(str(argument.value))
    documented = {one for row in table(API, "errors") for one in code(row[0])}
    assert found <= documented
    assert len(found) > 10


def test_a_problem_is_the_whole_contract(published: None, get: Get) -> None:
    problem: Json = get("check/", 400, prompt_tokens="700k")

    detail = "“700k” is abbreviated: write the whole number in digits, such as 680000."
    assert problem == {
        "type": "/api/docs/#problem-invalid_request",
        "title": "The request cannot be read as it stands",
        "status": 400,
        "code": "invalid_request",
        "detail": detail,
        "errors": [{"pointer": "/prompt_tokens", "code": "abbreviated", "detail": detail}],
    }
