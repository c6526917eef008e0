"""The contract for consumers is true: its examples are run, its tables compared with the code."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from django.test import Client

from api.openapi import schema
from tests.api.conftest import Json
from tests.contract.markdown import DOCS, Block, blocks, code, table

API = DOCS / "api.md"
ANYTHING = "…"


def examples() -> Iterator[tuple[Block, Block]]:
    """Each request with the answer that stands below it."""
    found = list(blocks(API))
    assert [one.language for one in found] == ["http", "json"] * (len(found) // 2)
    return zip(found[::2], found[1::2], strict=True)


def answer_to(client: Client, request: str) -> Any:
    head, _, body = request.partition("\n\n")
    method, address = head.splitlines()[0].split()
    if method == "GET":
        return client.get(address).json()
    assert head.splitlines()[1:] == ["Content-Type: application/json"]
    return client.post(address, body.strip().encode(), content_type="application/json").json()


def differences(shown: Any, found: Any, place: str = "") -> Iterator[str]:
    """Where the answer is not as shown; … stands for whatever it is."""
    if shown == ANYTHING:
        return
    if isinstance(shown, dict) and isinstance(found, dict):
        if ANYTHING not in shown and set(shown) != set(found):
            yield f"{place} has the keys {list(found)}"
        for key in shown:
            if key != ANYTHING:
                yield from differences(shown[key], found.get(key), f"{place}/{key}")
    elif isinstance(shown, list) and isinstance(found, list) and len(shown) == len(found):
        for position, (one, other) in enumerate(zip(shown, found, strict=True)):
            yield from differences(one, other, f"{place}/{position}")
    elif shown != found:
        yield f"{place} is {found!r}"


def test_the_examples_are_answered_as_shown(
    shipped: None, client: Client, subtests: pytest.Subtests
) -> None:
    for request, shown in examples():
        with subtests.test(request.place):
            found = answer_to(client, request.text)
            assert list(differences(orjson.loads(shown.text), found)) == []


def test_a_wrong_example_would_be_found() -> None:
    assert list(differences({"a": [1, "…"]}, {"a": [2, 3]})) == ["/a/0 is 2"]
    assert list(differences({"a": 1}, {"a": 1, "b": 2})) == [" has the keys ['a', 'b']"]
    assert list(differences({"a": 1, "…": "…"}, {"b": 2})) == ["/a is None"]


def operations() -> Iterator[tuple[str, str, Json]]:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def parameters_of(operation: Json) -> set[str]:
    return {one["name"] for one in operation.get("parameters", []) if one["in"] == "query"}


def documented_addresses() -> dict[str, set[str]]:
    return {code(row[0])[0]: set(code(row[1])) for row in table(API, "addresses")}


def test_every_address_is_documented_with_its_parameters() -> None:
    described: dict[str, set[str]] = {}
    for path, _, operation in operations():
        described.setdefault(path, set()).update(parameters_of(operation))
    described["/api/v1/check/"] = set()

    assert documented_addresses() == described


def documented(name: str) -> set[str]:
    return {one for row in table(API, name) for one in code(row[0])}


def test_every_field_of_a_question_is_documented() -> None:
    [query] = [one for path, method, one in operations() if one["operationId"] == "check"]
    body = schema()["components"]["schemas"]["WholeQuestion"]["properties"]

    assert documented("question") == {
        *(parameters_of(query) - {"attributes"}),
        *body,
        "attr.NAME",
    }


def test_every_key_of_an_answer_is_documented_and_given(shipped: None, client: Client) -> None:
    shapes = schema()["components"]["schemas"]
    answer = client.get("/api/v1/check/").json()

    assert documented("answer") == set(shapes["Answer"]["properties"]) == set(answer)
    keys = {key for result in answer["results"] for key in result}
    assert documented("result") == set(shapes["Result"]["properties"])
    assert set(shapes["Result"]["required"]) <= keys <= documented("result")


def test_the_reference_lists_every_operation_problem_and_shape(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()

    for path, method, operation in operations():
        assert f'<h2 id="{operation["operationId"]}"><code>{method.upper()} {path}</code>' in page
    for row in table(API, "problems"):
        assert f'<dt id="problem-{code(row[1])[0]}">' in page
    for shape in schema()["components"]["schemas"]:
        assert f'<h3 id="shape-{shape}">' in page


def test_the_reference_needs_no_script_and_nobody_else(client: Client) -> None:
    response = client.get("/api/docs/")
    page = response.content.decode()

    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert '<html lang="en">' in page
    assert "<script" not in page
    assert "style=" not in page
    assert "://" not in page
