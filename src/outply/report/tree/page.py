"""The tree of a search as one HTML file, to be looked at in a browser: nothing is fetched from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outply.report.inline import inline
from outply.report.tree.document import document
from outply.report.tree.words import title
from outply.search.tree import Tree

COMPONENT = "static/tree"
"""Where in this package the view is: the web page shows it, too."""


def page(trees: Sequence[Tree], *, focus: Sequence[Any] = (), note: str = "") -> str:
    """Return the page of one tree, or of two side by side.

    `focus` are the moves to the node that is shown first, and `note` is a sentence that stands above all.
    """
    component = files("outply.report").joinpath(COMPONENT)
    shown: dict[str, Any] = {"documents": [document(tree) for tree in trees]}
    if focus:
        shown["focus"] = [str(move) for move in focus]
    if note:
        shown["note"] = note
    loader = PackageLoader("outply.report")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("tree.html").render(
        title=" and ".join(title(tree) for tree in trees),
        style=(component / "tree.css").read_text(encoding="utf-8"),
        script=inline(component, "file.js"),
        # A text cannot end the script that it stands in.
        data=json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c"),
    )
