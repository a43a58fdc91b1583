"""The option `--unsafe`, and the check that this machine has a sandbox."""

from __future__ import annotations

import click

from outply.sandbox import bubblewrap

UNSANDBOXED_WARNING = "NOT ISOLATED: programs run without a sandbox, with all your permissions"

unsafe_option = click.option(
    "--unsafe", is_flag=True, help="Run programs without a sandbox, with all your permissions."
)


def require_sandbox() -> None:
    """Raise NoSandboxError with advice if this machine has no sandbox."""
    try:
        bubblewrap.require_sandbox()
    except bubblewrap.NoSandboxError as error:
        raise bubblewrap.NoSandboxError(
            f"{error}; untrusted programs need a sandbox. If you trust the programs, run them without it: --unsafe"
        ) from None
