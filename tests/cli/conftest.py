import pytest
from support.terminal import Terminal


@pytest.fixture
def at_terminal(tmp_path):
    """Begins a command as a person at a terminal does, in the test's folder."""
    begun = []

    def begin(*arguments, patient=True):
        begun.append(Terminal(arguments, tmp_path, patient))
        return begun[-1]

    yield begin
    for terminal in begun:
        terminal.close()
