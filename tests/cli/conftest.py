from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.processes.terminal import Terminal

from outply.sandbox import bubblewrap


@pytest.fixture
def without_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run commands as on a machine without bubblewrap."""
    monkeypatch.setenv("PATH", "/nowhere")
    bubblewrap.require_sandbox.cache_clear()


@pytest.fixture
def at_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts a command at a terminal, in the test's folder."""
    terminals: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        terminals.append(Terminal(arguments, tmp_path))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()
