"""Resolve types in signatures to the imported classes, including imports for type checking only."""

from __future__ import annotations

import ast
import functools
import importlib.util
from pathlib import Path
from typing import Any

from sphinx import addnodes
from sphinx.transforms import SphinxTransform


class FullTypeNames(SphinxTransform):
    """Replaces types by their full names, because several modules define a class such as `Position`."""

    default_priority = 700

    def apply(self, **options: Any) -> None:
        for node in self.document.findall(addnodes.pending_xref):
            if node.get("refdomain") == "py" and (module := node.get("py:module")):
                first, dot, rest = node["reftarget"].partition(".")
                node["reftarget"] = names(module).get(first, first) + dot + rest


@functools.cache
def names(module: str) -> dict[str, str]:
    """Map each name that a module imports or defines to its full name."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return {}
    tree = ast.parse(Path(spec.origin).read_text())
    full_names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            full_names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    branches = [inner for node in tree.body if isinstance(node, ast.If) for inner in node.body]
    for node in [*tree.body, *branches]:
        if isinstance(node, ast.ClassDef):
            full_names[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            full_names[node.targets[0].id] = f"{module}.{node.targets[0].id}"
    return full_names


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.add_transform(FullTypeNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
