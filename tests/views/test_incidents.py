"""The pages of incidents: the list, an incident, and one as of an earlier revision."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from incidents.domain.cataloguing import import_catalogue
from incidents.domain.drafting import import_disclosure
from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.publishing import publish_catalogue, publish_named, withdraw_incident
from incidents.models import Incident, Revision
from tests.conftest import NOW
from tests.documents import Json, catalogue_document, disclosure_document, whole_document
from tests.views.reading import get, queries_of, read, text_of, weight_of

Publish = Callable[..., Revision]

FIRST = "/en/incidents/KB-2026-0001/"
PAGE = "/en/incidents/KB-2026-7001/"


@pytest.fixture
def whole(publish: Publish) -> Revision:
    """A record in which everything occurs, beside the one that it is not."""
    publish(id="KB-2026-7002", title={"en": "The other fault"})
    return publish(**_whole_document())


def _whole_document() -> Json:
    """The whole document with an example that holds under the small catalogue."""
    return whole_document() | {"examples": [{"question": {}, "verdict": "undetermined"}]}


def _withdraw(public_id: str, reason: str, now: datetime = NOW) -> None:
    incident = Incident.objects.get(public_id=public_id)
    withdraw_incident(incident=incident, actor=COMMAND_LINE, now=now, reason=reason)


# An incident


def test_the_page_shows_every_part_of_the_record(client: Client, whole: Revision) -> None:
    text = read(client, PAGE)

    for part in (
        "KB-2026-7001 · data isolation · resolved Answers to long prompts were mixed up",
        "Provider Alpha Disclosed 20 May 2026 (time of day and zone not stated) "
        "Revision 1, published 15 November 2026, 12:00 (UTC) History and differences "
        "Check a request against this incident",
        "Key points 12 responses, not customers.",
        "Counts about 1.2 percent, subscribers Not of all users.",
        "What happened A pool ran full.",
        "Timeline All dates: time of day and zone not stated. 3 May 2026 Mended.",
        "Fixed versions engine Version Role What is known 0.5.22 Recommended minimum as stated "
        "advice, no guarantee",
        "Separate and related incidents Another incident, not to be confused with this one: "
        "KB-2026-7002 The other fault Another fault.",
        "Questions and answers 12 customers? 12 responses are not 12 customers. (said by Alpha)",
        "Sources Alpha: Incident report (primary source)",
        "Revisions Revision 1, 15 November 2026, 12:00 (UTC) First.",
    ):
        assert part in text


def test_the_scope_is_told_clause_by_clause_with_what_is_open(
    client: Client, whole: Revision
) -> None:
    text = read(client, PAGE)

    for part in (
        "Large 1, long prompts Service alpha In the catalogue: Alpha AI "
        "Model large-1 In the catalogue: Large 1 on Alpha AI "
        "Time 1 May 2026, 10:00 to 3 May 2026, 10:00 (UTC) "
        "Prompt length more than 1,000 tokens How it is counted: as the provider counts",
        "Only possible: Suspected earlier cases "
        "The disclosure suspects this and does not confirm it. "
        "Service alpha; possibly beta",
        "Model large-1, and others that the list does not name",
        "Only possible. The sources disagree about this. As written: in April",
        "Not covered: The free plan Plan free as stated",
        "Engines that somebody runs Engine before 0.5.22",
        "Engine version engine before 0.5.22 Only possible. The sources disagree about this. "
        "Possibly also: engine 0.5.22 Named as not covered: 0.5.22rc2",
        "A value of 1 says nothing: a placeholder",
    ):
        assert part in text


def test_no_edge_of_a_window_gets_an_hour_that_was_not_published(
    client: Client, publish: Publish
) -> None:
    document = disclosure_document(examples=[{"question": {}, "verdict": "undetermined"}])
    window = document["scopes"][0]["clauses"][0]["conditions"]["at"]
    window["start"] = {"dates": [{"value": "2026-05-01"}]}
    window["end"] = {"dates": [{"value": "2026-05-03T10:00"}]}
    publish(**document)

    assert (
        "Time 1 May 2026 (time of day and zone not stated) "
        "to 3 May 2026, 10:00 (time zone not stated)"
    ) in read(client, PAGE)


def test_an_empty_cell_of_the_protections_is_not_published(client: Client, whole: Revision) -> None:
    html = get(client, PAGE)
    table = html.split("Protections by architecture", 1)[1].split("</table>", 1)[0]
    rows = [
        [
            " ".join(re.sub(r"<[^>]*>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in table.split("<tr>")[1:]
    ]

    assert rows == [
        ["Protection", "Large", "Small", "All others"],
        [
            "Checksum --checksum",
            "in progress as of 20 May 2026 (time of day and zone not stated)",
            "not published",
            "not published",
        ],
        ["Canary", "not published", "not published", "not published"],
    ]


def test_facts_cite_their_sources_by_number(client: Client, shipped: None) -> None:
    html = get(client, FIRST)

    cited = {int(number) for number in re.findall(r'<a href="#source-(\d+)">', html)}
    listed = [int(number) for number in re.findall(r'<li id="source-(\d+)">', html)]
    assert listed == list(range(1, len(listed) + 1))
    assert cited <= {*listed}
    assert {1, 3, 12} <= cited


def test_the_shipped_record_says_what_it_does_not_mean(client: Client, shipped: None) -> None:
    text = read(client, FIRST)

    for part in (
        "What must not be inferred 155 responses are not 155 customers.",
        "155 responses, as counted by Cloudflare, "
        "every one to a prompt of more than 681,280 tokens "
        "Not customers, users or accounts",
        "27 August 2026 to 9 September 2026 (time of day and zone not stated)",
        "more than 681,280 tokens",
        "0.5.22 Recommended minimum as stated Advice as of the date of the report.",
        "What is not known Which customers received an affected response was not published.",
        "KB-2026-0002 Workers AI: inference errors on 15 October 2026 Same service, other event.",
        "Region-of-service notice This service is offered only to businesses that operate lawfully "
        "outside mainland China",
        "Were 155 users affected? The figure counts 155 responses.",
    ):
        assert part in text


def test_the_scope_picture_stands_in_the_page(client: Client, shipped: None) -> None:
    html = get(client, FIRST)

    assert html.count('<figure class="picture"') == 1
    assert "Your request" not in html


def test_the_notice_is_the_same_for_every_reader(client: Client, shipped: None) -> None:
    def notice(**headers: str) -> str:
        html = client.get(FIRST, headers=headers).content.decode()
        return html.split('<aside class="notice"', 1)[1].split("</aside>", 1)[0]

    assert notice() == notice(**{"accept-language": "zh-CN", "cf-ipcountry": "CN"})


def test_a_notice_that_left_the_catalogue_is_shown_as_it_was(
    client: Client, catalogue: Json, now: datetime
) -> None:
    notice = {
        "key": "region",
        "publisher": "Alpha",
        "audience": {"en": "Businesses elsewhere"},
        "excluded_regions": ["CN"],
        "text": {"en": "Offered elsewhere only."},
    }
    import_catalogue(catalogue_document(notices=[notice]), actor=COMMAND_LINE, now=now)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason="A notice.")
    import_disclosure(disclosure_document(notice="region"), actor=COMMAND_LINE, now=now)
    publish_named("KB-2026-7001", actor=COMMAND_LINE, now=now, reason="First.")
    import_catalogue(catalogue_document(), actor=COMMAND_LINE, now=now)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason="Without it.")

    assert "Offered elsewhere only." in read(client, PAGE)


def test_texts_in_chinese_are_shown_in_chinese(client: Client, shipped: None) -> None:
    html = get(client, "/zh-hans/incidents/KB-2026-0001/")

    assert "Workers AI：GLM-5.3 的部分响应可能混入其他请求的缓存内容" in text_of(html)
    assert "155 条响应不等于 155 位客户。" in text_of(html)
    assert "not-translated" not in html


def test_a_record_without_translation_says_so_once_and_keeps_its_language(
    client: Client, publish: Publish
) -> None:
    publish(title={"en": "Mixed up"}, statements=[{"kind": "unknown", "text": {"en": "The hour."}}])

    html = get(client, "/zh-hans/incidents/KB-2026-7001/")

    assert '<h1><span lang="en">Mixed up</span></h1>' in html
    assert '<li><span lang="en">The hour.</span></li>' in html
    assert html.count("not-translated") == 0
    assert html.count("This record is not yet translated.") + html.count("尚未翻译") >= 1


def test_a_single_text_without_translation_is_labelled(client: Client, publish: Publish) -> None:
    publish(statements=[{"kind": "unknown", "text": {"en": "The hour."}}])

    html = get(client, "/zh-hans/incidents/KB-2026-7001/")

    assert "<h1>长提示的回答被混淆</h1>" in html
    assert '<span lang="en">The hour.</span> <span class="not-translated">(' in html


def test_markup_in_texts_stays_text(client: Client, publish: Publish) -> None:
    publish(
        title={"en": "A <script>alert(1)</script> & more"},
        narrative={"en": "<img src=x onerror=y> [x](javascript:z) ![i](https://a.example/i.png)"},
    )

    html = get(client, PAGE)

    assert "<script>alert" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert "A &lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in html


def test_the_data_block_is_json_that_cannot_end_itself(client: Client, publish: Publish) -> None:
    publish(title={"en": "</script><script>alert(1)</script> & “more”"})

    html = get(client, PAGE)

    block = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    assert [json.loads(one) for one in block] == [
        {
            "@context": "https://schema.org",
            "@type": "Report",
            "identifier": "KB-2026-7001",
            "reportNumber": "KB-2026-7001",
            "url": f"http://testserver{PAGE}",
            "headline": "</script><script>alert(1)</script> & “more”",
            "abstract": "Answers to long prompts of Large 1 were mixed up.",
            "inLanguage": "en",
            "version": 1,
            "datePublished": "2026-11-15T12:00:00+00:00",
            "dateModified": "2026-11-15T12:00:00+00:00",
            "isAccessibleForFree": True,
            "citation": [
                {
                    "@type": "CreativeWork",
                    "name": "Incident report",
                    "publisher": "Alpha",
                    "inLanguage": "en",
                }
            ],
        }
    ]


def test_the_page_links_to_its_data_and_to_the_form(client: Client, publish: Publish) -> None:
    publish()
    html = get(client, PAGE)

    for link in (
        "/api/v1/incidents/KB-2026-7001/",
        "/api/v1/incidents/KB-2026-7001/scope/",
        "/en/?incident=KB-2026-7001",
        "/en/incidents/KB-2026-7001/history/",
        "/en/services/alpha/models/large-1/",
    ):
        assert f'href="{link}"' in html
    assert f'<link rel="canonical" href="http://testserver{PAGE}">' in html


def test_the_policy_allows_everything_the_page_is_made_of(client: Client, shipped: None) -> None:
    response = client.get(FIRST)
    html = response.content.decode()

    assert "'unsafe" not in response["Content-Security-Policy"]
    assert " style=" not in html
    assert not re.search(r"<style|\son\w+=", html)


# Revisions


def test_a_revision_stays_as_it_was_and_is_marked(client: Client, publish: Publish) -> None:
    publish()
    publish(at=NOW + timedelta(days=1), reason="Corrected.", title={"en": "Corrected title"})

    old = get(client, f"{PAGE}revisions/1/")
    new = get(client, f"{PAGE}revisions/2/")

    assert "This is not the latest revision. You are reading revision 1 of 15 November 2026, " in (
        text_of(old)
    )
    assert "<h1>Answers to long prompts were mixed up</h1>" in old
    assert 'href="/en/?incident=KB-2026-7001&amp;revision=1"' in old
    assert 'href="/api/v1/incidents/KB-2026-7001/revisions/1/"' in old
    assert "This is not the latest revision." not in new
    assert "<h1>Corrected title</h1>" in new
    assert text_of(new) == read(client, PAGE)


def test_a_withdrawn_incident_stays_with_its_reason(client: Client, publish: Publish) -> None:
    publish()
    _withdraw("KB-2026-7001", "The source took it back.", NOW + timedelta(days=1))

    text = read(client, PAGE)
    html = get(client, PAGE)

    assert text.startswith(
        "This incident is withdrawn. It was withdrawn on 16 November 2026, 12:00 (UTC) and is no "
        "longer evaluated. What it said stays below, for reference only. "
        "Reason given: The source took it back."
    )
    assert "Answers to long prompts were mixed up" in text
    assert "Check a request" not in text
    assert "/scope/" not in html
    assert "This incident is withdrawn." in read(client, f"{PAGE}revisions/1/")


def test_a_withdrawn_incident_is_shown_though_the_catalogue_lost_its_names(
    client: Client, publish: Publish, now: datetime
) -> None:
    publish()
    _withdraw("KB-2026-7001", "Taken back.")
    smaller = catalogue_document()
    del smaller["services"][0]["models"]
    import_catalogue(smaller, actor=COMMAND_LINE, now=now)
    publish_catalogue(actor=COMMAND_LINE, now=now, reason="Smaller.")

    assert "Model large-1" in read(client, PAGE)


@pytest.mark.parametrize(
    "path",
    [
        "KB-2026-7009/",
        "KB-2026-7003/",
        "KB-2026-7003/history/",
        "KB-2026-7003/revisions/1/",
        "KB-2026-7001/revisions/0/",
        "KB-2026-7001/revisions/2/",
        f"KB-2026-7001/revisions/{10**30}/",
        "kb-2026-7001/",
        "KB-2026-7001%00/",
        "x/",
    ],
)
def test_drafts_are_as_absent_as_what_never_was(
    client: Client, publish: Publish, now: datetime, path: str
) -> None:
    publish()
    import_disclosure(disclosure_document(id="KB-2026-7003"), actor=COMMAND_LINE, now=now)

    get(client, f"/en/incidents/{path}", status=404)


def test_an_edit_does_not_show_before_it_is_published(
    client: Client, publish: Publish, now: datetime
) -> None:
    publish()
    before = get(client, PAGE)
    draft = disclosure_document(title={"en": "Half an edit"})
    import_disclosure(draft, actor=COMMAND_LINE, now=now)

    assert get(client, PAGE) == before
    assert "Half an edit" not in get(client, "/en/incidents/?q=half")


def test_a_link_to_an_unpublished_incident_shows_its_id_alone(
    client: Client, publish: Publish, now: datetime
) -> None:
    draft = disclosure_document(id="KB-2026-7002", title={"en": "Secret draft"})
    import_disclosure(draft, actor=COMMAND_LINE, now=now)
    publish(**_whole_document())

    html = get(client, PAGE)

    assert "KB-2026-7002" in html
    assert "Secret draft" not in html
    assert 'href="/en/incidents/KB-2026-7002/"' not in html


# What a page costs


_PATHS = (
    "",
    "?service=alpha&q=a",
    *(f"KB-2026-7001/{one}" for one in ("", "history/", "revisions/1/")),
)


def test_a_page_costs_three_queries_with_one_incident_and_with_many(
    client: Client, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish()
    publish(reason="Corrected.", title={"en": "Corrected"})
    with_one = [queries_of(client, f"/en/incidents/{path}", monkeypatch) for path in _PATHS]
    for number in range(100):
        publish(id=f"KB-2026-{7100 + number}")
    with_many = [queries_of(client, f"/en/incidents/{path}", monkeypatch) for path in _PATHS]

    assert with_one == with_many == [3] * len(_PATHS)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("path", ["", "KB-2026-0001/", "KB-2026-0001/history/", "KB-2025-0001/"])
def test_a_page_weighs_less_than_60_kb(
    client: Client, shipped: None, language: str, path: str
) -> None:
    assert weight_of(client, f"/{language}/incidents/{path}") < 60_000
