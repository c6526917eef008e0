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


_ASCII_OF_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}


def narrow(text: str) -> str:
    """The text with full-width forms (`６８１，２８０`) as the ASCII they stand for, trimmed.

    NFKC would go further, and read the power in `10³` or a footnote mark as one more digit.
    """
    if not text.isascii():
        text = text.translate(_ASCII_OF_FULL_WIDTH)
    return text.strip()
