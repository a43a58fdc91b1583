"""Executes the documentation's notebook and keeps its outputs in it: `python3 run.py python docs/notebook.py`.

The same notebook becomes the same file each time, whoever executes it. A cell that fails leaves the file as it is.
The page shows what is in the file: nothing is executed when the site is built.
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
SECONDS = 120  # for a cell; all of them take a few

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""All that is kept about where it was executed: what is true everywhere."""

QUIET = "import logging; logging.getLogger('matplotlib').setLevel(logging.ERROR)"
"""Where Matplotlib looks through the machine's fonts for the first time, it says so, and not in the notebook."""


def main(arguments: list[str]) -> None:
    """Execute the notebook of that name, or the story, in its place."""
    path = Path(arguments[0]) if arguments else STORY
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook)
    except CellExecutionError as error:
        sys.exit(f"{path}: a cell failed, and the file is as it was.\n{error}")
    write_output(str(path), written(notebook))


def execute(notebook: nbformat.NotebookNode) -> None:
    """Run all cells in a kernel and a folder of their own, where no person's settings apply."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "matplotlibrc")
        settings.touch()
        startup = Path(folder, "profile_default", "startup")
        startup.mkdir(parents=True)
        (startup / "quiet.py").write_text(QUIET)
        transport = "tcp" if os.name == "nt" else "ipc"  # a file of that folder, which nobody else can open
        client = NotebookClient(
            notebook,
            kernel_name="python3",
            config=Config(
                KernelManager={"transport": transport, "connection_file": str(Path(folder, "kernel.json"))}
            ),
            timeout=SECONDS,
            startup_timeout=SECONDS,
            iopub_timeout=SECONDS,  # what comes later is left out, and a busy machine takes its time
            raise_on_iopub_timeout=True,
            record_timing=False,
            coalesce_streams=True,  # how a text comes in pieces is a matter of time
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=os.environ | {"IPYTHONDIR": folder, "MATPLOTLIBRC": str(settings)})


def written(notebook: nbformat.NotebookNode) -> str:
    """Return the notebook as its file has it."""
    notebook.metadata = nbformat.from_dict(METADATA)
    return nbformat.writes(notebook) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
