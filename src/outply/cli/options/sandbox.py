"""What commands that run programs of strangers say about the walls around them."""

from __future__ import annotations

from outply.sandbox import bubblewrap

NOT_ISOLATED = "NOT ISOLATED: the programs run without a sandbox, and can do all that you can"


def expect_walls() -> None:
    """Raise a `NoSandboxError` that says what can be done where there is no sandbox."""
    try:
        bubblewrap.require_sandbox()
    except bubblewrap.NoSandboxError as error:
        raise bubblewrap.NoSandboxError(
            f"{error}; programs of others need a sandbox. --unsafe runs them without one, where you trust them all"
        ) from None
