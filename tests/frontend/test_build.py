"""The committed scripts and style sheets are those that the sources produce."""

from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")


def test_committed_assets_are_up_to_date() -> None:
    assert frontend.outdated() == [], "run: python3 run.py python tools/frontend.py build"
