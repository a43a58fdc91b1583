"""The examples on the pages of the documentation are run."""

import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from support.assertions import not_none
from support.documents import PAGES, RUN_BY, blocks, commands, expect_printed, expect_python, prose, run

RUN_PAGES = [page for page, text in PAGES.items() if not RUN_BY.match(text)]
PROGRAMS = ("outply ", "python3 run.py ", "$ ")
SOURCE = re.compile(r"`((?!homework)(?:[\w-]+/)*[\w-]+\.(?:py|[ch]pp|js|css))`")  # homework3.py is the student's
FOLDERS = ("src", "native", "tests", "benchmarks", "docs", "examples", "tools")
FILES = [str(path) for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")] + list(
    map(str, ROOT.glob("*.py"))
)


def pages_with(language: str) -> list[str]:
    return [page for page in RUN_PAGES if any(block.language == language for block in blocks(PAGES[page]))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a working directory that contains the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("page", pages_with("console"))
def test_commands_print_the_output_on_the_page(page: str, folder: Path, request: pytest.FixtureRequest) -> None:
    console_blocks = [block for block in blocks(PAGES[page]) if block.language == "console" and block.is_run]
    for block in console_blocks:
        if block.comment == "needs the sandbox":
            request.getfixturevalue("needs_sandbox")
        for command, printed in commands(block):
            expect_printed(printed, run(command, folder), f"{page}: {command}")


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_prints_the_output_in_its_comments(page: str, folder: Path) -> None:
    expect_python(PAGES[page], folder)


def test_page_run_by_another_test_is_named_in_that_test() -> None:
    for page in PAGES.keys() - RUN_PAGES:
        assert page in (ROOT / not_none(RUN_BY.match(PAGES[page]))[1]).read_text()


@pytest.mark.parametrize("page", RUN_PAGES)
def test_every_command_is_in_a_console_block(page: str) -> None:
    text = PAGES[page]
    assert {block.language for block in blocks(text)}.isdisjoint({"", "sh", "bash", "shell", "py"})
    indented = [line.strip() for line in prose(text).splitlines() if line.startswith("    ")]
    assert [line for line in indented if line.startswith(PROGRAMS)] == []


@pytest.mark.parametrize("page", PAGES)
def test_source_files_named_on_a_page_exist(page: str) -> None:
    for name in SOURCE.findall(prose(PAGES[page])):
        assert any(str(path).endswith(f"/{name}") for path in FILES), name
