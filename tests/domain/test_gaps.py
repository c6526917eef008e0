"""Gaps of a record, aliases that lead nowhere, and translations that were left behind."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.gaps import DeadEnd, Gap, GapKind, dead_ends, gap_word, gaps_of
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_catalogue, withdraw_named
from incidents.domain.snapshots import current_snapshot, forget_snapshots
from incidents.domain.surveying import published_dead_ends, survey_published, survey_record
from incidents.domain.translating import Translation, TranslationHistory
from tests.conftest import Publish
from tests.documents import Json, catalogue_document, disclosure_document, whole_document

CONDITIONS = "/scopes/0/clauses/0/conditions"


def found(document: Json, kind: GapKind) -> list[tuple[str, str]]:
    return [(gap.pointer, gap.detail) for gap in gaps_of(document) if gap.kind is kind]


def conditions(document: Json) -> Json:
    inner: Json = document["scopes"][0]["clauses"][0]["conditions"]
    return inner


def test_facts_without_a_source_are_found() -> None:
    document = disclosure_document(
        timeline=[
            {"at": {"value": "2026-05-03"}, "text": {"en": "Mended."}},
            {"at": {"value": "2026-05-04"}, "text": {"en": "Told."}, "sources": ["report"]},
        ]
    )
    assert found(document, GapKind.NO_SOURCE) == [
        ("/timeline/0", ""),
        (f"{CONDITIONS}/service", ""),
        (f"{CONDITIONS}/model", ""),
        (f"{CONDITIONS}/prompt_tokens", ""),
    ]


def test_a_clause_that_cites_a_source_does_so_for_its_conditions() -> None:
    document = disclosure_document()
    document["scopes"][0]["clauses"][0]["sources"] = ["report"]
    assert found(document, GapKind.NO_SOURCE) == []


@pytest.mark.parametrize(
    ("start", "is_gap"),
    [
        ({"dates": [{"value": "2026-05-01T10:00", "zone": "UTC"}]}, False),
        ({"dates": [{"value": "2026-05-01T10:00Z"}]}, False),
        ({"dates": [{"value": "2026-05-01"}]}, True),
        ({"dates": [{"value": "2026-05-01T10:00"}]}, True),
        ({"in_effect_by": {"value": "2026-05"}}, True),
        ({"earlier_possible": True}, False),
        ({}, False),
    ],
)
def test_windows_without_a_stated_zone_are_found(start: Json, is_gap: bool) -> None:
    document = disclosure_document()
    conditions(document)["at"]["start"] = start
    expected = [(f"{CONDITIONS}/at", "")] if is_gap else []
    assert found(document, GapKind.NO_ZONE) == expected


def test_disputed_facts_are_found() -> None:
    document = whole_document()
    document["versions"][0]["status"] = "disputed"
    document["scopes"][0]["clauses"][0]["open"] = "disputed"
    assert found(document, GapKind.DISPUTED) == [
        ("/versions/0", ""),
        ("/scopes/0/clauses/0", ""),
        ("/scopes/0/clauses/1/conditions/at", ""),
        ("/scopes/1/clauses/0/conditions/engine_version", ""),
    ]


def test_empty_cells_of_coverage_are_found() -> None:
    def protection(key: str, **states: str) -> Json:
        cells = [{"architecture": name, "state": state} for name, state in states.items()]
        return {"key": key, "name": {"en": key}, "coverage": cells}

    document = disclosure_document(
        protections=[
            protection("checksum", Large="covered", Small="not_published"),
            protection("canary", Large="not_covered"),
        ]
    )
    assert found(document, GapKind.EMPTY_CELL) == [
        ("/protections/0", "Small"),
        ("/protections/1", "Small"),
    ]


def test_every_kind_of_gap_has_a_word() -> None:
    assert len({gap_word(kind) for kind in GapKind}) == len(GapKind)


# Aliases


def test_an_alias_that_nothing_published_covers_leads_nowhere() -> None:
    catalogue = catalogue_document()
    catalogue["services"][1]["aliases"] = [{"name": "B.ai", "source": "its pages"}]
    ends = [
        DeadEnd("model", "@al/large-1", "large-1", "alpha"),
        DeadEnd("service", "B.ai", "beta", ""),
    ]
    assert dead_ends(catalogue, set()) == ends
    assert dead_ends(catalogue, {("model", "@al/large-1")}) == ends[1:]
    assert dead_ends(catalogue, {("service", "b.ai"), ("model", "@al/large-1")}) == []
    # A name of another kind is not the same name.
    assert dead_ends(catalogue, {("model", "b.ai")}) == ends


def test_only_what_is_published_and_not_withdrawn_leads_anywhere(
    publish: Publish, now: datetime
) -> None:
    end = DeadEnd("model", "@al/large-1", "large-1", "alpha")
    assert published_dead_ends(current_snapshot(now)) == [end]
    publish()
    forget_snapshots()
    assert published_dead_ends(current_snapshot(now)) == []
    withdraw_named("KB-2026-7001", actor=COMMAND_LINE, now=now, reason="Why.")
    forget_snapshots()
    assert published_dead_ends(current_snapshot(now)) == [end]


# Translations


def history(*documents: Json) -> tuple[Translation, ...]:
    followed = TranslationHistory()
    for document in documents:
        followed.read(document)
    return followed.state()


def texts(**by_key: tuple[str, str] | str) -> Json:
    """A document of texts in English, with Chinese where two are given."""
    parts: Json = {"language": "en"}
    for key, text in by_key.items():
        pair = text if isinstance(text, tuple) else (text,)
        parts[key] = dict(zip(("en", "zh-Hans"), pair, strict=False))
    return parts


def test_texts_without_a_translation_are_counted() -> None:
    assert history(texts(title="A", summary=("B", "乙"))) == (Translation("zh-Hans", 1, 0),)


def test_a_translation_is_stale_from_the_change_of_its_original_until_its_own() -> None:
    first = texts(title=("A", "甲"), summary=("B", "乙"))
    changed = texts(title=("A2", "甲"), summary=("B", "乙"))
    moved = texts(summary=("B", "乙"), narrative=("A2", "甲"))
    mended = texts(title=("A2", "甲二"), summary=("B", "乙"))
    assert history(first) == (Translation("zh-Hans", 0, 0),)
    assert history(first, changed) == (Translation("zh-Hans", 0, 1),)
    assert history(first, changed, moved) == (Translation("zh-Hans", 0, 1),)
    assert history(first, changed, mended) == (Translation("zh-Hans", 0, 0),)
    assert history(first, changed, first) == (Translation("zh-Hans", 0, 0),)


def test_two_originals_may_share_a_translation() -> None:
    before = texts(unit=("replies", "次响应"))
    after = texts(unit=("replies", "次响应"), other=("responses", "次响应"))
    assert history(before, after) == (Translation("zh-Hans", 0, 0),)


def test_a_record_in_chinese_is_translated_into_english() -> None:
    document = {"language": "zh-Hans", "title": {"zh-Hans": "甲"}}
    assert history(document) == (Translation("en", 1, 0),)


# The survey


def test_the_latest_revision_is_surveyed_with_its_history(publish: Publish, now: datetime) -> None:
    publish(title={"en": "A", "zh-Hans": "甲"}, summary={"en": "S"})
    publish(reason="Again.", title={"en": "B", "zh-Hans": "甲"}, summary={"en": "S"})
    ((record, survey),) = survey_published(current_snapshot(now))
    assert (record.public_id, record.revision) == ("KB-2026-7001", 2)
    assert survey.behind == (Translation("zh-Hans", 5, 1),)
    assert survey.by_kind == {GapKind.NO_SOURCE: 3}
    assert survey_record(record) == survey


def test_drafts_and_withdrawn_incidents_are_not_surveyed(publish: Publish, now: datetime) -> None:
    publish()
    withdraw_named("KB-2026-7001", actor=COMMAND_LINE, now=now, reason="Why.")
    assert survey_published(current_snapshot(now)) == []


def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_a_survey_is_one_query_for_any_number_of_records_and_then_none(
    publish: Publish, now: datetime
) -> None:
    for number in (1, 3):
        for place in range(number):
            publish(id=f"KB-2026-8{number}{place}0", reason="R.", title={"en": f"{number} {place}"})
        forget_snapshots()
        snapshot = current_snapshot(now)
        assert queries(lambda: survey_published(snapshot)) == 1  # noqa: B023 - called at once
        assert queries(lambda: survey_published(snapshot)) == 0  # noqa: B023


def test_another_catalogue_changes_where_aliases_lead(publish: Publish, now: datetime) -> None:
    publish()
    document = catalogue_document()
    aliases = document["services"][0]["models"][1].setdefault("aliases", [])
    aliases.append({"name": "tiny", "source": "a list"})
    import_catalogue(document, actor=COMMAND_LINE, now=now)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason="An alias.")
    forget_snapshots()
    assert published_dead_ends(current_snapshot(now)) == [
        DeadEnd("model", "tiny", "small-1", "alpha")
    ]


@pytest.mark.usefixtures("shipped")
def test_every_shipped_record_is_surveyed(now: datetime) -> None:
    snapshot = current_snapshot(now)
    surveyed = [record.public_id for record, _ in survey_published(snapshot)]
    assert surveyed == list(snapshot.records)


def test_a_gap_can_be_told_from_another() -> None:
    assert Gap(GapKind.NO_ZONE, "/a") != Gap(GapKind.NO_SOURCE, "/a")
