"""How names are compared, and nothing more lenient than that."""

import string
import unicodedata

_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def fold_name(text: str) -> str:
    """The form in which two names are equal: NFKC, trimmed, ASCII letters without case.

    Punctuation, inner spaces and letters beyond ASCII stay as they are, so that a sibling model
    whose name differs by one sign is never taken for the affected one.
    """
    if text.isascii():
        return text.strip().lower()
    folded = unicodedata.normalize("NFKC", text).translate(_ASCII_LOWER)
    # Lowering an ASCII letter can make it composable with a mark behind it (H + macron below).
    return unicodedata.normalize("NFKC", folded).strip()
