"""Links to files of the program lead to their text on the site, where it is there, and to the file otherwise.

Links to folders are for whoever reads the files in their folders; on the site they are their text.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

ROOT = "../src/"


class SourceLinks(SphinxPostTransform):
    """Turns the download of a module into a link to the page that `sphinx.ext.viewcode` makes of it."""

    default_priority = 5  # before links are looked up

    def run(self, **options: Any) -> None:
        here = self.env.docname
        shown = getattr(self.env, "_viewcode_modules", {})
        for node in list(self.document.findall(addnodes.download_reference)):
            module = module_of(node["reftarget"])
            if module in shown:
                uri = self.app.builder.get_relative_uri(here, "_modules/" + module.replace(".", "/"))
                node.replace_self(nodes.reference("", "", *node.children, refuri=uri, internal=True))
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node["reftype"] == "myst" and (self.env.doc2path(here).parent / node["reftarget"]).is_dir():
                node.replace_self(node.children)


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
