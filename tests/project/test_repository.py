"""Rules of the repository that a program can check."""

import ast
import re
from pathlib import Path

import pytest
from conftest import ROOT
from support.modules import load_module

lint = load_module(ROOT / "tools" / "lint.py")
PYTHON = [*sorted((ROOT / "src").rglob("*.py")), *ROOT.glob("*.py")]


@pytest.mark.parametrize("name", lint.LINTERS)
def test_linter_has_no_findings(name: str) -> None:
    assert lint.findings(name) == ""


def test_only_search_imports_the_native_core() -> None:
    importers = set()
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            if any(name.startswith("outply._native") for name in names):
                importers.add(str(path.relative_to(ROOT)))
    cores = {f"src/outply/search/cores/{name}.py" for name in ("__init__", "starcircle", "warfare")}
    assert importers == {"src/outply/search/native.py", *cores}


def test_only_the_bindings_include_nanobind() -> None:
    including = {path.name for path in lint.NATIVE if "nanobind" in path.read_text()}
    assert including == {"bindings.cpp", "bindings.hpp", "module.cpp"}


def test_headers_for_added_games_include_each_other_by_relative_paths() -> None:
    """They are installed into a folder of the package, without those of the built-in games."""
    headers = [*(ROOT / "native" / "search").glob("*.hpp"), *(ROOT / "native").glob("*.hpp")]
    for header in headers:
        for name in re.findall(r'^#include "(.*)"', header.read_text(), re.MULTILINE):
            assert (header.parent / name).resolve() in headers, f"{header.name} includes {name}"


def test_build_has_no_machine_specific_flags() -> None:
    build_files = (ROOT / "CMakeLists.txt").read_text() + (ROOT / "pyproject.toml").read_text()
    assert "-march" not in build_files
    assert "-mtune" not in build_files
    assert "-mavx" not in build_files


def test_native_core_has_type_stubs() -> None:
    import outply

    stub = Path(outply.__file__).parent / "_native.pyi"
    literal = "def literal(self, depth: int, prune: bool, evaluation: str, control: Control)"
    assert literal in stub.read_text()
    assert (Path(outply.__file__).parent / "py.typed").exists()
