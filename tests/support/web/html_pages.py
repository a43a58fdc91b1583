"""A parser of HTML pages for tests."""

from html.parser import HTMLParser

from support.assertions import not_none

VOID_ELEMENTS = {"meta", "link", "input", "br", "img", "path", "circle", "rect"}
CELLS = {"td", "th", "dt", "dd"}

Attributes = list[tuple[str, str | None]]


class Page(HTMLParser):
    """A parsed page: elements with their attributes, visible text, identifiers and links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.ids: set[str | None] = set()
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == [], "unclosed element"

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        self.elements.append((tag, dict(attributes)))
        self.ids.add(dict(attributes).get("id"))
        if tag not in VOID_ELEMENTS:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: Attributes) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag in CELLS:
            self.text += " "

    def handle_data(self, data: str) -> None:
        if self._open[-1:] not in (["script"], ["style"]):
            self.text += data

    @property
    def words(self) -> str:
        return " ".join(self.text.split())

    @property
    def links(self) -> list[str]:
        links = [
            not_none(values[name]) for _, values in self.elements for name in ("href", "src") if name in values
        ]
        return [link for link in links if not link.startswith("data:")]
