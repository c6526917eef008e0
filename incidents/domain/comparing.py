"""What changed from one document to another, fact by fact, in words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from incidents.domain.aligning import align_items, is_reordered
from incidents.domain.describing import Describer, field_label, is_date, is_text
from incidents.domain.phrasing import condition_phrase, phrase_date
from incidents.domain.snapshots import Snapshot
from incidents.domain.text_diff import Part, compare_texts
from incidents.domain.wording import language_name, statement_word, subject_heading

#: A line break that Markdown reads as a space.
_LINE_BREAK = re.compile(r"(?<!\n)\n(?![\n*+\-#>|\d])")

Json = Mapping[str, Any]
Path = tuple[str, ...]

#: The parts of a document in the order in which its page shows them.
ORDER = (
    "title", "summary", "kind", "status", "provider", "disclosed", "language", "notice",
    "key_points", "scopes", "counts", "narrative", "timeline", "versions", "protections",
    "statements", "related", "sources", "examples",
)  # fmt: skip

#: What the phrase of a condition says whole, so that it is not compared once more.
_IN_CONDITION_PHRASE = frozenset(
    {"names", "possible", "complete", "bounds", "unit", "is", "product", "scheme", "ranges"}
)
#: Lists whose items say little one by one.
_PLAIN_LISTS = frozenset({"bounds", "possible_bounds", "ranges", "possible_ranges"})

_IN_COUNT_PHRASE = frozenset({"value", "unit", "qualifier", "of", "is_not"})


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that is not what it was.

    `path` leads to it in words. `was` is None for a fact that was added, `now` for one that was
    removed, both where a `note` says what changed. `lang` is the language of the texts where that
    is not the language of the page, and empty otherwise.
    """

    path: Path
    was: tuple[Part, ...] | None
    now: tuple[Part, ...] | None
    lang: str = ""
    note: str = ""

    @property
    def is_added(self) -> bool:
        return self.was is None and self.now is not None

    @property
    def is_removed(self) -> bool:
        return self.was is not None and self.now is None


def compare_documents(
    before: Json, after: Json, *, language: str, snapshot: Snapshot
) -> tuple[Change, ...]:
    """The changes from one disclosure document to another, in the language that is active."""
    comparison = _Comparison(
        Describer(before, language, snapshot), Describer(after, language, snapshot)
    )
    keys = [*ORDER, *sorted({*before, *after} - {*ORDER, "schema", "id"})]
    return tuple(
        change
        for key in keys
        for change in comparison.field((), key, before.get(key), after.get(key))
    )


