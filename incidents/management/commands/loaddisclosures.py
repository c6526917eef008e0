from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from incidents.domain.documents import UnableToImport
from incidents.domain.loading import load_disclosures
from incidents.domain.problems import UnableToPublishRevision


class Command(BaseCommand):
    help = "Import and publish the catalogue and the records that come with the software."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = load_disclosures(now=timezone.now())
        except (UnableToImport, UnableToPublishRevision) as error:
            raise CommandError(str(error)) from None
        for one in loaded:
            what = "published" if one.is_published else "left as it is"
            self.stdout.write(f"{one.name}: {what}")
