"""`{package} outply.games`: all modules of a package, from their docstrings, after a table of what each is for."""

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
    """Return the names of the modules of a package, of those inside it, too."""
    found = importlib.util.find_spec(package)
    assert found is not None
    names = [name for _, name, _ in pkgutil.walk_packages(found.submodule_search_locations, f"{package}.")]
    return [package, *sorted(names)]


def docstring(module: str) -> str:
    """Return the first paragraph of a module's docstring, without importing it."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return (ast.get_docstring(ast.parse(Path(spec.origin).read_text())) or "").partition("\n\n")[0]


class Package(SphinxDirective):
    """The directive; each module is a section."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        found = modules(self.arguments[0])
        table = nodes.container()
        self._parse(["| module | what it is |", "| --- | --- |", *map(self._row, found)], table)
        return [*table.children, *map(self._section, found)]

    def _row(self, module: str) -> str:
        return f"| {{py:mod}}`{module}` | {' '.join(docstring(module).split())} |"

    def _section(self, module: str) -> nodes.section:
        section = nodes.section("", nodes.title("", module), names=[nodes.fully_normalize_name(module)])
        self.state.document.note_implicit_target(section, section)
        self._parse(["```{eval-rst}", f".. automodule:: {module}", "   :members:", "```"], section)
        return section

    def _parse(self, lines: list[str], node: nodes.Element) -> None:
        self.state.nested_parse(StringList(lines, self.get_location()), self.content_offset, node)


def leave_out(app: Any, what: str, name: str, it: Any, skip: bool, options: Any) -> bool | None:
    """Leave out functions of Python's own, which do not say where they come from."""
    return True if inspect.isbuiltin(it) else None


def without_arguments(app: Any, what: str, name: str, it: Any, *_: Any) -> tuple[str, None] | None:
    """Leave out the arguments of a protocol, of which nobody makes one."""
    return ("", None) if getattr(it, "_is_protocol", False) else None


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("package", Package)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("autodoc-process-signature", without_arguments)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
