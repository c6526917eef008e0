"""Dates and windows, with the precision and the zone they are written in."""

import pytest

from tests.domain.extracting.building import Said, said, said_of


def date(text: str) -> Said:
    """The one date of a text."""
    (found,) = said_of("date", text)
    return found


def window(text: str) -> Said:
    """The one window of a text."""
    (found,) = said_of("window", text)
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Disclosed on 2026-08-27.", "2026-08-27"),
        ("Disclosed on 2026/8/27.", "2026-08-27"),
        ("Disclosed on 27 August 2026.", "2026-08-27"),
        ("Disclosed on 27th of August, 2026.", "2026-08-27"),
        ("Disclosed on August 27, 2026.", "2026-08-27"),
        ("Disclosed on Thursday, Aug. 27th 2026.", "2026-08-27"),
        ("Disclosed on 27-Aug-2026.", "2026-08-27"),
        ("Disclosed on 27 AUGUST 2026.", "2026-08-27"),
        ("Disclosed on 13/09/2026.", "2026-09-13"),
        ("Disclosed on 09/09/2026.", "2026-09-09"),
        ("Disclosed in August 2026.", "2026-08"),
        ("Disclosed in 2026-08.", "2026-08"),
        ("Disclosed in 2026.", "2026"),
        ("于2026年8月27日披露", "2026-08-27"),
        ("于 2026 年 8 月 27 号披露", "2026-08-27"),
        ("于２０２６年８月２７日披露", "2026-08-27"),
        ("于 2026 年 8 月披露", "2026-08"),
        ("于 2026 年披露", "2026"),
        ("Disclosed on 27\nAugust 2026.", "2026-08-27"),
        ("Disclosed on **27 August** 2026.", "2026-08-27"),
        ("Disclosed on 27\u00a0August\u200f 2026.", "2026-08-27"),
        ("At 2026-08-27 12:03 it began.", "2026-08-27T12:03"),
        ("At 2026-08-27T12:03:04.25 it began.", "2026-08-27T12:03:04.25"),
        ("On 27 August 2026 at 12:03 it began.", "2026-08-27T12:03"),
        ("At 12:03 on August 27, 2026 it began.", "2026-08-27T12:03"),
        ("On 27 August 2026, 9 pm it began.", "2026-08-27T21"),
        ("At 12:30 a.m. on 27 August 2026 it began.", "2026-08-27T00:30"),
        ("2026 年 8 月 27 日下午 3 点半恢复", "2026-08-27T15:30"),
        ("2026 年 8 月 27 日 15 时 16 分恢复", "2026-08-27T15:16"),
        ("2026 年 8 月 27 日凌晨 1 点恢复", "2026-08-27T01"),
    ],
)
def test_a_date_keeps_the_precision_it_was_written_in(text: str, value: str) -> None:
    _kind, _words, reading, doubts = date(text)
    assert reading["value"] == value
    assert "zone" not in reading
    assert doubts == []


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("2025-09-26 00:45 PDT", "-07:00"),
        ("2024-12-11 15:16 PST", "-08:00"),
        ("2025-09-26 00:45 (PDT)", "-07:00"),
        ("00:45 Pacific Daylight Time on September 26, 2025", "-07:00"),
        ("2025-09-26 00:45 Pacific time", "America/Los_Angeles"),
        ("9 am ET on 5 May 2026", "America/New_York"),
        ("2025-09-26 07:45 UTC", "UTC"),
        ("2025-09-26T07:45Z", "UTC"),
        ("2025-09-26 07:45 GMT", "UTC"),
        ("2025-09-26T09:45+02:00", "+02:00"),
        ("2025-09-26 00:45 -0700", "-07:00"),
        ("2025-09-26 15:45 UTC+8", "+08:00"),
        ("2025-09-26 13:15 UTC+5:30", "+05:30"),
        ("2025-09-26 15:45 Asia/Shanghai", "Asia/Shanghai"),
        ("2025-09-26 (UTC)", "UTC"),
        ("北京时间 2025 年 9 月 26 日 15:45", "Asia/Shanghai"),
        ("2025 年 9 月 26 日 15:45（北京时间）", "Asia/Shanghai"),
        ("UTC 2025 年 9 月 26 日 07:45", "UTC"),
        ("太平洋夏令时间 2025 年 9 月 26 日 00:45", "-07:00"),
    ],
)
def test_a_zone_is_kept_as_it_was_written(text: str, zone: str) -> None:
    _kind, words, reading, doubts = date(f"It ended {text}.")
    assert (words, reading["zone"], doubts) == (text, zone, [])


