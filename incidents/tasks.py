"""Work that is done beside the requests. A task makes one domain call."""

import logging

from celery import shared_task

from incidents.domain.verifying import verify_publications

logger = logging.getLogger(__name__)


@shared_task
def verify_what_is_published() -> int:
    """Verify hashes and examples of everything published; log each problem, return their number."""
    problems = verify_publications()
    for problem in problems:
        logger.error("%s", problem)
    return len(problems)
