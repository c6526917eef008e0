"""Filters of the pages of staff."""

from django import template

from incidents.domain.wording import language_name

register = template.Library()


@register.filter
def language_word(tag: str) -> str:
    """A language of documents by its name."""
    return language_name(tag)
