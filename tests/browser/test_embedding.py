"""Pages in the frame of another page: served ones, and files in a sandbox without storage."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from support.browser.contexts import SharedContexts
from support.browser.tree_page import POSITION
from support.web.serving import serving

from outply.puzzles.puzzle import read_puzzles
from outply.report.tree.html import page as tree_file
from outply.search.tree import record_tree
from outply.web.puzzle_file import puzzle_file


class CoursePage(BaseHTTPRequestHandler):
    """A page with a frame, served on this machine: browsers restrict frames of local pages in others."""

    html = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.html.encode())

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


def test_served_page_has_no_head_in_the_frame_of_a_named_origin(contexts: SharedContexts) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), CoursePage) as course:
        threading.Thread(target=course.serve_forever).start()
        origin = f"http://127.0.0.1:{course.server_port}"
        with serving(embedding_origins=[origin]) as server:
            CoursePage.html = f'<!doctype html><iframe src="{server.url}/" width="1100" height="800"></iframe>'
            page = contexts.new_page(server.url, own_context=True)
            page.goto(origin)
            shown = page.frame_locator("iframe")
            expect(shown.locator("#status")).to_have_text(re.compile("^Your move"))
            expect(shown.locator(".page-header")).to_be_hidden()
            shown.get_by_role("button", name="Help", exact=True).click()
            expect(shown.get_by_role("dialog", name="How to play")).to_be_visible()
            contexts.close_pages()
        course.shutdown()


def test_files_work_in_a_sandboxed_frame_without_storage(contexts: SharedContexts, tmp_path: Path) -> None:
    puzzles = [puzzle for puzzle in read_puzzles() if "-4-" in puzzle.name and "Raid" in puzzle.solution][:2]
    (tmp_path / "puzzles.html").write_text(puzzle_file(puzzles), encoding="utf-8")
    tree = tree_file([record_tree(POSITION, 2, "ALPHABETA")])
    (tmp_path / "tree.html").write_text(tree, encoding="utf-8")
    frame = '<iframe sandbox="allow-scripts" src="{}.html" width="900" height="600"></iframe>'
    course = "<!doctype html>" + "".join(frame.format(name) for name in ("puzzles", "tree"))
    (tmp_path / "course.html").write_text(course, encoding="utf-8")
    problems: list[str] = []
    page = contexts.new_page("file:///")
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.goto((tmp_path / "course.html").as_uri())

    puzzle_frame = page.frame_locator("iframe").nth(0)
    expect(puzzle_frame.locator("#task")).to_have_text(puzzles[0].title)
    expect(puzzle_frame.locator(".page-header-tools")).to_be_hidden()
    puzzle_frame.get_by_role("radio", name="Stake").check()
    square = puzzles[0].solution.split()[0]
    puzzle_frame.locator(f'#board [aria-label^="{square},"]').click()
    expect(puzzle_frame.locator("#status")).to_have_text(re.compile(r" (loses by \d+|only draws) after "))
    puzzle_frame.locator("#again").click()
    puzzle_frame.get_by_role("radio", name="Raid").check()
    puzzle_frame.locator(f'#board [aria-label^="{square},"]').click()
    expect(puzzle_frame.locator("#status")).to_have_text(re.compile("is right"))
    expect(puzzle_frame.locator("#progress")).to_have_text("Solved 1 of 2 puzzles.")
    puzzle_frame.locator("#next").click()
    expect(puzzle_frame.locator("#progress")).to_have_text("Solved 1 of 2 puzzles.")
    expect(puzzle_frame.locator("#status")).to_have_text("Your move.")

    tree_frame = page.frame_locator("iframe").nth(1)
    tree_frame.get_by_role("treeitem").first.focus()
    page.keyboard.press("n")
    expect(tree_frame.get_by_role("table", name="Being searched")).to_be_visible()
    assert problems == []
    contexts.close_pages()
