"""Realistic disclosures in English and Chinese, and all that is proposed for each."""

from tests.domain.extracting.building import said


def test_the_workers_ai_disclosure_in_english_is_proposed_whole() -> None:
    text = """\
Cloudflare published its report on 26 October 2026. From its launch on 27 August 2026 until
9 September, GLM-5.3 on Workers AI could answer with fragments of other requests. 155 responses
were affected, each to a prompt of more than 681,280 tokens, although the window was
1,048,576 tokens.

GLM-5.3-Flash was not affected. The patch is in SGLang v0.5.20, follow-ups are in v0.5.21 and
v0.5.22. We recommend v0.5.22 or later.

- It is not known which customers sent those prompts.
- 155 responses does not mean 155 customers.
"""
    assert said(text) == [
        ("date", "26 October 2026", {"value": "2026-10-26", "text": "26 October 2026"}, []),
        (
            "window",
            "27 August 2026 until\n9 September",
            {
                "start": {"dates": [{"value": "2026-08-27", "text": "27 August 2026"}]},
                "end": {"dates": [{"value": "2026-09-09", "text": "9 September"}]},
            },
            ["year_from_other_edge"],
        ),
        (
            "model",
            "GLM-5.3",
            [
                {"name": "@cf/zai-org/glm-5.3", "service": "workers-ai", "written": "GLM-5.3"},
                {"name": "glm-5.3", "service": "zhipu", "written": "GLM-5.3"},
            ],
            ["several_meanings"],
        ),
        ("service", "Workers AI", {"name": "workers-ai", "written": "Workers AI"}, []),
        (
            "count",
            "155 responses",
            {"value": 155, "unit": {"en": "responses"}, "qualifier": "exact"},
            [],
        ),
        (
            "threshold",
            "more than 681,280 tokens",
            {"operator": ">", "value": 681280, "unit": "tokens"},
            [],
        ),
        (
            "number",
            "1,048,576 tokens",
            {"value": 1048576, "unit": "tokens", "qualifier": "exact"},
            [],
        ),
        (
            "model",
            "GLM-5.3-Flash",
            {
                "name": "@cf/zai-org/glm-5.3-flash",
                "service": "workers-ai",
                "written": "GLM-5.3-Flash",
            },
            [],
        ),
        (
            "not_affected",
            "was not affected",
            {"kind": "not_affected", "text": {"en": "GLM-5.3-Flash was not affected."}},
            [],
        ),
        (
            "version",
            "SGLang v0.5.20",
            {"component": "SGLang", "version": "v0.5.20", "role": "first_fix"},
            [],
        ),
        ("version", "v0.5.21", {"version": "v0.5.21", "role": "follow_up"}, []),
        ("version", "v0.5.22", {"version": "v0.5.22", "role": "follow_up"}, []),
        (
            "recommendation",
            "recommend",
            {"kind": "recommended", "text": {"en": "We recommend v0.5.22 or later."}},
            [],
        ),
        ("version", "v0.5.22 or later", {"version": "v0.5.22", "role": "recommended_minimum"}, []),
        (
            "unknown",
            "is not known",
            {
                "kind": "unknown",
                "text": {"en": "- It is not known which customers sent those prompts."},
            },
            [],
        ),
        (
            "count",
            "155 responses",
            {"value": 155, "unit": {"en": "responses"}, "qualifier": "exact"},
            [],
        ),
        (
            "statement",
            "does not mean",
            {
                "kind": "do_not_infer",
                "text": {"en": "- 155 responses does not mean 155 customers."},
            },
            [],
        ),
        (
            "count",
            "155 customers",
            {"value": 155, "unit": {"en": "customers"}, "qualifier": "exact"},
            [],
        ),
    ]


