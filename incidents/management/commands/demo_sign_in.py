from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone, translation

from incidents.domain.accounts import DEMO_LINK_LIFE, UnableToDemo, make_demo_link
from incidents.domain.permissions import Role

#: One to write, and one to review and publish: nobody approves a draft of their own.
_ROLES = (Role.AUTHOR, Role.ADMINISTRATOR)


class Command(BaseCommand):
    help = "Print one-time sign-in links for a trial on this machine; `make run` calls it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "roles",
            nargs="*",
            metavar="ROLE",
            choices=[[], *(role.value for role in Role)],
            help="whose: author, reviewer, publisher or administrator",
        )
        parser.add_argument("--site", default="http://127.0.0.1:8000", help="where it is served")

    def handle(self, *args: Any, **options: Any) -> None:
        roles = [Role(one) for one in options["roles"]] or _ROLES
        now = timezone.now()
        minutes = DEMO_LINK_LIFE.seconds // 60
        try:
            links = [(role, make_demo_link(role, now=now)) for role in roles]
        except UnableToDemo as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Sign in for a trial (each link once, within {minutes} minutes):")
        with translation.override("en"):
            for role, link in links:
                path = reverse("account_demo", args=[link.token])
                self.stdout.write(f"  {role.value:14} {options['site'].rstrip('/')}{path}")
