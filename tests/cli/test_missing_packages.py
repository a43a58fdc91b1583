"""A command whose optional packages are missing says how to install them before it does any work."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT

from outply.errors import MissingExtraError, require_extra

EXAMPLES = str(ROOT / "examples")
WITHOUT = "import sys; sys.modules[sys.argv.pop(1)] = None; from outply.cli.main import main; main()"


@pytest.mark.parametrize(
    ("package", "command", "message"),
    [
        ("matplotlib", ["report"], "a report needs matplotlib: pip install '"),
        ("numpy", ["tournament", "run", "random", "greedy"], "a tournament needs numpy: pip install"),
        (
            "distributed",
            ["grade", str(EXAMPLES), "--submissions", ".", "--cluster", "tcp://x:1"],
            "a cluster needs",
        ),
    ],
)
def test_missing_package_is_reported_before_any_work(
    tmp_path: Path, package: str, command: list[str], message: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, *command], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"outply: {message}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("origin", "argument"),
    [
        (None, "outply"),
        ('{"url": "https://example.org/outply.whl"}', "outply"),
        ('{"url": "file:///no/such/folder", "dir_info": {}}', "outply"),
        (json.dumps({"url": ROOT.as_uri(), "dir_info": {}}), str(ROOT)),
    ],
)
def test_install_hint_names_the_checkout_or_the_package(
    monkeypatch: pytest.MonkeyPatch, origin: str | None, argument: str
) -> None:
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: SimpleNamespace(read_text=lambda _: origin))
    with pytest.raises(MissingExtraError) as error:
        require_extra("no_such_package", "a report", "report")
    assert str(error.value) == f"a report needs no_such_package: pip install '{argument}[report]'"


@pytest.mark.parametrize("package", ["matplotlib", "numpy"])
def test_solve_needs_no_optional_package(tmp_path: Path, package: str) -> None:
    (tmp_path / "input.txt").write_text("1\nMINIMAX\nX\n1\n5\n.")
    subprocess.run([sys.executable, "-c", WITHOUT, package, "solve"], cwd=tmp_path, check=True)
    assert (tmp_path / "output.txt").read_text() == "A1 Stake\nX"
