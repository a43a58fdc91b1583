"""The notebook contains the current output of its cells."""

import os
import re
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import nbformat
import notebook
from conftest import ROOT
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

STORY = ROOT / "docs" / "story.ipynb"
SVG = "image/svg+xml"
MAX_BYTES = 300_000  # it is read on phones, and the repository stores every version


def execute(path: Path, **environment: str) -> CompletedProcess[str]:
    """Run the command on a notebook with additional environment variables."""
    command = [sys.executable, notebook.__file__, str(path)]
    variables = os.environ | environment
    return subprocess.run(command, cwd=path.parent, env=variables, capture_output=True, text=True, check=False)


def story() -> NotebookNode:
    notebook_node: NotebookNode = nbformat.read(STORY, as_version=4)
    return notebook_node


def comparable(cells: list[NotebookNode]) -> list[NotebookNode]:
    """Replace each plot by its texts: other versions of Matplotlib draw it differently."""
    for cell in cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if data.get("text/plain", "").startswith("<Figure"):
                data[SVG] = plot_texts(data[SVG])
    return cells


def plot_texts(drawing: str) -> list[str]:
    """Return the texts of a plot. They are comments before the outlines of the letters."""
    assert drawing.rstrip().endswith("</svg>")
    return re.findall(r"<!-- (.*?) -->", drawing)


def test_execution_of_the_notebook_reproduces_the_stored_outputs(tmp_path: Path) -> None:
    blank = story()
    for cell in blank.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    path = tmp_path / "story.ipynb"
    path.write_text(notebook.notebook_text(blank))
    done = execute(path)
    assert done.returncode == 0, done.stderr
    executed = comparable(nbformat.read(path, as_version=4).cells)
    for new, stored in zip(executed, comparable(story().cells), strict=True):
        assert new == stored


def test_notebook_file_is_formatted_as_the_command_writes_it() -> None:
    text = STORY.read_text()
    assert text == notebook.notebook_text(story())
    nbformat.validate(story())


def test_notebook_cells_were_executed_in_order_without_errors() -> None:
    cells = [cell for cell in story().cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert {output.output_type for cell in cells for output in cell.outputs} == {
        "display_data",
        "execute_result",
        "stream",
    }


def test_notebook_file_is_small() -> None:
    assert STORY.stat().st_size < MAX_BYTES


def test_every_picture_has_an_alternative_text() -> None:
    pictures = [
        cell for cell in story().cells if any(SVG in output.get("data", {}) for output in cell.get("outputs", []))
    ]
    assert len(pictures) > 5
    for cell in pictures:
        assert cell.metadata.mystnb.image.alt, cell.source


def test_failing_notebook_cell_is_reported_and_the_file_left_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "broken.ipynb"
    cell = new_code_cell("print('so far')\n1 / 0", id="broken")
    path.write_text(notebook.notebook_text(new_notebook(cells=[cell])))
    before = path.read_bytes()
    done = execute(path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{path}: a cell failed; the file is unchanged.")
    assert "1 / 0" in done.stderr
    assert "ZeroDivisionError" in done.stderr
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_user_settings_for_plots_are_ignored(tmp_path: Path) -> None:
    settings = tmp_path / "matplotlibrc"
    settings.write_text("figure.facecolor: red\n")
    path = tmp_path / "plots.ipynb"
    cell = new_code_cell("import matplotlib\nmatplotlib.rcParams['figure.facecolor']", id="colour")
    path.write_text(notebook.notebook_text(new_notebook(cells=[cell])))
    done = execute(path, MATPLOTLIBRC=str(settings))
    assert done.returncode == 0, done.stderr
    assert nbformat.read(path, as_version=4).cells[0].outputs[0].data["text/plain"] == "'white'"
