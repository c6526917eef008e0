"""Columns for texts in several languages."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

LANGUAGES = ("en", "zh-Hans")


def validate_text(value: Any) -> None:
    """A text is a mapping from language tags to non-empty strings, with at least one entry."""
    is_text = (
        isinstance(value, dict)
        and value
        and set(value) <= set(LANGUAGES)
        and all(isinstance(text, str) and text.strip() for text in value.values())
    )
    if not is_text:
        raise ValidationError(
            "A text maps language tags (%(tags)s) to sentences.", params={"tags": LANGUAGES}
        )


class TextField(models.JSONField):
    """A text by language tag: `{"en": "…", "zh-Hans": "…"}`."""

    default_validators = [validate_text]
