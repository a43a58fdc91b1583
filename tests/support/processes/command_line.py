"""The command line, run in the test's own process: no interpreter starts, and a bug shows its traceback."""

import io
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

from outply.cli import main

RunCommand = Callable[..., CompletedProcess[str]]


def run_cli(
    *arguments: str | Path,
    cwd: Path | None = None,
    given: str | bytes = "",
    environment: Mapping[str, str] | None = None,
    joins_outputs: bool = False,
) -> CompletedProcess[str]:
    """Run `outply` with the arguments and return its exit status and output.

    `given` is its standard input, and `environment` is added to the variables of this process. With
    `joins_outputs`, the standard output also contains what is written to standard error. Tests of the process
    itself (its start, pipes, signals, memory) run `support.processes.terminal.COMMAND` instead.
    """
    words = ["outply", *map(str, arguments)]
    stdin = io.TextIOWrapper(io.BytesIO(given.encode() if isinstance(given, str) else given), encoding="utf-8")
    outputs = io.BytesIO(), io.BytesIO()
    stdout, stderr = (io.TextIOWrapper(output, encoding="utf-8", write_through=True) for output in outputs)
    terminate = signal.getsignal(signal.SIGTERM)
    with (
        chdir(cwd or Path.cwd()),
        mock.patch.object(sys, "argv", words),
        mock.patch.object(sys, "stdin", stdin),
        mock.patch.dict(os.environ, environment or {}),
        redirect_stdout(stdout),
        redirect_stderr(stdout if joins_outputs else stderr),
    ):
        try:
            main.main()
        except SystemExit as ending:
            status = ending.code if isinstance(ending.code, int) else 0
        finally:
            signal.signal(signal.SIGTERM, terminate)
    return CompletedProcess(words, status, *(output.getvalue().decode() for output in outputs))
