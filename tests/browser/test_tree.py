"""The search tree page."""

import re

import pytest
from browser.conftest import NARROW, OpenGame, OpenTree
from playwright.sync_api import expect
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.play_page import PlayPage, bounding_box
from support.browser.tree_page import ALPHA, MINUS, POSITION, START, TRACE, TreePage, bound
from support.search.search_results import principal_variation_of, visits_of
from support.web.serving import Server, serving

from outply.games import warfare
from outply.search import literal
from outply.search.trace import WHOLE_TREE, Visit
from outply.web.search_limits import SearchLimits


def window(visit: Visit) -> str:
    return f"\N{GREEK SMALL LETTER ALPHA} {bound(visit.alpha_in)}  β {bound(visit.beta_in)}"


def expect_nodes_with_move_and_visit_number_and_value_and_window(tree: TreePage) -> None:
    for visit in [visit for visit in TRACE if visit.depth == 1][:8]:
        node = tree.node(visit.move)
        expect(node.locator(".move")).to_have_text(str(visit.move))
        expect(node.locator(".order")).to_have_text(f"#{visit.order}")
        expect(node.locator(".value")).to_have_text(f"{visit.relation} {bound(visit.value)}")
        expect(node.locator(".bounds")).to_have_text(window(visit))
        expect(node.locator(".side")).to_have_text("MIN")
        below = len([each for each in TRACE if each.parent == visit.order])
        expect(node.locator(".count")).to_have_text(f"+{below}")
    expect(tree.focused.locator(".side")).to_have_text("MAX")
    assert tree.node(TRACE[1].move).locator(".box").get_attribute("rx") != tree.focused.locator(
        ".box"
    ).get_attribute("rx")


def test_nodes_are_described_and_reached_by_keys_and_search_and_mouse(open_tree: OpenTree) -> None:
    tree = open_tree()
    expect_nodes_with_move_and_visit_number_and_value_and_window(tree)
    expect_arrow_keys_to_navigate_and_enter_to_unfold(tree)
    expect_end_to_go_to_the_leaf_of_the_highlighted_principal_variation(tree)
    expect_the_search_field_to_find_a_move_anywhere_in_the_tree(tree)
    tree.focused.focus()
    expect_mouse_wheel_and_dragging_and_keys_and_buttons_to_move_the_view(tree)


def test_panel_shows_the_board_and_the_window_and_the_cutoff_of_the_focused_node(open_tree: OpenTree) -> None:
    tree = open_tree()
    cut = next(visit for visit in TRACE if visit.cut and visit.depth == 1)
    tree.node(cut.move).locator("[data-toggle]").click()
    expect(tree.fact("Value")).to_have_text(f"at most {bound(cut.value)}")
    expect(tree.fact("Alpha")).to_have_text(bound(cut.alpha_in))
    expect(tree.fact("Beta")).to_have_text(f"∞ → {bound(cut.beta_out)}")
    expect(tree.fact("To move")).to_have_text("O (MIN)")
    stub = tree.region.locator("[role=treeitem].stub").first
    expect(stub).to_have_text(f"{cut.cut} moves pruned: {bound(cut.value)} ≤ {ALPHA} ({bound(cut.alpha_in)})")
    tree.focused.focus()
    tree.press("ArrowRight")
    for _ in range(40):
        if "stub" in (tree.focused.get_attribute("class") or ""):
            break
        tree.press("ArrowDown")
    expect(tree.panel).to_contain_text(f"{cut.cut} moves pruned")
    after = POSITION.play(cut.move)
    assert isinstance(after, warfare.Position)
    untried = after.moves()[len([visit for visit in TRACE if visit.parent == cut.order]) :]
    expect(tree.panel.locator(".node-moves li")).to_have_text([str(move) for move in untried])
    assert accessibility_violations(tree.page, "main") == []
    owned = {player: after.owners.count(player) for player in "XO"}
    label = f"Board after {cut.move}: X has {owned['X']}, O has {owned['O']}"
    board = tree.panel.get_by_role("img", name=label)
    expect(board.locator(".last")).to_have_count(1)
    expect(board.locator('[data-owner="0"] .board-mark')).to_have_count(owned["X"])


def expect_end_to_go_to_the_leaf_of_the_highlighted_principal_variation(tree: TreePage) -> None:
    line = principal_variation_of(literal.search(POSITION, 2, "ALPHABETA"))
    tree.focused.focus()
    tree.press("End")
    expect(tree.focused).to_be_focused()
    expect(tree.focused).to_have_attribute("aria-label", re.compile(f"^{line[-1]}, .*on the chosen line"))
    expect(tree.panel.locator(".node-trail li")).to_have_text(["Root", *map(str, line)])
    expect(tree.panel.locator(".node-tag")).to_have_text("chosen line")
    expect(tree.focused.locator(".flag")).to_have_count(1)
    expect(tree.region.locator(".chosen-edge")).to_have_count(len(line))
    tree.press("Home")
    expect(tree.focused).to_have_attribute("aria-label", re.compile("^Root, MAX"))


