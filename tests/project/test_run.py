"""run.py keeps its environment up to date and reinstalls only when needed."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from support.modules import load_module

PROJECT = """
[build-system]
requires = ["nanobind>=3,<4"]
[project]
dependencies = []
[project.optional-dependencies]
report = ["matplotlib>=3.8"]
tournament = ["numpy>=1.26"]
all = ["outply[report,tournament]"]
dev = ["outply[all]", "pytest>=8"]
[tool.ruff]
line-length = 115
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module run.py on a temporary project, with a list of what it would install."""
    shutil.copy(ROOT / "run.py", tmp_path)  # its folder is the project
    module = load_module(tmp_path / "run.py")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    for name in ("CMakeLists.txt", "native/core.hpp", "src/outply/__init__.py", "src/outply/games/chess.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    module.installed = []

    def record(command: list[str]) -> None:
        if "venv" in command:
            assert not module.ENVIRONMENT.exists()
            module.BIN.mkdir(parents=True)
        else:
            packages = command[command.index("--disable-pip-version-check") + 1 :]
            if packages[0] == "nanobind>=3,<4":
                return
            module.installed.append(" ".join(packages).removeprefix(str(tmp_path)))
            module.options = command
            shutil.copytree(tmp_path / "src" / "outply", installed(tmp_path), dirs_exist_ok=True)

    monkeypatch.setattr(module, "run_or_exit", record)
    return module


def installed(project: Path) -> Path:
    return project / ".outply" / "lib" / "python3.11" / "site-packages" / "outply"


def test_list_of_installed_files_follows_added_and_removed_files(run: Any, tmp_path: Path) -> None:
    run.install("")
    record = installed(tmp_path).parent / "outply-0.1.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("outply/__init__.py,sha256=x,1\noutply/games/chess.py,sha256=y,1\n")
    (tmp_path / "src/outply/games/chess.py").rename(tmp_path / "src/outply/games/shogi.py")
    run.install("")
    assert record.read_text() == "outply/__init__.py,sha256=x,1\noutply/games/shogi.py,,\n"


def test_second_run_installs_nothing(run: Any) -> None:
    run.install("")
    run.install("")
    assert run.installed == [""]


def test_changed_python_files_are_copied_without_an_installation(run: Any, tmp_path: Path) -> None:
    run.install("")
    (installed(tmp_path) / "_native.so").write_text("compiled")
    package = tmp_path / "src" / "outply"
    (package / "__init__.py").write_text("2")
    (package / "games" / "chess.py").unlink()
    (package / "web").mkdir()
    (package / "web" / "page.html").write_text("new")
    run.install("")
    assert run.installed == [""]
    found = {str(path.relative_to(installed(tmp_path))) for path in installed(tmp_path).rglob("*.*")}
    assert found == {"__init__.py", "_native.so", "web/page.html"}
    assert (installed(tmp_path) / "__init__.py").read_text() == "2"


@pytest.mark.parametrize("name", ["CMakeLists.txt", "native/core.hpp"])
def test_changed_native_core_is_built_again_with_the_same_extras(run: Any, tmp_path: Path, name: str) -> None:
    run.install("report")
    (tmp_path / name).write_text("2")
    run.install("")
    assert run.installed == ["[report]", "[report]"]


def test_object_files_of_the_native_core_are_kept_for_the_next_build(run: Any, tmp_path: Path) -> None:
    run.install("")
    assert f"--config-settings=build-dir={tmp_path / '.outply' / 'build'}" in run.options
    assert "--no-build-isolation" in run.options


@pytest.mark.parametrize("missing", ["cmake", "ninja", ""])
def test_build_tools_that_the_system_lacks_are_installed(
    run: Any, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == missing else tool)
    assert run.build_requirements() == ["nanobind>=3,<4", *filter(None, [missing])]


def test_settings_of_other_tools_cause_no_installation(run: Any, tmp_path: Path) -> None:
    run.install("")
    (tmp_path / "pyproject.toml").write_text(PROJECT.replace("115", "100"))
    run.install("")
    assert run.installed == [""]


def test_additional_extra_installs_only_its_packages(run: Any) -> None:
    run.install("")
    run.install("dev")
    run.install("")
    run.install("tournament")
    assert run.installed == ["", "matplotlib>=3.8 numpy>=1.26 pytest>=8"]


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("outply solve x", ""),
        ("outply", ""),
        ("outply report", "report"),
        ("pip install x", ""),
        ("sphinx-build docs build/docs", "docs"),
        ("pytest", "dev"),
        ("python x.py", ""),
        ("python3 examples/tutorial/minimax.py", ""),
        ("python -m x", ""),
        ("python tools/check_prose.py", "dev"),
        ("python -X dev benchmarks/tests.py costs.csv", "dev"),
    ],
)
def test_program_gets_the_extra_that_it_needs(
    run: Any, monkeypatch: pytest.MonkeyPatch, command: str, extra: str
) -> None:
    monkeypatch.chdir(run.ROOT)
    program, *arguments = command.split()
    assert run.extra_of(program, arguments) == extra


def test_progress_of_a_command_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    script = "echo noise; echo '[1/2] Building CXX object'; echo '[ 50%] Building'"
    load_module(ROOT / "run.py").run_or_exit(["sh", "-c", script])
    assert capsys.readouterr().err == "  [1/2] Building CXX object\n  [ 50%] Building\n"


def test_failed_command_is_reported_with_its_output(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="installation failed, see above"):
        load_module(ROOT / "run.py").run_or_exit(["sh", "-c", "echo no compiler; exit 1"])
    assert capsys.readouterr().err == "no compiler\n"


def test_moved_folder_gets_a_new_environment(run: Any) -> None:
    run.install("")
    run.STAMP.write_text(run.STAMP.read_text().replace(str(run.ENVIRONMENT), "elsewhere"))
    (run.BIN / "stale").write_text("script of the old environment")
    run.install("")
    assert run.installed == ["", ""]
    assert not (run.BIN / "stale").exists()


def test_failed_build_is_retried_in_the_same_environment(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.install("report")
    (run.BIN / "program").write_text("installed by the user")
    (tmp_path / "native" / "core.hpp").write_text("2")
    record = run.run_or_exit
    monkeypatch.setattr(run, "run_or_exit", lambda command: sys.exit("no compiler"))
    with pytest.raises(SystemExit):
        run.install("")
    monkeypatch.setattr(run, "run_or_exit", record)
    run.install("")
    assert run.installed == ["[report]", "[report]"]
    assert (run.BIN / "program").exists()


def test_run_py_without_arguments_prints_its_usage() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "run.py")], capture_output=True, text=True, check=True)
    assert "python3 run.py pytest" in done.stdout


@pytest.mark.parametrize(
    ("program", "suggestion"),
    [
        ("outpyl", "outply"),
        ("pytets", "pytest"),
        ("solve", "outply solve"),
        ("--install-tols", "--install-tools"),
        ("tests/search", "pytest tests/search"),
        ("tests/project/test_run.py", "pytest tests/project/test_run.py"),
        ("examples/tutorial/minimax.py", "python examples/tutorial/minimax.py"),
    ],
)
def test_unknown_program_gets_a_suggestion(run: Any, program: str, suggestion: str) -> None:
    assert run.similar_program(program) == suggestion
