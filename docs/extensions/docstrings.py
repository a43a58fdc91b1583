"""Show indented blocks of docstrings literally, as Markdown does."""

from __future__ import annotations

from typing import Any

INDENT = "    "


def show_indented(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Turn every indented block after a paragraph into a literal block."""
    result: list[str] = []
    in_paragraph = True  # whether the last non-blank line is not indented
    for line in lines:
        if line.startswith(INDENT) and in_paragraph and result and not result[-1]:
            result += ["::", ""]
        if line:
            in_paragraph = not line.startswith(" ")
        result.append(line)
    lines[:] = result


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.connect("autodoc-process-docstring", show_indented)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
