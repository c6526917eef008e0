import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from incidents.domain.documents import UnableToImport
from incidents.domain.drafting import import_files
from incidents.domain.permissions import COMMAND_LINE


class Command(BaseCommand):
    help = (
        "Import disclosure documents (YAML or JSON) as drafts. All files are imported, or none is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for stdin")

    def handle(self, *args: Any, **options: Any) -> None:
        contents = {name: read_file(name) for name in options["files"]}
        try:
            imported = import_files(contents, actor=COMMAND_LINE, now=timezone.now())
        except UnableToImport as error:
            raise CommandError(str(error)) from None
        for name, (public_id, what) in imported.items():
            self.stdout.write(f"{name}: {public_id} {what.value}")


def read_file(name: str) -> bytes:
    """The content of a file, or of the standard input. Raises CommandError."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
