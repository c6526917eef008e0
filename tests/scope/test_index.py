from incidents.scope.evaluate import Scope
from incidents.scope.index import ScopeIndex
from tests.scope.building import FIRST, ask, catalogue, names, number, scope

ON_WORKERS = scope(FIRST)
ON_Z = scope({"service": names("z-ai"), "model": names("glm-5.2")})
ANY_MODEL = scope({"service": names("z-ai"), "model": names(complete=False)})
LONG_PROMPTS = scope({"prompt_tokens": number(">", 5)}, {"service": names("z-ai")})
SCOPES = [ON_WORKERS, ON_Z, ANY_MODEL, LONG_PROMPTS]
INDEX = ScopeIndex(SCOPES, catalogue().excluding)


def places(scopes: object) -> list[int]:
    """The positions of scopes, which some are equal but never the same."""
    assert isinstance(scopes, list | tuple)
    return sorted([id(one) for one in SCOPES].index(id(found)) for found in scopes)


def candidates(**fields: str) -> list[int]:
    return places(INDEX.candidates(ask(**fields)))


def naming(**fields: str) -> list[int]:
    return places(INDEX.naming(ask(**fields)))


def test_a_question_without_recognised_names_concerns_every_scope() -> None:
    assert candidates() == [0, 1, 2, 3]
    assert candidates(service="clouds", model="glm-5.4") == [0, 1, 2, 3]
    assert candidates(at="2026-09-01") == [0, 1, 2, 3]


def test_a_recognised_service_concerns_those_that_name_it_or_name_none() -> None:
    assert candidates(service="Workers AI") == [0, 3]
    assert candidates(service="z-ai") == [1, 2, 3]


def test_the_more_telling_of_service_and_model_is_used() -> None:
    assert candidates(model="glm-5.2") == [1, 2, 3]
    assert candidates(service="workers-ai", model="glm-5.2") == [0, 3]
    assert candidates(service="z-ai", model="glm-5.3-flash") == [2, 3]


def test_a_name_that_may_mean_a_covered_model_concerns_its_scope() -> None:
    assert candidates(model="workers-ai/glm-5.3") == [0, 1, 2, 3]


def test_where_every_scope_names_a_value_only_those_of_the_value_are_asked() -> None:
    found = ScopeIndex([ON_WORKERS, ON_Z], catalogue().excluding)

    assert list(found.candidates(ask(model="glm-5.2"))) == [ON_Z]
    assert list(found.candidates(ask(model="glm-5.3-flash"))) == []


def test_scopes_that_name_the_service_or_model_are_found_once() -> None:
    assert naming() == []
    assert naming(service="clouds") == []
    assert naming(service="z-ai") == [1, 2, 3]
    assert naming(service="z-ai", model="glm-5.2") == [1, 2, 3]
    assert naming(service="workers-ai", model="glm-5.2") == [0, 1]


def test_an_index_without_recognised_names_rules_nothing_out() -> None:
    scopes: list[Scope] = [ON_WORKERS]

    assert list(ScopeIndex(scopes, {}).candidates(ask(service="z-ai"))) == [ON_WORKERS]
