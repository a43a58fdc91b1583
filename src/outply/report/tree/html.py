"""The tree of a search as one HTML file, to be looked at in a browser: nothing is fetched from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outply.report.base.inline_js import inline
from outply.report.tree.document import document
from outply.report.tree.wording import title
from outply.search.tree import Tree

STATIC = "static"
"""Where in this package the view is, in the folder `tree`, and the look of all pages: the web page has both."""

STYLES = (
    "look/colours.css",
    "look/elements.css",
    "tree/controls.css",
    "tree/tree.css",
    "tree/panel.css",
    "tree/media.css",
)


def page(trees: Sequence[Tree], *, focus: Sequence[Any] = (), note: str = "") -> str:
    """Return the page of one tree, or of two side by side.

    `focus` are the moves to the node that is shown first, and `note` is a sentence that stands above all.
    """
    static = files("outply.report").joinpath(STATIC)
    shown: dict[str, Any] = {"documents": [document(tree) for tree in trees]}
    if focus:
        shown["focus"] = [str(move) for move in focus]
    if note:
        shown["note"] = note
    loader = PackageLoader("outply.report")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("tree.html").render(
        title=" and ".join(title(tree) for tree in trees),
        style="\n".join(static.joinpath(name).read_text(encoding="utf-8") for name in STYLES),
        script=inline(static.joinpath("tree"), "file.js"),
        # A text cannot end the script that it stands in.
        data=json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c"),
    )
