"""A parser of HTML pages for tests."""

from html.parser import HTMLParser

VOID_ELEMENTS = {"meta", "link", "input", "br", "img", "path", "circle", "rect"}
CELLS = {"td", "th", "dt", "dd"}


class Page(HTMLParser):
    """A parsed page: elements with their attributes, visible text, identifiers and links."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text, self.ids, self._open = [], "", set(), []
        self.feed(text)
        self.close()
        assert self._open == [], "unclosed element"

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.ids.add(dict(attributes).get("id"))
        if tag not in VOID_ELEMENTS:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag
        if tag in CELLS:
            self.text += " "

    def handle_data(self, data):
        if self._open[-1:] not in (["script"], ["style"]):
            self.text += data

    @property
    def words(self):
        return " ".join(self.text.split())

    @property
    def links(self):
        return [
            values[name]
            for tag, values in self.elements
            for name in ("href", "src")
            if name in values and not values[name].startswith("data:")
        ]
