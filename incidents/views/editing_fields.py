"""The fields of a draft as HTML.

A record has hundreds of fields, and a template per field would cost more than the rest of the
page. Everything that was typed goes through `format_html`, which escapes it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from incidents.domain.describing import Describer
from incidents.draft_forms.helping import ROW_NAMES, choice_word, words_of
from incidents.draft_forms.nodes import LANGUAGES, Node, Shape, condition_node, disclosure_node
from incidents.draft_forms.pointers import join_pointer
from incidents.draft_forms.reading import AS_JSON
from incidents.draft_forms.scalars import write_json, write_question
from incidents.draft_forms.writing import fits, scalar_text

Path = tuple[str, ...]

_EMPTY = SafeString("")
_LONG_LINES = 12
_LETTERS_PER_LINE = 60


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a condition can be about."""

    name: str
    kind: str
    label: str


@dataclass(frozen=True)
class FormState:
    """All that the fields show."""

    document: Mapping[str, Any]
    describer: Describer
    problems: Mapping[str, list[str]]
    stale: frozenset[str]
    open_rows: frozenset[str]
    attributes: tuple[Attribute, ...]
    notices: tuple[str, ...]
    #: The row that the last button was about.
    focus: str = ""
    rendered: set[str] = field(default_factory=set)

    @property
    def original(self) -> str:
        language = self.document.get("language")
        return language if language in LANGUAGES else LANGUAGES[0]

    def sources(self) -> list[tuple[str, str]]:
        """Keys and titles of the sources that facts can cite."""
        found = self.document.get("sources")
        rows = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        return [(str(one["key"]), str(one.get("title", ""))) for one in rows if one.get("key")]


def element_id(pointer: str) -> str:
    """The id of the element for a pointer."""
    return "f" + "".join(one if one.isalnum() or one in "-_" else "-" for one in pointer)


def has_problem_below(state: FormState, pointer: str) -> bool:
    return any(one == pointer or one.startswith(f"{pointer}/") for one in state.problems)


def render_part(state: FormState, key: str) -> SafeString:
    """The fields of a top-level part of the document."""
    node = disclosure_node().parts[key]
    return _Renderer(state).part("incident", key, node, state.document.get(key), (key,))


