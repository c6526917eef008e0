import math

import pytest

from incidents.scope.dates import (
    HOUR,
    SECOND,
    DateProblem,
    EdgeSpan,
    Meaning,
    Side,
    UnreadableDate,
    format_instant,
    instants_of,
    parse_instant,
    published_span,
    read_local_unit,
    read_zone,
)
from incidents.scope.extent import Interval
from tests.scope.building import instant, span

DURING, WHOLE, INSTANT = Meaning.DURING, Meaning.WHOLE, Meaning.INSTANT
START, END = Side.START, Side.END


def read(text: str, zone: str | None = None) -> Interval:
    return instants_of(read_local_unit(text), read_zone(zone) if zone else None, text)


def problem(text: str, zone: str | None = None) -> DateProblem:
    with pytest.raises(UnreadableDate) as caught:
        read(text, zone)
    return caught.value.problem


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2026", "2026-01-01T00:00Z", "2027-01-01T00:00Z"),
        ("2026-09", "2026-09-01T00:00Z", "2026-10-01T00:00Z"),
        ("2026-12", "2026-12-01T00:00Z", "2027-01-01T00:00Z"),
        ("2026-09-05", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("2028-02-29", "2028-02-29T00:00Z", "2028-03-01T00:00Z"),
        ("2026-09-05T12", "2026-09-05T12:00Z", "2026-09-05T13:00Z"),
        ("2026-09-05T12:30", "2026-09-05T12:30Z", "2026-09-05T12:31Z"),
        ("2026-09-05t12:30:15", "2026-09-05T12:30:15Z", "2026-09-05T12:30:16Z"),
        ("2026-09-05 12:30", "2026-09-05T12:30Z", "2026-09-05T12:31Z"),
        ("2026-09-05T24", "2026-09-06T00:00Z", "2026-09-06T01:00Z"),
        ("2026-09-05T24:00", "2026-09-06T00:00Z", "2026-09-06T00:01Z"),
        ("2026-09-05T24:00:00", "2026-09-06T00:00Z", "2026-09-06T00:00:01Z"),
        ("2026-12-31T23:59:60", "2026-12-31T23:59:59Z", "2027-01-01T00:00:01Z"),
        ("2026-09-05T12:30+05:30", "2026-09-05T07:00Z", "2026-09-05T07:01Z"),
        ("2026-09-05T12:30+0530", "2026-09-05T07:00Z", "2026-09-05T07:01Z"),
        ("2026-09-05T12:30-07", "2026-09-05T19:30Z", "2026-09-05T19:31Z"),
        ("2026-09-05T12:30 z", "2026-09-05T12:30Z", "2026-09-05T12:31Z"),
        ("2026-09-05Z", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("2026-09-05-12:00", "2026-09-05T12:00Z", "2026-09-06T12:00Z"),
        ("2026-09-05+14:00", "2026-09-04T10:00Z", "2026-09-05T10:00Z"),
        ("２０２６－０９－０５", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("5 September 2026", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("5 SEPTEMBER, 2026", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("September 5, 2026", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("2026年9月5日", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
        ("2026 年 09 月 05 号", "2026-09-05T00:00Z", "2026-09-06T00:00Z"),
    ],
)
def test_a_time_is_the_whole_of_the_last_unit_written(text: str, low: str, high: str) -> None:
    assert read(text, "UTC") == span(low, high)


@pytest.mark.parametrize(
    ("fraction", "low", "high"),
    [
        (".5", 500_000, 600_000),
        (",25", 250_000, 260_000),
        (".000001", 1, 2),
        # Digits beyond the microsecond widen outwards.
        (".0000015", 1, 2),
        (".000000001", 0, 1),
        (".123456789", 123_456, 123_457),
    ],
)
def test_a_fraction_is_one_unit_of_its_last_digit(fraction: str, low: int, high: int) -> None:
    start = instant("2026-09-05T12:30:15Z")

    assert read(f"2026-09-05T12:30:15{fraction}Z") == Interval(start + low, start + high)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2026-09-05", "2026-09-04T10:00Z", "2026-09-06T12:00Z"),
        ("2026-09-05T08:00", "2026-09-04T18:00Z", "2026-09-05T20:01Z"),
        ("2026", "2025-12-31T10:00Z", "2027-01-01T12:00Z"),
    ],
)
def test_without_a_zone_a_time_widens_by_14_hours_before_and_12_after(
    text: str, low: str, high: str
) -> None:
    assert read(text) == span(low, high)


def test_an_offset_outranks_the_zone() -> None:
    assert read("2026-09-05T12:30Z", "Pacific/Auckland") == span(
        "2026-09-05T12:30Z", "2026-09-05T12:31Z"
    )


@pytest.mark.parametrize(
    ("text", "zone", "low", "high"),
    [
        # Clocks are put back: the hull of both.
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30Z", "2026-10-25T01:31Z"),
        ("2026-10-25T02", "Europe/Berlin", "2026-10-25T00:00Z", "2026-10-25T02:00Z"),
        ("2026-10-25", "Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T23:00Z"),
        ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30Z", "2026-11-01T06:31Z"),
        ("2023-10-26T23:30", "Africa/Cairo", "2023-10-26T20:30Z", "2023-10-26T21:31Z"),
        ("2023-10-26", "Africa/Cairo", "2023-10-25T21:00Z", "2023-10-26T22:00Z"),
        ("2018-02-17", "America/Sao_Paulo", "2018-02-17T02:00Z", "2018-02-18T03:00Z"),
        # Clocks are put forward: what is left of the unit.
        (
            "2026-03-29T02:59:59.5",
            "Europe/London",
            "2026-03-29T01:59:59.5Z",
            "2026-03-29T01:59:59.6Z",
        ),
        ("2026-03-29", "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T22:00Z"),
        ("2017-10-15", "America/Sao_Paulo", "2017-10-15T03:00Z", "2017-10-16T02:00Z"),
        ("2023-04-28", "Africa/Cairo", "2023-04-27T22:00Z", "2023-04-28T21:00Z"),
        ("2011-12", "Pacific/Apia", "2011-12-01T10:00Z", "2011-12-31T10:00Z"),
    ],
)
def test_a_zone_whose_clocks_change_is_followed(text: str, zone: str, low: str, high: str) -> None:
    assert read(text, zone) == span(low, high)


def test_the_last_day_of_time_ends_in_the_year_10000_of_utc() -> None:
    end = instant("9999-12-31T23:59:59Z") + SECOND

    assert read("9999-12-31", "America/New_York") == Interval(
        instant("9999-12-31T05:00Z"), end + 5 * HOUR
    )


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("2026-03-29T02:30", "Europe/Berlin"),
        ("2026-03-29T02", "Europe/Berlin"),
        ("2026-03-08T02:00:00", "America/New_York"),
        ("2026-09-27T02:15", "Pacific/Auckland"),
        ("2017-10-15T00:30", "America/Sao_Paulo"),
        ("2023-04-28T00:00", "Africa/Cairo"),
        ("2011-12-30", "Pacific/Apia"),
        ("2011-12-30T12:00", "Pacific/Apia"),
    ],
)
def test_a_time_that_the_clocks_skipped_is_refused(text: str, zone: str) -> None:
    assert problem(text, zone) is DateProblem.TIME_SKIPPED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", DateProblem.NOT_ISO_8601),
        ("yesterday", DateProblem.NOT_ISO_8601),
        ("01/09/2026", DateProblem.NOT_ISO_8601),
        ("1 Sept 2026", DateProblem.NOT_ISO_8601),
        ("2026-9-5", DateProblem.NOT_ISO_8601),
        ("20260905", DateProblem.NOT_ISO_8601),
        ("2026-W36-5", DateProblem.NOT_ISO_8601),
        ("2026-0905", DateProblem.NOT_ISO_8601),
        ("2026-09-1²", DateProblem.NOT_ISO_8601),
        ("2026-09-05T12:30:15.1234567890Z", DateProblem.NOT_ISO_8601),
        ("٢٠٢٦-٠٩-٠٥", DateProblem.NOT_ISO_8601),
        ("12026-09-05", DateProblem.NOT_ISO_8601),
        ("0000", DateProblem.NO_SUCH_DATE),
        ("0000-01-01", DateProblem.NO_SUCH_DATE),
        ("2026-13", DateProblem.NO_SUCH_DATE),
        ("2026-00-01", DateProblem.NO_SUCH_DATE),
        ("2026-02-29", DateProblem.NO_SUCH_DATE),
        ("1900-02-29", DateProblem.NO_SUCH_DATE),
        ("31 April 2026", DateProblem.NO_SUCH_DATE),
        ("2026年13月1日", DateProblem.NO_SUCH_DATE),
        ("9999-12-31T24:00", DateProblem.NO_SUCH_DATE),
        ("9999-12-31T23:59:60", DateProblem.NO_SUCH_DATE),
        ("2026-09-05T25:00", DateProblem.NO_SUCH_TIME),
        ("2026-09-05T24:01", DateProblem.NO_SUCH_TIME),
        ("2026-09-05T24:00:00.5", DateProblem.NO_SUCH_TIME),
        ("2026-09-05T12:60", DateProblem.NO_SUCH_TIME),
        ("2026-09-05T12:30:61", DateProblem.NO_SUCH_TIME),
        ("2026-09-05T12:30+14:01", DateProblem.NO_SUCH_OFFSET),
        ("2026-09-05T12:30-12:30", DateProblem.NO_SUCH_OFFSET),
        ("2026-09-05T12:30+05:60", DateProblem.NO_SUCH_OFFSET),
    ],
)
def test_a_text_that_means_no_time_is_refused_with_its_problem(
    text: str, expected: DateProblem
) -> None:
    assert problem(text, "UTC") is expected


