"""Reads of what is published: documents, lists, scopes, the catalogue."""

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlsplit

import jsonschema
import pytest
from django.test import Client

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.documents import schema_of
from incidents.domain.drafting import import_disclosure
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_catalogue, withdraw_incident
from incidents.domain.snapshots import current_snapshot
from incidents.models import CatalogueRevision, Incident, Revision
from incidents.scope.document import bundle_from_document, scope_from_document
from tests.api.conftest import Clock, Get, Json, assert_problem, errors_of
from tests.conftest import Publish
from tests.documents import catalogue_document, disclosure_document


def ids(page: Json) -> list[str]:
    return [one["incident"] for one in page["results"]]


def pages(get: Get, path: str, **parameters: object) -> Iterator[Json]:
    """A list's pages, as a client follows them."""
    page = get(path, **parameters)
    yield page
    while page["next"]:
        page = get(path, **dict(parse_qsl(urlsplit(page["next"]).query)))
        yield page


def test_a_summary_is_whole(publish: Publish, get: Get) -> None:
    revision = publish()

    assert get("incidents/", lang="zh-hans") == {
        "results": [
            {
                "incident": "KB-2026-7001",
                "url": "http://testserver/api/v1/incidents/KB-2026-7001/",
                "language": "en",
                "title": "长提示的回答被混淆",
                "summary": "Answers to long prompts of Large 1 were mixed up.",
                "kind": "data_isolation",
                "status": "resolved",
                "provider": None,
                "disclosed": {"value": "2026-05-20"},
                "counts": [
                    {
                        "value": 12,
                        "unit": "responses",
                        "qualifier": "exact",
                        "is_not": "Not customers.",
                    }
                ],
                "revision": 1,
                "sha256": revision.sha256,
                "first_published_at": "2026-11-15T12:00:00Z",
                "updated_at": "2026-11-15T12:00:00Z",
            }
        ],
        "next": None,
        "previous": None,
    }


def test_a_list_is_narrowed_by_every_filter(publish: Publish, get: Get, now: datetime) -> None:
    publish()
    title = {"en": "Slow answers", "zh-Hans": "回答缓慢"}
    publish(
        at=now + timedelta(minutes=1),
        id="KB-2026-7002",
        kind="availability",
        status="ongoing",
        title=title,
    )
    later = (now + timedelta(minutes=1)).isoformat()

    def found(**filters: object) -> list[str]:
        return ids(get("incidents/", **filters))

    assert found() == ["KB-2026-7002", "KB-2026-7001"]
    assert found(kind="availability") == found(status="ongoing") == ["KB-2026-7002"]
    assert found(q="slow") == found(q="缓慢") == found(updated_since=later) == ["KB-2026-7002"]
    assert found(service="ALPHA ai", model="@al/large-1") == found()
    assert found(service="beta") == found(model="small-1") == found(q="100%") == []


def test_pages_lead_forward_and_back(publish: Publish, get: Get) -> None:
    for number in range(5):
        day = f"2026-05-{20 - number // 2:02}"
        publish(id=f"KB-2026-700{number}", disclosed={"value": day})
    expected = ids(get("incidents/"))

    there = list(pages(get, "incidents/", limit=2, kind="data_isolation"))

    assert [ids(page) for page in there] == [expected[:2], expected[2:4], expected[4:]]
    assert there[0]["previous"] is None
    back = get("incidents/", **dict(parse_qsl(urlsplit(there[2]["previous"]).query)))
    assert back == {**there[1], "previous": back["previous"]}
    first = get("incidents/", **dict(parse_qsl(urlsplit(back["previous"]).query)))
    assert (ids(first), first["previous"]) == (expected[:2], None)
    assert "kind=data_isolation" in there[0]["next"]


def test_lists_of_the_catalogue_have_pages(shipped: None, get: Get) -> None:
    whole = get("services/", limit=100)["results"]
    assert [one for page in pages(get, "services/", limit=7) for one in page["results"]] == whole
    models = get("services/workers-ai/models/", limit=100)["results"]
    found = [
        one["id"]
        for page in pages(get, "services/workers-ai/models/", limit=3)
        for one in page["results"]
    ]
    assert found == [one["id"] for one in models]
    catalogue = get("catalogue/")
    assert len(whole) == len(catalogue["services"])
    [service] = [one for one in catalogue["services"] if one["slug"] == "workers-ai"]
    assert sorted(one["id"] for one in service["models"]) == found
    [shown] = [one for one in whole if one["slug"] == "workers-ai"]
    assert shown["model_count"] == len(found)
    assert shown["models_url"] == "http://testserver/api/v1/services/workers-ai/models/"
    assert get("notices/")["results"] == catalogue["notices"]


