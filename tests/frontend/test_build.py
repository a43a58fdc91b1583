"""The tools of the front end have no findings, and the committed assets are those that the sources produce."""

import pytest
from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")


def test_committed_assets_are_up_to_date() -> None:
    names = frontend.outdated()
    assert not names, "\n".join(["run: python3 run.py python tools/frontend.py build", *names])


def test_types_of_the_api_are_up_to_date() -> None:
    committed = frontend.API_TYPES.read_text(encoding="utf-8")
    assert frontend.api_types(frontend.openapi()) == committed, (
        "run: python3 run.py python tools/frontend.py types"
    )


@pytest.mark.parametrize("tool", frontend.TOOLS)
def test_frontend_tool_has_no_findings(tool: str) -> None:
    frontend.run_tool(tool)