def test_the_workers_ai_disclosure_in_chinese_is_proposed_whole() -> None:
    text = """\
2026 年 10 月 26 日发布的报告称：
自 2026 年 8 月 27 日上线起至 9 月 9 日，
Workers AI 上的GLM-5.3可能返回其他请求的内容。
受影响的是 155 条响应，其提示词均超过 681,280 个 token。

补丁包含在 SGLang v0.5.20 中，建议使用 v0.5.22 或更高版本。
停用与恢复的时刻尚未公布。GLM-5.3-Flash 不受影响。
155 条响应不等于 155 个客户。
"""
    assert said(text) == [
        ("date", "2026 年 10 月 26 日", {"value": "2026-10-26", "text": "2026 年 10 月 26 日"}, []),
        (
            "window",
            "2026 年 8 月 27 日上线起至 9 月 9 日",
            {
                "start": {"dates": [{"value": "2026-08-27", "text": "2026 年 8 月 27 日"}]},
                "end": {"dates": [{"value": "2026-09-09", "text": "9 月 9 日"}]},
            },
            ["year_from_other_edge"],
        ),
        ("service", "Workers AI", {"name": "workers-ai", "written": "Workers AI"}, []),
        (
            "model",
            "GLM-5.3",
            [
                {"name": "@cf/zai-org/glm-5.3", "service": "workers-ai", "written": "GLM-5.3"},
                {"name": "glm-5.3", "service": "zhipu", "written": "GLM-5.3"},
            ],
            ["several_meanings"],
        ),
        (
            "count",
            "155 条响应",
            {"value": 155, "unit": {"zh-Hans": "条响应"}, "qualifier": "exact"},
            [],
        ),
        (
            "threshold",
            "超过 681,280 个 token",
            {"operator": ">", "value": 681280, "unit": "tokens"},
            [],
        ),
        (
            "version",
            "SGLang v0.5.20",
            {"component": "SGLang", "version": "v0.5.20", "role": "first_fix"},
            [],
        ),
        (
            "recommendation",
            "建议",
            {
                "kind": "recommended",
                "text": {"zh-Hans": "补丁包含在 SGLang v0.5.20 中，建议使用 v0.5.22 或更高版本。"},
            },
            [],
        ),
        (
            "version",
            "v0.5.22 或更高版本",
            {"version": "v0.5.22", "role": "recommended_minimum"},
            [],
        ),
        (
            "unknown",
            "尚未公布",
            {"kind": "unknown", "text": {"zh-Hans": "停用与恢复的时刻尚未公布。"}},
            [],
        ),
        (
            "model",
            "GLM-5.3-Flash",
            {
                "name": "@cf/zai-org/glm-5.3-flash",
                "service": "workers-ai",
                "written": "GLM-5.3-Flash",
            },
            [],
        ),
        (
            "not_affected",
            "不受影响",
            {"kind": "not_affected", "text": {"zh-Hans": "GLM-5.3-Flash 不受影响。"}},
            [],
        ),
        (
            "count",
            "155 条响应",
            {"value": 155, "unit": {"zh-Hans": "条响应"}, "qualifier": "exact"},
            [],
        ),
        (
            "statement",
            "不等于",
            {"kind": "do_not_infer", "text": {"zh-Hans": "155 条响应不等于 155 个客户。"}},
            [],
        ),
        (
            "count",
            "155 个客户",
            {"value": 155, "unit": {"zh-Hans": "个客户"}, "qualifier": "exact"},
            [],
        ),
    ]


