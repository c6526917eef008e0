"""Texts in the form in which they are searched."""

import unicodedata


def searchable_text(text: str) -> str:
    """NFKC, without case, one space between words."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
