"""The quiz in the search tree."""

import re

from browser.conftest import NARROW, OpenTree
from playwright.sync_api import Locator, Page, expect
from support.browser.accessibility import accessibility_violations
from support.browser.screenshots import SIZE, take_picture
from support.browser.tree_page import MINUS


def number(text: str) -> float:
    return float(text.replace(MINUS, "-").replace("\N{INFINITY}", "inf").replace(",", ""))


def quiz_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Quiz")


def right_answer(quiz: Locator) -> float | bool:
    """Return the answer to the question, worked out from what the quiz shows."""
    caption = quiz.locator("caption").inner_text()
    values = [number(text) for text in quiz.locator("td").all_inner_texts()]
    is_max = caption.startswith("MAX")
    best = max(values) if is_max else min(values)
    if quiz.get_by_label("Value").count():
        return best
    alpha, beta = (
        number(bound)
        for bound in re.findall(r"[\N{GREEK SMALL LETTER ALPHA}\N{GREEK SMALL LETTER BETA}] ([^,]+)", caption)
    )
    return best >= beta if is_max else best <= alpha


def answer_by_keyboard(page: Page, quiz: Locator, answer: float | bool) -> None:
    """Answer the question, whose first control has the focus."""
    if isinstance(answer, bool):
        expect(quiz.get_by_role("button", name="Cut off", exact=True)).to_be_focused()
        if not answer:
            page.keyboard.press("Tab")
    else:
        expect(quiz.get_by_label("Value")).to_be_focused()
        page.keyboard.type(f"{answer:g}")
    page.keyboard.press("Enter")


def test_tree_shows_the_answer_only_afterwards(open_tree: OpenTree) -> None:
    tree = open_tree(depth=2, viewport=SIZE)
    quiz = quiz_of(tree.page)
    tree.page.get_by_role("button", name="Quiz").click()
    take_picture(tree.page, "tree-quiz")
    expect(tree.focused).to_have_attribute("aria-label", re.compile("being searched"))
    expect(tree.page.get_by_role("group", name="Step through the search")).to_be_hidden()
    answer = right_answer(quiz)
    answer_by_keyboard(tree.page, quiz, not answer if isinstance(answer, bool) else answer + 1)
    expect(quiz.get_by_role("status")).to_have_text(re.compile("^Wrong: .* 0 of 1 answer right"))
    expect(tree.focused).not_to_have_attribute("aria-label", re.compile("being searched"))
    quiz.get_by_role("button", name="Close").click()
    expect(tree.page.get_by_role("group", name="Step through the search")).to_be_visible()


def test_quiz_is_accessible_on_a_phone(open_tree: OpenTree) -> None:
    tree = open_tree(depth=2, viewport=NARROW)
    tree.page.get_by_role("button", name="Quiz").click()
    expect(quiz_of(tree.page)).to_be_in_viewport()
    assert accessibility_violations(tree.page) == []
    assert tree.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