def test_the_vertex_bulletin_in_english_is_proposed_whole() -> None:
    text = """\
Streaming responses on Vertex AI went to the wrong recipient (CVE-2025-11915). For partner models
this was fixed as of 2025-09-26 00:45 PDT; for gpt-oss-120b, at 02:43 PDT on September 28, 2025.
Google models are not impacted. When it began has not been published.
See https://example.com/bulletins#gcp-2025-059.
"""
    assert said(text) == [
        ("service", "Vertex AI", {"name": "vertex-ai", "written": "Vertex AI"}, []),
        ("cve", "CVE-2025-11915", {"id": "CVE-2025-11915"}, []),
        (
            "date",
            "2025-09-26 00:45 PDT",
            {"value": "2025-09-26T00:45", "zone": "-07:00", "text": "2025-09-26 00:45 PDT"},
            [],
        ),
        (
            "model",
            "gpt-oss-120b",
            {"name": "gpt-oss-120b", "service": "vertex-ai", "written": "gpt-oss-120b"},
            [],
        ),
        (
            "date",
            "02:43 PDT on September 28, 2025",
            {
                "value": "2025-09-28T02:43",
                "zone": "-07:00",
                "text": "02:43 PDT on September 28, 2025",
            },
            [],
        ),
        (
            "not_affected",
            "are not impacted",
            {"kind": "not_affected", "text": {"en": "Google models are not impacted."}},
            [],
        ),
        (
            "unknown",
            "has not been published",
            {"kind": "unknown", "text": {"en": "When it began has not been published."}},
            [],
        ),
        (
            "source_url",
            "https://example.com/bulletins#gcp-2025-059",
            {"url": "https://example.com/bulletins#gcp-2025-059"},
            [],
        ),
    ]


def test_the_vertex_bulletin_in_chinese_is_proposed_whole() -> None:
    text = """\
Vertex AI 的流式响应被发送给了错误的接收者（CVE-2025-11915）。
合作伙伴模型已于太平洋夏令时 2025 年 9 月 26 日 00:45 修复，
gpt-oss-120b于 9 月 28 日 02:43（太平洋夏令时）修复。
专用端点不受影响。起始时间未公布。
"""
    assert said(text) == [
        ("service", "Vertex AI", {"name": "vertex-ai", "written": "Vertex AI"}, []),
        ("cve", "CVE-2025-11915", {"id": "CVE-2025-11915"}, []),
        (
            "date",
            "太平洋夏令时 2025 年 9 月 26 日 00:45",
            {
                "value": "2025-09-26T00:45",
                "zone": "-07:00",
                "text": "太平洋夏令时 2025 年 9 月 26 日 00:45",
            },
            [],
        ),
        (
            "model",
            "gpt-oss-120b",
            {"name": "gpt-oss-120b", "service": "vertex-ai", "written": "gpt-oss-120b"},
            [],
        ),
        (
            "date",
            "9 月 28 日 02:43（太平洋夏令时）",
            {"value": "--09-28T02:43", "text": "9 月 28 日 02:43（太平洋夏令时）"},
            ["year_missing", "zone_needs_date"],
        ),
        (
            "not_affected",
            "不受影响",
            {"kind": "not_affected", "text": {"zh-Hans": "专用端点不受影响。"}},
            [],
        ),
        ("unknown", "未公布", {"kind": "unknown", "text": {"zh-Hans": "起始时间未公布。"}}, []),
    ]


def test_the_chatgpt_report_in_english_is_proposed_whole() -> None:
    text = """\
On Monday, March 20, 2023, between 1 a.m. and 10 a.m. Pacific time, 1.2 percent of ChatGPT Plus
subscribers may have had payment details exposed. It may have happened prior to
March 20, but we have not confirmed it. Full card numbers were not exposed at any time. An
earlier version of this post did not list the card type.
"""
    assert said(text) == [
        (
            "window",
            "March 20, 2023, between 1 a.m. and 10 a.m. Pacific time",
            {
                "start": {
                    "dates": [
                        {"value": "2023-03-20T01", "zone": "America/Los_Angeles", "text": "1 a.m."}
                    ]
                },
                "end": {
                    "dates": [
                        {
                            "value": "2023-03-20T10",
                            "zone": "America/Los_Angeles",
                            "text": "10 a.m. Pacific time",
                        }
                    ]
                },
            },
            ["day_from_other_edge", "zone_from_other_edge"],
        ),
        (
            "percentage",
            "1.2 percent",
            {
                "value": 1.2,
                "unit": {"en": "percent"},
                "qualifier": "exact",
                "of": {"en": "ChatGPT Plus subscribers"},
            },
            [],
        ),
        ("service", "ChatGPT", {"name": "chatgpt", "written": "ChatGPT"}, []),
        (
            "window",
            "prior to\nMarch 20",
            {"end": {"dates": [{"value": "--03-20", "text": "March 20", "meaning": "instant"}]}},
            ["year_missing"],
        ),
        (
            "unknown",
            "have not confirmed",
            {
                "kind": "unknown",
                "text": {
                    "en": "It may have happened prior to March 20, but we have not confirmed it."
                },
            },
            [],
        ),
        (
            "not_affected",
            "were not exposed",
            {
                "kind": "not_affected",
                "text": {"en": "Full card numbers were not exposed at any time."},
            },
            [],
        ),
        (
            "statement",
            "An\nearlier version of",
            {
                "kind": "correction",
                "text": {"en": "An earlier version of this post did not list the card type."},
            },
            [],
        ),
    ]


