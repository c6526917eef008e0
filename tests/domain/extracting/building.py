"""A small catalogue, and what a text is read into, short enough to be compared as a whole."""

from typing import Any

from incidents.domain.extracting import Proposal, propose
from incidents.scope.catalogue import Catalogue, catalogue_from_document

_IDENTIFIERS = ("service", "model", "engine")
CATALOGUE = catalogue_from_document(
    {
        "schema": "kbase-catalogue/1",
        "attributes": [
            {"name": name, "kind": "identifier", "label": {"en": name}} for name in _IDENTIFIERS
        ],
        "services": [
            {
                "slug": "workers-ai",
                "name": "Workers AI",
                "models": [
                    {"id": "@cf/zai-org/glm-5.3", "name": "GLM-5.3"},
                    {"id": "@cf/zai-org/glm-5.3-flash", "name": "GLM-5.3-Flash"},
                ],
            },
            {
                "slug": "vertex-ai",
                "name": "Vertex AI",
                "aliases": [{"name": "Vertex", "source": "as users write it"}],
                "models": [
                    {"id": "gpt-oss-120b", "name": "gpt-oss-120b"},
                    {
                        "id": "deepseek-v3.1",
                        "name": "DeepSeek V3.1",
                        "aliases": [
                            {"name": "DeepSeek 3.1", "source": "a pattern", "standing": "inferred"}
                        ],
                    },
                ],
            },
            {"slug": "chatgpt", "name": "ChatGPT"},
            {
                "slug": "openai-api",
                "name": "OpenAI API",
                "models": [{"id": "o3", "name": "o3"}],
            },
            {"slug": "zhipu", "name": "智谱", "models": [{"id": "glm-5.3", "name": "GLM-5.3"}]},
        ],
        "values": [
            {"attribute": "engine", "name": "sglang"},
            {"attribute": "engine", "name": "vllm"},
        ],
    },
    1,
)

#: Kind, words, readings (or what there is of one), doubts.
Said = tuple[str, str, Any, list[str]]


def read(
    text: str, catalogue: Catalogue = CATALOGUE, language: str | None = None
) -> list[Proposal]:
    return propose(text, catalogue=catalogue, language=language)


def said(text: str, language: str | None = None) -> list[Said]:
    """What a text is read into. A single reading stands for itself, without a list around it."""
    return [_said(one) for one in read(text, language=language)]


def _said(proposal: Proposal) -> Said:
    readings: Any = [dict(one) for one in proposal.readings]
    if len(readings) < 2:
        readings = readings[0] if readings else proposal.unfinished
    doubts = [doubt.value for doubt in proposal.doubts]
    return proposal.kind.value, proposal.written.text, readings, doubts


def said_of(kind: str, text: str) -> list[Said]:
    """What of one kind a text is read into."""
    return [one for one in said(text) if one[0] == kind]
