"""Drafts for programs: what a token opens, what it does not, and that nobody's work is lost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from api.openapi import schema
from incidents.domain.documents import canonical_content, content_hash
from incidents.domain.permissions import Actor, Role
from incidents.domain.tokens import Scope, create_token, list_tokens, revoke_token
from incidents.models import Incident, LogEntry, Revision, Submission, User, WorkingCopy
from tests.api.conftest import Clock, Json, assert_problem, errors_of
from tests.conftest import Publish
from tests.contract.test_openapi import validator_of
from tests.documents import disclosure_document
from tests.staff import make_staff, sign_in

ID = "KB-2026-7001"
PATH = f"/api/v1/drafts/{ID}/"
VALIDATE = "/api/v1/drafts/validate/"
BOTH = tuple(Scope)

#: Sends a request with a key; `body` as JSON.
Send = Callable[..., Any]


@pytest.fixture
def author(db: None) -> Actor:
    return Actor(make_staff("anna", Role.AUTHOR), "192.0.2.1")


def key_of(actor: Actor, clock: Clock, *scopes: Scope, days: int = 1) -> str:
    _, key = create_token(
        actor=actor,
        name="script",
        scopes=scopes or BOTH,
        expires_at=clock.now + timedelta(days=days),
        now=clock.now,
    )
    return key


def send_with(client: Client, key: str) -> Send:
    def act(method: str, path: str, body: object = None, **headers: str) -> Any:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.generic(
            method,
            path,
            b"" if body is None else canonical_content(body).encode(),  # type: ignore[arg-type]
            content_type="application/json",
            headers={"Authorization": f"Bearer {key}"} | given,
        )

    return act


@pytest.fixture
def send(client: Client, author: Actor, clock: Clock) -> Send:
    return send_with(client, key_of(author, clock))


def tag_of(response: HttpResponse) -> str:
    tag = response.headers["ETag"]
    assert tag.startswith('"')
    return tag


def expect(response: Any, status: int) -> Json:
    assert response.status_code == status, response.content
    assert response["Cache-Control"] == "private, no-store"
    assert "Set-Cookie" not in response.headers
    found: Json = response.json()
    return found


def described(path: str, method: str, status: int, found: Json) -> None:
    responses = schema()["paths"][path][method]["responses"]
    content = responses[str(status)]["content"]["application/json"]["schema"]
    validator_of(content).validate(found)


# Creating, reading, replacing


def test_a_document_becomes_a_draft_and_is_read_as_it_is(catalogue: Json, send: Send) -> None:
    document = disclosure_document()
    saved = send("PUT", PATH, document, If_None_Match="*")
    found = expect(saved, 201)
    described("/api/v1/drafts/{public_id}/", "put", 201, found)
    assert (found["incident"], found["complete"], found["problems"]) == (ID, True, [])
    read = send("GET", PATH)
    assert expect(read, 200) == document
    assert tag_of(read) == tag_of(saved) == f'"{found["sha256"]}"'
    assert content_hash(read.content.decode()) == found["sha256"]


def test_a_draft_may_leave_out_what_the_address_says(catalogue: Json, send: Send) -> None:
    document = {
        key: value for key, value in disclosure_document().items() if key not in ("id", "schema")
    }
    assert expect(send("PUT", PATH, document, If_None_Match="*"), 201)["complete"]


def test_an_incomplete_draft_is_kept_with_what_is_wrong(db: None, send: Send) -> None:
    found = expect(send("PUT", PATH, {"title": {"en": "New"}}, If_None_Match="*"), 201)
    assert not found["complete"]
    assert {one["code"] for one in found["problems"]} != set()
    assert expect(send("GET", PATH), 200)["title"] == {"en": "New"}
    assert not Incident.objects.exists()


def test_a_draft_is_replaced_by_whoever_has_read_it(catalogue: Json, send: Send) -> None:
    first = send("PUT", PATH, disclosure_document(), If_None_Match="*")
    second = send("PUT", PATH, disclosure_document(status="ongoing"), If_Match=tag_of(first))
    assert expect(second, 200)["complete"]
    assert tag_of(second) != tag_of(first)
    assert expect(send("GET", PATH), 200)["status"] == "ongoing"


def test_of_two_changes_the_second_is_refused(catalogue: Json, send: Send) -> None:
    first = send("PUT", PATH, disclosure_document(), If_None_Match="*")
    theirs = send("PUT", PATH, disclosure_document(status="ongoing"), If_Match=tag_of(first))
    mine = send("PUT", PATH, disclosure_document(status="not_stated"), If_Match=tag_of(first))
    assert_problem(mine, 412, "precondition_failed")
    assert tag_of(mine) == tag_of(theirs)
    assert expect(send("GET", PATH), 200)["status"] == "ongoing"


def test_a_draft_is_not_created_over_another(catalogue: Json, send: Send) -> None:
    send("PUT", PATH, disclosure_document(), If_None_Match="*")
    again = send("PUT", PATH, disclosure_document(status="ongoing"), If_None_Match="*")
    assert_problem(again, 412, "precondition_failed")


def test_nor_over_what_is_published(publish: Publish, send: Send) -> None:
    publish()
    assert_problem(
        send("PUT", PATH, disclosure_document(), If_None_Match="*"), 412, "precondition_failed"
    )


def test_a_published_record_is_corrected_as_a_draft(publish: Publish, send: Send) -> None:
    publish()
    read = send("GET", PATH)
    changed = expect(read, 200) | {"status": "ongoing"}
    expect(send("PUT", PATH, changed, If_Match=tag_of(read)), 200)
    assert Revision.objects.get().document["status"] != "ongoing"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"If_Match": "*"},
        {"If_Match": 'W/"abc"'},
        {"If_Match": "abc"},
        {"If_Match": '"a", "b"'},
        {"If_None_Match": '"abc"'},
        {"If_Match": '"abc"', "If_None_Match": "*"},
    ],
)
def test_a_change_says_of_which_version(
    catalogue: Json, send: Send, headers: dict[str, str]
) -> None:
    send("PUT", PATH, disclosure_document(), If_None_Match="*")
    answer = send("PUT", PATH, disclosure_document(status="ongoing"), **headers)
    assert_problem(answer, 428, "precondition_required")
    assert expect(send("GET", PATH), 200)["status"] != "ongoing"


def test_what_is_not_there_cannot_be_replaced(db: None, send: Send) -> None:
    assert_problem(send("PUT", PATH, {}, If_Match='"abc"'), 404, "not_found")
    assert_problem(send("GET", PATH), 404, "not_found")


def test_an_id_far_ahead_is_not_taken(db: None, send: Send) -> None:
    """Ids of a year are handed out by counting on: the last one would be the end."""
    answer = send("PUT", "/api/v1/drafts/KB-2026-99999999/", {}, If_None_Match="*")
    assert "next free ID is KB-2026-0001" in assert_problem(answer, 409, "conflict")["detail"]
    assert send("PUT", "/api/v1/drafts/KB-2026-0000/", {}, If_None_Match="*").status_code == 409


def test_the_document_of_another_incident_is_refused(db: None, send: Send) -> None:
    answer = send("PUT", PATH, disclosure_document(id="KB-2026-7002"), If_None_Match="*")
    assert errors_of(assert_problem(answer, 400, "invalid_request")) == [("/id", "other_incident")]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"title": {"en": "a\\u0000b"}}', "invalid_request"),
        (b'{"title": {"en": "\\ud800"}}', "invalid_request"),
        (b'{"a\\ud800": 1}', "invalid_request"),
        (b'{"counts": 99999999999999999999}', "invalid_request"),
        (b'{"counts": ' + b"[" * 60 + b"]" * 60 + b"}", "invalid_request"),
        (b'{"counts": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "invalid_json"),
        (b'{"id": "KB-2026-7001", "id": "KB-2026-7001"}', "invalid_json"),
        (b"[]", "invalid_json"),
        (b" ", "invalid_json"),
        (b"schema: kbase-disclosure/1", "invalid_json"),
    ],
)
def test_what_no_draft_can_hold_is_refused(
    client: Client, author: Actor, clock: Clock, body: bytes, code: str
) -> None:
    key = key_of(author, clock)
    for method, path in (("PUT", PATH), ("POST", VALIDATE)):
        answer = client.generic(
            method,
            path,
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {key}", "If-None-Match": "*"},
        )
        assert_problem(answer, 400, code)
    assert not WorkingCopy.objects.exists()


def test_a_body_of_five_megabytes_is_refused(client: Client, author: Actor, clock: Clock) -> None:
    answer = client.put(
        PATH,
        b'{"a": "' + b"x" * 5_000_000 + b'"}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {key_of(author, clock)}", "If-None-Match": "*"},
    )
    assert_problem(answer, 413, "body_too_large")


# Looking without saving


def test_a_document_is_looked_at_and_not_saved(catalogue: Json, send: Send) -> None:
    document = disclosure_document()
    found = expect(send("POST", VALIDATE, document), 200)
    described("/api/v1/drafts/validate/", "post", 200, found)
    assert (found["complete"], found["problems"]) == (True, [])
    assert found["scopes"][0]["subject"] == "affected"
    assert found["scopes"][0]["clauses"][0]["conditions"] != []
    assert len(found["examples"]) == len(document["examples"])
    assert all(one["holds"] and one["found"] == one["expected"] for one in found["examples"])
    assert not WorkingCopy.objects.exists()
    assert not Incident.objects.exists()


def test_an_example_that_does_not_hold_is_shown(catalogue: Json, send: Send) -> None:
    document = disclosure_document()
    document["examples"][0]["verdict"] = "undetermined"
    found = expect(send("POST", VALIDATE, document), 200)
    first = found["examples"][0]
    assert (found["complete"], found["problems"]) == (False, [])
    assert (first["pointer"], first["holds"]) == ("/examples/0", False)
    assert first["expected"] == "undetermined" != first["found"]


def test_everything_that_is_wrong_is_told_with_pointers(catalogue: Json, send: Send) -> None:
    document = disclosure_document(kind="weather", status="sunny")
    found = expect(send("POST", VALIDATE, document), 200)
    described("/api/v1/drafts/validate/", "post", 200, found)
    assert {"/kind", "/status"} <= {one["pointer"] for one in found["problems"]}
    assert (found["complete"], found["scopes"], found["examples"]) == (False, [], [])


def test_the_words_follow_the_language(catalogue: Json, send: Send) -> None:
    answer = send("POST", f"{VALIDATE}?lang=zh-hans", disclosure_document())
    expect(answer, 200)
    assert answer["Content-Language"] == "zh-Hans"
    unknown = send("POST", f"{VALIDATE}?lang=fr", disclosure_document())
    assert_problem(unknown, 400, "invalid_request")


# Submitting


def test_a_draft_is_submitted_for_review_and_no_further(catalogue: Json, send: Send) -> None:
    saved = send("PUT", PATH, disclosure_document(), If_None_Match="*")
    answer = send("POST", f"{PATH}submissions/", {"reason": "It is new."}, If_Match=tag_of(saved))
    found = expect(answer, 201)
    described("/api/v1/drafts/{public_id}/submissions/", "post", 201, found)
    assert (found["state"], found["reason"]) == ("waiting", "It is new.")
    assert Submission.objects.get().author.username == "anna"
    assert not Revision.objects.exists()
    again = send("POST", f"{PATH}submissions/", {"reason": "Again."})
    assert "submitted already" in assert_problem(again, 409, "conflict")["detail"]


def test_an_edit_voids_what_was_submitted(catalogue: Json, send: Send) -> None:
    saved = send("PUT", PATH, disclosure_document(), If_None_Match="*")
    send("POST", f"{PATH}submissions/", {"reason": "It is new."})
    send("PUT", PATH, disclosure_document(status="ongoing"), If_Match=tag_of(saved))
    assert Submission.objects.get().state == "void"


def test_another_version_than_the_one_that_was_read_is_not_submitted(
    catalogue: Json, send: Send
) -> None:
    send("PUT", PATH, disclosure_document(), If_None_Match="*")
    for tag in ('"abc"', "*", 'W/"abc"'):
        answer = send("POST", f"{PATH}submissions/", {"reason": "New."}, If_Match=tag)
        assert_problem(answer, 412, "precondition_failed")
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, [("/reason", "required")]),
        ({"reason": " "}, [("/reason", "required")]),
        ({"reason": 1}, [("/reason", "required")]),
        ({"reason": "New.", "publish": True}, [("/publish", "unknown_field")]),
        ({"reason": "New.", "explanations": ["x"]}, [("/explanations", "wrong_type")]),
        ({"reason": "New.", "explanations": {"x": 1}}, [("/explanations", "wrong_type")]),
    ],
)
def test_a_submission_gives_a_reason_and_nothing_unknown(
    catalogue: Json, send: Send, body: Json, errors: list[tuple[str, str]]
) -> None:
    send("PUT", PATH, disclosure_document(), If_None_Match="*")
    answer = send("POST", f"{PATH}submissions/", body)
    assert errors_of(assert_problem(answer, 400, "invalid_request")) == errors


def test_an_incomplete_draft_is_not_submitted(db: None, send: Send) -> None:
    send("PUT", PATH, {}, If_None_Match="*")
    answer = send("POST", f"{PATH}submissions/", {"reason": "New."})
    assert "not complete" in assert_problem(answer, 409, "conflict")["detail"]
    absent = send("POST", "/api/v1/drafts/KB-2026-7009/submissions/", {"reason": "New."})
    assert_problem(absent, 404, "not_found")


def test_verdicts_that_change_are_explained_by_their_keys(publish: Publish, send: Send) -> None:
    publish()
    read = send("GET", PATH)
    document = expect(read, 200)
    for clause in document["scopes"][0]["clauses"]:
        clause["conditions"].pop("at")
    document.pop("examples", None)
    expect(send("PUT", PATH, document, If_Match=tag_of(read)), 200)
    refused = send("POST", f"{PATH}submissions/", {"reason": "No window."})
    problem = assert_problem(refused, 409, "conflict")
    keys = [one["pointer"].removeprefix("/explanations/") for one in problem["errors"]]
    assert keys != []
    assert {one["code"] for one in problem["errors"]} == {"unexplained"}
    body = {"reason": "No window.", "explanations": dict.fromkeys(keys, "There was none.")}
    expect(send("POST", f"{PATH}submissions/", body), 201)


def test_nothing_here_publishes(catalogue: Json, send: Send) -> None:
    send("PUT", PATH, disclosure_document(), If_None_Match="*")
    paths = [path for path in schema()["paths"] if "draft" in path]
    assert sorted(paths) == [
        "/api/v1/drafts/validate/",
        "/api/v1/drafts/{public_id}/",
        "/api/v1/drafts/{public_id}/submissions/",
    ]
    for path in ("publish/", "approve/", "submissions/1/approve/", "revisions/"):
        assert_problem(send("POST", f"{PATH}{path}", {"reason": "x"}), 404, "not_found")
    for method in ("PATCH", "DELETE", "POST"):
        assert_problem(send(method, PATH, {}), 405, "method_not_allowed")


# Who may


@pytest.fixture
def every_request(client: Client) -> Callable[..., list[Any]]:
    def act(**headers: str) -> list[Any]:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return [
            client.generic(
                method,
                path,
                b"{}",
                content_type="application/json",
                headers={"If-None-Match": "*"} | given,
            )
            for method, path in (
                ("GET", PATH),
                ("GET", "/api/v1/drafts/KB-2026-7009/"),
                ("PUT", PATH),
                ("POST", VALIDATE),
                ("POST", f"{PATH}submissions/"),
            )
        ]

    return act


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer kb_no",
        "Basic YW5uYTp4",
        "kb_no",
        "Bearer kb_\xff",
        "Bearer a b",
    ],
)
def test_without_a_token_there_is_nothing_not_even_a_404(
    publish: Publish, send: Send, every_request: Callable[..., list[Any]], header: str
) -> None:
    publish()
    send("PUT", PATH, disclosure_document(status="ongoing"), If_Match=tag_of(send("GET", PATH)))
    answers = every_request(**({"Authorization": header} if header else {}))
    for answer in answers:
        assert_problem(answer, 401, "unauthorized")
        assert answer["WWW-Authenticate"].startswith('Bearer realm="kbase"')
    assert len({answer.content for answer in answers}) == 1


def test_a_session_of_a_browser_opens_nothing(
    client: Client, author: Actor, every_request: Callable[..., list[Any]]
) -> None:
    assert author.user is not None
    sign_in(client, author.user)
    assert {answer.status_code for answer in every_request()} == {401}


def test_a_revoked_or_expired_token_opens_nothing(
    client: Client,
    author: Actor,
    clock: Clock,
    every_request: Callable[..., list[Any]],
) -> None:
    key = key_of(author, clock)
    assert 401 not in {one.status_code for one in every_request(Authorization=f"Bearer {key}")}
    [token] = list_tokens(actor=author)
    revoke_token(token.pk, actor=author, now=clock.now)
    assert {one.status_code for one in every_request(Authorization=f"Bearer {key}")} == {401}
    other = key_of(author, clock)
    clock.advance(days=1)
    assert {one.status_code for one in every_request(Authorization=f"Bearer {other}")} == {401}


def test_a_token_is_good_for_its_scopes_alone(
    client: Client, author: Actor, clock: Clock, catalogue: Json
) -> None:
    reader = send_with(client, key_of(author, clock, Scope.READ_DRAFTS))
    writer = send_with(client, key_of(author, clock, Scope.WRITE_DRAFTS))
    refused = reader("PUT", PATH, disclosure_document(), If_None_Match="*")
    assert_problem(refused, 403, "forbidden")
    assert 'scope="drafts:write"' in refused["WWW-Authenticate"]
    expect(writer("PUT", PATH, disclosure_document(), If_None_Match="*"), 201)
    assert_problem(reader("POST", f"{PATH}submissions/", {"reason": "x"}), 403, "forbidden")
    assert_problem(writer("GET", PATH), 403, "forbidden")
    expect(reader("GET", PATH), 200)
    expect(reader("POST", VALIDATE, disclosure_document()), 200)
    expect(writer("POST", VALIDATE, disclosure_document()), 200)


def test_a_token_is_good_for_no_more_than_the_roles_of_its_owner_are_now(
    client: Client, author: Actor, clock: Clock, catalogue: Json, send: Send
) -> None:
    expect(send("PUT", PATH, disclosure_document(), If_None_Match="*"), 201)
    assert author.user is not None
    author.user.groups.clear()
    for answer in (
        send("GET", PATH),
        send("PUT", PATH, {}, If_Match='"abc"'),
        send("POST", VALIDATE, disclosure_document()),
        send("POST", f"{PATH}submissions/", {"reason": "x"}),
    ):
        assert_problem(answer, 403, "forbidden")
    User.objects.update(is_active=False)
    assert_problem(send("GET", PATH), 401, "unauthorized")


def test_the_log_says_who_and_from_where(catalogue: Json, send: Send, author: Actor) -> None:
    send("PUT", PATH, disclosure_document(), If_None_Match="*")
    entry = LogEntry.objects.filter(act="edited").get()
    assert (entry.actor, entry.origin) == (author.user, "127.0.0.1")


def test_no_other_page_may_write(client: Client, send: Send) -> None:
    answer = client.options(PATH, headers={"Origin": "https://evil.example"})
    assert "PUT" not in answer.headers["Access-Control-Allow-Methods"]
    assert "uthorization" not in answer.headers["Access-Control-Allow-Headers"]
