"""Small documents for tests, whole and valid, with the parts that a test is about put in."""

from copy import deepcopy
from typing import Any

Json = dict[str, Any]

_CATALOGUE: Json = {
    "schema": "kbase-catalogue/1",
    "attributes": [
        {"name": "service", "kind": "identifier", "label": {"en": "Service"}},
        {"name": "model", "kind": "identifier", "label": {"en": "Model"}},
        {"name": "at", "kind": "instant", "label": {"en": "Time"}},
        {
            "name": "prompt_tokens",
            "kind": "number",
            "unit": "tokens",
            "label": {"en": "Prompt length"},
        },
        {"name": "streaming", "kind": "flag", "label": {"en": "Streaming"}},
        {"name": "engine_version", "kind": "version", "label": {"en": "Engine version"}},
        {"name": "plan", "kind": "identifier", "label": {"en": "Plan"}},
    ],
    "services": [
        {
            "slug": "alpha",
            "name": "Alpha AI",
            "provider": "Alpha",
            "models": [
                {
                    "id": "large-1",
                    "name": "Large 1",
                    "weights": "Large 1",
                    "aliases": [{"name": "@al/large-1", "source": "the provider's model list"}],
                },
                {"id": "small-1", "name": "Small 1"},
            ],
            "values": [{"attribute": "plan", "name": "free"}],
        },
        {
            "slug": "beta",
            "name": "Beta AI",
            "provider": "Beta",
            "models": [{"id": "beta/large-1", "name": "Large 1 on Beta", "weights": "Large 1"}],
        },
    ],
}

_DISCLOSURE: Json = {
    "schema": "kbase-disclosure/1",
    "id": "KB-2026-7001",
    "language": "en",
    "kind": "data_isolation",
    "status": "resolved",
    "title": {"en": "Answers to long prompts were mixed up", "zh-Hans": "长提示的回答被混淆"},
    "summary": {"en": "Answers to long prompts of Large 1 were mixed up."},
    "disclosed": {"value": "2026-05-20"},
    "sources": [
        {
            "key": "report",
            "publisher": "Alpha",
            "title": "Incident report",
            "language": "en",
            "type": "primary",
        }
    ],
    "scopes": [
        {
            "subject": "affected",
            "clauses": [
                {
                    "label": {"en": "Large 1, long prompts"},
                    "conditions": {
                        "service": {"kind": "identifier", "names": ["alpha"]},
                        "model": {"kind": "identifier", "names": ["large-1"]},
                        "at": {
                            "kind": "instant",
                            "start": {"dates": [{"value": "2026-05-01T10:00", "zone": "UTC"}]},
                            "end": {"dates": [{"value": "2026-05-03T10:00", "zone": "UTC"}]},
                            "sources": ["report"],
                        },
                        "prompt_tokens": {
                            "kind": "number",
                            "bounds": [{"operator": ">", "value": 1000}],
                            "unit": "tokens",
                            "counted": {"en": "as the provider counts"},
                        },
                    },
                }
            ],
        }
    ],
    "counts": [
        {
            "value": 12,
            "unit": {"en": "responses"},
            "qualifier": "exact",
            "is_not": {"en": "Not customers."},
            "sources": ["report"],
        }
    ],
    "examples": [
        {
            "question": {
                "service": "alpha",
                "model": "large-1",
                "at": "2026-05-02T00:00:00Z",
                "prompt_tokens": 1001,
            },
            "verdict": "in_scope",
        },
        {"question": {"service": "alpha", "model": "small-1"}, "verdict": "out_of_scope"},
    ],
}


def catalogue_document(**parts: Any) -> Json:
    """A catalogue of two services, with top-level parts replaced."""
    return deepcopy(_CATALOGUE) | parts


def disclosure_document(**parts: Any) -> Json:
    """A disclosure of one clause on Alpha's Large 1, with top-level parts replaced.

    A part that is None is left out.
    """
    document = deepcopy(_DISCLOSURE) | parts
    return {key: value for key, value in document.items() if value is not None}


def whole_document() -> Json:
    """A disclosure in which every part and every kind of condition occurs."""
    document = disclosure_document()
    affected = document["scopes"][0]
    affected["exclusions"] = [
        {
            "label": {"en": "The free plan"},
            "conditions": {
                "plan": {"kind": "identifier", "names": ["free"], "note": {"en": "as stated"}}
            },
            "sources": ["report"],
        }
    ]
    affected["clauses"].append(
        {
            "label": {"en": "Suspected earlier cases"},
            "open": "suspected",
            "conditions": {
                "service": {"kind": "identifier", "names": ["alpha"], "possible": ["beta"]},
                "model": {"kind": "identifier", "names": ["large-1"], "complete": False},
                "at": {
                    "kind": "instant",
                    "open": "disputed",
                    "start": {
                        "in_effect_by": {"value": "2026-04", "text": "in April"},
                        "earlier_possible": {"value": "2026-01-01", "meaning": "whole"},
                    },
                    "end": {
                        "in_effect_at": {"value": "2026-04-30", "zone": "Europe/Berlin"},
                        "stopped_by": {"value": "2026-05-01T12:03", "meaning": "instant"},
                    },
                },
                "streaming": {"kind": "flag", "is": True},
            },
        }
    )
    document["scopes"].append(
        {
            "subject": "deployment",
            "title": {"en": "Engines that somebody runs"},
            "clauses": [
                {
                    "label": {"en": "Engine before 0.5.22"},
                    "conditions": {
                        "engine_version": {
                            "kind": "version",
                            "product": "engine",
                            "scheme": "pep440",
                            "ranges": [{"before": "0.5.22"}],
                            "possible_ranges": [{"is": "0.5.22"}],
                            "outside": ["0.5.22rc2"],
                            "open": "disputed",
                        },
                        "prompt_tokens": {
                            "kind": "number",
                            "possible_bounds": [{"operator": ">=", "value": 5}],
                            "unit": "tokens",
                            "counted": {"en": "as the engine counts"},
                            "unreliable": [{"min": 1, "max": 1, "note": {"en": "a placeholder"}}],
                        },
                    },
                }
            ],
        }
    )
    return document | {
        "provider": "Alpha",
        "notice": "region",
        "key_points": [{"en": "12 responses, not customers."}],
        "narrative": {"en": "A *pool* ran full."},
        "timeline": [{"at": {"value": "2026-05-03"}, "text": {"en": "Mended."}}],
        "versions": [
            {
                "component": "engine",
                "version": "0.5.22",
                "role": "recommended_minimum",
                "status": "stated",
                "note": {"en": "advice, no guarantee"},
                "sources": ["report"],
            }
        ],
        "protections": [
            {
                "key": "checksum",
                "name": {"en": "Checksum"},
                "setting": "--checksum",
                "coverage": [
                    {
                        "architecture": "Large",
                        "state": "in_progress",
                        "as_of": {"value": "2026-05-20"},
                    },
                    {"architecture": "Small", "state": "not_published"},
                ],
            },
            {"key": "canary", "name": {"en": "Canary"}},
        ],
        "statements": [
            {
                "kind": "do_not_infer",
                "question": {"en": "12 customers?"},
                "text": {"en": "12 responses are not 12 customers."},
                "said_by": "Alpha",
                "sources": ["report"],
            }
        ],
        "related": [
            {
                "incident": "KB-2026-7002",
                "relation": "distinct_from",
                "reason": {"en": "Another fault."},
            }
        ],
        "counts": [
            {
                "value": 1.2,
                "unit": {"en": "percent"},
                "qualifier": "about",
                "of": {"en": "subscribers"},
                "is_not": {"en": "Not of all users."},
            }
        ],
    }
