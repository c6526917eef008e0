"""Names of services and models that the catalogue knows."""

import pytest

from tests.domain.extracting.building import read, said


def names(text: str) -> list[str]:
    return [one[1] for one in said(text) if one[0] in ("model", "service")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("GLM-5.3-Flash is another model.", ["GLM-5.3-Flash"]),
        ("glm-5.3 and (GLM-5.3-FLASH), too", ["glm-5.3", "GLM-5.3-FLASH"]),
        ("@cf/zai-org/glm-5.3.", ["@cf/zai-org/glm-5.3"]),
        ("Workers AI上的GLM-5.3在", ["Workers AI", "GLM-5.3"]),
        ("由智谱提供的GLM-5.3。", ["智谱", "GLM-5.3"]),
        ("ＧＬＭ－５．３", ["ＧＬＭ－５．３"]),
        ("GLM\u200b-5.3", ["GLM\u200b-5.3"]),
        ("Vertex AI, Vertex and a vertex", ["Vertex AI"]),
        ("ChatGPT's", ["ChatGPT"]),
        ("**GLM-5.3**", ["GLM-5.3"]),
    ],
)
def test_a_name_is_found_where_it_stands_whole(text: str, found: list[str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "GLM-5.3-FP8",
        "GLM-5.35",
        "xGLM-5.3",
        "GLM-5.3_old",
        "GLM-5.3 Flash",
        "GLM-5.3旗舰版",
        "zai-org/GLM-5.3",
        "GLM-5.3:free",
        "GLM 5.3",
        "GLM-5.3\u0308",
        "proto3",
        "https://example.com/chatgpt",
        "é" + "o3",
    ],
)
def test_a_near_name_is_not_proposed(text: str) -> None:
    assert names(text) == []


def test_a_name_of_several_services_has_a_reading_for_each() -> None:
    assert said("GLM-5.3") == [
        (
            "model",
            "GLM-5.3",
            [
                {"name": "@cf/zai-org/glm-5.3", "service": "workers-ai", "written": "GLM-5.3"},
                {"name": "glm-5.3", "service": "zhipu", "written": "GLM-5.3"},
            ],
            ["several_meanings"],
        )
    ]


def test_a_name_known_by_inference_is_proposed_with_a_doubt() -> None:
    assert [one[2:] for one in said("DeepSeek 3.1")] == [
        (
            {"name": "deepseek-v3.1", "service": "vertex-ai", "written": "DeepSeek 3.1"},
            ["uncertain_name"],
        )
    ]


def test_a_name_is_proposed_once_with_its_other_places() -> None:
    text = "ChatGPT was down. ChatGPT came back. So did chatgpt."
    (proposal,) = read(text)
    assert proposal.written.start == 0
    assert [text[low:high] for low, high in proposal.also_at] == ["ChatGPT", "chatgpt"]
