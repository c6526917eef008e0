"""The pages of services and of served models."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_catalogue
from incidents.models import Revision
from tests.conftest import NOW
from tests.documents import catalogue_document, disclosure_document
from tests.views.reading import get, queries_of, read, weight_of

Publish = Callable[..., Revision]

GLM = "/en/services/workers-ai/models/@cf/zai-org/glm-5.3/"


def test_every_service_is_listed_with_its_models_and_incidents(
    client: Client, publish: Publish
) -> None:
    publish()

    text = read(client, "/en/services/")

    assert "Service Models Incidents Alpha AI Alpha 2 1 Beta AI Beta 1 0" in text
    assert "None recorded here does not mean that there was none." in text


def test_a_service_shows_its_names_models_and_incidents(client: Client, publish: Publish) -> None:
    publish()

    text = read(client, "/en/services/alpha/")

    assert "Alpha AI Run by Alpha." in text
    assert "Named in the scope" in text
    assert "Answers to long prompts were mixed up" in text
    assert "Recognised as alpha and Alpha AI." in text
    assert "Models Large 1 large-1 Small 1 small-1" in text
    assert "Plan free" in text


def test_a_model_is_shown_with_what_it_is_not(client: Client, publish: Publish) -> None:
    publish()

    text = read(client, "/en/services/alpha/models/large-1/")

    assert "Services › Alpha AI Large 1 on Alpha AI large-1 Check a request to this model" in text
    assert (
        "The same weights on other services Large 1 on Beta on Beta AI beta/large-1 "
        "Beta AI serves the same weights. That is another served model: what happened on Alpha AI "
        "says nothing about it, in either direction."
    ) in text
    assert "Also by these names: @al/large-1 the provider's model list" in text


def test_the_look_alikes_of_the_shipped_model_are_named(client: Client, shipped: None) -> None:
    text = read(client, GLM)

    assert (
        "GLM-5.3-Flash is another model of Workers AI. Nothing said of GLM-5.3 holds for it."
        in text
    )
    assert "GLM-5.2 is another model of Workers AI." in text
    assert "GLM-5.3 on DeepInfra" in text
    assert "GLM-5.3 on Self-hosted" in text
    assert "GLM 5.3 inferred, never certain by the pattern of its other names" in text


def test_an_incident_that_leaves_the_models_open_is_told_apart(
    client: Client, shipped: None
) -> None:
    text = read(client, GLM)

    named, _, left_open = text.partition("Left open")
    assert "KB-2026-0001" in named
    assert "KB-2026-0002" not in named
    assert left_open.startswith(
        " The disclosure does not settle whether this is covered. Workers AI: "
    )


def test_a_sibling_is_not_concerned_by_what_is_said_of_the_model(
    client: Client, shipped: None
) -> None:
    text = read(client, "/en/services/workers-ai/models/@cf/zai-org/glm-5.3-flash/")

    assert "KB-2026-0001" not in text
    assert "KB-2026-0002" in text


def test_a_model_nothing_is_recorded_of_is_not_called_safe(
    client: Client, publish: Publish
) -> None:
    text = read(client, "/en/services/alpha/models/small-1/")

    assert "No incident recorded here covers it or leaves it open." in text
    assert "That is no statement about incidents that are not recorded." in text
    assert "no near name on this service" in text


def test_an_incident_of_a_whole_service_concerns_its_models_unless_it_excludes_them(
    client: Client, publish: Publish
) -> None:
    document = disclosure_document()
    document["examples"] = [{"question": {}, "verdict": "undetermined"}]
    clause = document["scopes"][0]["clauses"][0]
    del clause["conditions"]["model"]
    document["scopes"][0]["exclusions"] = [
        {
            "label": {"en": "Small 1"},
            "conditions": {"model": {"kind": "identifier", "names": ["small-1"]}},
        }
    ]
    publish(**document)

    assert "KB-2026-7001" in read(client, "/en/services/alpha/models/large-1/")
    assert "KB-2026-7001" not in read(client, "/en/services/alpha/models/small-1/")
    assert "KB-2026-7001" not in read(client, "/en/services/beta/models/beta/large-1/")


@pytest.mark.parametrize(
    "model_id",
    ["@cf/zai-org/glm-5.3", "a/b/c", "a b", "a?b#c", "a%2Fb", "models/x", "模型", "a+b&c=d", "a;b"],
)
def test_every_id_has_an_address(client: Client, catalogue: object, model_id: str) -> None:
    document = catalogue_document()
    document["services"][0]["models"].append({"id": model_id, "name": "Odd one"})
    import_catalogue(document, actor=COMMAND_LINE, now=NOW)
    publish_catalogue(actor=COMMAND_LINE, now=NOW, reason="An odd ID.")

    link = re.search(r'href="([^"]+)">Odd one<', get(client, "/en/services/alpha/"))

    assert link is not None
    assert link[1] == reverse("model", args=["alpha", model_id]).replace("&", "&amp;")
    assert "Odd one on Alpha AI" in read(client, link[1].replace("&amp;", "&"))


def test_an_id_is_compared_as_names_are(client: Client, publish: Publish) -> None:
    assert "Large 1 on Alpha AI" in read(client, "/en/services/alpha/models/LARGE-1/")


@pytest.mark.parametrize(
    "path", ["gamma/", "alpha/models/large/", "alpha/models/beta/large-1/", "alpha/models/a%00/"]
)
def test_what_the_catalogue_does_not_hold_is_not_found(
    client: Client, publish: Publish, path: str
) -> None:
    get(client, f"/en/services/{path}", status=404)


def test_an_alias_that_holds_for_a_period_says_so(client: Client, catalogue: object) -> None:
    document = catalogue_document()
    document["services"][0]["aliases"] = [
        {"name": "Old Alpha", "until": "2026-03"},
        {"name": "New Alpha", "from": "2026-03-01", "source": "press"},
        {"name": "Mid Alpha", "from": "2025", "until": "2026"},
    ]
    import_catalogue(document, actor=COMMAND_LINE, now=NOW)
    publish_catalogue(actor=COMMAND_LINE, now=NOW, reason="Aliases.")

    assert (
        "Old Alpha (until March 2026) New Alpha (from 1 March 2026 on) press "
        "Mid Alpha (from 2025 until 2026)"
    ) in read(client, "/en/services/alpha/")


def test_a_page_costs_two_queries_with_one_incident_and_with_many(
    client: Client, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [f"/en/services/{path}" for path in ("", "alpha/", "alpha/models/large-1/")]
    publish()
    with_one = [queries_of(client, path, monkeypatch) for path in paths]
    for number in range(100):
        publish(id=f"KB-2026-{7100 + number}")
    with_many = [queries_of(client, path, monkeypatch) for path in paths]

    assert with_one == with_many == [1, 2, 2]


@pytest.mark.parametrize(
    "path", ["", "vertex-ai/", "workers-ai/", "workers-ai/models/@cf/zai-org/glm-5.3/"]
)
def test_a_page_weighs_less_than_60_kb(client: Client, shipped: None, path: str) -> None:
    assert weight_of(client, f"/zh-hans/services/{path}") < 60_000
