"""Which item of one list became which item of another."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from incidents.domain.documents import canonical_content
from incidents.domain.text_diff import split_words

#: What identifies an item, by the name of its list. Other lists are aligned by likeness.
_KEYS: Mapping[str, tuple[str, ...]] = {
    "sources": ("key",),
    "scopes": ("subject",),
    "protections": ("key",),
    "coverage": ("architecture",),
    "versions": ("component", "version", "role"),
    "related": ("incident", "relation"),
}

#: Lists of little more than numbers, whose items become each other in their order.
_IN_ORDER = frozenset({"dates", "unreliable"})

#: Items that are less alike than this are two items: one is gone, and one is new.
_ALIKE = 0.5

#: Lists with more pairs to compare than this are aligned in their order.
_MOST_PAIRS = 2_500

#: As many words of a text are compared for likeness.
_MOST_WORDS = 200

Pair = tuple[Any, Any]


def align_items(name: str, before: Sequence[Any], after: Sequence[Any]) -> list[Pair]:
    """Pairs of old and new items in the order of the new list, removed items last.

    None stands for the missing side of an item that was added or removed.
    """
    matches = _matches(name, before, after)
    pairs: list[Pair] = [
        (before[matches[position]] if position in matches else None, item)
        for position, item in enumerate(after)
    ]
    kept = set(matches.values())
    return pairs + [(item, None) for position, item in enumerate(before) if position not in kept]


def is_reordered(name: str, before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether items that are in both lists stand in another order."""
    matches = _matches(name, before, after)
    kept = [matches[position] for position in sorted(matches)]
    return kept != sorted(kept)


def _matches(name: str, before: Sequence[Any], after: Sequence[Any]) -> dict[int, int]:
    """The old position by the new one, for items that are in both lists."""
    if name in _KEYS:
        return _equal(*([_identity(one, name) for one in items] for items in (before, after)))
    old, new = ([canonical_content({"": one}) for one in items] for items in (before, after))
    matches = _equal(old, new)
    kept = set(matches.values())
    left = [position for position in range(len(before)) if position not in kept]
    came = [position for position in range(len(after)) if position not in matches]
    if name in _IN_ORDER or len(left) * len(came) > _MOST_PAIRS:
        return matches | dict(zip(came, left, strict=False))
    return matches | _alike(before, after, left, came)


def _identity(item: Any, name: str) -> tuple[Any, ...]:
    return tuple(item[key] for key in _KEYS[name])


def _equal(old: Sequence[Any], new: Sequence[Any]) -> dict[int, int]:
    places: dict[Any, list[int]] = {}
    for position, item in enumerate(old):
        places.setdefault(item, []).append(position)
    return {position: places[item].pop(0) for position, item in enumerate(new) if places.get(item)}


def _alike(
    before: Sequence[Any], after: Sequence[Any], left: Sequence[int], came: Sequence[int]
) -> dict[int, int]:
    """The likest pairs first, each item in one pair at most."""
    words = {place: _gist(before[place]) for place in left}
    scores = []
    for position in came:
        # The second sequence is the one that SequenceMatcher prepares once.
        matcher = SequenceMatcher(None, b=_gist(after[position]), autojunk=False)
        for place in left:
            matcher.set_seq1(words[place])
            if matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                scores.append((-matcher.ratio(), position, place))
    matches: dict[int, int] = {}
    for _score, position, place in sorted(scores):
        if position not in matches and place not in matches.values():
            matches[position] = place
    return matches


def _gist(item: Any) -> list[str]:
    """The words of an item, without what it cites, which many items have in common."""
    return [word for text in _texts(item) for word in split_words(text)[:_MOST_WORDS]]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "sources":
                yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    else:
        yield str(value)
