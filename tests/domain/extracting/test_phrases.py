"""Sentences that state unknowns, exclusions, advice, corrections and what must not be inferred."""

import pytest

from tests.domain.extracting.building import said


def kinds(text: str) -> list[str]:
    return [one[2]["kind"] for one in said(text) if "kind" in (one[2] or {})]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It is not known who was hit.", "unknown"),
        ("We have not confirmed earlier cases.", "unknown"),
        ("The cause remains unclear.", "unknown"),
        ("The hour hasn't been published.", "unknown"),
        ("Earlier cases cannot be ruled out.", "unknown"),
        ("受影响的客户尚不清楚。", "unknown"),
        ("具体时刻未公布。", "unknown"),
        ("无法排除更早的情况。", "unknown"),
        ("Other models were not affected.", "not_affected"),
        ("This did not affect the API.", "not_affected"),
        ("None of the keys were exposed.", "not_affected"),
        ("其他模型不受影响。", "not_affected"),
        ("该问题未影响专用端点。", "not_affected"),
        ("Version 2 is recommended.", "recommended"),
        ("You should rotate your keys.", "recommended"),
        ("建议尽快轮换密钥。", "recommended"),
        ("Absence of evidence is no evidence.", "do_not_infer"),
        ("HTTP 200 does not by itself prove anything.", "do_not_infer"),
        ("Prompts over the limit were not necessarily affected.", "do_not_infer"),
        ("这并不意味着数据已泄露。", "do_not_infer"),
        ("没有发现恶意利用的证据。", "do_not_infer"),
        ("This post was later updated.", "correction"),
        ("Correction: there were two.", "correction"),
        ("此前称为一次，现更正。", "correction"),
        ("As a mitigation, disable it.", "workaround"),
        ("临时措施是停用该功能。", "workaround"),
    ],
)
def test_a_sentence_that_states_something_of_a_kind_is_proposed(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "155 responses were affected.",
        "The model was launched.",
        "受影响的是 155 条响应。",
        "We know the cause.",
        "Correctional text, unknowing readers.",
    ],
)
def test_a_sentence_that_states_none_of_them_is_not_proposed(text: str) -> None:
    assert kinds(text) == []


def test_a_sentence_can_state_several_kinds() -> None:
    text = "We recommend an upgrade, although it is not known who was hit."
    assert kinds(text) == ["recommended", "unknown"]


def test_a_statement_is_the_sentence_on_one_line() -> None:
    ((_kind, words, value, _doubts),) = said("First.\nIt is not\r\nknown. Last.")
    assert words == "is not\r\nknown"
    assert value == {"kind": "unknown", "text": {"en": "It is not known."}}
