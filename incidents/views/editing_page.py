"""What the editor's page shows of a draft."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson
from django.core import signing
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from incidents.domain.describing import Describer
from incidents.domain.documents import Problem
from incidents.domain.permissions import Actor
from incidents.domain.phrasing import text_in
from incidents.domain.snapshots import Snapshot, current_snapshot
from incidents.draft_forms.helping import words_of
from incidents.draft_forms.problems import FieldProblem, field_problems
from incidents.draft_forms.translations import stale_translations
from incidents.models import Revision
from incidents.views.editing_fields import Attribute, FormState, element_id, render_part

#: The parts of the page with the parts of the document that each holds, in the document's order.
SECTIONS = {
    "about": ("language", "kind", "status", "provider", "notice", "disclosed"),
    "texts": ("title", "summary", "key_points", "narrative"),
    "sources": ("sources",),
    "scopes": ("scopes",),
    "counts": ("counts",),
    "versions": ("versions",),
    "protections": ("protections",),
    "statements": ("statements",),
    "timeline": ("timeline",),
    "related": ("related",),
    "examples": ("examples",),
}
_SHORT = ("language", "kind", "status", "provider", "notice")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page."""

    name: str
    heading: str
    fields: SafeString


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """A problem, with the element to go to."""

    id: str
    place: str
    sentence: str


@dataclass(frozen=True, slots=True)
class EditorPage:
    """A draft with its fields."""

    public_id: str
    title: str
    expected: str
    edited_at: datetime | None
    sections: tuple[Section, ...]
    errors: tuple[ErrorLine, ...]
    stale: int
    proof: str

    def section(self, name: str) -> Section:
        return next(one for one in self.sections if one.name == name)


def make_page(
    public_id: str,
    document: Mapping[str, Any],
    *,
    expected: str,
    problems: list[Problem],
    actor: Actor,
    now: datetime,
    edited_at: datetime | None = None,
    open_rows: frozenset[str] = frozenset(),
    focus: str = "",
) -> EditorPage:
    """The page of a draft as it was typed or saved."""
    language = get_language() or "en"
    snapshot = current_snapshot(now)
    found = field_problems(problems)
    original = document.get("language")
    stale = stale_translations(document, _published(public_id, snapshot), str(original))
    describer = Describer({"language": "en", "sources": []} | dict(document), language, snapshot)
    state = FormState(
        document,
        describer,
        _by_pointer(found),
        stale,
        open_rows,
        _attributes(snapshot, language),
        tuple(one["key"] for one in snapshot.catalogue_document.get("notices", [])),
        focus,
    )
    sections = tuple(_section(state, name, language) for name in SECTIONS)
    return EditorPage(
        public_id,
        _title(document),
        expected,
        edited_at,
        sections,
        tuple(_error(one, state.rendered) for one in found),
        len(stale),
        proof_of(actor, public_id),
    )


def proof_of(actor: Actor, public_id: str) -> str:
    """A signed note that this person was shown this form: see `incidents.views.editing_kept`."""
    return signing.dumps([actor.user.pk if actor.user else None, public_id], salt="draft-form")


#: Sections as they were rendered last, with the pointers that stand in them: rendering is what
#: costs, and of a draft that is saved while it is typed one section changes at a time.
_kept: OrderedDict[tuple[object, ...], tuple[Section, frozenset[str]]] = OrderedDict()
_MOST_KEPT = 128


def _section(state: FormState, name: str, language: str) -> Section:
    key = _section_key(state, name, language)
    found = _kept.get(key)
    if found is None:
        own = replace(state, rendered=set())
        found = _kept[key] = (_render(own, name), frozenset(own.rendered))
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    state.rendered.update(found[1])
    return found[0]


def _section_key(state: FormState, name: str, language: str) -> tuple[object, ...]:
    """All that a section is rendered from."""
    parts = {key: state.document.get(key) for key in (*SECTIONS[name], "sources", "language")}
    below = tuple(f"/{key}" for key in SECTIONS[name])
    return (
        name,
        language,
        orjson.dumps(parts),
        state.attributes,
        state.notices,
        state.focus if state.focus.startswith(below) else "",
        frozenset(one for one in state.stale if one.startswith(below)),
        frozenset(one for one in state.open_rows if one.startswith(below)),
        frozenset((at, *words) for at, words in state.problems.items() if at.startswith(below)),
    )


def _render(state: FormState, name: str) -> Section:
    headings = {"about": _("About"), "texts": _("Texts")}
    heading = headings.get(name) or str(words_of("incident", name)[0])
    short = [render_part(state, key) for key in SECTIONS[name] if key in _SHORT]
    others = [render_part(state, key) for key in SECTIONS[name] if key not in _SHORT]
    if short:
        others.insert(0, format_html('<div class="fields">{}</div>', SafeString("".join(short))))
    # Joined of pieces that are escaped already.
    return Section(name, heading, SafeString("".join(others)))


def _by_pointer(problems: list[FieldProblem]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in problems:
        found.setdefault(one.pointer, []).append(one.sentence)
    return found


def _error(problem: FieldProblem, rendered: set[str]) -> ErrorLine:
    """The problem with the nearest element that stands on the page."""
    pointer = problem.pointer
    while pointer and pointer not in rendered:
        pointer = pointer.rpartition("/")[0]
    return ErrorLine(element_id(pointer) if pointer else "main", problem.pointer, problem.sentence)


def _title(document: Mapping[str, Any]) -> str:
    title = document.get("title")
    if not isinstance(title, dict) or not title:
        return ""
    texts = {tag: text for tag, text in title.items() if isinstance(text, str)}
    return text_in(texts, get_language() or "en", next(iter(texts))) if texts else ""


def _attributes(snapshot: Snapshot, language: str) -> tuple[Attribute, ...]:
    key = ("editor-attributes", language)
    if key not in snapshot.memo:
        snapshot.memo[key] = tuple(
            Attribute(one["name"], one["kind"], text_in(one["label"], language, "en"))
            for one in snapshot.catalogue_document["attributes"]
        )
    found: tuple[Attribute, ...] = snapshot.memo[key]
    return found


def kind_of_attribute(name: str, now: datetime) -> str:
    """The kind of an attribute of the catalogue; empty where there is none of that name."""
    attributes = _attributes(current_snapshot(now), "en")
    return next((one.kind for one in attributes if one.name == name), "")


def _published(public_id: str, snapshot: Snapshot) -> Any:
    """The latest published document; nothing where there is none."""
    record = snapshot.records.get(public_id)
    return _content_of(record.sha256, public_id, record.revision) if record is not None else {}


@lru_cache(maxsize=64)
def _content_of(sha256: str, public_id: str, number: int) -> Any:
    """A revision's document, which never changes: hence kept, by its hash."""
    content = (
        Revision.objects.filter(incident__public_id=public_id, number=number)
        .values_list("content", flat=True)
        .first()
    )
    return orjson.loads(content) if content else {}