def expect_arrow_keys_to_navigate_and_enter_to_unfold(tree: TreePage) -> None:
    first, second = (str(visit.move) for visit in TRACE if visit.depth == 1 and visit.order < 30)
    tree.focused.focus()
    expect(tree.focused).to_have_attribute("aria-expanded", "true")
    tree.press("ArrowRight")
    expect(tree.node(first)).to_be_focused()
    tree.press("ArrowDown")
    expect(tree.node(second)).to_be_focused()
    expect(tree.node(second)).to_have_attribute("aria-expanded", "false")
    tree.press("Enter")
    expect(tree.node(second)).to_have_attribute("aria-expanded", "true")
    tree.press("ArrowRight")
    expect(tree.focused).to_have_attribute("aria-level", "3")
    expect(tree.focused).to_have_attribute("aria-posinset", "1")
    tree.press("ArrowLeft", "Space", "ArrowUp")
    expect(tree.node(first)).to_be_focused()
    expect(tree.node(second)).to_have_attribute("aria-expanded", "false")
    expect(tree.region.locator("[role=treeitem][tabindex='0']")).to_have_count(1)
    tree.press("?")
    expect(tree.page.get_by_role("dialog", name="How to read the tree")).to_be_visible()
    tree.press("Escape")
    expect(tree.page.get_by_role("dialog", name="How to read the tree")).to_be_hidden()


def expect_the_search_field_to_find_a_move_anywhere_in_the_tree(tree: TreePage) -> None:
    matches = [visit.order for visit in TRACE if str(visit.move) == "C3 Raid"]
    found = tree.region.locator(".tree-found")
    tree.press("/")
    tree.page.keyboard.type("c3  raid")
    tree.press("Enter")
    expect(found).to_have_text(f"1 of {len(matches)}")
    expect(tree.fact("Visit")).to_have_text(f"#{matches[0]} of {len(TRACE)}")
    tree.press("Enter")
    expect(tree.fact("Visit")).to_have_text(f"#{matches[1]} of {len(TRACE)}")
    tree.press("Shift+Enter", "Shift+Enter")
    expect(found).to_have_text(f"{len(matches)} of {len(matches)}")
    expect(tree.focused).to_be_visible()
    tree.page.get_by_role("searchbox").fill("#100")
    tree.press("Enter")
    expect(tree.fact("Visit")).to_have_text(f"#100 of {len(TRACE)}")
    tree.page.get_by_role("searchbox").fill("Z9")
    tree.press("Enter")
    expect(found).to_have_text("none")


def expect_mouse_wheel_and_dragging_and_keys_and_buttons_to_move_the_view(tree: TreePage) -> None:
    seen = [tree.transform()]

    def expect_moved() -> None:
        expect(tree.tree.locator("> g")).not_to_have_attribute("transform", seen[-1])
        seen.append(tree.transform())

    box = bounding_box(tree.tree)
    x, y = box["x"] + 60, box["y"] + box["height"] - 80
    tree.page.mouse.move(x, y)
    tree.page.mouse.wheel(0, -200)
    expect_moved()
    tree.page.mouse.down()
    tree.page.mouse.move(x + 40, y - 50, steps=4)
    tree.page.mouse.up()
    expect_moved()
    for key in ("+", "-", "0"):
        tree.press(key)
        expect_moved()
    tree.region.get_by_role("button", name="Zoom in (+)").click()
    expect_moved()


def test_many_moves_are_shown_in_pages(open_tree: OpenTree) -> None:
    values = "/".join("_".join(str((row * 7 + column * 13) % 90 + 1) for column in range(9)) for row in range(9))
    tree = open_tree(f"warfare/raid/X/{values}/{'/'.join(['.' * 9] * 9)}", depth=1)
    more = tree.region.get_by_role("treeitem", name=re.compile("more moves"))
    tree.press("0")
    expect(tree.region.locator("[role=treeitem].node")).to_have_count(31 + 21)  # the best move is on the last page
    expect(more).to_have_attribute("aria-label", re.compile("^30 more moves"))
    more.focus()
    tree.press("Enter")
    expect(tree.focused).to_have_attribute("aria-posinset", "31")
    expect(more).to_have_count(0)
    tree.press("Home", "n", "0")
    expect(more).to_have_attribute("aria-label", re.compile("^51 more moves"))  # the best move is visible


