"""The commands in the README print the output that is shown there."""

import re

import pytest
from conftest import ROOT
from support.documents import blocks, expect_printed, run

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


def test_ci_runs_the_readmes_test_command() -> None:
    assert TEST_COMMAND in [command for command, _ in COMMANDS]
    assert TEST_COMMAND in (ROOT / ".ci" / "run").read_text().splitlines()


def test_readme_links_lead_to_existing_files() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    for link in links:
        assert (ROOT / link.partition("#")[0]).exists(), link