@pytest.mark.parametrize("zone", ["UTC", "-07:00", None])
def test_year_1_and_year_9999_are_read_in_every_kind_of_zone(zone: str | None) -> None:
    for text in ("0001", "0001-01-01", "9999", "9999-12-31T23:59:59.999999"):
        assert read(text, zone).low < read(text, zone).high


@pytest.mark.parametrize("name", ["Z", "z", "-07:00", "+0530", "UTC", "Europe/Berlin", "Etc/GMT+5"])
def test_zones_are_read_by_name_or_offset(name: str) -> None:
    assert read_zone(name).utcoffset(None) is not None or str(read_zone(name)) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "PST",
        "Europe",
        "europe/nowhere",
        "../etc/passwd",
        "/etc/passwd",
        "zone.tab",
        "Europe/\x00Berlin",
        "\ud800",
        "x" * 1_000_000,
        # Files that lie beside the zones: the machine's own, and one that counts leap seconds.
        "localtime",
        "posixrules",
        "Factory",
        "right/UTC",
        "posix/UTC",
        # Abbreviations, which the zone database takes for fixed offsets and people do not.
        "EST",
        "MST",
        "HST",
        "PST8PDT",
        "CET",
        "eet",
    ],
)
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(UnreadableDate) as caught:
        read_zone(name)

    assert (caught.value.problem, caught.value.text) == (DateProblem.UNKNOWN_ZONE, name)


