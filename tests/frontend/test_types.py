"""The front end is checked against the models of the HTTP API."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")


@pytest.mark.parametrize(("model", "field"), [("PositionResponse", "legal_moves"), ("AnalysisSnapshot", "proven")])
def test_renaming_a_field_of_the_api_breaks_the_type_check(model: str, field: str, tmp_path: Path) -> None:
    description: dict[str, Any] = frontend.openapi()
    schema = description["components"]["schemas"][model]
    schema["properties"][f"{field}_renamed"] = schema["properties"].pop(field)
    schema["required"] = [f"{name}_renamed" if name == field else name for name in schema["required"]]

    copy = tmp_path / "frontend"
    shutil.copytree(frontend.FRONTEND, copy, ignore=shutil.ignore_patterns("node_modules", ".lock"))
    copy.joinpath("node_modules").symlink_to(frontend.PACKAGES)
    copy.joinpath(frontend.API_TYPES.relative_to(frontend.FRONTEND)).write_text(frontend.api_types(description))
    with pytest.raises(frontend.FrontendError, match=f"Property '{field}' does not exist"):
        frontend.run_node("node_modules/typescript/bin/tsc", "--project", str(copy))
