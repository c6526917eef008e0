from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from incidents.domain.documents import canonical_content, document_text
from incidents.domain.drafting import UnableToExport, export_draft


class Command(BaseCommand):
    help = "Write an incident's draft as a disclosure document."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help="the incident's permanent id: KB-2026-0001")
        parser.add_argument("--format", choices=["yaml", "json"], default="yaml")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = export_draft(options["id"])
        except UnableToExport as error:
            raise CommandError(str(error)) from None
        is_json = options["format"] == "json"
        text = canonical_content(document) + "\n" if is_json else document_text(document)
        self.stdout.write(text, ending="")
