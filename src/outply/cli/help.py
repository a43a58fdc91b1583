"""`outply help`: the help of a command."""

from __future__ import annotations

import click


@click.command("help")
@click.argument("command", nargs=-1)
@click.pass_context
def help(ctx: click.Context, command: tuple[str, ...]) -> None:  # noqa: A001
    """Show the help of COMMAND, or the list of commands.

    \b
    Examples:
      outply help
      outply help solve
      outply help tournament run
    """
    context = ctx.parent
    assert context is not None
    for name in command:
        group = context.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{context.command_path} has no subcommands")
        _, inner, _ = group.resolve_command(context, [name])
        assert inner is not None
        context = click.Context(inner, info_name=name, parent=context)
    click.echo(context.get_help())
