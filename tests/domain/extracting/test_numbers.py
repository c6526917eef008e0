"""Counts, shares, rates, thresholds and amounts, with their units."""

import pytest

from tests.domain.extracting.building import said, said_of


@pytest.mark.parametrize(
    ("text", "value", "unit", "qualifier", "doubts"),
    [
        ("155 responses", 155, "responses", "exact", []),
        ("155 affected API responses", 155, "affected API responses", "exact", []),
        ("1 response", 1, "response", "exact", []),
        ("about 150 customers", 150, "customers", "about", []),
        ("nearly 150 customers", 150, "customers", "about", []),
        ("at least 150 customers", 150, "customers", "at_least", []),
        ("150 or more customers", 150, "customers", "at_least", []),
        ("150+ customers", 150, "customers", "at_least", []),
        ("more than 150 customers", 150, "customers", "at_least", ["strictly_more"]),
        ("no more than 150 customers", 150, "customers", "at_most", []),
        ("up to 150 customers", 150, "customers", "at_most", []),
        ("fewer than 150 customers", 150, "customers", "at_most", ["strictly_less"]),
        ("3,438 domains", 3438, "domains", "exact", []),
        ("3.3 million requests", 3_300_000, "requests", "exact", ["rounded"]),
        ("680k requests", 680_000, "requests", "exact", ["rounded"]),
    ],
)
def test_a_count_keeps_its_unit_and_its_qualifier(
    text: str, value: int, unit: str, qualifier: str, doubts: list[str]
) -> None:
    reading = {"value": value, "unit": {"en": unit}, "qualifier": qualifier}
    assert said(f"We found {text} in all.") == [("count", text, reading, doubts)]


@pytest.mark.parametrize(
    ("text", "value", "unit", "qualifier", "doubts"),
    [
        ("155 条响应", 155, "条响应", "exact", []),
        ("155条响应", 155, "条响应", "exact", []),
        ("１５５条响应", 155, "条响应", "exact", []),
        ("155 条受影响的响应", 155, "条受影响的响应", "exact", []),
        ("约 150 家客户", 150, "家客户", "about", []),
        ("150 名客户左右", 150, "名客户", "about", []),
        ("至少 150 名客户", 150, "名客户", "at_least", []),
        ("超过 150 名客户", 150, "名客户", "at_least", ["strictly_more"]),
        ("150 多名客户", 150, "名客户", "at_least", ["strictly_more"]),
        ("不到 3 次", 3, "次", "at_most", ["strictly_less"]),
        ("不超过 3 次", 3, "次", "at_most", []),
        ("12.5 万次请求", 125_000, "次请求", "exact", ["rounded"]),
        ("1.2 亿次请求", 120_000_000, "次请求", "exact", ["rounded"]),
    ],
)
def test_a_count_in_chinese_keeps_its_unit_and_its_qualifier(
    text: str, value: int, unit: str, qualifier: str, doubts: list[str]
) -> None:
    reading = {"value": value, "unit": {"zh-Hans": unit}, "qualifier": qualifier}
    assert said(f"其中{text}。") == [("count", text, reading, doubts)]


@pytest.mark.parametrize(
    ("text", "operator", "value", "unit"),
    [
        ("more than 681,280 tokens", ">", 681_280, "tokens"),
        ("exceeding 681,280 prompt tokens", ">", 681_280, "tokens"),
        ("does not exceed 681,280 tokens", "<=", 681_280, "tokens"),
        ("at least 60 minutes", ">=", 60, "minutes"),
        ("60 minutes or more", ">=", 60, "minutes"),
        ("up to 4 KiB", "<=", 4096, "bytes"),
        ("> 681,280 tokens", ">", 681_280, "tokens"),
        ("≥ 681,280 tokens", ">=", 681_280, "tokens"),
        ("超过 681,280 个 token", ">", 681_280, "tokens"),
        ("超过６８１，２８０个 token", ">", 681_280, "tokens"),
        ("不足 60 分钟", "<", 60, "minutes"),
    ],
)
def test_a_comparison_is_a_threshold(text: str, operator: str, value: int, unit: str) -> None:
    reading = {"operator": operator, "value": value, "unit": unit}
    assert [one[2:] for one in said(f"Only those of {text}.")] == [(reading, [])]


def test_a_bound_that_may_or_may_not_be_included_has_both_readings() -> None:
    assert said("闲置 60 分钟以上") == [
        (
            "threshold",
            "60 分钟以上",
            [
                {"operator": ">=", "value": 60, "unit": "minutes"},
                {"operator": ">", "value": 60, "unit": "minutes"},
            ],
            ["bound_included"],
        )
    ]