def test_documents_are_the_very_bytes_that_were_hashed(publish: Publish, client: Client) -> None:
    publish()
    publish(title={"en": "Renamed"}, reason="Renamed.")
    for revision in Revision.objects.all():
        response = client.get(f"/api/v1/incidents/KB-2026-7001/revisions/{revision.number}/")
        assert hashlib.sha256(response.content).hexdigest() == revision.sha256
        assert response["Kbase-Revision"] == str(revision.number)
    assert client.get("/api/v1/incidents/KB-2026-7001/").content == response.content


def test_an_incident_is_read_as_of_then(publish: Publish, get: Get, now: datetime) -> None:
    publish()
    publish(at=now + timedelta(minutes=5), title={"en": "Renamed"}, reason="Renamed.")

    def title(as_of: str) -> str:
        found: str = get("incidents/KB-2026-7001/", as_of=as_of)["title"]["en"]
        return found

    assert title("2026-11-15T12:04:59Z") == disclosure_document()["title"]["en"]
    assert title("2026-11-15T14:05:00+02:00") == "Renamed"
    assert get("incidents/KB-2026-7001/", 404, as_of="2026-11-15T11:59:59Z")["code"] == "not_found"


def test_revisions_are_listed_with_their_reasons(publish: Publish, get: Get, now: datetime) -> None:
    first = publish()
    second = publish(at=now + timedelta(minutes=5), title={"en": "Renamed"}, reason="Renamed.")
    path = "http://testserver/api/v1/incidents/KB-2026-7001/revisions"

    assert get("incidents/KB-2026-7001/revisions/")["results"] == [
        {
            "revision": 2,
            "url": f"{path}/2/",
            "published_at": "2026-11-15T12:05:00Z",
            "reason": "Renamed.",
            "sha256": second.sha256,
            "catalogue": 1,
            "withdrawn": False,
        },
        {
            "revision": 1,
            "url": f"{path}/1/",
            "published_at": "2026-11-15T12:00:00Z",
            "reason": "First.",
            "sha256": first.sha256,
            "catalogue": 1,
            "withdrawn": False,
        },
    ]
    there = list(pages(get, "incidents/KB-2026-7001/revisions/", limit=1))
    assert [one["revision"] for page in there for one in page["results"]] == [2, 1]


def test_a_draft_and_an_id_that_was_never_given_answer_alike(
    publish: Publish, client: Client, get: Get, now: datetime
) -> None:
    publish()
    import_disclosure(disclosure_document(id="KB-2026-7002"), actor=COMMAND_LINE, now=now)
    for path in ("", "revisions/", "revisions/1/", "scope/"):
        draft, unknown = (
            client.get(f"/api/v1/incidents/{name}/{path}")
            for name in ("KB-2026-7002", "KB-2026-7003")
        )
        assert_problem(draft, 404, "not_found")
        assert draft.content.replace(b"7002", b"7003") == unknown.content
    for name in ("KB-2026-7002", "KB-2026-7003"):
        problem = get("check/", 400, incident=name)
        assert errors_of(problem) == [("/incident", "no_such_incident")]
    # The draft would be found if it were published.
    assert ids(get("incidents/")) == ["KB-2026-7001"]
    publish(id="KB-2026-7002")
    assert ids(get("incidents/")) == ["KB-2026-7002", "KB-2026-7001"]


def test_an_edit_is_not_seen_before_it_is_published(
    publish: Publish, get: Get, now: datetime, clock: Clock
) -> None:
    publish()
    before = get("incidents/"), get("incidents/KB-2026-7001/"), get("check/"), get("scopes/")
    import_disclosure(disclosure_document(title={"en": "Half done"}), actor=COMMAND_LINE, now=now)
    clock.advance(seconds=2)

    assert before == (
        get("incidents/"),
        get("incidents/KB-2026-7001/"),
        get("check/"),
        get("scopes/"),
    )


