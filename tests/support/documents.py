"""Run the examples of Markdown documents and compare their output.

In a `console` block, a line after `$ ` is a command, and the following lines are its output. In a `python` block,
`# -> ` precedes the output of a line. `…` matches any text, such as times or output that is too long to show. A
comment before a block excludes it (`<!-- not run: reason -->`) or marks its requirement
(`<!-- needs the sandbox -->`). A page that starts with `<!-- run by tests/test_it.py -->` is left to that test.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from conftest import ROOT

from support.processes.command_line import run_cli

DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS)): path.read_text() for path in sorted(DOCS.rglob("*.md"))}
RUN_BY = re.compile(r"<!-- run by (\S+) -->\n")
FENCE = re.compile(r"^(?:<!-- ([^\n]*) -->\n\n?)?^(```+)([^\n`]*)\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
PROGRAMS = str(Path(sys.executable).parent)
ENVIRONMENT = {"COLUMNS": "80", "LANG": "C.UTF-8", "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
STALL_NOTE = re.compile(r" \((?:built|played) again: the machine did not run for [^)]*\)")
SHELL_SYNTAX = set("|&;<>$*?~`\\\n")


class Block(NamedTuple):
    """A fenced block and the comment before it."""

    comment: str
    language: str
    text: str

    @property
    def is_run(self) -> bool:
        return not self.comment.startswith("not run: ")


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a document."""
    return [Block(comment, language, code) for comment, _, language, code in FENCE.findall(text)]


def prose(text: str) -> str:
    """Return a document without its fenced blocks."""
    return FENCE.sub("", text)


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with its expected output."""
    result: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            result.append((line.removeprefix("$ "), []))
        elif result and not result[-1][1] and result[-1][0].endswith("\\"):
            result[-1] = (f"{result[-1][0]}\n{line}", [])
        else:
            result[-1][1].append(line)
    return [(command, "\n".join(output)) for command, output in result]


def run(command: str, folder: Path) -> str:
    """Run a command in the environment of the tests; return its standard output and error.

    A command that needs no shell and begins with `outply` runs in this process.
    """
    command = command.replace("python3 run.py ", "")
    if command.startswith("outply ") and SHELL_SYNTAX.isdisjoint(command):
        _, *words = shlex.split(command)
        return run_cli(*words, cwd=folder, environment=ENVIRONMENT, joins_outputs=True).stdout
    process = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return process.stdout


def expect_printed(expected: str, printed: str, where: str) -> None:
    """Fail unless the output matches the expected output, apart from notes that the machine stood still."""
    pattern = re.escape(expected.strip()).replace("…", ".*?")
    assert re.fullmatch(pattern, _strip_lines(STALL_NOTE.sub("", printed)), re.DOTALL), (
        f"{where} printed\n{printed}\nexpected\n{expected}"
    )


def expect_python(text: str, folder: Path) -> None:
    """Run the Python examples of a document as one program, and fail unless the output is as expected."""
    code = "".join(block.text for block in blocks(text) if block.language == "python" and block.is_run)
    printed = run(shlex.join([sys.executable, "-c", code]), folder)
    expect_printed("\n".join(re.findall(r"# -> (.*)", code)), printed, "the Python code of the document")


def _strip_lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
