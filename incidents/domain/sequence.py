"""The order of publications, which is the order in which every process comes to see them."""

from django.db.models import F

from incidents.models import PublicationCounter


def hold_publications() -> None:
    """Let nobody else publish until the transaction ends.

    Whoever decides by what is published holds it first, and takes every other row afterwards.
    """
    PublicationCounter.objects.get_or_create(pk=1)
    PublicationCounter.objects.select_for_update().get(pk=1)


def next_sequence() -> int:
    """The number of the publication under way, inside its transaction.

    The update holds the counter's row until the transaction ends, so that publications commit one
    after the other and no reader can see a later one before an earlier one.
    """
    PublicationCounter.objects.get_or_create(pk=1)
    PublicationCounter.objects.filter(pk=1).update(sequence=F("sequence") + 1)
    return current_sequence()


def current_sequence() -> int:
    """The number of the last publication, 0 before the first."""
    counter = PublicationCounter.objects.filter(pk=1).values_list("sequence", flat=True)
    return counter.first() or 0
