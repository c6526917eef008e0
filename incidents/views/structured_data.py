"""What a page says of itself to machines: JSON-LD, a data block that no browser runs."""

import json
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from incidents.domain.phrasing import document_language
from incidents.domain.presenting import IncidentPage, SourceLine
from incidents.domain.wording import Wording

#: Signs that could end the element that the data stands in, as JSON's own escapes.
_ESCAPES = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&\u2028\u2029"}


def report_data(page: IncidentPage, url: str) -> SafeString:
    """The page as a schema.org Report."""
    first = page.revisions[-1]
    report: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Report",
        "identifier": page.public_id,
        "reportNumber": page.public_id,
        "url": url,
        "headline": page.title.text,
        "abstract": page.summary.text,
        "inLanguage": _language(page.title),
        "version": page.revision.number,
        "datePublished": first.published_at.isoformat(),
        "dateModified": page.revision.published_at.isoformat(),
        "isAccessibleForFree": True,
        "citation": [_citation(source) for source in page.sources],
    }
    if page.provider:
        report["about"] = {"@type": "Organization", "name": page.provider}
    text = json.dumps(report, ensure_ascii=False).translate(_ESCAPES)
    # Nothing in it can end the element: every sign that could is escaped.
    return mark_safe(text)  # noqa: S308


def _citation(source: SourceLine) -> dict[str, str]:
    citation = {
        "@type": "CreativeWork",
        "name": source.title,
        "publisher": source.publisher,
        "inLanguage": source.language,
    }
    return citation | ({"url": source.url} if source.url else {})


def _language(words: Wording) -> str:
    return words.lang or document_language(get_language() or "en")