def test_unfolding_loads_missing_visits(
    open_tree: OpenTree, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(limits=SearchLimits(max_tree_visits=100)) as limited:
        monkeypatch.setattr(server, "url", limited.url)
        expect_unfolding_to_load_missing_visits(open_tree(depth=3, own_context=True))


def expect_unfolding_to_load_missing_visits(tree: TreePage) -> None:
    whole = list(visits_of(literal.search(POSITION, 3, "ALPHABETA", trace=WHOLE_TREE)))
    second = [visit for visit in whole if visit.depth == 1][1]
    tree.node(second.move).locator("[data-toggle]").click()
    expect(tree.node(second.move)).to_have_attribute("aria-expanded", "true")
    third = [visit for visit in whole if visit.depth == 1][2]
    expect(tree.node(third.move).locator(".order")).to_have_text(f"#{third.order}")
    expect(tree.node(second.move)).to_be_focused()
    for child in [visit for visit in whole if visit.parent == second.order][:3]:
        node = tree.node(child.move, level=3)
        expect(node.locator(".order")).to_have_text(f"#{child.order}")
        expect(node.locator(".bounds")).to_have_text(window(child))


def test_comparison_shows_the_visits_saved_by_alpha_beta(open_tree: OpenTree) -> None:
    one = open_tree(algorithm="both", depth=3)
    two = TreePage(one.page, 1)
    minimax, alphabeta = (
        literal.search(POSITION, 3, algorithm, trace=WHOLE_TREE) for algorithm in ("MINIMAX", "ALPHABETA")
    )
    expect(one.page.get_by_role("region", name="What was saved").get_by_role("heading")).to_have_text(
        f"Both play {minimax.move}, worth {minimax.value}: "
        f"{minimax.node_count:,} visits against {alphabeta.node_count:,}"
    )
    full, pruned = visits_of(minimax), visits_of(alphabeta)
    by_ply = one.page.get_by_role("table", name="Visits by ply")
    for ply in range(4):
        counts = [len([visit for visit in trace if visit.depth == ply]) for trace in (full, pruned)]
        expect(by_ply.locator("tbody tr").nth(ply)).to_contain_text(f"{ply}{counts[0]:,}{counts[1]:,}")
    largest = one.page.get_by_role("table", name="The largest cuts").locator("tbody tr").first
    move = largest.get_by_role("button").inner_text()
    largest.get_by_role("button").click()
    expect(two.focused).to_have_class(re.compile("stub"))
    expect(one.focused).to_have_attribute("aria-label", re.compile(f"^{move}, MIN"))
    below = {str(visit.move): visit.order for visit in pruned if visit.depth == 1}
    tried = [visit for visit in pruned if visit.parent == below[move]]
    visit = next(visit for visit in full if visit.depth == 1 and str(visit.move) == move)
    not_tried = [each for each in full if each.parent == visit.order][len(tried)]
    # A node that only minimax visited: the focus moves to the stub.
    one.node(move).locator("[data-toggle]").click()
    one.focused.focus()
    one.press("ArrowRight", *["ArrowDown"] * len(tried))
    expect(one.focused).to_have_attribute("aria-label", re.compile(f"^{not_tried.move}, .*MAX"))
    expect(two.focused).to_have_class(re.compile("stub"))


def test_links_lead_from_the_board_to_the_tree_and_back(open_game: OpenGame) -> None:
    play = open_game(START, moves=["A1 Stake"])
    expect(play.moves).to_have_count(2)
    with play.page.context.expect_page() as opened:
        play.page.keyboard.press("x")
    tree = TreePage(opened.value)
    expect(tree.page.locator("#what")).to_have_text("Warfare, raid rules, after A1 Stake")
    tree.page.get_by_role("link", name="Play").click()
    PlayPage(tree.page).expect_moves("A1 Stake")


def test_phone_shows_the_panel_below_the_tree(open_tree: OpenTree) -> None:
    tree = open_tree(viewport=NARROW, has_touch=True)
    tree.node(TRACE[1].move).tap()
    expect(tree.fact("Visit")).to_contain_text("#1 of")
    assert tree.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    region = bounding_box(tree.region)
    assert bounding_box(tree.panel)["y"] > region["y"] + region["height"] - 1
    assert accessibility_violations(tree.page) == []


def test_tree_opens_with_the_chosen_move_and_its_path_in_sight(open_tree: OpenTree) -> None:
    tree = open_tree("warfare/raid/Smolensk", depth=2)
    expect(tree.region.locator("[role=treeitem].chosen").nth(1)).to_be_in_viewport()
    tree.focused.focus()
    tree.press("End")
    expect(tree.region.locator("[role=treeitem].chosen")).to_have_count(3)
    for node in tree.region.locator("[role=treeitem].chosen").all():
        expect(node).to_be_in_viewport()


def test_every_control_of_a_search_tree_is_reached_by_keyboard(open_tree: OpenTree) -> None:
    tree = open_tree()
    tree.press(*"nnnnnn")
    expect(tree.stack).to_be_visible()
    assert keyboard_problems(tree.page) == []
    both = open_tree(algorithm="both")
    assert keyboard_problems(both.page) == []
    both.press(*"nnnnnn")
    expect(both.stack).to_be_visible()
    assert keyboard_problems(both.page) == []


def test_keys_go_to_the_tree_with_the_focus_and_tab_leaves_the_panel_as_it_is(open_tree: OpenTree) -> None:
    minimax = open_tree(algorithm="both")
    alphabeta = TreePage(minimax.page, view=1)
    minimax.press("n", "n")
    expect(minimax.stack.locator("[aria-current]")).to_contain_text(str(TRACE[1].move))
    alphabeta.focused.focus()
    expect(minimax.stack).to_be_visible()
    alphabeta.press("n")
    expect(alphabeta.said).to_have_text(f"Visits the root: MAX, alpha {MINUS}∞, beta ∞.")
    expect(minimax.stack.locator("[aria-current]")).to_contain_text("Root")
