from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import CATALOGUE, UnknownIncident, publish_named


class Command(BaseCommand):
    help = "Publish an incident's draft, or the catalogue, as the next revision."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help=f"an incident's id, or {CATALOGUE!r}")
        parser.add_argument("--reason", required=True, help="why, in a sentence; readers see it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            revision = publish_named(
                options["id"], actor=COMMAND_LINE, now=timezone.now(), reason=options["reason"]
            )
        except (UnableToPublishRevision, UnknownIncident) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{revision} published, SHA-256 {revision.sha256}")
