import pytest
from support.terminal import Terminal


@pytest.fixture
def at_terminal(tmp_path):
    """Return a function that starts a command at a terminal, in the test's folder."""
    terminals = []

    def start(*arguments, delay_progress=True):
        terminals.append(Terminal(arguments, tmp_path, delay_progress))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()
