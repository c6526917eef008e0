"""Keeping strangers from filling the queue: so many acts in an hour, by address and in all.

Counts live in the cache. Where it cannot be reached, nobody is held up: a reader's word is worth
more than the limit.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta

from django.core.cache import cache
from django.utils.crypto import salted_hmac

logger = logging.getLogger(__name__)

_PERIOD = timedelta(hours=1)


def is_within_ration(act: str, limits: Mapping[str, int]) -> bool:
    """Count one more of an act for each of the callers; whether none exceeds its limit.

    `limits` holds how many each may do in an hour, by whatever tells callers apart. One who is
    over the first limit does not count for the next, and so cannot use it up for all. The cache
    sees no address, only what is derived from it with the server's secret.
    """
    try:
        return all(_count(act, caller) <= most for caller, most in limits.items())
    except Exception:  # a cache has as many errors as there are servers for it
        logger.exception("The cache that rations %s cannot be reached: nobody is held up.", act)
        return True


def _count(act: str, caller: str) -> int:
    key = f"ration:{act}:{salted_hmac('incidents.rationing', caller).hexdigest()}"
    if cache.add(key, 1, timeout=_PERIOD.total_seconds()):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two
        return 1
