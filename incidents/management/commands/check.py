import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation

from incidents.domain.checking import check_question
from incidents.domain.faults import fault_sentence
from incidents.domain.reporting import report_text
from incidents.scope.question import UnreadableQuestion


class Command(BaseCommand):
    help = (
        "Ask whether a request was affected. Fields are written FIELD=VALUE: service=workers-ai "
        "model=glm-5.3 at=2026-09-01 prompt_tokens=700000; every other attribute by its name, "
        "streaming=true; and subject, incident, as_of, revision, limit."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("fields", nargs="*", type=_field, metavar="FIELD=VALUE")
        parser.add_argument("--lang", choices=["en", "zh-hans"], default="en")

    def handle(self, *args: Any, **options: Any) -> None:
        names = [name for name, _ in options["fields"]]
        for name in names:
            if names.count(name) > 1:
                raise CommandError(f"{name} is given twice.")
        with translation.override(options["lang"]):
            try:
                answer = check_question(dict(options["fields"]), now=timezone.now())
            except UnreadableQuestion as error:
                lines = (f"{fault.field}: {fault_sentence(fault)}" for fault in error.faults)
                raise CommandError("\n".join(lines)) from None
            self.stdout.write(report_text(answer, options["lang"]), ending="")


def _field(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form FIELD=VALUE")
    return name, value
