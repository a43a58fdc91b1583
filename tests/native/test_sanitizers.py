"""The native core on its own, compiled with sanitizers and with warnings as errors."""

import os
import shutil
import subprocess

import pytest
from conftest import ROOT

pytestmark = pytest.mark.timeout(1200)  # to compile it takes half a minute of a whole core

STRICT = ["-Wall", "-Wextra", "-Wshadow", "-Wnon-virtual-dtor", "-Werror"]
MEMORY = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
THREADS = ["-fsanitize=thread"]


@pytest.fixture
def build(tmp_path):
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++20 compiler is needed, here as for the installation"
    common = [compiler, "-std=c++20", "-pthread", "-Og", "-g1", "-fno-omit-frame-pointer"]

    def run(sanitizer):
        probe = tmp_path / "probe.cpp"
        probe.write_text("int main() {}\n")
        command = [*common, *sanitizer, str(probe), "-o", str(tmp_path / "probe")]
        usable = subprocess.run(command, capture_output=True, check=False).returncode == 0
        if not usable or subprocess.run([str(tmp_path / "probe")], check=False).returncode != 0:
            pytest.skip(f"{compiler} cannot make a program with {sanitizer[0]}: its library is not installed")
        source, target = ROOT / "tests" / "native" / "agreement.cpp", tmp_path / "agreement"
        subprocess.run(
            [*common, *STRICT, *sanitizer, f"-I{ROOT / 'native'}", str(source), "-o", str(target)], check=True
        )
        return str(target)

    return run


def test_the_native_searches_agree_and_the_sanitizers_are_silent(build):
    done = subprocess.run([build(MEMORY), "1000"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1000 rounds\n", "")


def test_the_threads_of_an_engine_do_not_race(build):
    done = subprocess.run([build(THREADS), "150", "2"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "150 rounds\n", "")
