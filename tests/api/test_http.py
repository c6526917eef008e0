"""What holds for every answer: caching, methods, media types, other pages, failures."""

import pytest
from django.core.exceptions import DisallowedHost
from django.db import OperationalError, connection
from django.test import Client, override_settings
from rest_framework.exceptions import PermissionDenied, Throttled, ValidationError

from api.errors import PROBLEMS, problem_of
from tests.api.conftest import Clock, Get, assert_problem
from tests.conftest import Publish
from tests.contract.markdown import DOCS, code, table

READS = [
    "/api/v1/incidents/",
    "/api/v1/incidents/?lang=zh-hans",
    "/api/v1/incidents/KB-2026-7001/",
    "/api/v1/incidents/KB-2026-7001/revisions/",
    "/api/v1/incidents/KB-2026-7001/revisions/1/",
    "/api/v1/incidents/KB-2026-7001/scope/",
    "/api/v1/scopes/",
    "/api/v1/services/",
    "/api/v1/services/alpha/models/",
    "/api/v1/catalogue/",
    "/api/v1/notices/",
    "/api/schema/",
    "/schemas/scope-1.json",
]
CHECK = "/api/v1/check/?service=alpha"
PROBES = ["/livez", "/readyz"]

CACHE = "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400"


@pytest.fixture(autouse=True)
def published(publish: Publish) -> None:
    publish()


@pytest.mark.parametrize("address", [*READS, CHECK])
def test_an_answer_that_is_known_is_not_sent_again(client: Client, address: str) -> None:
    response = client.get(address)
    etag = response["ETag"]

    assert etag.startswith('"')
    assert etag.endswith('"')
    assert response["Cache-Control"] == ("no-cache" if address == CHECK else CACHE)
    assert not response.has_header("Vary")
    for held in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        again = client.get(address, headers={"if-none-match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == etag
        assert again["Cache-Control"] == response["Cache-Control"]
        assert again["Access-Control-Allow-Origin"] == "*"
    assert client.get(address, headers={"if-none-match": '"other"'}).content == response.content


@pytest.mark.parametrize("address", [*READS, CHECK, *PROBES])
def test_head_says_what_get_says_without_a_body(client: Client, address: str) -> None:
    response, head = client.get(address), client.head(address)

    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == response.headers
    assert head["Content-Length"] == str(len(response.content))


@pytest.mark.parametrize("address", [*READS, CHECK, *PROBES])
def test_any_page_may_read(client: Client, address: str) -> None:
    preflight = client.options(
        address,
        headers={"origin": "https://elsewhere.example", "access-control-request-method": "GET"},
    )

    assert (preflight.status_code, preflight.content) == (204, b"")
    assert preflight["Access-Control-Allow-Origin"] == "*"
    assert preflight["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert preflight["Access-Control-Allow-Headers"] == "If-None-Match"
    assert "GET" in preflight["Allow"]
    assert client.get(address)["Access-Control-Allow-Origin"] == "*"
    assert client.get(f"{address}&colour=red" if "?" in address else f"{address}?colour=red")[
        "Access-Control-Allow-Origin"
    ]


def test_other_pages_may_not_post(client: Client) -> None:
    response = client.post("/api/v1/check/", b"{}", content_type="application/json")

    assert response.status_code == 200
    assert not response.has_header("Access-Control-Allow-Origin")


@pytest.mark.parametrize("address", [*READS, CHECK, *PROBES])
@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace"])
def test_other_methods_are_refused(address: str, method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)(address)

    assert_problem(response, 405, "method_not_allowed")
    assert "GET" in response["Allow"]


@pytest.mark.parametrize("address", [*READS, *PROBES, "/api/docs/"])
def test_reads_cannot_be_posted_to(client: Client, address: str) -> None:
    assert_problem(client.post(address, b"{}", "application/json"), 405, "method_not_allowed")


@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "options"])
def test_an_address_that_leads_nowhere_is_not_found_by_any_method(method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)("/api/v1/nothing/")

    assert_problem(response, 404, "not_found")


@pytest.mark.parametrize("address", [one for one in READS if "/v1/" in one] + [CHECK])
def test_an_address_without_its_slash_is_the_same_address(client: Client, address: str) -> None:
    path, _, query = address.partition("?")

    response = client.get(f"{path.rstrip('/')}?{query}")

    assert response.status_code == 200
    assert response.content == client.get(address).content


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("*/*", 200),
        ("application/json", 200),
        ("application/problem+json", 200),
        ("application/*;q=0.5", 200),
        ("text/html,application/xhtml+xml,*/*;q=0.8", 200),
        ("text/html, application/json;q=0.9", 200),
        ("text/html", 406),
        ("application/xml", 406),
    ],
)
def test_json_is_served_to_who_accepts_it(client: Client, accept: str, status: int) -> None:
    response = client.get("/api/v1/incidents/", headers={"accept": accept})

    if status == 200:
        assert response["Content-Type"] == "application/json"
    else:
        assert_problem(response, 406, "not_acceptable")


