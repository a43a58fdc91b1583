"""Let sphinx-click show the examples of help texts literally, and the other words of help texts without markup."""

from __future__ import annotations

import re
from typing import Any

EXAMPLE = "| "
MARKUP = re.compile(r"([*|])")


def show_examples(app: Any, context: Any, lines: list[str]) -> None:
    """Turn the line blocks that sphinx-click makes of examples into literal blocks."""
    result: list[str] = []
    for line in lines:
        if line.startswith(EXAMPLE):
            if not result or not result[-1].startswith("    "):
                result += ["", "::", ""]
            result.append("    " + line.removeprefix(EXAMPLE))
        else:
            if line and result and result[-1].startswith("    "):
                result.append("")
            result.append(line)
    lines[:] = result


def escape_markup(app: Any, context: Any, lines: list[str]) -> None:
    """Escape characters of option help texts that reStructuredText would interpret."""
    lines[:] = [line if line.lstrip().startswith("..") else MARKUP.sub(r"\\\1", line) for line in lines]


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.connect("sphinx-click-process-description", show_examples)
    app.connect("sphinx-click-process-options", escape_markup)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
