"""Docstrings are Markdown where that differs from Sphinx's own markup: what is indented is shown as it stands."""

from __future__ import annotations

from typing import Any

INDENT = "    "


def show_indented(app: Any, what: str, name: str, it: Any, options: Any, lines: list[str]) -> None:
    """Mark every indented block after a plain paragraph as one to be shown literally."""
    marked: list[str] = []
    plain = True  # whether the last line with anything on it is not indented
    for line in lines:
        if line.startswith(INDENT) and plain and marked and not marked[-1]:
            marked += ["::", ""]
        if line:
            plain = not line.startswith(" ")
        marked.append(line)
    lines[:] = marked


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("autodoc-process-docstring", show_indented)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