def test_the_chatgpt_report_in_chinese_is_proposed_whole() -> None:
    text = """\
2023 年 3 月 20 日太平洋时间凌晨 1 点至上午 10 点，
约 1.2% 的 ChatGPT Plus 订阅者的付款信息可能被他人看到。
3 月 20 日之前是否发生过，无法确认。完整卡号没有泄露。
本文已于 2023 年 3 月 24 日更新。
"""
    assert said(text) == [
        (
            "window",
            "2023 年 3 月 20 日太平洋时间凌晨 1 点至上午 10 点",
            {
                "start": {
                    "dates": [
                        {
                            "value": "2023-03-20T01",
                            "zone": "America/Los_Angeles",
                            "text": "2023 年 3 月 20 日太平洋时间凌晨 1 点",
                        }
                    ]
                },
                "end": {
                    "dates": [
                        {
                            "value": "2023-03-20T10",
                            "zone": "America/Los_Angeles",
                            "text": "上午 10 点",
                        }
                    ]
                },
            },
            ["day_from_other_edge", "zone_from_other_edge"],
        ),
        (
            "percentage",
            "约 1.2%",
            {"value": 1.2, "unit": {"zh-Hans": "%"}, "qualifier": "about"},
            [],
        ),
        ("service", "ChatGPT", {"name": "chatgpt", "written": "ChatGPT"}, []),
        (
            "window",
            "3 月 20 日之前",
            {"end": {"dates": [{"value": "--03-20", "text": "3 月 20 日", "meaning": "instant"}]}},
            ["year_missing"],
        ),
        (
            "unknown",
            "无法确认",
            {"kind": "unknown", "text": {"zh-Hans": "3 月 20 日之前是否发生过，无法确认。"}},
            [],
        ),
        (
            "not_affected",
            "没有泄露",
            {"kind": "not_affected", "text": {"zh-Hans": "完整卡号没有泄露。"}},
            [],
        ),
        (
            "statement",
            "本文已于 2023 年 3 月 24 日更新",
            {"kind": "correction", "text": {"zh-Hans": "本文已于 2023 年 3 月 24 日更新。"}},
            [],
        ),
        ("date", "2023 年 3 月 24 日", {"value": "2023-03-24", "text": "2023 年 3 月 24 日"}, []),
    ]


