"""The native core on its own, compiled with sanitizers and with warnings as errors."""

import os
import shutil
import subprocess

import pytest
from conftest import ROOT

ROUNDS = "4000"
STRICT = ["-Wall", "-Wextra", "-Wshadow", "-Wnon-virtual-dtor", "-Werror"]
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++20 compiler is needed, here as for the installation"
    target = tmp_path_factory.mktemp("native") / "agreement"
    source = ROOT / "tests" / "native" / "agreement.cpp"
    flags = ["-std=c++20", "-O1", "-g1", *STRICT, *SANITIZED, f"-I{ROOT / 'native'}"]
    subprocess.run([compiler, *flags, str(source), "-o", str(target)], check=True)
    return target


def test_the_native_searches_agree_and_the_sanitizers_are_silent(program):
    done = subprocess.run([str(program), ROUNDS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{ROUNDS} rounds\n"
