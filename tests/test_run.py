"""run.py keeps its environment up to date, and installs no more often than it has to."""

import importlib.util
import subprocess
import sys

import pytest
from conftest import ROOT


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The module, with a project of its own and a record of what it would install."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in module.SOURCES:
        if "." in name or name.isupper():
            (tmp_path / name).write_text("1")
        else:
            (tmp_path / name).mkdir()
            (tmp_path / name / "file").write_text("1")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module, "HOME", tmp_path / ".outply")
    monkeypatch.setattr(module, "BIN", tmp_path / ".outply" / "bin")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".outply" / "installed")
    module.installed = []

    def record(command):
        if "venv" in command:
            assert not module.HOME.exists()
            module.BIN.mkdir(parents=True)
        else:
            module.installed.append(command[-1].removeprefix(str(tmp_path)))

    monkeypatch.setattr(module, "must", record)
    return module


def test_the_first_use_installs_and_the_second_does_not(run):
    run.install("")
    run.install("")
    assert run.installed == [""]


def test_development_needs_more_and_keeps_it(run, tmp_path):
    run.install("")
    run.install("dev")
    run.install("")
    (tmp_path / "src" / "file").write_text("2")
    run.install("")
    assert run.installed == ["", "[dev]", "[dev]"]


def test_a_command_gets_what_it_needs_unless_development_has_it(run):
    run.install("report")
    run.install("")
    run.install("dev")
    run.install("tournament")
    assert run.installed == ["[report]", "[dev,report]"]


def test_a_folder_that_was_moved_gets_a_new_environment(run):
    run.install("")
    run.STAMP.write_text(run.STAMP.read_text().replace(str(run.HOME), "elsewhere"))
    (run.BIN / "stale").write_text("a program of the old place")
    run.install("")
    assert run.installed == ["", ""]
    assert not (run.BIN / "stale").exists()


def test_a_failed_installation_is_tried_again(run, tmp_path, monkeypatch):
    run.install("")
    (tmp_path / "native" / "file").write_text("2")
    record = run.must
    monkeypatch.setattr(run, "must", lambda command: sys.exit("no compiler"))
    with pytest.raises(SystemExit):
        run.install("")
    monkeypatch.setattr(run, "must", record)
    run.install("")
    assert run.installed == ["", ""]


def test_without_arguments_it_explains_itself():
    done = subprocess.run([sys.executable, str(ROOT / "run.py")], capture_output=True, text=True, check=True)
    assert "python3 run.py pytest" in done.stdout