@pytest.mark.parametrize(
    ("text", "zones", "doubt"),
    [
        ("15:16 PST on 5 May 2025", ["-08:00", "America/Los_Angeles"], "zone_out_of_season"),
        ("00:45 PDT on 11 December 2024", ["-07:00", "America/Los_Angeles"], "zone_out_of_season"),
        # The clocks were put back that day: both offsets were shown.
        ("2025-11-02 PDT", ["-07:00", "America/Los_Angeles"], "zone_out_of_season"),
        ("12:03 CST on 5 January 2026", ["-06:00", "+08:00"], "zone_has_several_meanings"),
        (
            "12:03 CST on 5 May 2026",
            ["-06:00", "America/Chicago", "+08:00"],
            "zone_has_several_meanings",
        ),
    ],
)
def test_an_abbreviation_that_can_mean_several_zones_is_left_open(
    text: str, zones: list[str], doubt: str
) -> None:
    _kind, _words, readings, doubts = date(f"It ended at {text}.")
    assert [one["zone"] for one in readings] == zones
    assert doubts == [doubt]


def test_a_date_in_numbers_has_two_readings() -> None:
    assert date("Disclosed on 01/09/2026.") == (
        "date",
        "01/09/2026",
        [
            {"value": "2026-09-01", "text": "01/09/2026"},
            {"value": "2026-01-09", "text": "01/09/2026"},
        ],
        ["day_or_month_first"],
    )


@pytest.mark.parametrize(
    ("text", "words", "there_is", "doubts"),
    [
        ("Restored on 9 September.", "9 September", "--09-09", ["year_missing"]),
        ("Restored on 27 Aug.", "27 Aug", "--08-27", ["year_missing"]),
        ("于 9 月 9 日恢复", "9 月 9 日", "--09-09", ["year_missing"]),
        (
            "北京时间 9 月 9 日 08:00 恢复",
            "北京时间 9 月 9 日 08:00",
            "--09-09T08:00",
            ["year_missing"],
        ),
        ("Seen in March only.", "March", "--03", ["year_missing"]),
        ("Deployed at 15:12 UTC.", "15:12 UTC", "T15:12", ["date_missing"]),
        ("Deployed at 15:12 PST.", "15:12 PST", "T15:12", ["date_missing", "zone_needs_date"]),
        ("Deployed at about 07:00.", "about 07:00", "T07:00", ["approximate", "date_missing"]),
    ],
)
def test_what_is_not_written_is_said_to_be_missing(
    text: str, words: str, there_is: str, doubts: list[str]
) -> None:
    _kind, found, unfinished, said_doubts = date(text)
    assert (found, unfinished["value"], said_doubts) == (words, there_is, doubts)


def test_a_clock_of_twelve_hours_may_be_before_or_after_noon() -> None:
    _kind, _words, readings, doubts = date("On 11 December 2024 at 3:16 it began.")
    assert [one["value"] for one in readings] == ["2024-12-11T03:16", "2024-12-11T15:16"]
    assert doubts == ["before_or_after_noon"]


def test_numbers_with_dots_may_be_a_version() -> None:
    _kind, _words, reading, doubts = date("Disclosed 2026.8.27.")
    assert (reading["value"], doubts) == ("2026-08-27", ["date_or_version"])


def test_a_day_that_does_not_exist_has_no_reading() -> None:
    assert date("Disclosed on 30 February 2026.") == (
        "date",
        "30 February 2026",
        None,
        ["no_such_date"],
    )


def test_local_time_names_no_zone() -> None:
    _kind, _words, reading, doubts = date("At 10:00 local time on 5 May 2026 it ended.")
    assert (reading.get("zone"), doubts) == (None, ["local_time"])


