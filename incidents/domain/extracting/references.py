"""Addresses and CVE identifiers."""

import re
from collections.abc import Iterator

from incidents.domain.extracting.proposal import Find, Form, Kind

_LONGEST_URL = 1_000
_URL = re.compile(r"https?://[!#-;=?-Z_a-z~%\[\]]{1,2000}", re.ASCII | re.IGNORECASE)
_CVE = re.compile(r"(?<![A-Za-z0-9-])CVE-[0-9]{4}-[0-9]{4,10}(?![0-9])", re.ASCII | re.IGNORECASE)


def find_references(plain: str) -> Iterator[Find]:
    """Every address and every CVE identifier."""
    for found in _URL.finditer(plain):
        end = _end_of_url(found[0]) + found.start()
        url = plain[found.start() : end]
        if end - found.start() > len("https://") and len(url) <= _LONGEST_URL:
            yield Find(Kind.SOURCE_URL, Form.ADDRESS, found.start(), end, ({"url": url},))
    for found in _CVE.finditer(plain):
        value = {"id": found[0].upper()}
        yield Find(Kind.CVE, Form.IDENTIFIER, found.start(), found.end(), (value,))


def _end_of_url(url: str) -> int:
    """How long the address is without the punctuation of the sentence around it."""
    end = len(url)
    while end and (url[end - 1] in ".,;:!?'*_" or _closes_nothing(url, end)):
        end -= 1
    return end


def _closes_nothing(url: str, end: int) -> bool:
    """Whether the address up to here ends with a bracket that was opened before it."""
    opening = {")": "(", "]": "["}.get(url[end - 1])
    return opening is not None and url.count(url[end - 1], 0, end) > url.count(opening, 0, end)
