"""The front end is checked against the models of the HTTP API."""

import json
import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")

RENAMED = {"PositionResponse": "legal_moves", "AnalysisSnapshot": "proven"}
USERS = ["play/game/move-selection.js", "play/analysis/evaluation-bar.js"]
"""A module for each of the renamed fields. The type check of all modules takes 10 s."""


def test_renaming_a_field_of_the_api_breaks_the_type_check(tmp_path: Path) -> None:
    types = frontend.API_TYPES.read_text(encoding="utf-8")
    for model, field in RENAMED.items():
        before, start, after = types.partition(f"{model}: {{")
        assert start
        types = before + start + after.replace(f"{field}:", f"{field}_renamed:", 1)

    copy = tmp_path / "frontend"
    shutil.copytree(frontend.FRONTEND, copy, ignore=shutil.ignore_patterns("node_modules", ".lock"))
    copy.joinpath("node_modules").symlink_to(frontend.PACKAGES)
    copy.joinpath(frontend.API_TYPES.relative_to(frontend.FRONTEND)).write_text(types, encoding="utf-8")
    project = copy / "tsconfig.users.json"
    # The modules use no types of Node.js, which are 50,000 lines.
    settings = {"extends": "./tsconfig.json", "files": USERS, "include": [], "compilerOptions": {"types": []}}
    project.write_text(json.dumps(settings))
    with pytest.raises(frontend.FrontendError) as failure:
        frontend.run_node("node_modules/typescript/bin/tsc", "--project", str(project))
    for field in RENAMED.values():
        assert f"Property '{field}' does not exist" in str(failure.value)
