"""Reports of the tools contain what failed; a pattern selects JavaScript tests by name."""

from pathlib import Path

import pytest
from conftest import ROOT
from support.modules import load_module

frontend = load_module(ROOT / "tools" / "frontend.py")

TESTS = """
import assert from "node:assert/strict";
import { test } from "node:test";
test("one is one", () => assert.equal(1, 1));
test("two is two", () => console.log("two was reached"));
test("one is two", () => assert.equal(1, 2));
"""


@pytest.fixture
def modules(tmp_path: Path) -> list[str]:
    paths = {
        tmp_path / "numbers.test.js": TESTS,
        tmp_path / "others.test.js": 'import { test } from "node:test"; test("other", () => {});',
    }
    for path, text in paths.items():
        path.write_text(text)
    return list(map(str, paths))


def test_report_of_a_failure_leaves_out_passed_tests(modules: list[str]) -> None:
    with pytest.raises(frontend.FrontendError) as failure:
        frontend.run_tests("", *modules)
    report = str(failure.value)
    assert "✖ one is two" in report
    assert "1 !== 2" in report
    assert "fail 1\n" in report
    assert "one is one" not in report
    assert "two is two" not in report


@pytest.mark.parametrize(
    ("pattern", "report"),
    [("two is", "two was reached\ntests passed: 1\n"), ("^(one is one|other)$", "tests passed: 2\n")],
)
def test_pattern_selects_tests_of_all_modules(modules: list[str], pattern: str, report: str) -> None:
    assert frontend.run_tests(pattern, *modules) == report


def test_pattern_without_a_matching_test_is_reported(modules: list[str]) -> None:
    with pytest.raises(frontend.FrontendError, match="no test has a name that matches 'three'"):
        frontend.run_tests("three", *modules)


def test_check_runs_the_other_tools_after_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise frontend.FrontendError("a finding")

    assert frontend.check({"first": fail, "second": lambda: ""}) == 1
    assert capsys.readouterr().out == "first: failed\na finding\nsecond: no findings\n"
    assert frontend.check({"second": lambda: ""}) == 0
