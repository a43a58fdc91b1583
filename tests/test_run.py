"""run.py keeps its environment up to date and reinstalls only when needed."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from support.modules import load_module


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module run.py on a temporary project, with a list of the packages it would install."""
    module = load_module(ROOT / "run.py")
    for name in module.SOURCES:
        if "." in name or name.isupper():
            (tmp_path / name).write_text("1")
        else:
            (tmp_path / name).mkdir()
            (tmp_path / name / "file").write_text("1")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path / ".outply")
    monkeypatch.setattr(module, "BIN", tmp_path / ".outply" / "bin")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".outply" / "installed")
    module.installed = []

    def record(command: list[str]) -> None:
        if "venv" in command:
            assert not module.ENVIRONMENT.exists()
            module.BIN.mkdir(parents=True)
        else:
            module.installed.append(command[-1].removeprefix(str(tmp_path)))

    monkeypatch.setattr(module, "run_or_exit", record)
    return module


def test_second_run_installs_nothing(run: Any) -> None:
    run.install("")
    run.install("")
    assert run.installed == [""]


def test_development_dependencies_stay_installed(run: Any, tmp_path: Path) -> None:
    run.install("")
    run.install("dev")
    run.install("")
    (tmp_path / "src" / "file").write_text("2")
    run.install("")
    assert run.installed == ["", "[dev]", "[dev]"]


def test_extra_of_a_command_is_not_installed_again_if_dev_is_installed(run: Any) -> None:
    run.install("report")
    run.install("")
    run.install("dev")
    run.install("tournament")
    assert run.installed == ["[report]", "[dev,report]"]


def test_moved_folder_gets_a_new_environment(run: Any) -> None:
    run.install("")
    run.STAMP.write_text(run.STAMP.read_text().replace(str(run.ENVIRONMENT), "elsewhere"))
    (run.BIN / "stale").write_text("script of the old environment")
    run.install("")
    assert run.installed == ["", ""]
    assert not (run.BIN / "stale").exists()


def test_failed_installation_is_retried(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run.install("")
    (tmp_path / "native" / "file").write_text("2")
    record = run.run_or_exit
    monkeypatch.setattr(run, "run_or_exit", lambda command: sys.exit("no compiler"))
    with pytest.raises(SystemExit):
        run.install("")
    monkeypatch.setattr(run, "run_or_exit", record)
    run.install("")
    assert run.installed == ["", ""]


def test_run_py_without_arguments_prints_its_usage() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run.py")], capture_output=True, text=True, check=True)
    assert "python3 run.py pytest" in done.stdout
