"""The examples of docs/http.md are right."""

import re

from conftest import ROOT
from support.documents import DOCS, blocks, commands, expect_printed, expect_python, run
from support.web.serving import serving

PAGE = (DOCS / "http.md").read_text()
ADDRESS = re.compile(r"http://127\.0\.0\.1:8765(?=/api)")


def test_examples_of_the_page_work() -> None:
    with serving() as server:
        text = ADDRESS.sub(server.url, PAGE)
        for block in blocks(text):
            if block.language == "console" and block.is_run:
                for command, printed in commands(block):
                    expect_printed(printed, run(command, ROOT), command)
        expect_python(text, ROOT)
