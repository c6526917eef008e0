"""Tags and filters of the pages: see templates/base.html for what there is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse, translate_url
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from incidents.domain import phrasing
from incidents.domain.picturing import Picture, picture_scope
from incidents.domain.snapshots import PublishedRecord, current_snapshot
from incidents.domain.wording import wording
from incidents.scope.reading import Question
from incidents.scope.verdict import Outcome

register = template.Library()


@dataclass(frozen=True, slots=True)
class LanguageLink:
    """This page in one of the languages."""

    code: str
    name: str
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page of the navigation."""

    label: str
    url: str
    is_current: bool


@register.simple_tag(takes_context=True)
def language_links(context: Context) -> list[LanguageLink]:
    """This page, with its query, in every language; the home page where there is no such page."""
    current = get_language()
    request = context.get("request")
    here = request.get_full_path() if request is not None else reverse("home")
    links = []
    for code, name in settings.LANGUAGES:
        url = translate_url(here, code)
        if url == here and code != current:
            url = translate_url(reverse("home"), code)
        links.append(LanguageLink(code, name, url, code == current))
    return links


@register.simple_tag(takes_context=True)
def navigation(context: Context) -> list[PageLink]:
    """The pages that every page links to."""
    request = context.get("request")
    match = request.resolver_match if request is not None else None
    current = match.url_name if match is not None else None
    pages = (
        (_("Check"), "home", ("home", "check")),
        (_("Incidents"), "incidents", ("incidents", "incident")),
        (_("Services"), "services", ("services", "service", "model")),
    )
    links = [PageLink(label, reverse(name), current in names) for label, name, names in pages]
    return [*links, PageLink(_("API"), "/api/docs/", is_current=False)]


@register.simple_tag
def data_version() -> int:
    """The number of the last publication."""
    return current_snapshot(timezone.now()).sequence


@register.simple_tag(name="text")
def text_tag(value: Mapping[str, str], original: str) -> SafeString:
    """A text of a document; marked with its language and labelled where it is not translated."""
    found = wording(value, get_language() or "en", original)
    if not found.lang:
        return format_html("{}", found.text)
    return format_html(
        '<span lang="{}">{}</span> <span class="not-translated">({})</span>',
        found.lang,
        found.text,
        _("not yet translated"),
    )


@register.simple_tag
def count_words(count: Mapping[str, Any], original: str) -> str:
    """A count with its qualifier and its unit. What it is not has to stand beside it."""
    return phrasing.quantity_phrase(count, get_language() or "en", original)


@register.filter
def kind_word(kind: str) -> str:
    return phrasing.kind_word(kind)


@register.filter
def status_word(status: str) -> str:
    return phrasing.status_word(status)


@register.filter
def date_words(date: Mapping[str, Any]) -> str:
    """A published date in words, with its precision and nothing about its zone."""
    return phrasing.date_words(date)


@register.filter
def phrase_date(date: Mapping[str, Any]) -> str:
    """A published date in words, with its zone or that none is stated."""
    return phrasing.phrase_date(date)


@register.inclusion_tag("components/scope_picture.html")
def scope_picture(
    record: PublishedRecord, subject: str, question: Question | None = None
) -> dict[str, object]:
    """The scope picture of one subject of a record; a question is plotted in it.

    Shows nothing for a scope without a time that could be drawn.
    """
    language = get_language() or "en"
    picture = picture_scope(record, subject, question)
    if picture is None:
        return {"picture": None}
    snapshot = current_snapshot(timezone.now())

    def label(attribute: str) -> str:
        return phrasing.attribute_label(snapshot, attribute, language)

    scope = record.scopes[subject]
    drawn = (picture.time, picture.number)
    others = {one.attribute for clause in scope.clauses for one in clause.conditions} - {*drawn}
    return {
        "language": record.facts["language"],
        "picture": picture,
        "id": f"picture-{record.public_id}-{record.revision}-{subject}",
        "number_label": label(picture.number) if picture.number else "",
        "panels": [
            (panel, record.fact(panel.clause)["label"] if panel.clause else None)
            for panel in picture.panels
        ],
        "published": [
            phrasing.listing(
                [
                    phrasing.published_phrase(record, condition, language)
                    for condition in clause.conditions
                    if condition.attribute in drawn
                ]
            )
            for clause in scope.clauses
        ],
        "place": _place_sentence(picture),
        "not_drawn": phrasing.listing([label(one) for one in sorted(others)]),
        "has_exclusions": bool(scope.exclusions),
        "has_certain": any(panel.certain for panel in picture.panels),
        "has_mark": any(panel.mark for panel in picture.panels),
    }


def _place_sentence(picture: Picture) -> str:
    """Where the mark of the question lies; empty where there is none."""
    if picture.place is None or not any(panel.mark for panel in picture.panels):
        return ""
    return {
        Outcome.MET: _("Your request lies inside a solid area."),
        Outcome.NOT_MET: _("Your request lies outside the marked areas."),
        Outcome.UNDETERMINED: _(
            "Your request lies neither wholly inside a solid area nor wholly outside the marked "
            "areas."
        ),
    }[picture.place]
