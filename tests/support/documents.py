"""Markdown whose examples are run: its blocks of code, and what they print.

In a block of the language `console`, a line after `$ ` is a command, and the lines after it are what it prints. In
one of `python`, `# -> ` says what a line prints. `…` stands for any text: for times, and for what is too long to
show. A comment before a block, `<!-- not run: why -->`, takes it out; `<!-- needs the sandbox -->` says so. A
page that begins with `<!-- run by tests/test_it.py -->` is left to that test.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from conftest import ROOT

DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS)): path.read_text() for path in sorted(DOCS.rglob("*.md"))}
RUN_BY = re.compile(r"<!-- run by (\S+) -->\n")
FENCE = re.compile(r"^(?:<!-- ([^\n]*) -->\n\n?)?^(```+)([^\n`]*)\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
PROGRAMS = str(Path(sys.executable).parent)
SETTING = {"COLUMNS": "80", "LANG": "C.UTF-8", "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}


class Block(NamedTuple):
    """A fenced block, and the comment before it."""

    comment: str
    language: str
    text: str

    @property
    def is_run(self):
        return not self.comment.startswith("not run: ")


def blocks(text):
    """Return the fenced blocks of a document."""
    return [Block(comment, language, code) for comment, _, language, code in FENCE.findall(text)]


def prose(text):
    """Return a document without its fenced blocks."""
    return FENCE.sub("", text)


def commands(block):
    """Return the commands of a console block, each with what it prints."""
    found = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        elif found and not found[-1][1] and found[-1][0].endswith("\\"):
            found[-1] = (f"{found[-1][0]}\n{line}", [])
        else:
            found[-1][1].append(line)
    return [(command, "\n".join(printed)) for command, printed in found]


def run(command, folder):
    """Run a command in the environment of the tests; return what a terminal would show."""
    done = subprocess.run(
        ["bash", "-c", command.replace("python3 run.py ", "")],
        cwd=folder,
        env=os.environ | SETTING,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def expect_printed(expected, printed, where):
    """Fail unless a text is what a document shows of it."""
    pattern = re.escape(expected.strip()).replace("…", ".*?")
    assert re.fullmatch(pattern, _bare(printed), re.DOTALL), f"{where} prints\n{printed}\nand not\n{expected}"


def expect_python(text, folder):
    """Run the Python examples of a document, one after the other, and fail unless they print what they say."""
    code = "".join(block.text for block in blocks(text) if block.language == "python" and block.is_run)
    printed = run(shlex.join([sys.executable, "-c", code]), folder)
    expect_printed("\n".join(re.findall(r"# -> (.*)", code)), printed, "the Python of the document")


def _bare(text):
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
