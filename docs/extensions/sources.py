"""Links to files of the program lead to their text on the site, where it is there, and to the file otherwise."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

ROOT = "../src/"


class SourceLinks(SphinxPostTransform):
    """Turns the download of a module into a link to the page that `sphinx.ext.viewcode` makes of it."""

    default_priority = 5
    formats = ("html",)

    def run(self, **options: Any) -> None:
        shown = set(getattr(self.env, "_viewcode_modules", {}))
        for node in list(self.document.findall(addnodes.download_reference)):
            module = module_of(node["reftarget"])
            if module in shown:
                here = self.env.docname
                page = "_modules/" + module.replace(".", "/")
                uri = self.app.builder.get_relative_uri(here, page)
                node.replace_self(nodes.reference("", "", *node.children, refuri=uri, internal=True))


def module_of(path: str) -> str:
    """Return the module that a path to a file stands for; empty if it stands for none."""
    _, root, inside = path.rpartition(ROOT)
    if not root or not inside.endswith(".py"):
        return ""
    return inside.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_post_transform(SourceLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