def test_the_parser_leak_in_english_is_proposed_whole() -> None:
    text = """\
The leak was possible from 2016-09-22 to 2017-02-18. Its impact was greatest between 13 and 18
February 2017, when about 1 in 3,300,000 HTTP requests leaked memory. Email Obfuscation was
switched off at 01:19 UTC on 2017-02-18, and Server-Side Excludes at about 07:00. Only buffers
smaller than 4k leaked. We found data of about 150 customers; 3,438 domains set it off. SSL keys
were never leaked. The absence of evidence of misuse is no proof. We recommend to invalidate
sessions.
"""
    assert said(text) == [
        (
            "window",
            "2016-09-22 to 2017-02-18",
            {
                "start": {"dates": [{"value": "2016-09-22", "text": "2016-09-22"}]},
                "end": {"dates": [{"value": "2017-02-18", "text": "2017-02-18"}]},
            },
            [],
        ),
        (
            "window",
            "13 and 18\nFebruary 2017",
            {
                "start": {"dates": [{"value": "2017-02-13", "text": "13"}]},
                "end": {"dates": [{"value": "2017-02-18", "text": "18 February 2017"}]},
            },
            [],
        ),
        (
            "count",
            "about 1 in 3,300,000 HTTP requests",
            {"value": 1, "unit": {"en": "in 3,300,000 HTTP requests"}, "qualifier": "about"},
            [],
        ),
        (
            "date",
            "01:19 UTC on 2017-02-18",
            {"value": "2017-02-18T01:19", "zone": "UTC", "text": "01:19 UTC on 2017-02-18"},
            [],
        ),
        (
            "date",
            "about 07:00",
            {"value": "T07:00", "text": "about 07:00"},
            ["approximate", "date_missing"],
        ),
        (
            "threshold",
            "smaller than 4k",
            [{"operator": "<", "value": 4000}, {"operator": "<", "value": 4096}],
            ["abbreviated", "unit_missing"],
        ),
        (
            "count",
            "about 150 customers",
            {"value": 150, "unit": {"en": "customers"}, "qualifier": "about"},
            [],
        ),
        (
            "count",
            "3,438 domains",
            {"value": 3438, "unit": {"en": "domains"}, "qualifier": "exact"},
            [],
        ),
        (
            "not_affected",
            "never leaked",
            {"kind": "not_affected", "text": {"en": "SSL keys were never leaked."}},
            [],
        ),
        (
            "statement",
            "absence of evidence",
            {
                "kind": "do_not_infer",
                "text": {"en": "The absence of evidence of misuse is no proof."},
            },
            [],
        ),
        (
            "recommendation",
            "recommend",
            {"kind": "recommended", "text": {"en": "We recommend to invalidate sessions."}},
            [],
        ),
    ]


def test_the_parser_leak_in_chinese_is_proposed_whole() -> None:
    text = """\
泄漏可能发生在 2016 年 9 月 22 日至 2017 年 2 月 18 日期间，
其中 2017 年 2 月 13 日至 18 日影响最大，
每 3,300,000 次请求中约有 1 次泄漏。
在缓存中发现了约 150 家客户的数据，
3,438 个域名触发了该缺陷，共 124.2 万次请求。
SSL 私钥没有泄露。没有发现被利用，不代表不存在。
"""
    assert said(text) == [
        (
            "window",
            "2016 年 9 月 22 日至 2017 年 2 月 18 日",
            {
                "start": {"dates": [{"value": "2016-09-22", "text": "2016 年 9 月 22 日"}]},
                "end": {"dates": [{"value": "2017-02-18", "text": "2017 年 2 月 18 日"}]},
            },
            [],
        ),
        (
            "window",
            "2017 年 2 月 13 日至 18 日",
            {
                "start": {"dates": [{"value": "2017-02-13", "text": "2017 年 2 月 13 日"}]},
                "end": {"dates": [{"value": "2017-02-18", "text": "18 日"}]},
            },
            [],
        ),
        (
            "count",
            "每 3,300,000 次请求中约有 1 次",
            {"value": 1, "unit": {"zh-Hans": "每 3,300,000 次请求"}, "qualifier": "about"},
            [],
        ),
        (
            "count",
            "约 150 家客户",
            {"value": 150, "unit": {"zh-Hans": "家客户"}, "qualifier": "about"},
            [],
        ),
        (
            "count",
            "3,438 个域名",
            {"value": 3438, "unit": {"zh-Hans": "个域名"}, "qualifier": "exact"},
            [],
        ),
        (
            "count",
            "共 124.2 万次请求",
            {"value": 1242000, "unit": {"zh-Hans": "次请求"}, "qualifier": "exact"},
            ["rounded"],
        ),
        (
            "not_affected",
            "没有泄露",
            {"kind": "not_affected", "text": {"zh-Hans": "SSL 私钥没有泄露。"}},
            [],
        ),
        (
            "statement",
            "不代表",
            {"kind": "do_not_infer", "text": {"zh-Hans": "没有发现被利用，不代表不存在。"}},
            [],
        ),
    ]


