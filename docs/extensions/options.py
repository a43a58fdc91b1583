"""The directive `{options} outply solve`: usage and options of a command, from its definition."""

from __future__ import annotations

from typing import Any

import click
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from outply.cli.main import outply


def find_command(path: list[str]) -> tuple[click.Command, click.Context]:
    """Return the command with a name such as `outply solve`, and its context."""
    command: click.Command = outply
    context = click.Context(command, info_name=path[0])
    for name in path[1:]:
        assert isinstance(command, click.Group)
        inner = command.get_command(context, name)
        assert inner is not None, f"unknown command {' '.join(path)!r}"
        command, context = inner, click.Context(inner, info_name=name, parent=context)
    return command, context


class Options(SphinxDirective):
    """Render the usage of a command, and a table of its options."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        command, context = find_command(self.arguments[0].split())
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        rows = [
            record
            for parameter in command.get_params(context)
            if isinstance(parameter, click.Option)
            and "--help" not in parameter.opts
            and (record := parameter.get_help_record(context))
        ]
        lines = ["```text", usage, "```"]
        if rows:
            lines += ["", "| option | description |", "| --- | --- |"]
            lines += [f"| `{names}` | {table_cell(text)} |" for names, text in rows]
        container = nodes.container(classes=["options"])
        self.state.nested_parse(StringList(lines, self.get_location()), self.content_offset, container)
        return [container]


def table_cell(text: str) -> str:
    """Escape text for a cell of a Markdown table."""
    for character in "\\|*_`<[":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())


def setup(app: Any) -> dict[str, bool]:
    """Register the extension."""
    app.add_directive("options", Options)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
