"""The pages behave as they should, in Node.js with a DOM without layout and the real server."""

from collections.abc import Iterator

import pytest
from conftest import ROOT
from support.modules import load_module
from support.serving import Server, serving

frontend = load_module(ROOT / "tools" / "frontend.py")

MODULES = sorted(path.stem for path in (frontend.FRONTEND / "page-tests").glob("*.js"))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize("module", MODULES)
def test_page_tests_pass(module: str, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLY_SERVER", server.url)
    frontend.run_node("--test", "--test-reporter=spec", "--test-isolation=none", f"page-tests/{module}.js")