@pytest.mark.parametrize(
    "text",
    [
        "They may march on. May 20",
        "Version 2026-0 and 2026-13 and KB-2026-0001 and GCP-2025-059",
        "45/67/2026 and 2026-13-01 and 25:61",
        "以下 3 点建议",
        "in 2026 requests",
        "ratio 3:1, port 80:8080",
    ],
)
def test_what_is_no_date_is_not_proposed(text: str) -> None:
    assert [one for one in said_of("date", text) if one[2] and "--05" not in str(one[2])] == []


def test_how_many_there_were_is_not_a_year() -> None:
    assert said("On August 27, 2000 requests failed.") == [
        ("date", "August 27", {"value": "--08-27", "text": "August 27"}, ["year_missing"]),
        (
            "count",
            "2000 requests",
            {"value": 2000, "unit": {"en": "requests"}, "qualifier": "exact"},
            [],
        ),
    ]


@pytest.mark.parametrize(
    ("text", "start", "end", "doubts"),
    [
        ("from 2026-08-27 to 2026-09-09", "2026-08-27", "2026-09-09", []),
        ("2026-08-27 – 2026-09-09", "2026-08-27", "2026-09-09", []),
        ("2026-08-27/2026-09-09", "2026-08-27", "2026-09-09", []),
        ("between 27 August 2026 and 9 September 2026", "2026-08-27", "2026-09-09", []),
        ("自 2026 年 8 月 27 日至 2026 年 9 月 9 日", "2026-08-27", "2026-09-09", []),
        ("2026年8月27日到2026年9月9日", "2026-08-27", "2026-09-09", []),
        ("from 2026-08-27, its launch, to 2026-09-09", "2026-08-27", "2026-09-09", []),
        ("13–18 February 2017", "2017-02-13", "2017-02-18", []),
        ("February 13 to 18, 2017", "2017-02-13", "2017-02-18", []),
        ("2017 年 2 月 13 日至 18 日", "2017-02-13", "2017-02-18", []),
        ("27 August 2026 to 9 September", "2026-08-27", "2026-09-09", ["year_from_other_edge"]),
        ("27 August to 9 September 2026", "2026-08-27", "2026-09-09", ["year_from_other_edge"]),
        (
            "on 27 August 2026 from 08:00 to 10:00",
            "2026-08-27T08:00",
            "2026-08-27T10:00",
            ["day_from_other_edge"],
        ),
        (
            "between 08:00 and 10:00 on 27 August 2026",
            "2026-08-27T08:00",
            "2026-08-27T10:00",
            ["day_from_other_edge"],
        ),
    ],
)
def test_a_range_is_a_window(text: str, start: str, end: str, doubts: list[str]) -> None:
    _kind, _words, reading, said_doubts = window(f"It lasted {text}.")
    assert reading["start"]["dates"][0]["value"] == start
    assert reading["end"]["dates"][0]["value"] == end
    assert said_doubts == doubts


def test_a_zone_that_is_written_once_holds_for_both_edges_with_a_doubt() -> None:
    assert window("It lasted from 2024-12-11 15:16 to 19:38 PST.") == (
        "window",
        "2024-12-11 15:16 to 19:38 PST",
        {
            "start": {
                "dates": [
                    {"value": "2024-12-11T15:16", "zone": "-08:00", "text": "2024-12-11 15:16"}
                ]
            },
            "end": {
                "dates": [{"value": "2024-12-11T19:38", "zone": "-08:00", "text": "19:38 PST"}]
            },
        },
        ["day_from_other_edge", "zone_from_other_edge"],
    )


def test_both_edges_are_ambiguous_in_the_same_way() -> None:
    _kind, _words, readings, doubts = window("It lasted from 01/09/2026 to 05/09/2026.")
    values = [
        (one["start"]["dates"][0]["value"], one["end"]["dates"][0]["value"]) for one in readings
    ]
    assert values == [("2026-09-01", "2026-09-05"), ("2026-01-09", "2026-05-09")]
    assert doubts == ["day_or_month_first"]


