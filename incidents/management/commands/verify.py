from typing import Any

from django.core.management.base import BaseCommand, CommandError

from incidents.domain.verifying import verify_publications


class Command(BaseCommand):
    help = "Verify the hash of every revision and the examples of everything published."

    def handle(self, *args: Any, **options: Any) -> None:
        problems = verify_publications()
        if problems:
            raise CommandError("\n".join(str(one) for one in problems))
        self.stdout.write("Every revision has its hash, and every published example holds.")
