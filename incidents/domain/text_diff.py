"""Two texts against each other: which words, or in long texts which sentences, came and went."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_NO_SPACES = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_LETTER = rf"[^\W{_NO_SPACES}]"
#: `681,280`, `0.5.22` and `12:03` are one word each.
_WORDS = re.compile(rf"{_LETTER}+(?:[.,:/-]{_LETTER}+)*|\s+|.", re.DOTALL)
_SENTENCES = re.compile(r"[^.!?。！？\n]*(?:[.!?。！？]+\s*|\n+|$)")

#: Texts with more words than this are compared by sentences, which is readable, and fast enough.
_MOST_WORDS = 1_000

#: How many words, spaces and signs are kept on either side of a long text that did not change.
_WORDS_AROUND = 60

#: Texts that are less alike than this are shown whole: shreds of the one in the other mislead.
_ALIKE = 0.4


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a text; `is_changed` where the other text does not have it."""

    text: str
    is_changed: bool


def compare_texts(before: str, after: str) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Both texts in pieces, long ones that did not change shortened in their middle."""
    old, new = split_words(before), split_words(after)
    if max(len(old), len(new)) > _MOST_WORDS:
        old, new = _sentences(before), _sentences(after)
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    kept = [word for tag, start, end, *_new in codes if tag == "equal" for word in old[start:end]]
    if 2 * _signs(kept) < _ALIKE * (_signs(old) + _signs(new)):
        return _whole(before), _whole(after)
    was: list[Part] = []
    now: list[Part] = []
    for tag, start, end, new_start, new_end in codes:
        # Space between two changes is part of one longer change.
        is_changed = tag != "equal" or not _signs(old[start:end])
        _append(was, "".join(old[start:end]), is_changed)
        _append(now, "".join(new[new_start:new_end]), is_changed)
    return _shortened(was), _shortened(now)


def _signs(words: Sequence[str]) -> int:
    """How many of the words are not space."""
    return sum(not word.isspace() for word in words)


def split_words(text: str) -> list[str]:
    """Words, single characters of scripts without spaces, signs, and the space between them."""
    return _WORDS.findall(text)


def _sentences(text: str) -> list[str]:
    return [found for found in _SENTENCES.findall(text) if found]


def _whole(text: str) -> tuple[Part, ...]:
    return (Part(text, True),) if text else ()


def _append(parts: list[Part], text: str, is_changed: bool) -> None:
    """Add a piece, to the last one where both changed or both did not."""
    if parts and parts[-1].is_changed == is_changed:
        parts[-1] = Part(parts[-1].text + text, is_changed)
    elif text:
        parts.append(Part(text, is_changed))


def _shortened(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts, long ones that did not change without their middle, cut between words."""
    shortened = []
    for part in parts:
        words = split_words(part.text)
        if not part.is_changed and len(words) > 3 * _WORDS_AROUND:
            text = "".join([*words[:_WORDS_AROUND], " […] ", *words[-_WORDS_AROUND:]])
            part = Part(text, is_changed=False)
        shortened.append(part)
    return tuple(shortened)