def test_the_outage_in_english_is_proposed_whole() -> None:
    text = """\
On December 11, 2024, between 15:16 PST and 19:38 PST, the API, ChatGPT and Sora were down. The
change had been deployed at 15:12 PST. ChatGPT recovered substantially at 17:45 and fully at 19:01.
The press wrote of 3 hours, from 3:16 pm to 7:38 pm. The error rate was not published.
"""
    assert said(text) == [
        (
            "window",
            "December 11, 2024, between 15:16 PST and 19:38 PST",
            {
                "start": {
                    "dates": [{"value": "2024-12-11T15:16", "zone": "-08:00", "text": "15:16 PST"}]
                },
                "end": {
                    "dates": [{"value": "2024-12-11T19:38", "zone": "-08:00", "text": "19:38 PST"}]
                },
            },
            ["day_from_other_edge"],
        ),
        ("service", "ChatGPT", {"name": "chatgpt", "written": "ChatGPT"}, []),
        (
            "date",
            "15:12 PST",
            {"value": "T15:12", "text": "15:12 PST"},
            ["date_missing", "zone_needs_date"],
        ),
        ("date", "17:45", {"value": "T17:45", "text": "17:45"}, ["date_missing"]),
        ("date", "19:01", {"value": "T19:01", "text": "19:01"}, ["date_missing"]),
        ("number", "3 hours", {"value": 3, "unit": "hours", "qualifier": "exact"}, []),
        (
            "window",
            "3:16 pm to 7:38 pm",
            {
                "start": {"dates": [{"value": "T15:16", "text": "3:16 pm"}]},
                "end": {"dates": [{"value": "T19:38", "text": "7:38 pm"}]},
            },
            ["date_missing"],
        ),
        (
            "unknown",
            "was not published",
            {"kind": "unknown", "text": {"en": "The error rate was not published."}},
            [],
        ),
    ]


def test_the_outage_in_chinese_is_proposed_whole() -> None:
    text = """\
2024 年 12 月 11 日 15:16（PST）至 19:38（PST），API、ChatGPT和 Sora 无法使用，
持续 4 小时 22 分钟。
变更于 15:12 部署。ChatGPT 于晚上 7 点 1 分完全恢复。
错误率尚未公布，请勿认定为安全事件。
"""
    assert said(text) == [
        (
            "window",
            "2024 年 12 月 11 日 15:16（PST）至 19:38（PST）",
            {
                "start": {
                    "dates": [
                        {
                            "value": "2024-12-11T15:16",
                            "zone": "-08:00",
                            "text": "2024 年 12 月 11 日 15:16（PST）",
                        }
                    ]
                },
                "end": {
                    "dates": [
                        {"value": "2024-12-11T19:38", "zone": "-08:00", "text": "19:38（PST）"}
                    ]
                },
            },
            ["day_from_other_edge"],
        ),
        ("service", "ChatGPT", {"name": "chatgpt", "written": "ChatGPT"}, []),
        (
            "number",
            "4 小时",
            {"value": 4, "unit": "hours", "qualifier": "exact"},
            ["part_of_amount"],
        ),
        (
            "number",
            "22 分钟",
            {"value": 22, "unit": "minutes", "qualifier": "exact"},
            ["part_of_amount"],
        ),
        ("date", "15:12", {"value": "T15:12", "text": "15:12"}, ["date_missing"]),
        ("date", "晚上 7 点 1 分", {"value": "T19:01", "text": "晚上 7 点 1 分"}, ["date_missing"]),
        (
            "unknown",
            "尚未公布",
            {"kind": "unknown", "text": {"zh-Hans": "错误率尚未公布，请勿认定为安全事件。"}},
            [],
        ),
        (
            "statement",
            "请勿",
            {"kind": "do_not_infer", "text": {"zh-Hans": "错误率尚未公布，请勿认定为安全事件。"}},
            [],
        ),
    ]