def test_a_host_that_is_not_served_is_a_problem(client: Client) -> None:
    response = client.get("/api/v1/incidents/", headers={"host": "elsewhere.example"})

    assert_problem(response, 400, "bad_request")


def test_a_failure_tells_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a secret")

    client.raise_request_exception = False
    # Inside a view, and in a part of the server that knows nothing of the API.
    for place in (
        "api.v1.checks.answer_to",
        "django.middleware.common.CommonMiddleware.process_request",
    ):
        with monkeypatch.context() as patched:
            patched.setattr(place, fail)
            response = client.get(CHECK)
        assert_problem(response, 500, "internal_error")
        assert b"secret" not in response.content
        assert b"RuntimeError" not in response.content
        assert response["Access-Control-Allow-Origin"] == "*"


@override_settings(DEBUG=True)
def test_a_failure_tells_nothing_even_while_debugging(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    client.raise_request_exception = False
    monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", fail)

    response = client.get(CHECK)

    assert_problem(response, 500, "internal_error")
    assert b"secret" not in response.content


@pytest.fixture
def unreachable(clock: Clock) -> None:
    """A database that refuses every query, and a snapshot that has to be looked after."""
    clock.advance(seconds=2)


def refuse(*_: object) -> None:
    raise OperationalError("no route to db.internal")


@pytest.mark.parametrize("address", [*READS[:11], CHECK, "/readyz"])
def test_without_its_database_nothing_is_answered(
    client: Client, unreachable: None, address: str
) -> None:
    with connection.execute_wrapper(refuse):
        response = client.get(address)

    assert_problem(response, 503, "unavailable")
    assert response["Retry-After"] == "5"
    assert b"db.internal" not in response.content


def test_a_verdict_that_was_true_does_not_outlive_its_database(
    client: Client, clock: Clock
) -> None:
    assert client.get(CHECK).status_code == 200
    clock.advance(seconds=2)
    with connection.execute_wrapper(refuse):
        assert_problem(client.get(CHECK), 503, "unavailable")
    assert client.get(CHECK).status_code == 200


def test_the_process_lives_without_its_database(client: Client) -> None:
    with connection.execute_wrapper(refuse):
        assert client.get("/livez").json() == {"status": "ok"}


@pytest.mark.parametrize("slash", ["", "/"])
def test_probes_say_that_all_is_well(client: Client, slash: str) -> None:
    ready = client.get(f"/readyz{slash}")

    assert ready.json() == {"status": "ok", "data_version": 2, "catalogue": 1}
    assert ready["Cache-Control"] == client.get(f"/livez{slash}")["Cache-Control"] == "no-store"


def test_a_published_change_is_answered_two_seconds_later(
    publish: Publish, get: Get, clock: Clock
) -> None:
    assert get("check/")["summary"]["considered"] == 1
    publish(id="KB-2026-7002")
    clock.advance(seconds=2)

    assert get("check/")["summary"]["considered"] == 2
    assert get("scopes/")["scopes"][1]["incident"] == "KB-2026-7002"


def test_errors_of_the_framework_are_problems() -> None:
    cases = [
        (Throttled(wait=3), "too_many_requests", {"Retry-After": "4"}),
        (PermissionDenied(), "forbidden", {}),
        (ValidationError(), "bad_request", {}),
        (DisallowedHost(), "bad_request", {}),
    ]
    for error, expected, headers in cases:
        problem = problem_of(error)
        assert (problem.code, problem.headers) == (expected, headers)


def test_every_problem_is_documented_with_its_status() -> None:
    documented = {code(row[1])[0]: int(row[0]) for row in table(DOCS / "api.md", "problems")}

    assert documented == {name: status for name, (status, _) in PROBLEMS.items()}


def test_the_headers_that_pages_may_read_are_documented(client: Client) -> None:
    exposed = client.get("/api/v1/incidents/")["Access-Control-Expose-Headers"].split(", ")
    documented = {code(row[0])[0] for row in table(DOCS / "api.md", "headers")}

    assert set(exposed) <= documented
