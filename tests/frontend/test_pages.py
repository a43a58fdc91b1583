"""The pages behave as they should, in Node.js with a DOM without layout and the real server."""

from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")


def test_page_tests_pass() -> None:
    frontend.run_page_tests()
