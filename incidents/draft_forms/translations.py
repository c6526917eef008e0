"""Translations that are older than their originals."""

from collections.abc import Iterator, Mapping
from typing import Any

from incidents.draft_forms.nodes import LANGUAGES
from incidents.draft_forms.pointers import join_pointer


def stale_translations(document: Any, published: Any, original: str) -> frozenset[str]:
    """Pointers of the translations whose original changed since they were published.

    A translation is known by its words and not by its place, since rows move.
    """
    if original not in LANGUAGES:
        return frozenset()
    other = LANGUAGES[1 - LANGUAGES.index(original)]
    translated: dict[str, set[str]] = {}
    for _path, text in _texts(published, ()):
        if other in text and original in text:
            translated.setdefault(text[other], set()).add(text[original])
    return frozenset(
        join_pointer((*path, other))
        for path, text in _texts(document, ())
        if text.get(other) in translated
        and original in text
        and text[original] not in translated[text[other]]
    )


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Every text by language, with its place."""
    if isinstance(value, Mapping):
        is_text = bool(value) and set(value) <= set(LANGUAGES)
        if is_text and all(isinstance(one, str) for one in value.values()):
            yield path, dict(value)
            return
        for key, inner in value.items():
            yield from _texts(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(inner, (*path, str(place)))
