"""Versions, ranges of them, their component and their role."""

from typing import Any

import pytest

from tests.domain.extracting.building import said, said_of

_EITHER = [{"from": "0.7.0", "through": "0.8.5"}, {"from": "0.7.0", "before": "0.8.5"}]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It runs v0.5.22.", {"version": "v0.5.22"}),
        ("It runs SGLang 0.5.10.post1.", {"component": "SGLang", "version": "0.5.10.post1"}),
        ("It runs SGLang version 0.5.", {"component": "SGLang", "version": "0.5"}),
        ("它运行 vLLM 0.9.0rc1。", {"component": "vLLM", "version": "0.9.0rc1"}),
        (
            "Fixed in redis-py 4.5.3.",
            {"component": "redis-py", "version": "4.5.3", "role": "first_fix"},
        ),
        ("修复于 v0.9.1。", {"version": "v0.9.1", "role": "first_fix"}),
        ("See the follow-up v0.5.21.", {"version": "v0.5.21", "role": "follow_up"}),
        ("A follow-up is in v0.5.21.", {"version": "v0.5.21", "role": "follow_up"}),
        ("We recommend v0.5.22 or later.", {"version": "v0.5.22", "role": "recommended_minimum"}),
        (
            "升级到 SGLang 0.5.22 及以上版本。",
            {"component": "SGLang", "version": "0.5.22", "role": "recommended_minimum"},
        ),
        (
            "vLLM >= 0.7.0, < 0.9.0",
            {"component": "vLLM", "range": {"from": "0.7.0", "before": "0.9.0"}},
        ),
        ("vLLM versions after 0.7.0", {"component": "vLLM", "range": {"after": "0.7.0"}}),
        ("versions before 0.9.0", {"range": {"before": "0.9.0"}}),
        ("SGLang through 0.5.22", {"component": "SGLang", "range": {"through": "0.5.22"}}),
        ("introduced in 0.5.10", {"range": {"from": "0.5.10"}}),
        ("v0.5.20 或更高版本", {"range": {"from": "v0.5.20"}}),
        ("v0.5.20 and earlier", {"range": {"through": "v0.5.20"}}),
        ("0.9.0 之前的版本", {"range": {"before": "0.9.0"}}),
        ("from 0.7.0 through 0.8.5", {"range": {"from": "0.7.0", "through": "0.8.5"}}),
    ],
)
def test_a_version_keeps_its_component_its_role_and_its_bounds(
    text: str, value: dict[str, Any]
) -> None:
    assert [one[2:] for one in said_of("version", text)] == [(value, [])]


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("0.7.0 to 0.8.5", _EITHER),
        ("0.7.0 至 0.8.5", _EITHER),
        ("up to 0.8.5", [{"through": "0.8.5"}, {"before": "0.8.5"}]),
        ("0.7.0 以上", [{"from": "0.7.0"}, {"after": "0.7.0"}]),
    ],
)
def test_a_bound_that_may_or_may_not_be_included_has_both_readings(
    text: str, ranges: list[dict[str, str]]
) -> None:
    ((_kind, _words, readings, doubts),) = said(text)
    assert [one["range"] for one in readings] == ranges
    assert doubts == ["bound_included"]


@pytest.mark.parametrize(
    "text",
    ["Whether 0.29.0 has it.", "All versions of 0.29.0.", "It is in v0.5.20. Versions 0.29.0"],
)
def test_a_word_that_merely_stands_before_a_version_is_no_component(text: str) -> None:
    assert all("component" not in one[2] for one in said(text))


def test_a_list_of_versions_shares_its_component() -> None:
    assert [one[2] for one in said("Affected are SGLang v0.5.19, v0.5.20 and v0.5.21.")] == [
        {"component": "SGLang", "version": "v0.5.19"},
        {"component": "SGLang", "version": "v0.5.20"},
        {"component": "SGLang", "version": "v0.5.21"},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "v0.5.x and latest and main",
        "the address 10.0.0.1",
        "1.5 times as long, 3.2 GB",
        "GLM-5.3-FP8 and Llama 3.3",
        "https://example.com/v0.5.20/notes",
        "1.048.576 tokens",
    ],
)
def test_what_is_no_version_is_not_proposed(text: str) -> None:
    assert said_of("version", text) == []
