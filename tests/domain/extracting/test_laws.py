"""What holds for every text."""

from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from incidents.domain.extracting import Kind, Proposal
from incidents.scope.dates import read_local_unit, read_zone
from tests.domain.extracting.building import read

_PIECES = (
    "27 August 2026|9 September|2026-08-27|01/09/2026|2026 年 8 月 27 日|9 月 9 日|至|to|until|from"
    "|自|between|and|through|inclusive|on|at|15:16|3:16|9 pm|下午 3 点|PST|PDT|CST|UTC|+08:00"
    "|北京时间|Pacific time|155|681,280|680k|12.5 万|1.2|responses|条响应|tokens|个 token|percent|%"
    "|more than|超过|以上|about|约|1 in|v0.5.22|SGLang|>=|<|0.9.0|or later|或更高版本|GLM-5.3"
    "|-Flash|Workers AI|is not known|不受影响|https://a.example/|CVE-2026-1234|.|。|,|，|\n|\n\n|\r\n"
    "|- |**|`|<b>|\u200f|\0|２０２６|(|)|/|-|–|30 February 2026|31/31/2026|24:00|0001-01-01"
    "|9999-12-31 23:59 PST|May|since"
).split("|")
texts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*_PIECES, " "]), max_size=30).map(" ".join),
    st.lists(st.sampled_from([*_PIECES, " "]), max_size=30).map("".join),
    st.text(alphabet="0123456789 .,:/-年月日至vTZ+PSTkM%>\n", max_size=60),
)


def dates_of(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every date object in a reading."""
    if isinstance(value, Mapping):
        if "value" in value and isinstance(value["value"], str):
            yield value
        for part in value.values():
            yield from dates_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from dates_of(part)


def stretches(proposals: list[Proposal]) -> Iterator[tuple[int, int, str]]:
    for proposal in proposals:
        for one in (proposal.written, proposal.passage):
            yield one.start, one.end, one.text


@given(texts)
def test_every_text_is_read_and_offsets_point_to_its_passages(text: str) -> None:
    found = read(text)
    for start, end, words in stretches(found):
        assert words
        assert text[start:end] == words
    for proposal in found:
        assert proposal.passage.start <= proposal.written.start
        assert proposal.written.end <= proposal.passage.end
        assert all(0 <= low < high <= len(text) for low, high in proposal.also_at)


@given(texts)
def test_the_same_text_is_read_in_the_same_way(text: str) -> None:
    assert read(text) == read(text)


@given(texts)
def test_every_date_can_be_read_by_the_engine(text: str) -> None:
    for proposal in read(text):
        if proposal.kind in (Kind.DATE, Kind.WINDOW):
            for date in dates_of(list(proposal.readings)):
                read_local_unit(date["value"])
                assert len(date["text"]) <= 300
                if "zone" in date:
                    read_zone(date["zone"])


@given(texts)
def test_a_day_without_its_year_can_be_read_once_it_has_one(text: str) -> None:
    for proposal in read(text):
        if proposal.kind is Kind.DATE and proposal.unfinished is not None:
            value = proposal.unfinished.get("value", "")
            if value.startswith("--") and value not in ("--02-30",) and value[5:] != "-31":
                read_local_unit(value.replace("--", "2028-", 1))


@given(texts)
def test_no_reading_and_nothing_unfinished_is_never_offered_without_a_doubt(text: str) -> None:
    for proposal in read(text):
        if len(proposal.readings) != 1:
            assert proposal.doubts