def test_a_year_is_not_taken_over_where_the_end_would_come_first() -> None:
    _kind, _words, unfinished, doubts = window("2026 年 12 月 28 日至 1 月 3 日")
    assert unfinished["end"] == {"dates": [{"value": "--01-03", "text": "1 月 3 日"}]}
    assert doubts == ["year_from_other_edge", "ends_before_start"]


def test_a_window_over_midnight_with_one_day_has_no_reading() -> None:
    _kind, _words, unfinished, doubts = window("From 22:00 to 02:00 UTC on 9 May 2026.")
    assert unfinished["start"] == {"dates": [{"value": "T22:00", "text": "22:00"}]}
    assert "ends_before_start" in doubts


@pytest.mark.parametrize(
    ("text", "words", "edges"),
    [
        ("Seen since 3 March 2026.", "since 3 March 2026", {"start": "during"}),
        ("自 2026 年 3 月 3 日起可见", "自 2026 年 3 月 3 日", {"start": "during"}),
        ("2026 年 3 月 3 日下午 3 点开始", "2026 年 3 月 3 日下午 3 点开始", {"start": "during"}),
        ("2026 年 3 月 3 日以来", "2026 年 3 月 3 日以来", {"start": "during"}),
        ("Seen prior to 3 March 2026.", "prior to 3 March 2026", {"end": "instant"}),
        ("在 2026 年 3 月 3 日之前", "2026 年 3 月 3 日之前", {"end": "instant"}),
        ("Seen until 3 March 2026.", "until 3 March 2026", {"end": "during"}),
        ("Seen until 3 March 2026 inclusive.", "until 3 March 2026 inclusive", {"end": "whole"}),
        ("Seen through 3 March 2026.", "through 3 March 2026", {"end": "whole"}),
        ("直到 2026 年 3 月 3 日（含）", "直到 2026 年 3 月 3 日（含）", {"end": "whole"}),
        (
            "From 1 March 2026 through 3 March 2026.",
            "1 March 2026 through 3 March 2026",
            {"start": "during", "end": "whole"},
        ),
        (
            "From 1 March 2026 to 3 March 2026 inclusive.",
            "1 March 2026 to 3 March 2026 inclusive",
            {"start": "whole", "end": "whole"},
        ),
    ],
)
def test_words_around_a_date_say_which_edge_it_is_and_how_it_is_meant(
    text: str, words: str, edges: dict[str, str]
) -> None:
    _kind, found, reading, _doubts = window(text)
    meanings = {side: edge["dates"][0].get("meaning", "during") for side, edge in reading.items()}
    assert (found, meanings) == (words, edges)


def test_two_dates_without_a_word_that_joins_them_are_two_dates() -> None:
    found = said_of("date", "Disclosed on 2026-08-27 and corrected on 2026-09-09.")
    assert [one[2]["value"] for one in found] == ["2026-08-27", "2026-09-09"]


def test_lines_of_a_log_are_dates_of_their_own() -> None:
    text = "2024-12-11 15:12 deployed\n2024-12-11 15:16 first errors\n15:20 noticed"
    assert [one[2]["value"] for one in said_of("date", text)] == [
        "2024-12-11T15:12",
        "2024-12-11T15:16",
        "T15:20",
    ]


@pytest.mark.parametrize(
    ("text", "reading", "doubts"),
    [
        ("All times are in UTC.", {"zone": "UTC"}, []),
        ("所有时间均为北京时间。", {"zone": "Asia/Shanghai"}, []),
        ("All times are Pacific time.", {"zone": "America/Los_Angeles"}, []),
        ("All times are in PST.", {"text": "PST"}, ["zone_needs_date"]),
    ],
)
def test_a_zone_of_all_times_is_proposed(
    text: str, reading: dict[str, str], doubts: list[str]
) -> None:
    ((_kind, _words, found, said_doubts),) = said_of("zone", text)
    assert (found, said_doubts) == (reading, doubts)


def test_a_zone_that_is_merely_named_is_not_proposed() -> None:
    assert said("We have an office in UTC and one in PST.") == []
