"""`{options} outply solve`: what a command takes, from the command itself."""

from __future__ import annotations

from typing import Any

import click
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from outply.cli.main import outply


def command(path: list[str]) -> tuple[click.Command, click.Context]:
    """Return the command that is called so, as `outply solve`."""
    found: click.Command = outply
    context = click.Context(found, info_name=path[0])
    for name in path[1:]:
        assert isinstance(found, click.Group)
        inner = found.get_command(context, name)
        assert inner is not None, f"there is no command {' '.join(path)!r}"
        found, context = inner, click.Context(inner, info_name=name, parent=context)
    return found, context


class Options(SphinxDirective):
    """The directive: how the command is called, and a table of its options."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        found, context = command(self.arguments[0].split())
        usage = " ".join([context.command_path, *found.collect_usage_pieces(context)])
        rows = [
            record
            for parameter in found.get_params(context)
            if isinstance(parameter, click.Option)
            and "--help" not in parameter.opts
            and (record := parameter.get_help_record(context))
        ]
        lines = ["```text", usage, "```"]
        if rows:
            lines += ["", "| option | what it does |", "| --- | --- |"]
            lines += [f"| `{names}` | {cell(said)} |" for names, said in rows]
        holder = nodes.container(classes=["options"])
        self.state.nested_parse(StringList(lines, self.get_location()), self.content_offset, holder)
        return [holder]


def cell(text: str) -> str:
    """Return a text that may stand in a table of Markdown."""
    for character in "\\|*_`<[":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("options", Options)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
