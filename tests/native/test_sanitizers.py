"""The native core on its own: compiled with sanitizers, assertions and warnings as errors."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = pytest.mark.timeout(1200)  # compiling takes half a minute of a whole core

STRICT = ["-Wall", "-Wextra", "-Wshadow", "-Wnon-virtual-dtor", "-Werror"]
MEMORY = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
THREADS = ["-fsanitize=thread"]

Build = Callable[[list[str]], str]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Compile agreement.cpp with a sanitizer and return the path of the program.

    Skips the test if the compiler does not support the sanitizer.
    """
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++20 compiler is required, as for the installation"
    common = [compiler, "-std=c++20", "-pthread", "-Og", "-g1", "-fno-omit-frame-pointer"]

    def compile_with(sanitizer: list[str]) -> str:
        probe = tmp_path / "probe.cpp"
        probe.write_text("int main() {}\n")
        command = [*common, *sanitizer, str(probe), "-o", str(tmp_path / "probe")]
        usable = subprocess.run(command, capture_output=True, check=False).returncode == 0
        if not usable or subprocess.run([str(tmp_path / "probe")], check=False).returncode != 0:
            pytest.skip(f"{compiler} does not support {sanitizer[0]}: its runtime library is not installed")
        source, target = ROOT / "tests" / "native" / "agreement.cpp", tmp_path / "agreement"
        subprocess.run(
            [*common, *STRICT, *sanitizer, f"-I{ROOT / 'native'}", str(source), "-o", str(target)], check=True
        )
        return str(target)

    return compile_with


def test_searches_agree_without_memory_errors_or_undefined_behaviour(build: Build) -> None:
    run = subprocess.run([build(MEMORY), "1000"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "1000 rounds\n", "")


def test_engine_threads_have_no_data_races(build: Build) -> None:
    run = subprocess.run([build(THREADS), "150", "2"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "150 rounds\n", "")