def test_a_withdrawn_incident_stays_at_its_address_alone(
    publish: Publish, client: Client, get: Get, now: datetime, clock: Clock
) -> None:
    revision = publish()
    at = clock.advance(minutes=5)
    withdraw_incident(incident=revision.incident, actor=COMMAND_LINE, now=at, reason="Not ours.")
    clock.advance(minutes=5)

    response = client.get("/api/v1/incidents/KB-2026-7001/")

    assert response.content.decode() == revision.content
    assert response["Kbase-Withdrawn"] == "2026-11-15T13:05:00Z"
    newest, first = get("incidents/KB-2026-7001/revisions/")["results"]
    assert (newest["withdrawn"], newest["reason"]) == (True, "Not ours.")
    assert first["withdrawn"] is False
    assert "Kbase-Withdrawn" not in client.get("/api/v1/incidents/KB-2026-7001/revisions/1/")
    assert_problem(client.get("/api/v1/incidents/KB-2026-7001/scope/"), 404, "withdrawn")
    assert ids(get("incidents/")) == get("scopes/")["scopes"] == get("check/")["results"] == []
    assert get("check/")["summary"]["considered"] == 0


def test_every_shipped_scope_is_valid_and_evaluates_as_the_server_does(
    shipped: None, get: Get, now: datetime
) -> None:
    validator = jsonschema.Draft202012Validator(schema_of("scope-1"))
    snapshot = current_snapshot(now)
    bundle = get("scopes/")
    compiled = [scope for record in snapshot.records.values() for scope in record.scopes.values()]

    assert bundle_from_document(bundle) == compiled
    for scope, document in zip(compiled, bundle["scopes"], strict=True):
        validator.validate(document)
        alone = get(f"incidents/{scope.incident}/scope/", subject=scope.subject)
        validator.validate(alone)
        again = scope_from_document(alone)
        assert (again.incident, again.revision, again.subject) == (
            scope.incident,
            scope.revision,
            scope.subject,
        )
    assert len(compiled) > 5


def test_the_schema_of_scopes_refuses_what_is_none(publish: Publish, get: Get) -> None:
    publish()
    validator = jsonschema.Draft202012Validator(schema_of("scope-1"))
    document = get("incidents/KB-2026-7001/scope/")
    validator.validate(document)
    condition = {**document["clauses"][0]["conditions"][0], "kind": "flag"}
    for broken in (
        {**document, "colour": "red"},
        {**document, "clauses": []},
        {**document, "clauses": [{**document["clauses"][0], "open": "perhaps"}]},
        {
            **document,
            "clauses": [{"open": None, "fact": "", "conditions": [{**condition, "kind": "flag"}]}],
        },
    ):
        assert not validator.is_valid(broken)


def test_a_subject_without_a_scope_is_not_found(publish: Publish, get: Get) -> None:
    publish()

    problem = get("incidents/KB-2026-7001/scope/", 404, subject="remedy")

    assert errors_of(problem) == [("/subject", "no_such_scope")]


def test_the_catalogue_is_read_by_revision(catalogue: Json, client: Client, now: datetime) -> None:
    extended = catalogue_document()
    extended["services"].append({"slug": "gamma", "name": "Gamma", "provider": "Gamma"})
    import_catalogue(extended, actor=COMMAND_LINE, now=now)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason="Gamma.")
    for revision in CatalogueRevision.objects.all():
        response = client.get("/api/v1/catalogue/", {"revision": revision.number})
        assert hashlib.sha256(response.content).hexdigest() == revision.sha256
    assert client.get("/api/v1/catalogue/").content == response.content
    assert_problem(client.get("/api/v1/catalogue/?revision=3"), 404, "not_found")


def test_without_a_catalogue_there_is_none_to_read(db: None, client: Client, get: Get) -> None:
    assert_problem(client.get("/api/v1/catalogue/"), 404, "not_found")
    assert get("services/") == {"results": [], "next": None, "previous": None}
    assert get("check/")["summary"]["considered"] == 0
    assert get("check/")["notice"] is None


@pytest.mark.parametrize("name", ["disclosure-1", "catalogue-1", "scope-1"])
def test_the_schemas_of_documents_are_served(client: Client, name: str) -> None:
    response = client.get(f"/schemas/{name}.json")

    assert response["Content-Type"] == "application/schema+json"
    assert response.json() == schema_of(name)
    jsonschema.Draft202012Validator.check_schema(response.json())


def test_the_incident_can_be_read_by_who_follows_the_list(publish: Publish, client: Client) -> None:
    publish()
    [one] = client.get("/api/v1/incidents/").json()["results"]

    document = client.get(one["url"])

    assert document.json()["id"] == "KB-2026-7001"
    history = document["Link"].split(">")[0].removeprefix("<")
    [revision] = client.get(history).json()["results"]
    assert client.get(revision["url"]).content == document.content
    assert Incident.objects.count() == 1
