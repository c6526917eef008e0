"""Work that is done beside the requests. A task makes one domain call."""

import logging

from celery import shared_task
from django.utils import timezone

from incidents.domain.scheduling import due_submissions, publish_due
from incidents.domain.verifying import verify_publications

logger = logging.getLogger(__name__)


@shared_task
def verify_what_is_published() -> int:
    """Verify hashes and examples of everything published; log each problem, return their number."""
    problems = verify_publications()
    for problem in problems:
        logger.error("%s", problem)
    return len(problems)


@shared_task
def publish_what_is_due() -> int:
    """Publish what is scheduled for now or earlier; log each refusal, return what was published.

    One that fails in another way keeps its place, and is tried again with the next call.
    """
    now = timezone.now()
    published = 0
    for key in due_submissions(now):
        try:
            settled = publish_due(key, now=now)
        except Exception:
            logger.exception("Scheduled submission %s could not be published.", key)
            continue
        published += settled.revision is not None
        if settled.refusal:
            logger.error("%s is not published: %s", settled.public_id, settled.refusal)
    return published
