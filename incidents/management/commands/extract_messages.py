"""Write what readers see into the .po files of LOCALE_PATHS, without the system's gettext."""

import ast
import io
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

from incidents.management.commands.compile_translations import translation_files

#: The code and the templates whose words are extracted, as folders of the project.
CODE = ("api", "incidents", "kbase")
TEMPLATES = ("api/templates", "incidents/templates", "templates")

_KEYWORDS = DEFAULT_KEYWORDS | {
    f"{name}_lazy": DEFAULT_KEYWORDS[name] for name in ("gettext", "ngettext", "pgettext")
}

# Babel's own header names a date, a programme and people, and would differ with each run.
_HEADER = """\
# Messages in the order of the English. The translations are edited here, by hand; `make messages`
# adds what is new in code and templates, and drops what is no longer there.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {locale}\\n"
"Plural-Forms: {plural_forms}\\n"

"""


class Command(BaseCommand):
    help = "Bring the .po files up to date with code and templates. Translations are kept."
    # The checks load every page, and pages may want their translations.
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        messages = extracted_messages()
        for file in translation_files():
            text = updated_text(file, messages)
            if text != file.read_text(encoding="utf-8"):
                file.write_text(text, encoding="utf-8")
                self.stdout.write(f"updated {file.relative_to(settings.BASE_DIR)}")


def extracted_messages() -> Catalog:
    """Every message of code and templates, with the files it stands in."""
    catalog = Catalog()
    for folder in CODE:
        for file in sorted((settings.BASE_DIR / folder).rglob("*.py")):
            _add_messages(catalog, file, file.read_text(encoding="utf-8"), _calls)
    for folder in TEMPLATES:
        for file in sorted((settings.BASE_DIR / folder).rglob("*.html")):
            # What Django makes of a template for gettext has calls in it, and is no whole code.
            code = templatize(file.read_text(encoding="utf-8"), origin=str(file))
            _add_messages(catalog, file, code, "python")
    return catalog


def updated_text(file: Path, messages: Catalog) -> str:
    """What a .po file has to hold: the messages with the translations that it already has."""
    with file.open("rb") as source:
        catalog = read_po(source, locale=file.parent.parent.name, abort_invalid=True)
    # A message that resembles an old one is not translated by it.
    catalog.update(messages, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    # Neither line numbers nor a width: who edits one message changes nothing of another.
    written = io.BytesIO()
    write_po(written, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    header = _HEADER.format(locale=catalog.locale_identifier, plural_forms=catalog.plural_forms)
    return header + written.getvalue().decode().strip() + "\n"


def _add_messages(catalog: Catalog, file: Path, code: str, method: Any) -> None:
    place = file.relative_to(settings.BASE_DIR).as_posix()
    for line, message, _comments, context in extract(method, io.BytesIO(code.encode()), _KEYWORDS):
        catalog.add(message, None, [(place, line)], context=context)


def _calls(
    file: IO[bytes], keywords: Collection[str], comment_tags: object, options: object
) -> Iterator[tuple[int, str, list[str | None], list[str]]]:
    """The calls of gettext in a module, as Babel asks for them.

    Babel's own reader of Python does not look into f-strings with each version of Python.
    """
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in keywords:
                yield node.lineno, name, [_literal(argument) for argument in node.args], []


def _literal(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return None
