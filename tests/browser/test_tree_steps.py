"""Stepping through a search on the tree page."""

import re

from browser.conftest import OpenTree
from playwright.sync_api import Locator, expect
from support.browser.tree_page import ALPHA, MINUS, POSITION, TRACE, TreePage, bound

from outply.search import literal


def rows(table: Locator) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("\t")] for row in table.locator("tbody").inner_text().split("\n")]


def expect_stepping_to_follow_the_order_of_the_search(tree: TreePage) -> None:
    first, end = TRACE[1], TRACE[2]
    tree.press("n")
    expect(tree.said).to_have_text(f"Visits the root: MAX, alpha {MINUS}∞, beta ∞.")
    tree.press("n", "n", "n")
    value = bound(end.value)
    expect(tree.said).to_have_text(f"{end.move} is worth {value}: the best for MIN is now {value}.")
    expect(tree.announced).to_have_text(f"{end.move} is worth {value}: the best for MIN is now {value}.")
    expect(tree.node(first.move).locator(".value")).to_have_text(f"best {value}")
    expect(tree.stack.locator("[aria-current]")).to_contain_text(str(end.move))
    assert rows(tree.stack)[:2] == [
        ["Root", "MAX", bound(-float("inf")), "∞", "none"],
        [str(first.move), "MIN", bound(-float("inf")), value, value],
    ]
    tree.press("p")
    expect(tree.said).to_have_text(f"Visits {end.move}: MAX, alpha {MINUS}∞, beta ∞.")
    tree.press("u")
    value = bound(first.value)
    expect(tree.said).to_have_text(f"{first.move} is worth {value}: the best for MAX is now {value}.")
    tree.press("n", "o")
    second = next(visit for visit in TRACE[2:] if visit.depth == 1)
    expect(tree.said).to_have_text(
        f"{second.move} is worth at most {bound(second.value)}: no better for MAX than {bound(first.value)}."
    )
    assert rows(tree.stack)[0] == ["Root", "MAX", value, "∞", value]
    expect(tree.region.locator(".chosen, .chosen-edge")).to_have_count(0)
    expect(tree.region.locator(".node.ahead").first).to_have_attribute("aria-label", re.compile("not visited yet"))
    tree.press("Escape")
    expect(tree.stack).to_have_count(0)
    expect(tree.region.locator(".ahead")).to_have_count(0)


def test_search_is_followed_by_steps_and_slider_and_autoplay(open_tree: OpenTree) -> None:
    tree = open_tree()
    expect_stepping_to_follow_the_order_of_the_search(tree)
    expect_nodes_unfolded_by_stepping_to_fold_again(tree)
    expect_a_cutoff_to_be_announced_when_it_happens(tree)
    tree.press("Escape")
    expect(tree.stack).to_have_count(0)
    expect_autoplay_until_the_end_or_a_pause(tree)


def test_stepping_hides_later_visits(open_tree: OpenTree) -> None:
    tree = open_tree(depth=3)
    chosen = literal.search(POSITION, 3, "ALPHABETA").move
    deep = tree.region.locator('[role=treeitem][aria-level="3"]')
    tree.press("0")
    expect(tree.node(chosen)).to_have_attribute("aria-expanded", "true")
    tree.press("n", "0")
    expect(tree.said).to_have_text(re.compile("^Visits the root"))
    expect(tree.node(chosen)).to_have_attribute("aria-expanded", "false")
    ahead = tree.region.locator('[role=treeitem][aria-level="2"]')
    expect(ahead).to_have_count(len(POSITION.moves()))
    expect(deep).to_have_count(0)
    tree.press("n", "n")  # into the first move, which is the only unfolded one
    expect(tree.region.locator("[aria-expanded=true]")).to_have_count(2)
    tree.press("Escape", "0")
    expect(tree.node(chosen)).to_have_attribute("aria-expanded", "true")


def expect_nodes_unfolded_by_stepping_to_fold_again(tree: TreePage) -> None:
    first, second = (str(visit.move) for visit in TRACE if visit.depth == 1 and visit.order < 30)
    tree.press("n", "n", "o", "n", "o")  # past both moves
    tree.node(first).locator("[data-toggle]").click()
    expect(tree.node(first)).to_have_attribute("aria-expanded", "true")
    tree.press("n", "0")
    expect(tree.node(first)).to_have_attribute("aria-expanded", "true")
    tree.press("Escape", "0")
    expect(tree.node(first)).to_have_attribute("aria-expanded", "false")
    expect(tree.node(second)).to_have_attribute("aria-expanded", "false")


def expect_a_cutoff_to_be_announced_when_it_happens(tree: TreePage) -> None:
    cut = next(visit for visit in TRACE if visit.cut)
    last = [visit for visit in TRACE if visit.parent == cut.order][-1]
    # Each visit takes two steps (enter, leave), except those still open.
    moment = 2 * last.order - last.depth + 1
    slider = tree.page.get_by_role("slider", name="Moment of the search")
    slider.evaluate(
        "(slider, moment) => { slider.value = moment; slider.dispatchEvent(new Event('input')); }", moment
    )
    moves = "1 move" if cut.cut == 1 else f"{cut.cut} moves"
    reason = f"{bound(cut.value)} ≤ {ALPHA} ({bound(cut.alpha_out)})"
    expect(tree.said).to_have_text(
        f"{last.move} is worth {bound(last.value)}: {reason}, so {moves} of MIN are pruned."
    )


def expect_autoplay_until_the_end_or_a_pause(tree: TreePage) -> None:
    play = tree.region.get_by_role("button", name="Play or pause (.)")
    tree.press(".")
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(tree.said).not_to_contain_text("Visits the root")
    tree.press(".")
    expect(play).to_have_attribute("aria-pressed", "false")
    tree.page.get_by_role("slider", name="Speed").press("End")
    tree.press(".")
    expect(tree.said).to_have_text(f"The search is done: the root is worth {bound(TRACE[0].value)}.")
    expect(play).to_have_attribute("aria-pressed", "false")
