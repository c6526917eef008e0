"""Tags of the incident pages: texts of documents, and the sources they rest on."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from incidents.domain.wording import Wording

register = template.Library()


@register.simple_tag
def words(wording: Wording) -> SafeString:
    """A text; marked with its language, and labelled, where it is not translated."""
    if not wording.lang:
        return format_html("{}", wording.text)
    text = format_html('<span lang="{}">{}</span>', wording.lang, wording.text)
    if not wording.is_labelled:
        return text
    label = _("not yet translated")
    return format_html('{} <span class="not-translated">({})</span>', text, label)


@register.simple_tag
def cites(numbers: Sequence[int]) -> SafeString:
    """The numbers of the sources that a fact rests on, as links to them."""
    if not numbers:
        return SafeString()
    links = format_html_join(
        ", ",
        '<a href="#source-{}"><span class="unseen">{} </span>{}</a>',
        ((number, _("Source"), number) for number in numbers),
    )
    # A word joiner keeps the numbers on the line of the word before them, in Chinese as well.
    return format_html('\u2060<sup class="cites">{}</sup>', links)
