from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.processes.command_line import RunCommand, run_cli


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Return a function that runs a subcommand in a temporary folder."""
    monkeypatch.chdir(tmp_path)

    def run_subcommand(*arguments: str) -> CompletedProcess[str]:
        return run_cli("tournament", *arguments)

    return run_subcommand