@pytest.mark.parametrize(
    ("text", "values", "doubts"),
    [
        ("680k tokens", [680_000, 696_320], ["abbreviated"]),
        ("1M tokens", [1_000_000, 1_048_576], ["abbreviated"]),
        ("4 KB", [4000, 4096], ["abbreviated"]),
        ("4k", [4000, 4096], ["abbreviated", "unit_missing"]),
        ("681.280 tokens", [681_280, 681.28], ["separator"]),
        ("681 280 tokens", [681_280, 280], ["separator"]),
        ("68 万个 token", [680_000], ["rounded"]),
    ],
)
def test_an_abbreviated_number_is_proposed_with_all_it_may_mean(
    text: str, values: list[float], doubts: list[str]
) -> None:
    ((kind, words, readings, said_doubts),) = said(f"A window of {text}.")
    found = readings if isinstance(readings, list) else [readings]
    assert (kind, words, said_doubts) == ("number", text, doubts)
    assert [one["value"] for one in found] == values


def test_a_share_keeps_what_it_is_a_share_of() -> None:
    assert said("It hit 1.2 percent of active subscribers, and up to 13.6% in the last hour.") == [
        (
            "percentage",
            "1.2 percent",
            {
                "value": 1.2,
                "unit": {"en": "percent"},
                "qualifier": "exact",
                "of": {"en": "active subscribers"},
            },
            [],
        ),
        (
            "percentage",
            "up to 13.6%",
            {"value": 13.6, "unit": {"en": "%"}, "qualifier": "at_most"},
            [],
        ),
    ]


@pytest.mark.parametrize(
    ("text", "language", "unit", "qualifier"),
    [
        ("1 in 3,300,000 requests", "en", "in 3,300,000 requests", "exact"),
        ("about one in every 3,300,000 requests", "en", "in 3,300,000 requests", "about"),
        ("每 3,300,000 次请求中约有 1 次", "zh-Hans", "每 3,300,000 次请求", "about"),
    ],
)
def test_a_rate_is_one_of_a_unit_that_holds_the_many(
    text: str, language: str, unit: str, qualifier: str
) -> None:
    reading = {"value": 1, "unit": {language: unit}, "qualifier": qualifier}
    assert said(text) == [("count", text, reading, [])]


@pytest.mark.parametrize(
    "text",
    [
        "It was 155 and then 680.",
        "Over 9 and 10, see section 3.2, item 7.",
        "We paid $155 to users.",
        "The code 155responses and gpt-155 responses and #155 requests.",
        "681,28 tokens and 1,2345 tokens and 681'280 tokens",
        "5 percentage points, 5 个百分点",
        "HTTP 200 responses and 状态码 200 响应",
        "999999999999999999 requests",
        "99,999,999,999,999,999 requests",
    ],
)
def test_a_number_without_a_unit_is_not_proposed(text: str) -> None:
    assert said(text) == []


def test_the_end_of_a_range_of_numbers_has_no_reading() -> None:
    for text in ("between 100 and 155 responses", "100-155 responses", "100 to 155 responses"):
        ((kind, words, _unfinished, doubts),) = said(f"We found {text}.")
        assert (kind, words, doubts) == ("count", "155 responses", ["number_range"])


def test_hours_and_minutes_of_one_amount_have_no_reading() -> None:
    found = said("持续 4 小时 22 分钟")
    assert [(one[1], one[3]) for one in found] == [
        ("4 小时", ["part_of_amount"]),
        ("22 分钟", ["part_of_amount"]),
    ]


def test_a_mark_of_quotation_is_not_taken_for_a_comparison() -> None:
    ((_kind, words, unfinished, doubts),) = said("They wrote:\n\n> 155 responses were hit")
    assert (words, doubts) == ("155 responses", ["more_or_quoted"])
    assert unfinished == {"value": 155, "unit": {"en": "responses"}, "qualifier": "exact"}


def test_the_end_of_a_tag_is_not_taken_for_a_comparison() -> None:
    assert [one[2]["qualifier"] for one in said('<p class="x">155 responses</p>')] == ["exact"]


def test_emphasis_does_not_part_a_number_from_its_unit() -> None:
    assert [one[2]["value"] for one in said("**155** responses and `681,280` tokens")] == [
        155,
        681_280,
    ]


def test_signs_that_nobody_sees_do_not_part_a_number() -> None:
    ((_kind, words, reading, _doubts),) = said_of("threshold", "more than 681,\u200f280 tokens")
    assert (words, reading["value"]) == ("more than 681,\u200f280 tokens", 681_280)


def test_texts_are_tagged_with_the_language_that_is_stated() -> None:
    ((_kind, _words, reading, _doubts),) = said("155 responses", language="zh-Hans")
    assert reading["unit"] == {"zh-Hans": "responses"}