@dataclass(frozen=True, slots=True)
class _Comparison:
    before: Describer
    after: Describer

    def field(self, path: Path, key: str, was: Any, now: Any) -> Iterator[Change]:
        """The changes in the value of a key, which is None where the document leaves it out."""
        if was == now:
            return
        if key == "conditions":
            yield from self._conditions(path, was, now)
        elif key not in _PLAIN_LISTS and _has_items(was, now):
            yield from self._items(path, key, was or [], now or [])
        else:
            yield from self._value((*path, self._label(path, key)), key, was, now)

    def _label(self, path: Path, key: str) -> str:
        # Below the top, the word means what a fact rests on.
        return _("Cited sources") if key == "sources" and path else field_label(key)

    def _value(self, path: Path, key: str, was: Any, now: Any) -> Iterator[Change]:
        if was is None or now is None:
            yield self._whole(path, key, was, now)
        elif is_text(was) and is_text(now):
            yield from self._text(path, was, now)
        elif is_date(was) and is_date(now):
            yield from self._phrased(path, phrase_date(was), phrase_date(now))
            yield from self._fields(path, was, now, without=frozenset({"value", "zone"}))
        elif isinstance(was, Mapping) and isinstance(now, Mapping) and key != "question":
            yield from self._fields(path, was, now)
        else:
            old, new = self.before.describe(key, was), self.after.describe(key, now)
            yield from self._phrased(path, old, new)

    def _whole(self, path: Path, key: str, was: Any, now: Any) -> Change:
        """Something that was added or removed."""
        old = None if was is None else (Part(self.before.describe(key, was), True),)
        new = None if now is None else (Part(self.after.describe(key, now), True),)
        return Change(path, old, new)

    def _phrased(self, path: Path, was: str, now: str) -> Iterator[Change]:
        if was != now:
            yield Change(path, *compare_texts(was, now))

    def _text(self, path: Path, was: Json, now: Json) -> Iterator[Change]:
        """A text changes in each language by itself."""
        tags = sorted({*was, *now}, key=lambda tag: (tag != self.after.tag(), tag))
        for tag in tags:
            old, new = was.get(tag), now.get(tag)
            if old == new:
                continue
            is_other = tag != self.after.tag()
            place = (*path, language_name(tag)) if is_other else path
            if old is None or new is None:
                was_there, is_there = (
                    None if one is None else (Part(_unwrapped(one), True),) for one in (old, new)
                )
                yield Change(place, was_there, is_there, tag if is_other else "")
            elif _unwrapped(old) == _unwrapped(new):
                yield Change(place, None, None, note=_("Only the line breaks changed."))
            else:
                parts = compare_texts(_unwrapped(old), _unwrapped(new))
                yield Change(place, *parts, tag if is_other else "")

    def _fields(
        self, path: Path, was: Json, now: Json, without: frozenset[str] = frozenset()
    ) -> Iterator[Change]:
        for key in dict.fromkeys([*now, *was]):
            if key not in without:
                yield from self.field(path, key, was.get(key), now.get(key))

    def _items(
        self, path: Path, key: str, was: Sequence[Any], now: Sequence[Any]
    ) -> Iterator[Change]:
        for old, new in align_items(key, was, now):
            place = (*path, *self._item_path(key, new if new is not None else old))
            if key == "scopes":
                # Of a scope that was added or removed, every clause is shown with its conditions.
                yield from self._fields(place, old or {}, new or {}, frozenset({"subject"}))
            elif old is None or new is None:
                yield self._whole(place, key, old, new)
            else:
                yield from self._item(place, key, old, new)
        if is_reordered(key, was, now):
            yield Change((*path, field_label(key)), None, None, note=_("The order changed."))

    def _item(self, path: Path, key: str, was: Any, now: Any) -> Iterator[Change]:
        if key == "counts":
            old, new = self.before.describe(key, was), self.after.describe(key, now)
            yield from self._phrased(path, old, new)
            yield from self._fields(path, was, now, _IN_COUNT_PHRASE if old != new else frozenset())
        elif key in ("key_points", "dates"):
            yield from self._value(path, key, was, now)
        else:
            yield from self._fields(path, was, now)

    def _item_path(self, key: str, item: Any) -> Path:
        """What the item is called in a path: its list, and its name if it has a short one."""
        word = field_label(key)
        match key:
            case "sources":
                return (word, item["title"])
            case "versions":
                return (word, f"{item['component']} {item['version']}")
            case "protections":
                return (word, self.after.text(item["name"]))
            case "coverage":
                return (word, item["architecture"])
            case "related":
                return (word, item["incident"])
            case "scopes":
                return (word, subject_heading(item["subject"]))
            case "clauses":
                return (self.after.text(item["label"]),)
            case "exclusions":
                return (word, self.after.text(item["label"]))
            case "statements":
                return (statement_word(item["kind"]),)
        return (word,)

    def _conditions(self, path: Path, was: Json | None, now: Json | None) -> Iterator[Change]:
        """Conditions are compared by what they say, then by what stands beside that."""
        was, now = was or {}, now or {}
        for attribute in dict.fromkeys([*now, *was]):
            place = (*path, self.after.attribute(attribute))
            old, new = was.get(attribute), now.get(attribute)
            if old == new:
                continue
            if old is None or new is None or old["kind"] != new["kind"]:
                yield self._whole(place, "conditions", old, new)
                continue
            is_window = new["kind"] == "instant"
            phrases = ("", "") if is_window else (condition_phrase(old), condition_phrase(new))
            yield from self._phrased(place, *phrases)
            is_said = phrases[0] != phrases[1]
            without = _IN_CONDITION_PHRASE if is_said else frozenset()
            yield from self._fields(place, old, new, without)


def _unwrapped(text: str) -> str:
    """The text with its paragraphs, and without the line breaks inside them."""
    return _LINE_BREAK.sub(" ", text)


def _has_items(was: Any, now: Any) -> bool:
    """Whether the values are lists that hold parts of their own, rather than names or numbers."""
    lists = [value for value in (was, now) if isinstance(value, list)]
    return any(isinstance(item, Mapping) for one in lists for item in one)
