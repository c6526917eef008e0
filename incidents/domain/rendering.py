"""Narratives: from Markdown to HTML that can do nothing but be read."""

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

#: Headings start below those of the page, which are h1 for its title and h2 for its parts.
_HEADING_OFFSET = 2

_TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")

_cleaner = nh3.Cleaner(
    tags=_TAGS,
    attributes={"a": {"href", "title"}, "ol": {"start"}},
    url_schemes={"http", "https", "mailto"},
    link_rel="nofollow noopener noreferrer",
)


@lru_cache(maxsize=256)
def render_markdown(text: str) -> SafeString:
    """The text as HTML: CommonMark and tables, without raw HTML, images, styles and scripts.

    What Markdown made of it is sanitised once more, so that no fault in the one step alone lets
    anything through. The text of an image stays as the text of a link to it.
    """
    tokens = _markdown.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + _HEADING_OFFSET, 6)}"
    html: str = _markdown.renderer.render(tokens, _markdown.options, {})
    # Clean by construction: nh3 parses what it is given and writes only what is listed above.
    return mark_safe(_cleaner.clean(html))  # noqa: S308
