"""Every check of the real cases holds, or is listed with the reason why it is no question."""

import re
from functools import cache
from pathlib import Path

import pytest

from incidents.domain.documents import Json, parse_document
from incidents.domain.loading import DISCLOSURES
from incidents.domain.validating import catalogue_problems, disclosure_problems
from incidents.scope.catalogue import Catalogue, catalogue_from_document
from incidents.scope.compiling import compile_disclosure
from incidents.scope.examples import failed_examples

CORPUS = Path(__file__).parent
CHECKS_PER_CASE = {
    "01": 12,
    "03": 10,
    "04": 10,
    "05": 12,
    "09": 8,
    "10": 7,
    "17": 11,
    "18": 9,
    "24": 7,
    "29": 6,
}
ROW = re.compile(r"\| (\d\d\.\d+) \| `?([^`|]+?)`? \| ([^|]+) \| `?([^`|]+?)`? \|")
FILES = [*sorted(DISCLOSURES.glob("kb-*.yaml")), *sorted(CORPUS.glob("*-*.yaml"))]


@cache
def document(path: Path) -> Json:
    return parse_document(path.read_bytes())


@cache
def catalogue(folder: Path) -> Catalogue:
    content = document(folder / "catalogue.yaml")
    assert catalogue_problems(content) == []
    return catalogue_from_document(content, 1)


def listed_checks() -> list[tuple[str, str, str, str]]:
    return ROW.findall((CORPUS / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_of_a_real_disclosure_hold(path: Path) -> None:
    content = document(path)
    assert disclosure_problems(content) == []
    known = catalogue(path.parent)
    scopes = compile_disclosure(content, revision=1, catalogue=known)
    assert content["examples"]
    assert failed_examples(content["examples"], scopes, known) == []


def test_every_check_of_every_case_is_listed_once() -> None:
    expected = {
        f"{case}.{number}"
        for case, checks in CHECKS_PER_CASE.items()
        for number in range(1, checks + 1)
    }
    numbers = [number for number, *_ in listed_checks()]
    assert sorted(numbers) == sorted(expected)


@pytest.mark.parametrize("row", listed_checks(), ids=lambda row: row[0])
def test_a_listed_check_is_an_example_with_its_verdict_or_has_a_reason(
    row: tuple[str, str, str, str],
) -> None:
    number, name, examples, verdict = row
    readme = (CORPUS / "README.md").read_text(encoding="utf-8")
    if name == "none":
        assert re.search(rf"^- \*\*{re.escape(number)}\*\*", readme, re.MULTILINE)
        return
    folder = DISCLOSURES if name.startswith("kb-") else CORPUS
    for position in examples.split(", "):
        example = document(folder / name)["examples"][int(position) - 1]
        assert example["verdict"] == verdict
        if folder is CORPUS:
            assert example["why"]["en"].startswith(f"Check {number}: ")
