"""What a page of the documentation shows is what one gets."""

import re
import shutil

import pytest
from conftest import ROOT
from support.documents import PAGES, RUN_BY, blocks, commands, expect_printed, expect_python, prose, run

OURS = [page for page, text in PAGES.items() if not RUN_BY.match(text)]
PROGRAMS = ("outply ", "python3 run.py ", "$ ")
SOURCE = re.compile(r"`((?!homework)(?:[\w-]+/)*[\w-]+\.(?:py|[ch]pp|js|css))`")  # homework is a student's
FOLDERS = ("src", "native", "tests", "benchmarks", "docs")
FILES = [str(path) for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")] + list(
    map(str, ROOT.glob("*.py"))
)


def having(language):
    return [page for page in OURS if any(block.language == language for block in blocks(PAGES[page]))]


@pytest.fixture
def folder(tmp_path):
    """A working directory with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("page", having("console"))
def test_commands_print_what_the_page_shows(page, folder, request):
    found = [block for block in blocks(PAGES[page]) if block.language == "console" and block.is_run]
    for block in found:
        if block.comment == "needs the sandbox":
            request.getfixturevalue("needs_sandbox")
        for command, printed in commands(block):
            expect_printed(printed, run(command, folder), f"{page}: {command}")


@pytest.mark.parametrize("page", having("python"))
def test_python_prints_what_its_comments_say(page, folder):
    expect_python(PAGES[page], folder)


def test_a_page_that_is_left_to_a_test_is_known_there():
    for page in PAGES.keys() - OURS:
        assert page in (ROOT / RUN_BY.match(PAGES[page])[1]).read_text()


@pytest.mark.parametrize("page", OURS)
def test_every_command_is_in_a_block_that_is_run(page):
    text = PAGES[page]
    assert {block.language for block in blocks(text)}.isdisjoint({"", "sh", "bash", "shell", "py"})
    indented = [line.strip() for line in prose(text).splitlines() if line.startswith("    ")]
    assert [line for line in indented if line.startswith(PROGRAMS)] == []


@pytest.mark.parametrize("page", PAGES)
def test_files_of_the_program_that_a_page_names_exist(page):
    for name in SOURCE.findall(prose(PAGES[page])):
        assert any(str(path).endswith(f"/{name}") for path in FILES), name
