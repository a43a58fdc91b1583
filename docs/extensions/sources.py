"""Resolve links to source files: to the highlighted source on the site if there is one, otherwise to the file.

Links to folders work only in a checkout; on the site they become plain text.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

ROOT = "../src/"


class SourceLinks(SphinxPostTransform):
    """Replaces the download of a module by a link to its page of `sphinx.ext.viewcode`."""

    default_priority = 5  # before references are resolved

    def run(self, **options: Any) -> None:
        here = self.env.docname
        viewcode_modules = getattr(self.env, "_viewcode_modules", {})
        for node in list(self.document.findall(addnodes.download_reference)):
            module = module_of(node["reftarget"])
            if module in viewcode_modules:
                uri = self.app.builder.get_relative_uri(here, "_modules/" + module.replace(".", "/"))
                node.replace_self(nodes.reference("", "", *node.children, refuri=uri, internal=True))
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node["reftype"] == "myst" and (self.env.doc2path(here).parent / node["reftarget"]).is_dir():
                node.replace_self(node.children)


def module_of(path: str) -> str:
    """Return the name of the module in a file; empty if it is not a module."""
    _, root, inside = path.rpartition(ROOT)
    if not root or not inside.endswith(".py"):
        return ""
    return inside.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.add_post_transform(SourceLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
