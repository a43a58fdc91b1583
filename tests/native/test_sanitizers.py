"""The native core on its own: compiled with sanitizers, assertions and warnings as errors."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from support.examples import up_to
from support.shared_files import shared_file

import outply

pytestmark = pytest.mark.timeout(3600)  # compiling takes half a minute of a whole core

STRICT = ["-Wall", "-Wextra", "-Wshadow", "-Wnon-virtual-dtor", "-Werror"]
MEMORY = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
THREADS = ["-fsanitize=thread"]

SOURCES = ROOT / "tests" / "native"
ENGINE = ("warfare/exact.cpp", "warfare/engine.cpp", "starcircle/searches.cpp")
CORE = (*ENGINE, "warfare/literal.cpp")
"""The parts of the native core in which a program searches; they are compiled in one piece with it."""

ADDED_GAMES_SIGNATURE = 96_605
"""The engine's nodes in Connect Four and Reversi. If it changes, added games are searched differently."""

Build = Callable[[str, tuple[str, ...], list[str]], str]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Compile a program in this folder with a sanitizer and return its path.

    Skips the test if the compiler does not support the sanitizer.
    """
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++20 compiler is required, as for the installation"
    common = [compiler, "-std=c++20", "-pthread", "-Og", "-g1", "-fno-omit-frame-pointer"]

    def compile_with(program: str, core: tuple[str, ...], sanitizer: list[str]) -> str:
        probe = tmp_path / "probe.cpp"
        probe.write_text("int main() {}\n")
        command = [*common, *sanitizer, str(probe), "-o", str(tmp_path / "probe")]
        usable = subprocess.run(command, capture_output=True, check=False).returncode == 0
        if not usable or subprocess.run([str(tmp_path / "probe")], check=False).returncode != 0:
            pytest.skip(f"{compiler} does not support {sanitizer[0]}: its runtime library is not installed")
        include = [f"-I{ROOT / 'native'}", f"-I{ROOT / 'examples'}", f"-I{outply.native_headers()}"]
        include += [word for part in core for word in ("-include", str(ROOT / "native" / part))]
        command = [*common, *STRICT, *sanitizer, *include, str(SOURCES / f"{program}.cpp")]
        headers = [*(ROOT / "native").rglob("*.?pp"), *(ROOT / "examples").rglob("*.?pp")]
        sources: list[Path | str] = [*command, *sorted(SOURCES.glob("*.?pp")), *sorted(headers)]
        return str(shared_file(program, sources, lambda path: _run([*command, "-o", str(path)])))

    return compile_with


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True)


def test_searches_agree_without_memory_errors_or_undefined_behaviour(build: Build) -> None:
    rounds = up_to(300).max_examples
    run = subprocess.run(
        [build("agreement", CORE, MEMORY), str(rounds)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{rounds} rounds\n", "")


def test_searches_of_added_games_agree_without_memory_errors_or_undefined_behaviour(build: Build) -> None:
    rounds = up_to(60).max_examples
    run = subprocess.run(
        [build("added_games", (), MEMORY), str(rounds)], capture_output=True, text=True, check=False
    )
    expected = f"{rounds} rounds\nsignature {ADDED_GAMES_SIGNATURE}\n"
    assert (run.returncode, run.stdout, run.stderr) == (0, expected, "")


def test_engine_threads_have_no_data_races(build: Build) -> None:
    rounds = up_to(100).max_examples
    run = subprocess.run(
        [build("threads", ENGINE, THREADS), str(rounds)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{rounds} rounds\n", "")
