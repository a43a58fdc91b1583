"""Execute the notebook of the documentation and store its outputs: `python3 run.py python docs/notebook.py`.

The result is the same file on every machine. If a cell fails, the file is left unchanged. Building the site
executes nothing.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

from outply.formats.atomic_io import write_output

STORY = Path(__file__).parent / "story.ipynb"
CELL_TIMEOUT_S = 120

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""Metadata of the notebook. It contains nothing about the machine that executed the notebook."""

QUIET_STARTUP = "import logging; logging.getLogger('matplotlib').setLevel(logging.ERROR)"
"""Code that suppresses the message of Matplotlib's font scan, which would appear in the notebook."""


def main(arguments: list[str]) -> None:
    """Execute the notebook given as argument, by default the story, in place."""
    path = Path(arguments[0]) if arguments else STORY
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook)
    except CellExecutionError as error:
        sys.exit(f"{path}: a cell failed; the file is unchanged.\n{error}")
    write_output(str(path), notebook_text(notebook))


def execute(notebook: nbformat.NotebookNode) -> None:
    """Run all cells in a new kernel and a temporary folder, without user settings."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "matplotlibrc")
        settings.touch()
        startup = Path(folder, "profile_default", "startup")
        startup.mkdir(parents=True)
        (startup / "quiet.py").write_text(QUIET_STARTUP)
        transport = "tcp" if os.name == "nt" else "ipc"  # ipc: a socket that other users cannot open
        log = Path(folder, "kernel.log")
        client = NotebookClient(
            notebook,
            kernel_name="python3",
            config=Config(
                KernelManager={"transport": transport, "connection_file": str(Path(folder, "kernel.json"))}
            ),
            timeout=CELL_TIMEOUT_S,
            startup_timeout=CELL_TIMEOUT_S,
            iopub_timeout=CELL_TIMEOUT_S,  # later output is lost; a busy machine is slow
            raise_on_iopub_timeout=True,
            record_timing=False,
            coalesce_streams=True,  # the splitting of output depends on timing
            resources={"metadata": {"path": folder}},
        )
        environment = os.environ | {"IPYTHONDIR": folder, "MATPLOTLIBRC": str(settings)}
        try:
            with log.open("w") as stderr:  # a kernel that is shut down sometimes prints a traceback of its own
                client.execute(env=environment, stderr=stderr)
        except (RuntimeError, TimeoutError):  # the kernel has died, or hangs
            sys.stderr.write(log.read_text())
            raise


def notebook_text(notebook: nbformat.NotebookNode) -> str:
    """Return the notebook as the text of its file."""
    notebook.metadata = nbformat.from_dict(METADATA)
    text: str = nbformat.writes(notebook)
    return text + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