class _Renderer:
    def __init__(self, state: FormState) -> None:
        self.state = state

    # Any part

    def part(self, owner: str, key: str, node: Node, value: Any, path: Path) -> SafeString:
        if value is not None and not fits(node, value):
            return self._raw(owner, key, value, path)
        match node.shape:
            case Shape.CONSTANT:
                return _EMPTY
            case Shape.TEXT:
                return self._text(owner, key, value or {}, path)
            case Shape.ROWS:
                return self._rows(owner, key, node, value or [], path)
            case Shape.CONDITIONS:
                return self._conditions(owner, key, value or {}, path)
            case Shape.EARLIER:
                return self._earlier(owner, key, node, value, path)
            case Shape.OBJECT:
                return self._group(owner, key, node, value or {}, path)
            case Shape.CITES:
                return self._cites(owner, key, value or [], path)
            case Shape.FLAGS:
                return self._flags(owner, key, value or [], path)
        return self._single(owner, key, node, value, path)

    def parts(self, node: Node, value: Mapping[str, Any], path: Path) -> SafeString:
        """Every part of an object, short ones side by side."""
        pieces: list[SafeString] = []
        for is_short, group in _grouped(node):
            inner = _joined(
                self.part(node.name, key, part, value.get(key), (*path, key)) for key, part in group
            )
            pieces.append(format_html('<div class="fields">{}</div>', inner) if is_short else inner)
        unknown = [key for key in value if key not in node.parts]
        pieces += [self._raw(node.name, key, value[key], (*path, key)) for key in unknown]
        return _joined(pieces)

    # Rows

    def _rows(self, owner: str, key: str, node: Node, rows: list[Any], path: Path) -> SafeString:
        assert node.item is not None
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        name = ROW_NAMES.get(key, key)
        items = _joined(
            format_html(
                "<li>{}</li>", self._row(key, node.item, row, (*path, str(place)), len(rows))
            )
            for place, row in enumerate(rows)
        )
        listing = format_html('<ol class="rows">{}</ol>', items) if rows else _EMPTY
        add = _button(f"add:{pointer}", _("Add: %(name)s") % {"name": name}, is_quiet=True)
        heading = format_html('<p class="rows-name">{}</p>', label) if len(path) > 1 else _EMPTY
        return format_html(
            '<div class="part" id="{}">{}{}{}{}{}</div>',
            element_id(pointer), heading, _hint(help_, pointer), self._errors(pointer), listing,
            add,
        )  # fmt: skip

    def _row(self, key: str, node: Node, row: Any, path: Path, count: int) -> SafeString:
        name = _("%(name)s %(number)s") % {
            "name": ROW_NAMES.get(key, key),
            "number": int(path[-1]) + 1,
        }
        is_open = self._is_open(key, row, path)
        if not is_open or not fits(node, row):
            return self._closed_row(key, name, row, path, count)
        if node.shape is Shape.OBJECT:
            inner = self.parts(node, row, path)
        else:
            inner = self.part("incident", key, node, row, path)
        return self._open_row(name, inner, path, count, can_close=key not in _ALWAYS_OPEN)

    def _is_open(self, key: str, row: Any, path: Path) -> bool:
        pointer = join_pointer(path)
        return (
            key in _ALWAYS_OPEN
            or not row
            or pointer in self.state.open_rows
            or has_problem_below(self.state, pointer)
        )

    def _open_row(
        self, name: str, inner: SafeString, path: Path, count: int, *, can_close: bool = True
    ) -> SafeString:
        pointer = self._seen(path)
        tools = self._tools(name, path, count)
        if can_close:
            tools = format_html("{}{}", _tool(f"close:{pointer}", _("Close"), name), tools)
        # An open row without a filled field is a row all the same.
        return format_html(
            '<fieldset class="row" id="{}"{}><legend>{}</legend>{}'
            '<input type="hidden" name="{}" value="">{}<p class="tools">{}</p></fieldset>',
            element_id(pointer), self._focus(pointer), name, self._errors(pointer), pointer, inner,
            tools,
        )  # fmt: skip

    def _closed_row(self, key: str, name: str, row: Any, path: Path, count: int) -> SafeString:
        """A row in words. Its content travels along as JSON."""
        pointer = self._seen(path)
        stale = _stale_mark() if self._is_stale_below(pointer) else _EMPTY
        return format_html(
            '<div class="row row-closed" id="{}"{}><p>{}{}</p><p class="tools">{}{}</p>'
            '<input type="hidden" name="{}{}" value="{}"></div>',
            element_id(pointer), self._focus(pointer), self._words(key, row), stale,
            _tool(f"open:{pointer}", _("Edit"), name), self._tools(name, path, count),
            AS_JSON, pointer, write_json(row),
        )  # fmt: skip

    def _words(self, key: str, row: Any) -> str:
        try:
            return self.state.describer.describe(key, row)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError):
            return write_json(row)  # incomplete, and so shown as it is

    def _tools(self, name: str, path: Path, count: int) -> SafeString:
        pointer = join_pointer(path)
        tools = []
        if path[-1].isdecimal() and int(path[-1]) > 0:
            tools.append(_tool(f"up:{pointer}", _("Up"), name))
        if path[-1].isdecimal() and int(path[-1]) < count - 1:
            tools.append(_tool(f"down:{pointer}", _("Down"), name))
        tools.append(_tool(f"remove:{pointer}", _("Remove"), name))
        return _joined(tools)

    def _conditions(
        self, owner: str, key: str, conditions: Mapping[str, Any], path: Path
    ) -> SafeString:
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        places = {one.name: place for place, one in enumerate(self.state.attributes)}
        ordered = sorted(conditions, key=lambda name: (places.get(name, len(places)), name))
        items = _joined(
            format_html("<li>{}</li>", self._condition(name, conditions[name], (*path, name)))
            for name in ordered
        )
        return format_html(
            '<div class="part" id="{}"><p class="rows-name">{}</p>{}{}{}{}</div>',
            element_id(pointer), label, _hint(help_, pointer), self._errors(pointer),
            format_html('<ul class="rows">{}</ul>', items) if conditions else _EMPTY,
            self._add_condition(pointer, conditions),
        )  # fmt: skip

    def _condition(self, attribute: str, content: Mapping[str, Any], path: Path) -> SafeString:
        labels = {one.name: one.label for one in self.state.attributes}
        name = _("Condition: %(attribute)s") % {"attribute": labels.get(attribute, attribute)}
        pointer = self._seen(path)
        is_open = pointer in self.state.open_rows or has_problem_below(self.state, pointer)
        tools = _tool(f"remove:{pointer}", _("Remove"), name)
        if not is_open:
            words = self._words("conditions", content)
            stale = _stale_mark() if self._is_stale_below(pointer) else _EMPTY
            return format_html(
                '<div class="row row-closed" id="{}"{}><p><strong>{}</strong> {}{}</p>'
                '<p class="tools">{}{}</p><input type="hidden" name="{}{}" value="{}"></div>',
                element_id(pointer), self._focus(pointer), labels.get(attribute, attribute), words,
                stale, _tool(f"open:{pointer}", _("Edit"), name), tools, AS_JSON, pointer,
                write_json(content),
            )  # fmt: skip
        node = condition_node(content["kind"])
        assert node is not None
        return format_html(
            '<fieldset class="row" id="{}"{}><legend>{}</legend>{}'
            '<input type="hidden" name="{}/kind" value="{}">{}<p class="tools">{}{}</p></fieldset>',
            element_id(pointer), self._focus(pointer), name, self._errors(pointer), pointer,
            content["kind"], self.parts(node, content, path),
            _tool(f"close:{pointer}", _("Close"), name), tools,
        )  # fmt: skip

    def _add_condition(self, pointer: str, conditions: Mapping[str, Any]) -> SafeString:
        options = format_html_join(
            "",
            '<option value="{}">{}</option>',
            ((one.name, one.label) for one in self.state.attributes if one.name not in conditions),
        )
        name = f"attribute:{pointer}"
        return format_html(
            '<div class="add-condition"><label for="{}">{}</label>'
            '<select id="{}" name="{}"><option value="">{}</option>{}</select>{}</div>',
            element_id(name), _("A condition about"), element_id(name), name, _("Choose"), options,
            _button(f"add:{pointer}", _("Add the condition"), is_quiet=True),
        )  # fmt: skip

    # Groups and single fields

    def _group(
        self, owner: str, key: str, node: Node, value: Mapping[str, Any], path: Path
    ) -> SafeString:
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        return format_html(
            '<fieldset class="group" id="{}"><legend>{}</legend>{}{}{}</fieldset>',
            element_id(pointer), label, _hint(help_, pointer), self._errors(pointer),
            self.parts(node, value, path),
        )  # fmt: skip

    def _earlier(self, owner: str, key: str, node: Node, value: Any, path: Path) -> SafeString:
        assert node.item is not None
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        chosen = "true" if value is True else ("date" if value is not None else "")
        choices = [
            ("", _("Not stated")),
            ("true", _("Yes, at any time")),
            ("date", _("Back to a date")),
        ]
        select = self._labelled(
            pointer, _("Are earlier cases possible?"), "", _select(pointer, choices, chosen)
        )
        date = value if isinstance(value, dict) else {}
        return format_html(
            '<fieldset class="group"><legend>{}</legend>{}{}{}</fieldset>',
            label, _hint(help_, f"{pointer}/"), select, self.parts(node.item, date, path),
        )  # fmt: skip

    def _text(self, owner: str, key: str, value: Mapping[str, str], path: Path) -> SafeString:
        """A text in both languages, the original one first."""
        label, help_ = words_of(owner, key)
        if key == "key_points":
            label, help_ = _("Text"), ""
        pointer = self._seen(path)
        original = self.state.original
        tags = (original, *(tag for tag in LANGUAGES if tag != original))
        columns = _joined(
            self._text_column(pointer, tag, value.get(tag, ""), tag == original) for tag in tags
        )
        return format_html(
            '<fieldset class="text" id="{}"><legend>{}</legend>{}{}<div class="languages-beside">{}'
            "</div></fieldset>",
            element_id(pointer), label, _hint(help_, pointer), self._errors(pointer), columns,
        )  # fmt: skip

    def _text_column(self, pointer: str, tag: str, text: str, is_original: bool) -> SafeString:
        name = f"{pointer}/{tag}"
        names = {"en": _("English"), "zh-Hans": _("Simplified Chinese")}
        label = (
            _("%(language)s, original") % {"language": names[tag]}
            if is_original
            else _("%(language)s, translation") % {"language": names[tag]}
        )
        stale = _stale_mark() if name in self.state.stale else _EMPTY
        return self._labelled(
            name, label, "", _textarea(name, text, self._described(name, ""), tag), extra=stale
        )

    def _single(self, owner: str, key: str, node: Node, value: Any, path: Path) -> SafeString:
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        described = self._described(pointer, help_)
        match node.shape:
            case Shape.CHOICE:
                text = "" if value is None else scalar_text(value)
                choices = [
                    ("", _("Not chosen")),
                    *((one, choice_word(owner, key, one)) for one in node.choices),
                ]
                control = _select(pointer, choices, text, described)
            case Shape.FLAG:
                text = "" if value is None else scalar_text(value)
                flags = [("", _default_flag(key)), ("true", _("Yes")), ("false", _("No"))]
                control = _select(pointer, flags, text, described)
            case Shape.LINES:
                control = _textarea(pointer, "\n".join(value or []), described)
            case Shape.QUESTION:
                control = _textarea(pointer, write_question(value or {}), described)
            case _:
                text = "" if value is None else scalar_text(value)
                control = self._input(
                    key, pointer, text, described, is_number=node.shape is Shape.NUMBER
                )
        return self._labelled(pointer, label, help_, control)

    def _input(
        self, key: str, pointer: str, text: str, described: SafeString, *, is_number: bool
    ) -> SafeString:
        if "\n" in text:
            return _textarea(pointer, text, described)
        if key == "notice":
            choices = [("", _("None")), *((one, one) for one in self.state.notices)]
            return _select(pointer, choices, text, described)
        mode = SafeString(' inputmode="decimal"') if is_number else _EMPTY
        return format_html(
            '<input id="{}" name="{}" value="{}" autocomplete="off"{}{}>',
            element_id(pointer), pointer, text, mode, described,
        )  # fmt: skip

    def _cites(self, owner: str, key: str, value: list[str], path: Path) -> SafeString:
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        known = self.state.sources()
        keys = [one for one, _title in known]
        options = [
            *known,
            *((one, _("There is no such source")) for one in value if one not in keys),
        ]
        boxes = format_html_join(
            "",
            '<label class="box"><input type="checkbox" name="{}" value="{}"{}> {} '
            '<span class="quiet">{}</span></label>',
            (
                (pointer, one, SafeString(" checked") if one in value else _EMPTY, one, title)
                for one, title in options
            ),
        )
        if not options:
            boxes = format_html('<p class="quiet">{}</p>', _("Add a source above first."))
        below = [p for p in self.state.problems if p.startswith(f"{pointer}/")]
        return format_html(
            '<fieldset class="boxes" id="{}"><legend>{}</legend>{}{}{}{}</fieldset>',
            element_id(pointer), label, _hint(help_, pointer), self._errors(pointer),
            _joined(self._errors(one) for one in below), boxes,
        )  # fmt: skip

    def _flags(self, owner: str, key: str, value: list[bool], path: Path) -> SafeString:
        label, help_ = words_of(owner, key)
        pointer = self._seen(path)
        boxes = format_html_join(
            "",
            '<label class="box"><input type="checkbox" name="{}" value="{}"{}> {}</label>',
            (
                (
                    pointer,
                    scalar_text(one),
                    SafeString(" checked") if one in value else _EMPTY,
                    word,
                )
                for one, word in ((True, _("Yes")), (False, _("No")))
            ),
        )
        return format_html(
            '<fieldset class="boxes" id="{}"><legend>{}</legend>{}{}{}</fieldset>',
            element_id(pointer), label, _hint(help_, pointer), self._errors(pointer), boxes,
        )  # fmt: skip

    def _raw(self, owner: str, key: str, value: Any, path: Path) -> SafeString:
        """What cannot be typed in a field of its own; kept, and to be corrected or removed."""
        pointer = self._seen(path)
        label, help_ = words_of(owner, key)
        del help_
        hint = _("This does not fit the format, and is kept as it came.")
        area = format_html(
            '<textarea id="{}" name="{}{}" rows="3"{}>\n{}</textarea>',
            element_id(pointer), AS_JSON, pointer, self._described(pointer, hint),
            write_json(value),
        )  # fmt: skip
        return self._labelled(pointer, label, hint, area)

    # Pieces

    def _labelled(
        self, pointer: str, label: Any, help_: Any, control: SafeString, extra: SafeString = _EMPTY
    ) -> SafeString:
        self.state.rendered.add(pointer)
        errors = self._errors(pointer)
        return format_html(
            '<div class="field{}"><label for="{}">{}</label>{}{}{}{}</div>',
            " field-wrong" if errors else "", element_id(pointer), label, extra, errors, control,
            _hint(help_, pointer),
        )  # fmt: skip

    def _errors(self, pointer: str) -> SafeString:
        found = self.state.problems.get(pointer)
        if not found:
            return _EMPTY
        return format_html(
            '<p class="field-error" id="{}-error"><span class="unseen">{}</span> {}</p>',
            element_id(pointer), _("Error:"), " ".join(found),
        )  # fmt: skip

    def _described(self, pointer: str, help_: Any) -> SafeString:
        is_wrong = pointer in self.state.problems
        ids = [f"{element_id(pointer)}-error"] if is_wrong else []
        ids += [f"{element_id(pointer)}-hint"] if help_ else []
        invalid = SafeString(' aria-invalid="true"') if is_wrong else _EMPTY
        return format_html('{} aria-describedby="{}"', invalid, " ".join(ids)) if ids else _EMPTY

    def _seen(self, path: Path) -> str:
        pointer = join_pointer(path)
        self.state.rendered.add(pointer)
        return pointer

    def _focus(self, pointer: str) -> SafeString:
        is_focus = pointer == self.state.focus
        return SafeString(' tabindex="-1" data-focus="true"') if is_focus else _EMPTY

    def _is_stale_below(self, pointer: str) -> bool:
        return any(one.startswith(f"{pointer}/") for one in self.state.stale)


