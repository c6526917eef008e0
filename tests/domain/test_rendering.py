"""Narratives: Markdown in, HTML that can do nothing out."""

import pytest

from incidents.domain.rendering import render_markdown


def test_markdown_becomes_html() -> None:
    text = (
        "## Cause\n\nA *pool* ran **full** of `pages`.\n\n- one\n- two\n\n"
        "| a | b |\n|--:|---|\n| 1 | 2 |"
    )

    assert render_markdown(text) == (
        "<h4>Cause</h4>\n<p>A <em>pool</em> ran <strong>full</strong> of <code>pages</code>.</p>\n"
        "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"
        "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n"
        "<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n"
    )


def test_headings_stay_below_those_of_the_page() -> None:
    assert render_markdown("# One\n\n###### Six") == "<h3>One</h3>\n<h6>Six</h6>\n"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ('a <b onclick="x()">b</b>', '<p>a &lt;b onclick="x()"&gt;b&lt;/b&gt;</p>\n'),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](JAVASCRIPT:alert(1))", "<p>[x](JAVASCRIPT:alert(1))</p>\n"),
        ("[x](data:text/html,x)", "<p>[x](data:text/html,x)</p>\n"),
        ("[x](vbscript:x)", "<p>[x](vbscript:x)</p>\n"),
        # Markdown knows this scheme and nh3 does not let it through.
        ("[x](ftp://a.example/)", '<p><a rel="nofollow noopener noreferrer">x</a></p>\n'),
    ],
)
def test_nothing_in_a_text_can_act(text: str, html: str) -> None:
    assert render_markdown(text) == html


def test_an_image_is_not_fetched_and_becomes_a_link() -> None:
    assert render_markdown("![a pool](https://a.example/pool.png)") == (
        '<p>!<a href="https://a.example/pool.png" rel="nofollow noopener noreferrer">'
        "a pool</a></p>\n"
    )


def test_a_link_tells_its_target_nothing() -> None:
    assert render_markdown("[report](https://a.example/ 'the report')") == (
        '<p><a href="https://a.example/" title="the report" rel="nofollow noopener noreferrer">'
        "report</a></p>\n"
    )
