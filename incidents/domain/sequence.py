"""The order of publications, which is the order in which every process comes to see them."""

from django.db.models import F

from incidents.models import PublicationCounter


def next_sequence() -> int:
    """The number of the publication under way, inside its transaction.

    The update holds the counter's row until the transaction ends, so that publications commit one
    after the other and no reader can see a later one before an earlier one.
    """
    PublicationCounter.objects.filter(pk=1).update(sequence=F("sequence") + 1)
    return current_sequence()


def current_sequence() -> int:
    """The number of the last publication."""
    return PublicationCounter.objects.values_list("sequence", flat=True).get(pk=1)
