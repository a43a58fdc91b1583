"""The directive `{options} outply solve`: the reference of a command, by sphinx-click.

sphinx-click writes reStructuredText and finds a command as an attribute of a module: this module has one for each
command, `outply_solve`. Examples in help texts are shown literally, and other words without markup.
"""

from __future__ import annotations

import re
from typing import Any

import click
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from outply.cli.main import outply

EXAMPLE = "| "
MARKUP = re.compile(r"([*|])")


def __getattr__(name: str) -> click.Command:
    command: click.Command = outply
    first, *path = name.split("_")
    for part in path:
        inner = command.get_command(click.Context(command), part) if isinstance(command, click.Group) else None
        if inner is None:
            raise AttributeError(f"unknown command {name!r}")
        command = inner
    if first != "outply":
        raise AttributeError(name)
    return command


class Options(SphinxDirective):
    """Render description, usage and options of a command."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        directive = [f".. click:: {__name__}:{name.replace(' ', '_')}", f"   :prog: {name}", "   :nested: none"]
        lines = ["```{eval-rst}", *directive, "```"]
        container = nodes.container(classes=["options"])
        self.state.nested_parse(StringList(lines, self.get_location()), self.content_offset, container)
        return list(container.children)


def show_examples(app: Any, context: Any, lines: list[str]) -> None:
    """Turn the line blocks that sphinx-click makes of examples and lists into literal blocks."""
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


def omit_arguments(app: Any, context: Any, lines: list[str]) -> None:
    """Omit the list of arguments, which says only whether each is required; the usage line also shows that."""
    lines.clear()


def omit_page(app: Any, context: Any, lines: list[str]) -> None:
    """Omit the page of the documentation that a help text names at its end."""
    lines[:] = [line for line in lines if not line.startswith("Documentation: ")]


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.add_directive("options", Options)
    app.connect("sphinx-click-process-description", show_examples)
    app.connect("sphinx-click-process-options", escape_markup)
    app.connect("sphinx-click-process-arguments", omit_arguments)
    app.connect("sphinx-click-process-epilog", omit_page)
    app.connect("sphinx-click-process-epilog", show_examples)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
