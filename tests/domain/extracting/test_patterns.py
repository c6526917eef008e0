"""No pattern can be made to search for long: what it repeats is bounded, and so is its reach."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from incidents.domain import extracting
from incidents.domain.extracting.claims import Claims
from incidents.domain.extracting.moments import find_moments

#: The most characters that one attempt of a pattern looks at; addresses are the longest.
_FARTHEST = 2_100
#: How often a group is repeated at the most that holds a repetition itself.
_MOST_OF_A_GROUP = 5


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in pkgutil.iter_modules(extracting.__path__):
        loaded = importlib.import_module(f"{extracting.__name__}.{module.name}")
        for name, value in vars(loaded).items():
            yield from ((f"{module.name}.{name}", one) for one in _patterns_in(value))


def _patterns_in(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _patterns_in(one)


def _repetitions(tree: Any) -> Iterator[tuple[int, int, Any]]:
    """Every repetition in a pattern: the least, the most, and what is repeated."""
    for operator, argument in tree:
        if operator in (constants.MAX_REPEAT, constants.MIN_REPEAT):
            yield argument
            yield from _repetitions(argument[2])
        elif operator is constants.SUBPATTERN:
            yield from _repetitions(argument[-1])
        elif operator is constants.BRANCH:
            for one in argument[1]:
                yield from _repetitions(one)
        elif operator in (constants.ASSERT, constants.ASSERT_NOT):
            yield from _repetitions(argument[1])


def _varies(tree: Any) -> bool:
    return any(low != high for low, high, _inner in _repetitions(tree))


def test_there_are_patterns_to_judge() -> None:
    assert len(list(patterns())) > 60


@pytest.mark.parametrize(("name", "pattern"), list(patterns()))
def test_a_pattern_repeats_nothing_without_a_bound(name: str, pattern: re.Pattern[str]) -> None:
    tree = parser.parse(pattern.pattern, pattern.flags)
    assert tree.getwidth()[1] <= _FARTHEST
    for low, high, inner in _repetitions(tree):
        assert high is not constants.MAXREPEAT
        if low != high and _varies(inner):
            assert high <= _MOST_OF_A_GROUP


@pytest.mark.parametrize(
    "piece",
    ["9 May 2026 to ", "自 9 月 9 日", "15:16 PST ", "1 in 2 ", "v1.2.3 to ", "from ", "UTC "],
)
def test_a_text_of_twice_the_length_has_twice_the_moments(piece: str) -> None:
    def count(times: int) -> int:
        plain = piece * times
        moments, zones = find_moments(plain, Claims(len(plain)))
        return len(moments) + len(zones)

    assert count(200) - count(100) == count(100) - count(0)
