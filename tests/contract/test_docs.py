"""What the documentation says is run, compiled and compared with the code."""

import ast
import doctest
import io
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.core.management import get_commands
from django.urls import resolve

from incidents.domain.cataloguing import export_catalogue, import_catalogue
from incidents.domain.checking import ControlProblem
from incidents.domain.documents import (
    Json,
    document_text,
    parse_document,
    schema_of,
    schema_problems,
)
from incidents.domain.mapping import document_of, draft_of
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import frozen_scopes, publication_problems
from incidents.domain.validating import catalogue_problems, disclosure_problems
from incidents.models.immutability import IMMUTABLE_TABLES
from incidents.scope.catalogue import Attribute, Catalogue, catalogue_from_document
from incidents.scope.compiling import compile_disclosure
from incidents.scope.dates import (
    DateProblem,
    Meaning,
    Side,
    UnreadableDate,
    format_instant,
    published_span,
)
from incidents.scope.document import (
    bundle_to_document,
    condition_from_document,
    scope_from_document,
    scope_to_document,
)
from incidents.scope.extent import Bound
from incidents.scope.question import FieldProblem, UnreadableQuestion, read_question
from incidents.scope.reading import (
    InstantReading,
    NumberReading,
    ValueProblem,
    VersionReading,
    read_name,
)
from incidents.scope.reasons import FINDINGS
from tests.contract.markdown import (
    DOCS,
    ROOT,
    Block,
    anchors,
    blocks,
    code,
    code_of,
    links,
    table,
)
from tests.contract.sessions import assert_session

FORMAT = DOCS / "disclosure-format.md"
ENGINE = DOCS / "scope-engine.md"
MODEL = DOCS / "data-model.md"
OPERATING = DOCS / "operating.md"
OURS = [FORMAT, ENGINE, MODEL, OPERATING]
FILES = [*sorted(DOCS.glob("*.md")), *sorted(ROOT.glob("*.md"))]


# Documents and parts of documents


@pytest.fixture(scope="module")
def record() -> Json:
    return parse_document(file_of(FORMAT, "record.yaml").encode())


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    document = parse_document(file_of(FORMAT, "catalogue.yaml").encode())
    assert catalogue_problems(document) == []
    return catalogue_from_document(document, 1)


def file_of(path: Path, name: str) -> str:
    [text] = [block.text for block in blocks(path) if block.marker == f"file: {name}"]
    return text


def marked(kind: str) -> list[Any]:
    """The blocks of the format's description whose marker begins with the word."""
    found = [block for block in blocks(FORMAT) if block.marker.partition(":")[0] == kind]
    assert found
    return [pytest.param(block, id=block.place) for block in found]


def assembled(kind: str, block: Block, record: Json) -> Json:
    """The record with the part that a block shows."""
    part = yaml_of(block.text)
    document = deepcopy(record)
    scope = document["scopes"][0]
    if kind == "record":
        return document | part
    # What holds of the record's own scope need not hold of another one.
    del document["examples"]
    if kind == "conditions":
        scope["clauses"][0]["conditions"] |= part
    elif kind == "clause":
        scope["clauses"].append(part)
    else:
        assert kind == "exclusion"
        scope["exclusions"] = [part]
    return document


def yaml_of(text: str) -> Json:
    return parse_document(text.encode())


def problems_of(document: Json, catalogue: Catalogue) -> list[tuple[str, str]]:
    found = disclosure_problems(document)
    if not found:
        found = list(publication_problems(document, frozen_scopes(document), catalogue))
    return [(one.code, one.pointer) for one in found]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_every_block_is_of_a_kind_that_a_test_looks_at(path: Path) -> None:
    for block in blocks(path):
        kind = block.marker.partition(":")[0]
        allowed = {
            "yaml": {"file", "part", "refused", "refused-file"},
            "json": {"file", "gives"},
            "python": {""},
            "console": {""},
            "sh": {""},
            "mermaid": {""},
            "text": {""},
        }[block.language]
        assert kind in allowed, block.place


def test_the_record_is_valid_and_its_examples_hold(record: Json, catalogue: Catalogue) -> None:
    assert problems_of(record, catalogue) == []
    assert document_of(draft_of(record)) == record


@pytest.mark.parametrize("block", marked("part"))
def test_a_part_makes_a_valid_document_and_survives_import_and_export(
    block: Block, record: Json, catalogue: Catalogue
) -> None:
    document = assembled(block.marker.removeprefix("part: "), block, record)
    assert problems_of(document, catalogue) == []
    assert document_of(draft_of(document)) == document


@pytest.mark.parametrize("block", marked("refused"))
def test_what_is_said_to_be_refused_is_refused_with_that_code_at_that_place(
    block: Block, record: Json, catalogue: Catalogue
) -> None:
    kind, expected, pointer = block.marker.removeprefix("refused: ").split()
    assert problems_of(assembled(kind, block, record), catalogue) == [(expected, pointer)]