def test_a_zone_of_an_offset_that_no_place_has_is_refused() -> None:
    with pytest.raises(UnreadableDate) as caught:
        read_zone("+15:00")

    assert caught.value.problem is DateProblem.NO_SUCH_OFFSET


def edge(earliest: str, latest: str) -> EdgeSpan:
    return EdgeSpan(instant(earliest), instant(latest))


@pytest.mark.parametrize(
    ("value", "zone", "meaning", "side", "earliest", "latest"),
    [
        # The examples of the design: day precision without a zone.
        ("2026-08-27", None, DURING, START, "2026-08-26T10:00Z", "2026-08-28T12:00Z"),
        ("2026-09-09", None, DURING, END, "2026-09-08T10:00Z", "2026-09-10T12:00Z"),
        # "Through 2 September inclusive", and its like at the start.
        ("2026-09-02", None, WHOLE, END, "2026-09-02T10:00Z", "2026-09-03T12:00Z"),
        ("2026-09-02", None, WHOLE, START, "2026-09-01T10:00Z", "2026-09-02T12:00Z"),
        ("2026-09-02", "UTC", WHOLE, END, "2026-09-03T00:00Z", "2026-09-03T00:00Z"),
        ("2026-09-02", "UTC", WHOLE, START, "2026-09-02T00:00Z", "2026-09-02T00:00Z"),
        # "Prior to 12:03".
        ("2026-09-02T12:03Z", None, INSTANT, END, "2026-09-02T12:03Z", "2026-09-02T12:03Z"),
        ("2026-09-02T12:03Z", None, INSTANT, START, "2026-09-02T12:03Z", "2026-09-02T12:03Z"),
        ("2026-09-02T12:03", "UTC", DURING, END, "2026-09-02T12:03Z", "2026-09-02T12:04Z"),
        # The offset of the value outranks the zone beside it.
        ("2026-09-02T12:03Z", "-07:00", INSTANT, END, "2026-09-02T12:03Z", "2026-09-02T12:03Z"),
        # An hour that occurs twice: which of the two is open, but for a whole day.
        (
            "2026-10-25T02:00",
            "Europe/Berlin",
            INSTANT,
            END,
            "2026-10-25T00:00Z",
            "2026-10-25T01:00Z",
        ),
        ("2026-10-25T02", "Europe/Berlin", WHOLE, END, "2026-10-25T01:00Z", "2026-10-25T02:00Z"),
        ("2026-10-25T02", "Europe/Berlin", DURING, END, "2026-10-25T00:00Z", "2026-10-25T02:00Z"),
        ("2023-10-26", "Africa/Cairo", WHOLE, END, "2023-10-26T22:00Z", "2023-10-26T22:00Z"),
        ("2023-10-26T23", "Africa/Cairo", WHOLE, END, "2023-10-26T21:00Z", "2023-10-26T22:00Z"),
        ("2026-11-01", "America/Havana", WHOLE, START, "2026-11-01T04:00Z", "2026-11-01T04:00Z"),
        # A day that begins after its midnight was skipped, and one that ends where it was.
        ("2017-10-15", "America/Sao_Paulo", WHOLE, START, "2017-10-15T03:00Z", "2017-10-15T03:00Z"),
        ("2017-10-14", "America/Sao_Paulo", WHOLE, END, "2017-10-15T03:00Z", "2017-10-15T03:00Z"),
        (
            "2017-10-15",
            "America/Sao_Paulo",
            DURING,
            START,
            "2017-10-15T03:00Z",
            "2017-10-16T02:00Z",
        ),
        ("2017-10-15T00:30", None, INSTANT, START, "2017-10-14T10:30Z", "2017-10-15T12:30Z"),
        # A month of which the last days were skipped ends where they began.
        ("2011-12-29", "Pacific/Apia", WHOLE, END, "2011-12-30T10:00Z", "2011-12-30T10:00Z"),
        ("2011-12-31", "Pacific/Apia", WHOLE, START, "2011-12-30T10:00Z", "2011-12-30T10:00Z"),
    ],
)
def test_a_published_edge_has_its_earliest_and_latest_instant(
    value: str, zone: str | None, meaning: Meaning, side: Side, earliest: str, latest: str
) -> None:
    assert published_span(value, zone, meaning, side) == edge(earliest, latest)


