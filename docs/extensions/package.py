"""The directive `{package} outply.games`: a table of the modules of a package, and the reference of each."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import pkgutil
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


def modules(package: str) -> list[str]:
    """Return the name of a package and the names of all its modules, including the modules of subpackages."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    names = [name for _, name, _ in pkgutil.walk_packages(spec.submodule_search_locations, f"{package}.")]
    return [package, *sorted(names)]


def docstring(module: str) -> str:
    """Return the first paragraph of a module's docstring, without importing it."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return (ast.get_docstring(ast.parse(Path(spec.origin).read_text())) or "").partition("\n\n")[0]


class Package(SphinxDirective):
    """Render a package with a section for each module."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        names = modules(self.arguments[0])
        table = nodes.container()
        self._parse(["| module | description |", "| --- | --- |", *map(self._row, names)], table)
        return [*table.children, *map(self._section, names)]

    def _row(self, module: str) -> str:
        return f"| {{py:mod}}`{module}` | {' '.join(docstring(module).split())} |"

    def _section(self, module: str) -> nodes.section:
        section = nodes.section("", nodes.title("", module), names=[nodes.fully_normalize_name(module)])
        self.state.document.note_implicit_target(section, section)
        # Names that `__all__` exports again are documented in their own modules only.
        directive = [f".. automodule:: {module}", "   :members:", "   :ignore-module-all:"]
        self._parse(["```{eval-rst}", *directive, "```"], section)
        return section

    def _parse(self, lines: list[str], node: nodes.Element) -> None:
        self.state.nested_parse(StringList(lines, self.get_location()), self.content_offset, node)


def skip_builtins(app: Any, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Skip builtin functions, whose module is unknown to autodoc."""
    return True if inspect.isbuiltin(obj) else None


def hide_protocol_arguments(app: Any, what: str, name: str, obj: Any, *_: Any) -> tuple[str, None] | None:
    """Hide the constructor arguments of protocols, which are not instantiated."""
    return ("", None) if getattr(obj, "_is_protocol", False) else None


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.add_directive("package", Package)
    app.connect("autodoc-skip-member", skip_builtins)
    app.connect("autodoc-process-signature", hide_protocol_arguments)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