def conditions_and_extents() -> list[Any]:
    """Each block of conditions with the block after it that says what one of them becomes."""
    return [
        pytest.param(before, after, id=before.place)
        for before, after in pairwise(blocks(FORMAT))
        if after.marker.startswith("gives: ")
    ]


@pytest.mark.parametrize(("written", "given"), conditions_and_extents())
def test_a_condition_becomes_what_is_shown_below_it(
    written: Block, given: Block, record: Json, catalogue: Catalogue
) -> None:
    document = assembled(written.marker.removeprefix("part: "), written, record)
    [scope] = compile_disclosure(document, revision=1, catalogue=catalogue)
    assert yaml_of(given.text) == extents_of(scope_to_document(scope), given)


def extents_of(scope: Json, given: Block) -> Json:
    attribute = given.marker.removeprefix("gives: ")
    [condition] = [
        one for one in scope["clauses"][0]["conditions"] if one["attribute"] == attribute
    ]
    keys = ("certain", "possible", "ambiguous", "excluded", "unreliable", "outside")
    # An empty list beside the two extents says nothing to a reader.
    return {
        key: condition[key]
        for key in keys
        if key in condition and (condition[key] or key in ("certain", "possible"))
    }


def keys_of(schema: Any) -> set[str]:
    """Every key that a JSON Schema gives to documents."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema))
    if not isinstance(schema, Mapping):
        return set()
    own = set(schema.get("properties", {}))
    return own.union(*(keys_of(value) for value in schema.values()))


@pytest.mark.parametrize(
    ("schema", "path"),
    [("disclosure-1", FORMAT), ("catalogue-1", FORMAT), ("scope-1", ENGINE)],
)
def test_every_key_of_a_schema_is_described(schema: str, path: Path) -> None:
    words = set(re.findall(r"[\w-]+", code_of(path)))
    assert sorted(keys_of(schema_of(schema)) - words) == []


def test_every_value_that_a_schema_allows_is_described() -> None:
    described = code_of(FORMAT)
    for schema in ("disclosure-1", "catalogue-1"):
        for value in enum_values(schema_of(schema)):
            assert value in described


def enum_values(schema: Any) -> Iterator[str]:
    inner = schema.values() if isinstance(schema, Mapping) else schema
    if isinstance(schema, Mapping):
        yield from schema.get("enum", [])
    if isinstance(schema, Mapping | list):
        for value in inner:
            yield from enum_values(value)


# Codes


def codes_in(rows: list[list[str]], *, sort: bool = True) -> list[str]:
    """The words in backticks of the first column."""
    found = [word for row in rows for word in code(row[0])]
    return sorted(found) if sort else found


def codes_of_code() -> set[str]:
    """The codes that are given to problems anywhere in the domain and the engine."""
    return {
        found
        for folder in ("domain", "scope")
        for path in sorted((ROOT / "incidents" / folder).glob("*.py"))
        for found in _codes_of(ast.parse(path.read_text(encoding="utf-8")))
    }


def _codes_of(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="Problem" | "UnableToPublish"),
                args=[_, ast.Constant(value=str(found)), *_],
            ):
                yield found
            case ast.Call(
                func=ast.Attribute(attr="because"), args=[ast.Constant(value=str(found)), *_]
            ):
                yield found
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(id="code"), *_])],
                value=ast.Tuple(elts=[ast.Constant(value=str(found)), *_]),
            ):
                yield found


#: Keywords of JSON Schema that hold schemas or words about them, and are never missed themselves.
_NO_CODES = {
    *("$schema", "$id", "$ref", "$defs", "title", "description", "properties", "items"),
    *("additionalProperties", "propertyNames", "if", "then", "allOf"),
}


def keywords_of(schema: Any) -> set[str]:
    """The keywords of JSON Schema by which a document can be refused."""
    if not isinstance(schema, Mapping):
        return set()
    found = set(schema) - _NO_CODES
    for keyword in ("properties", "$defs"):
        found = found.union(*map(keywords_of, schema.get(keyword, {}).values()))
    for keyword in ("items", "additionalProperties", "propertyNames", "if", "then"):
        found |= keywords_of(schema.get(keyword))
    for keyword in ("allOf", "anyOf", "oneOf"):
        found = found.union(*map(keywords_of, schema.get(keyword, [])))
    return found


def test_every_code_of_a_refused_document_is_described_and_no_other() -> None:
    expected = {"unknown_key"} | codes_of_code() | {one.value for one in DateProblem}
    for schema in ("disclosure-1", "catalogue-1"):
        expected |= keywords_of(schema_of(schema))
    assert codes_in(table(FORMAT, "codes")) == sorted(expected)


def test_every_code_of_a_refused_question_is_described_and_no_other() -> None:
    expected = {
        one.value
        for enum in (DateProblem, ValueProblem, FieldProblem, ControlProblem)
        for one in enum
    }
    assert codes_in(table(ENGINE, "question codes")) == sorted(expected)


def test_every_reason_is_described_with_its_outcome_and_who_settles_it() -> None:
    expected = [
        [
            finding.reason.value,
            finding.outcome.value,
            finding.settled_by.value if finding.settled_by else "nobody",
        ]
        for finding in FINDINGS.values()
    ]
    rows = [[*code(row[0]), *code(row[1]), row[2]] for row in table(ENGINE, "reasons")]
    assert sorted(rows) == sorted(expected)


# Worked examples


def rows_of(name: str, path: Path = ENGINE) -> list[Any]:
    rows = table(path, name)
    assert rows
    return [pytest.param(row, id=" ".join(code("".join(row)))) for row in rows]


ATTRIBUTES = {
    "at": Attribute("at", "instant", ""),
    "prompt_tokens": Attribute("prompt_tokens", "number", "tokens"),
}


def problem_or(fields: Mapping[str, object]) -> Any:
    """The reading of the one attribute that the fields give, or the code of what is wrong."""
    try:
        [reading] = read_question(fields, ATTRIBUTES).values()
    except UnreadableQuestion as error:
        [fault] = error.faults
        return fault.problem.value
    return reading


def shown(bound: Bound) -> str:
    return format_instant(bound) or "no bound"


@pytest.mark.parametrize("row", rows_of("dates asked"))
def test_a_date_that_is_asked_is_read_as_the_table_says(row: list[str]) -> None:
    written, zone, read = (code(cell) for cell in row)
    found = problem_or({"at": written[0], "tz": zone[0] if zone else None})
    if isinstance(found, InstantReading):
        assert [shown(found.interval.low), shown(found.interval.high)] == read
    else:
        assert [found] == read


@pytest.mark.parametrize("row", rows_of("dates published"))
def test_a_date_that_is_published_lies_where_the_table_says(row: list[str]) -> None:
    value, zone, meaning, side, *edges = (code(cell) for cell in row)
    assert edges_or_problem(value[0], zone[0] if zone else None, meaning[0], side[0]) == edges


def edges_or_problem(value: str, zone: str | None, meaning: str, side: str) -> list[list[str]]:
    try:
        span = published_span(value, zone, Meaning(meaning), Side(side))
    except UnreadableDate as error:
        return [[error.problem.value], []]
    return [[shown(span.earliest)], [shown(span.latest)]]


@pytest.mark.parametrize("row", rows_of("numbers"))
def test_a_number_is_read_as_the_table_says(row: list[str]) -> None:
    fields = dict(part.split("=", 1) for part in code(row[0]))
    found = problem_or(fields)
    if isinstance(found, NumberReading):
        interval = found.interval
        last = "no bound" if interval.high == float("inf") else str(interval.high - 1)
        found = f"{interval.low} through {last}" if found.comparable else "not comparable"
    assert row[1].replace("`", "") == found


@pytest.mark.parametrize("row", rows_of("names"))
def test_a_name_is_compared_as_the_table_says(row: list[str]) -> None:
    assert [read_name(code(row[0])[0]).folded] == code(row[1])


@pytest.mark.parametrize("row", rows_of("versions"))
def test_a_version_is_placed_as_the_table_says(row: list[str]) -> None:
    (scheme,), bounds, (version,), (reason,) = (code(cell) for cell in row)
    covered = dict(bound.split(" ") for bound in bounds)
    condition = condition_from_document(
        {
            "attribute": "engine_version",
            "kind": "version",
            "fact": "",
            "product": "engine",
            "scheme": scheme,
            "certain": [covered],
            "possible": [covered],
            "outside": [],
        },
        {},
    )
    assert condition.find({"engine_version": VersionReading(version)}).reason.value == reason


# Code that is run


def files_of(path: Path) -> dict[str, str]:
    """The files that a document shows, and those made of the record it shows."""
    files = {
        block.marker.removeprefix("file: "): block.text
        for block in blocks(path)
        if block.marker.startswith("file: ")
    }
    for block in blocks(path):
        if block.marker.startswith("refused-file: "):
            whole = yaml_of(files["record.yaml"]) | yaml_of(block.text)
            files[block.marker.removeprefix("refused-file: ")] = document_text(whole)
    return files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_files(path: Path, folder: Path) -> None:
    for name, text in files_of(path).items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.django_db
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_commands_print_what_is_shown(path: Path, folder: Path) -> None:
    write_files(path, folder)
    for block in blocks(path):
        if block.language == "console":
            assert_session(block)


def python_of(path: Path) -> str:
    return "\n".join(block.text for block in blocks(path) if block.language == "python")


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_python_prints_what_is_shown(path: Path, folder: Path) -> None:
    write_files(path, folder)
    code = python_of(path)
    if not code:
        return
    session = doctest.DocTestParser().get_doctest(code, {}, path.name, str(path), 0)
    report = io.StringIO()
    doctest.DocTestRunner().run(session, out=report.write)
    assert session.examples
    assert report.getvalue() == ""


def test_the_engine_needs_no_framework_to_evaluate_a_scope_document(folder: Path) -> None:
    write_files(ENGINE, folder)
    examples = doctest.DocTestParser().get_examples(python_of(ENGINE))
    program = "".join(example.source for example in examples)
    result = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-c",
            f"{program}\nimport sys\nprint('django' in sys.modules)",
        ],
        env={"PYTHONPATH": str(ROOT)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.endswith("False\n")


def test_the_scope_document_that_is_shown_is_valid_and_read_without_loss() -> None:
    document = yaml_of(file_of(ENGINE, "scope.json"))
    assert schema_problems(document, "scope-1") == []
    assert scope_to_document(scope_from_document(document)) == document


def test_a_bundle_has_the_parts_that_are_described() -> None:
    assert codes_in(table(ENGINE, "bundle"), sort=False) == list(bundle_to_document([], {}))


@pytest.mark.django_db
def test_the_catalogue_that_is_shown_survives_import_and_export(now: Any) -> None:
    document = parse_document(file_of(FORMAT, "catalogue.yaml").encode())
    import_catalogue(document, actor=COMMAND_LINE, now=now)
    assert export_catalogue() == document


# Names of things


def test_every_model_is_described_with_its_constraints_and_nothing_that_is_not() -> None:
    expected = {
        model.__name__: {constraint.name for constraint in model._meta.constraints}
        for model in apps.get_app_config("incidents").get_models()
    }
    rows = table(MODEL, "models")
    assert {code(row[0])[0]: set(code(row[2])) for row in rows} == expected
    assert len(rows) == len(expected)


def test_every_table_that_is_guarded_by_triggers_is_named() -> None:
    assert codes_in(table(MODEL, "triggers")) == sorted(IMMUTABLE_TABLES)


def test_every_command_is_described_and_every_command_that_is_mentioned_exists() -> None:
    folder = ROOT / "incidents" / "management" / "commands"
    ours = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    mentioned = {
        name for path in FILES for name in re.findall(r"manage\.py ([a-z_]+)", code_of(path))
    }
    assert sorted(mentioned - set(get_commands())) == []
    assert sorted(ours - mentioned) == []


def test_every_make_target_is_described_and_every_target_that_is_mentioned_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [phony] = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    targets = set(phony.split())
    mentioned = {
        name
        for path in FILES
        for name in re.findall(r"(?:^|[\s/])make ([a-z][a-z-]*)", code_of(path), re.MULTILINE)
    }
    assert sorted(mentioned - targets) == []
    assert sorted(targets - mentioned) == []


def test_the_environment_is_described_as_in_the_example_file() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    defaults = dict(re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", example, re.MULTILINE))
    rows = table(OPERATING, "environment")
    assert [code(row[0])[0] for row in rows] == list(defaults)
    assert {code(row[0])[0]: "".join(code(row[1])) for row in rows} == defaults


@pytest.mark.parametrize("service", ["web", "worker", "beat"])
def test_the_commands_of_the_containers_are_those_to_run_by_hand(service: str) -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    command = compose["services"][service]["command"]
    line = command[2] if command[:2] == ["sh", "-c"] else " ".join(command)
    by_hand = " ".join(code_of(OPERATING).replace("\\\n", " ").split())
    for step in line.split("&&"):
        words = step.strip().removeprefix("exec ")
        assert words.removeprefix("python ") in by_hand


@pytest.mark.parametrize("row", rows_of("health", OPERATING))
def test_the_health_endpoints_exist(row: list[str]) -> None:
    assert resolve(code(row[0])[0])


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_every_address_of_the_api_that_is_mentioned_exists(path: Path) -> None:
    for address in re.findall(r"^/(?:api|schemas)/\S*$", code_of(path), re.MULTILINE):
        assert resolve(address).url_name, address


def test_every_module_of_the_engine_is_described_and_no_other() -> None:
    modules = {path.name for path in (ROOT / "incidents" / "scope").glob("*.py")} - {"__init__.py"}
    assert codes_in(table(ENGINE, "modules")) == sorted(modules)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_relative_links_resolve(path: Path) -> None:
    for file, anchor in links(path):
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), file
        if anchor:
            assert anchor in anchors(target), f"{file}#{anchor}"
