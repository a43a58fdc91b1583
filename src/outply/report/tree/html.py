"""Search trees as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outply.report.base.assets import asset
from outply.report.base.jinja_env import script_json
from outply.report.tree.document import document
from outply.report.tree.text import title
from outply.search.tree import SearchTree


def page(trees: Sequence[SearchTree], *, focus: Sequence[Any] = (), note: str = "") -> str:
    """Return an HTML page that shows one search tree, or two search trees side by side.

    `focus` are the moves to the node that is shown first; `note` is a sentence shown above the trees.
    """
    data: dict[str, Any] = {"documents": [document(tree) for tree in trees]}
    if focus:
        data["focus"] = [str(move) for move in focus]
    if note:
        data["note"] = note
    loader = PackageLoader("outply.report")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("tree.html").render(
        title=" and ".join(title(tree) for tree in trees),
        style=asset("tree.css"),
        script=asset("tree-file.js"),
        data=script_json(data),
    )
