"""The tree's page as a debugger: the search step by step, as it went, and nothing of what is to come."""

import re

from playwright.sync_api import expect
from support.browser.tree_page import MINUS, POSITION, TRACE, bound

from outply.search import literal


def rows(table):
    return [[cell.strip() for cell in row.split("\t")] for row in table.locator("tbody").inner_text().split("\n")]


def test_the_search_is_stepped_through_as_it_went(grow):
    tree = grow()
    first, end = TRACE[1], TRACE[2]
    tree.press("n")
    expect(tree.said).to_have_text(f"Visits the root: MAX, alpha {MINUS}∞, beta ∞.")
    tree.press("n", "n", "n")
    value = bound(end.value)
    expect(tree.said).to_have_text(f"{end.move} is worth {value}: the best for MIN is now {value}.")
    expect(tree.heard).to_have_text(f"{end.move} is worth {value}: the best for MIN is now {value}.")
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
        f"{second.move} is worth {bound(second.value)}: no better for MAX than {bound(first.value)}."
    )
    assert rows(tree.stack)[0] == ["Root", "MAX", value, "∞", value]
    expect(tree.region.locator(".chosen, .chosen-edge")).to_have_count(0)
    expect(tree.region.locator(".node.ahead").first).to_have_attribute("aria-label", re.compile("not visited yet"))
    tree.press("Escape")
    expect(tree.stack).to_have_count(0)
    expect(tree.region.locator(".ahead")).to_have_count(0)


def test_stepping_gives_nothing_away_of_what_is_to_come(grow):
    tree = grow(depth=3)
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
    tree.press("n", "n")  # into the first move: it alone is unfolded
    expect(tree.region.locator("[aria-expanded=true]")).to_have_count(2)
    tree.press("Escape", "0")
    expect(tree.node(chosen)).to_have_attribute("aria-expanded", "true")


def test_what_is_unfolded_while_one_steps_is_folded_again_after_it(grow):
    tree = grow()
    first, second = (str(visit.move) for visit in TRACE if visit.depth == 1 and visit.order < 30)
    tree.press("n", "n", "o", "n", "o")  # past both of them
    tree.node(first).locator("[data-toggle]").click()
    expect(tree.node(first)).to_have_attribute("aria-expanded", "true")
    tree.press("n", "0")
    expect(tree.node(first)).to_have_attribute("aria-expanded", "true")
    tree.press("Escape", "0")
    expect(tree.node(first)).to_have_attribute("aria-expanded", "false")
    expect(tree.node(second)).to_have_attribute("aria-expanded", "false")


def test_a_cut_is_told_when_it_happens(grow):
    tree = grow()
    cut = next(visit for visit in TRACE if visit.cut)
    last = [visit for visit in TRACE if visit.parent == cut.order][-1]
    # The last child of it is left one moment after it is entered: two for each visit before, less those inside.
    moment = 2 * last.order - last.depth + 1
    slider = tree.page.get_by_role("slider", name="Moment of the search")
    slider.evaluate(
        "(slider, moment) => { slider.value = moment; slider.dispatchEvent(new Event('input')); }", moment
    )
    moves = "1 move" if cut.cut == 1 else f"{cut.cut} moves"
    expect(tree.said).to_have_text(
        f"{last.move} is worth {bound(last.value)}: {cut.reason}, so {moves} of MIN need not be tried."
    )


def test_it_plays_by_itself_until_it_is_done_or_paused(grow):
    tree = grow()
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