#: Rows that hold rows of their own, or so little that closing them saves nothing.
_ALWAYS_OPEN = frozenset({"scopes", "clauses", "exclusions", "dates", "bounds", "ranges"})

_SHORT = frozenset({Shape.LINE, Shape.NUMBER, Shape.FLAG, Shape.CHOICE, Shape.CONSTANT})


def _grouped(node: Node) -> list[tuple[bool, list[tuple[str, Node]]]]:
    """Runs of short parts, and the others one by one, in the order of the format.

    The kind of a condition is its attribute's, and is not chosen.
    """
    groups: list[tuple[bool, list[tuple[str, Node]]]] = []
    for key, part in node.parts.items():
        if part.shape is Shape.CONSTANT:
            continue
        is_short = part.shape in _SHORT
        if not groups or groups[-1][0] != is_short:
            groups.append((is_short, []))
        groups[-1][1].append((key, part))
    return groups


def _default_flag(key: str) -> str:
    """What a flag means that is left out."""
    return _("Yes, as usual") if key in ("read", "complete") else _("Not stated")


def _joined(pieces: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(pieces))


def _hint(help_: Any, pointer: str) -> SafeString:
    if not help_:
        return _EMPTY
    return format_html('<p class="hint" id="{}-hint">{}</p>', element_id(pointer), help_)


