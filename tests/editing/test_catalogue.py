"""The catalogue's editor."""

import pytest
from django.test import Client

from incidents.domain.cataloguing import export_catalogue
from incidents.domain.permissions import Role
from incidents.models import CatalogueRevision
from tests.documents import Json
from tests.editing.conftest import SignIn

PATH = "/en/staff/catalogue/"

SERVICE = {"what": "service", "slug": "gamma", "name": "Gamma Cloud", "provider": "Gamma"}
MODEL = {"what": "model", "service": "beta", "id": "tiny", "name": "Tiny"}
ALIAS = {
    "what": "alias",
    "owner": "alpha|large-1",
    "name": "L1",
    "source": "the model list",
    "from": "2026-05-01",
}


@pytest.fixture(autouse=True)
def published(catalogue: Json) -> None:
    pass


def service(slug: str) -> Json:
    found: Json = next(one for one in export_catalogue()["services"] if one["slug"] == slug)
    return found


def test_a_service_a_model_and_a_name_are_added(author: Client) -> None:
    for data in (SERVICE, MODEL, ALIAS):
        assert author.post(PATH, data).status_code == 302
    assert service("gamma") == {"slug": "gamma", "name": "Gamma Cloud", "provider": "Gamma"}
    assert {"id": "tiny", "name": "Tiny"} in service("beta")["models"]
    assert service("alpha")["models"][0]["aliases"][-1] == {
        "name": "L1",
        "source": "the model list",
        "from": "2026-05-01",
    }
    assert CatalogueRevision.objects.count() == 1


def test_a_name_that_looks_like_another_has_to_be_confirmed(author: Client) -> None:
    near = MODEL | {"id": "large-2", "name": "Large 2"}
    response = author.post(PATH, near)
    page = response.content.decode()
    assert response.status_code == 400
    assert "“large-2” looks like what is there already:" in page
    assert "large-1" in page
    assert 'value="large-2"' in page
    assert author.post(PATH, near | {"confirmed": "yes"}).status_code == 302
    assert {"id": "large-2", "name": "Large 2"} in service("beta")["models"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (SERVICE | {"slug": "Not A Key"}, "/services/2/slug"),
        (SERVICE | {"slug": "alpha", "confirmed": "yes"}, "occurs twice"),
        (MODEL | {"service": "nowhere"}, "Choose a service of the catalogue."),
        (MODEL | {"id": ""}, "is a required property"),
        (ALIAS | {"source": ""}, "a name without a source is a guess"),
        (ALIAS | {"owner": "alpha|nothing"}, "Choose what the name is of."),
        (ALIAS | {"from": "some day"}, "cannot be read as a date"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_added(
    author: Client, data: dict[str, str], words: str
) -> None:
    before = export_catalogue()
    response = author.post(PATH, data)
    assert response.status_code == 400
    assert words in response.content.decode()
    assert export_catalogue() == before


def test_somebody_else_publishes_with_a_reason(person: SignIn) -> None:
    editor, second = person("editor", *Role), person("second", *Role)
    editor.post(PATH, SERVICE)
    reason = {"reason": "A new service."}
    assert editor.post(f"{PATH}publish/", reason).status_code == 403
    assert "somebody else publishes it" in editor.get(PATH).content.decode()
    refused = second.post(f"{PATH}publish/", {"reason": " "})
    assert (refused.status_code, CatalogueRevision.objects.count()) == (400, 1)
    assert second.post(f"{PATH}publish/", reason).status_code == 302
    assert CatalogueRevision.objects.latest("number").document["services"][-1]["slug"] == "gamma"
    assert "What is here is what is published." in editor.get(PATH).content.decode()


def test_roles_decide_who_may_what(person: SignIn, author: Client) -> None:
    reviewer, publisher = person("reviewer", Role.REVIEWER), person("publisher", Role.PUBLISHER)
    before = export_catalogue()
    for client in (reviewer, publisher):
        assert client.get(PATH).status_code == 200
        assert client.post(PATH, SERVICE).status_code == 403
    for client in (reviewer, author):
        assert client.post(f"{PATH}publish/", {"reason": "Why."}).status_code == 403
    assert person("nobody").get(PATH).status_code == 403
    assert export_catalogue() == before
