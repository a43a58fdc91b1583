"""The commands in the README print the output that is shown there."""

import re
from html import escape

import pytest
from animation import transcript
from conftest import ROOT
from support.documents import DOCS, blocks, expect_printed, expect_python, run

README = (ROOT / "README.md").read_text()
BLOCKS = blocks(README)
COMMANDS = [
    (block.text.strip(), following.text if following and following.language == "text" else "")
    for block, following in zip(BLOCKS, [*BLOCKS[1:], None], strict=True)
    if block.language == "sh"
]
TEST_COMMAND = "python3 run.py pytest"


@pytest.mark.parametrize(("command", "printed"), [pair for pair in COMMANDS if pair[0] != TEST_COMMAND])
def test_readme_command_prints_the_shown_output(command: str, printed: str) -> None:
    expect_printed(printed, run(command, ROOT), command)


def test_readme_python_prints_the_shown_output() -> None:
    expect_python(README, ROOT)


def test_moving_picture_shows_what_the_documentation_shows() -> None:
    picture = (DOCS / "images" / "demo.svg").read_text()
    assert len(picture) < 1_000_000
    for line in transcript():
        assert escape(line) in picture, "make it again: python3 run.py python docs/animation.py"


def test_ci_runs_the_readmes_test_command() -> None:
    assert TEST_COMMAND in [command for command, _ in COMMANDS]
    assert TEST_COMMAND in (ROOT / ".ci" / "run").read_text().splitlines()


def test_readme_links_lead_to_existing_files() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    for link in links:
        assert (ROOT / link.partition("#")[0]).exists(), link
