"""Compile the .po files of LOCALE_PATHS to .mo, without the system's gettext."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Compile translations that are newer than what was compiled from them."
    # The checks load every page, and pages may want their translations.
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        for source in translation_files():
            target = source.with_suffix(".mo")
            if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
                compile_translation(source, target)
                self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")


def translation_files() -> Iterator[Path]:
    for folder in settings.LOCALE_PATHS:
        yield from sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))


def compile_translation(source: Path, target: Path) -> None:
    """Refuse a file that cannot be read or whose placeholders differ from the original's."""
    try:
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    except PoFileError as error:
        raise CommandError(f"{source} cannot be read: {error}.") from error
    for message, errors in catalog.check():
        raise CommandError(f"{source}, line {message.lineno}: {errors[0]}.")
    # Another process never sees half a file.
    partial = target.with_suffix(".mo.partial")
    with partial.open("wb") as file:
        write_mo(file, catalog)
    partial.replace(target)
