from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from incidents.domain.permissions import COMMAND_LINE
from incidents.domain.problems import UnableToPublishRevision
from incidents.domain.publishing import UnknownIncident, withdraw_named


class Command(BaseCommand):
    help = "Withdraw an incident: its page stays with the reason, and it is no longer evaluated."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help="the incident's permanent id: KB-2026-0001")
        parser.add_argument("--reason", required=True, help="why, in a sentence; readers see it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            revision = withdraw_named(
                options["id"], actor=COMMAND_LINE, now=timezone.now(), reason=options["reason"]
            )
        except (UnableToPublishRevision, UnknownIncident) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{revision} withdraws the incident")
