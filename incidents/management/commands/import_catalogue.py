from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from incidents.domain.cataloguing import import_catalogue_file
from incidents.domain.documents import UnableToImport
from incidents.domain.permissions import COMMAND_LINE
from incidents.management.commands.import_disclosure import read_file


class Command(BaseCommand):
    help = "Make a catalogue document (YAML or JSON) the catalogue's working copy."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file, or - for stdin")

    def handle(self, *args: Any, **options: Any) -> None:
        content = read_file(options["file"])
        try:
            imported = import_catalogue_file(content, actor=COMMAND_LINE, now=timezone.now())
        except UnableToImport as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['file']}: catalogue {imported.value}")