def test_a_unit_that_ends_in_skipped_time_ends_with_the_jump() -> None:
    assert published_span("2026-03-29T01", "Europe/Berlin", WHOLE, END) == edge(
        "2026-03-29T01:00Z", "2026-03-29T01:00Z"
    )
    # Lord Howe's clocks jump by half an hour only: the hour from 02 lacks its first half.
    assert published_span("2026-10-04T02", "Australia/Lord_Howe", WHOLE, START) == edge(
        "2026-10-03T15:30Z", "2026-10-03T15:30Z"
    )
    # Toronto skipped from 23:30 to 00:30 in 1919: the day ends with the jump.
    assert published_span("1919-03-30", "America/Toronto", WHOLE, END) == edge(
        "1919-03-31T04:30Z", "1919-03-31T04:30Z"
    )
    assert published_span("1919-03-30T23", "America/Toronto", WHOLE, END) == edge(
        "1919-03-31T04:30Z", "1919-03-31T04:30Z"
    )


@pytest.mark.parametrize("meaning", Meaning)
def test_a_published_edge_in_skipped_time_is_refused(meaning: Meaning) -> None:
    with pytest.raises(UnreadableDate) as caught:
        published_span("2011-12-30", "Pacific/Apia", meaning, START)

    assert caught.value.problem is DateProblem.TIME_SKIPPED


def test_an_edge_on_several_dates_spans_them_all() -> None:
    assert EdgeSpan.hull([EdgeSpan(3, 5), EdgeSpan(1, 2), EdgeSpan(2, 4)]) == EdgeSpan(1, 5)


@pytest.mark.parametrize(
    "text",
    ["2026-08-28T12:00:00Z", "2026-08-28T12:00:00.000001Z", "0001-01-01T00:00:00Z"],
)
def test_instants_of_scope_documents_are_written_as_they_are_read(text: str) -> None:
    assert format_instant(parse_instant(text)) == text


def test_an_instant_with_another_offset_is_read_as_the_same_instant() -> None:
    assert parse_instant("2026-08-28T14:00:00+02:00") == parse_instant("2026-08-28T12:00:00Z")


@pytest.mark.parametrize("text", ["2026-08-28T12:00:00", "2026-08-28", "soon"])
def test_a_text_that_is_no_instant_of_a_scope_document_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        parse_instant(text)


@pytest.mark.parametrize("instant_", [math.inf, -math.inf, 10**18, -(10**18)])
def test_an_instant_beyond_the_years_1_to_9999_has_no_text(instant_: float) -> None:
    assert format_instant(instant_) is None
