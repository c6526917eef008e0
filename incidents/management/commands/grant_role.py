from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from incidents.domain.accounts import UnknownAccount, grant_named_role
from incidents.domain.permissions import Role


class Command(BaseCommand):
    help = "Give an account a role; the first administrator gets theirs by it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user name")
        parser.add_argument("role", metavar="ROLE", choices=[role.value for role in Role])

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = grant_named_role(options["name"], Role(options["role"]))
        except UnknownAccount as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{user} has the role {options['role']} now.")
