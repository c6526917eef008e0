"""Reading pages as a reader would: the words of a part, line by line."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"br", "hr", "img", "input", "link", "meta", "option"}
_LINES = {
    "p", "li", "tr", "h1", "h2", "h3", "h4", "summary", "label", "figcaption", "div", "dt", "dd",
}  # fmt: skip
_LEFT_OUT = {"svg", "datalist", "template", "select", "style", "script"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)

    def find_all(self, tag: str, **attributes: str) -> list["Element"]:
        """All elements below with that tag and those attributes, in order."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                is_one = child.tag == tag or tag == "*"
                if is_one and attributes.items() <= child.attributes.items():
                    found.append(child)
                found += child.find_all(tag, **attributes)
        return found

    def one(self, tag: str, **attributes: str) -> "Element":
        """The only such element."""
        (element,) = self.find_all(tag, **attributes)
        return element

    @property
    def lines(self) -> list[str]:
        """The words, one line for each paragraph, item, row or heading."""
        return [
            line for line in (" ".join(one.split()) for one in self._text().split("\0")) if line
        ]

    @property
    def text(self) -> str:
        return " ".join(self.lines)

    def _text(self) -> str:
        if self.tag in _LEFT_OUT or self.attributes.get("aria-hidden") == "true":
            return " "
        inner = "".join(
            child if isinstance(child, str) else child._text() for child in self.children
        )
        if self.tag in ("td", "th"):
            return f"{inner} | "
        return f"\0{inner}\0" if self.tag in _LINES else inner


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("document", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(html: bytes) -> Element:
    """The page as a tree. Fails where elements are not closed in order."""
    reader = _Reader()
    reader.feed(html.decode())
    reader.close()
    (document,) = reader.open
    return document