def _button(act: str, label: str, *, is_quiet: bool = False) -> SafeString:
    style = "button-quiet" if is_quiet else ""
    return format_html(
        '<button class="{}" name="act" value="{}" formnovalidate>{}</button>', style, act, label
    )


def _tool(act: str, label: str, name: str) -> SafeString:
    """A button of a row; a screen reader is told of which one."""
    return format_html(
        '<button class="button-quiet" name="act" value="{}" aria-label="{}">{}</button>',
        act, _("%(act)s: %(name)s") % {"act": label, "name": name}, label,
    )  # fmt: skip


def _stale_mark() -> SafeString:
    return format_html(
        ' <span class="stale">{}</span>', _("The translation is older than its original.")
    )


def _select(
    pointer: str, choices: Iterable[tuple[str, Any]], chosen: str, described: SafeString = _EMPTY
) -> SafeString:
    listed = list(choices)
    if chosen not in [value for value, _label in listed]:
        listed.append((chosen, chosen))  # what was typed stays
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (value, SafeString(" selected") if value == chosen else _EMPTY, label)
            for value, label in listed
        ),
    )
    return format_html(
        '<select id="{}" name="{}"{}>{}</select>', element_id(pointer), pointer, described, options
    )


def _textarea(
    pointer: str, text: str, described: SafeString = _EMPTY, language: str = ""
) -> SafeString:
    lines = text.count("\n") + len(text) // _LETTERS_PER_LINE + 1
    lang = format_html(' lang="{}"', language) if language else _EMPTY
    return format_html(
        '<textarea id="{}" name="{}" rows="{}"{}{}>\n{}</textarea>',
        element_id(pointer), pointer, min(max(lines, 2), _LONG_LINES), lang, described, text,
    )  # fmt: skip
