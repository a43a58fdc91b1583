"""Fixtures for tests that run Node.js."""

import pytest
from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")


@pytest.fixture(scope="session", autouse=True)
def npm_packages() -> None:
    """Install the npm packages of the front end. Skips the tests if that fails, as it does without a network."""
    try:
        frontend.install()
    except frontend.FrontendError as error:
        pytest.skip(f"the npm packages of frontend/ are not installed: {str(error).splitlines()[-1]}")
