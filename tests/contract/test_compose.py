import json
import shlex
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

ROOT = Path(__file__).resolve().parents[2]
APP_SERVICES = ["beat", "web", "worker"]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(
        (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    )
    return loaded


def compose_validator() -> Any:
    """The schema of the Compose Specification, as check-jsonschema carries it."""
    file = resources.files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    return validator_for(schema, default=Draft202012Validator)(schema)


def test_the_compose_file_follows_the_compose_specification(compose: dict[str, Any]) -> None:
    validator = compose_validator()

    assert [error.message for error in validator.iter_errors(compose)] == []
    assert list(validator.iter_errors({**compose, "servces": {}})) != []


def test_the_services_are_the_five_we_run(compose: dict[str, Any]) -> None:
    assert sorted(compose["services"]) == ["beat", "postgres", "redis", "web", "worker"]
    assert all("healthcheck" in service for service in compose["services"].values())


def test_nobody_starts_before_what_they_need_is_healthy(compose: dict[str, Any]) -> None:
    def needs(name: str) -> dict[str, str]:
        waits = compose["services"][name].get("depends_on", {})
        return {other: wait["condition"] for other, wait in waits.items()}

    assert needs("web") == {"postgres": "service_healthy", "redis": "service_healthy"}
    assert needs("worker") == needs("beat") == {"web": "service_healthy"}


def test_no_secret_stands_in_the_file(compose: dict[str, Any]) -> None:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")

    assert "SECRET_KEY:" not in text
    assert compose["services"]["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${")
    for name in APP_SERVICES:
        service = compose["services"][name]
        assert service["env_file"] == ".env"
        assert "kbase:${POSTGRES_PASSWORD" in service["environment"]["DATABASE_URL"]


def test_the_port_is_open_to_this_machine_alone(compose: dict[str, Any]) -> None:
    assert compose["services"]["web"]["ports"] == ["127.0.0.1:${PORT:-8000}:8000"]
    assert all("ports" not in compose["services"][name] for name in ["postgres", "redis"])


def test_web_migrates_and_loads_the_records_before_it_serves(compose: dict[str, Any]) -> None:
    shell, option, script = compose["services"]["web"]["command"]
    steps = [shlex.split(step) for step in script.split("&&")]

    assert (shell, option) == ("sh", "-c")
    assert [step[:3] for step in steps[:-1]] == [
        ["python", "manage.py", "migrate"],
        ["python", "manage.py", "loaddisclosures"],
    ]
    assert steps[-1][:3] == ["exec", "gunicorn", "kbase.wsgi"]
    assert {step[2] for step in steps[:-1]} <= set(get_commands())


@pytest.mark.parametrize("name", APP_SERVICES)
def test_the_image_holds_all_that_the_service_runs(compose: dict[str, Any], name: str) -> None:
    assert compose["services"][name]["build"] == "."
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    for folder in ["kbase", "incidents", "api", "templates"]:
        assert f"!{folder}" in kept
        assert (ROOT / folder).is_dir()
