"""`outply completion`: shell completion of commands, options and file names."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that makes a shell complete outply's commands, options and file names.

    Add the line for your shell to the file named beside it:

    \b
    bash    eval "$(outply completion bash)"       in ~/.bashrc
    zsh     eval "$(outply completion zsh)"        in ~/.zshrc
    fish    outply completion fish | source        in ~/.config/fish/config.fish
    """
    from outply.cli.main import outply

    shell_class = get_completion_class(shell)
    assert shell_class is not None
    click.echo(shell_class(outply, {}, "outply", "_OUTPLY_COMPLETE").source())
