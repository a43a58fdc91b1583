"""Setting up a game."""

import re

import pytest
from conftest import ROOT
from playwright.sync_api import expect
from support.browser.play_page import TINY, drop, example, stop_clock

from outply.games.boards import NAMES, named, random_board


class Setup:
    """The dialog for a new game."""

    def __init__(self, table):
        self.table, self.page = table, table.page
        self.dialog = table.dialog("New game")
        self.preview = self.dialog.get_by_role("img", name="The board")
        self.problem = self.dialog.get_by_role("alert")
        table.tool("new").click()
        expect(self.dialog).to_be_visible()

    def choose(self, group, name):
        self.dialog.get_by_role("group", name=group).get_by_role("radio", name=name, exact=True).check()

    def seat(self, side, player, amount=None):
        self.dialog.get_by_label(side, exact=True).select_option(label=player)
        if amount is not None:
            self.dialog.get_by_label(re.compile(f"^{side}: (depth|seconds)")).fill(str(amount))

    def start(self):
        before = self.page.url
        self.dialog.get_by_role("button", name="Start game").click()
        expect(self.dialog).to_be_hidden()
        expect(self.page).not_to_have_url(before)  # so the new game is there
        return self.table


@pytest.fixture
def setup(sit_down):
    return Setup(sit_down(TINY))


def texts(values):
    return [str(value) for row in values for value in row]


@pytest.mark.parametrize(("rules", "words"), [("Raid", "A1 Stake"), ("Blitz", "paradrop A1")])
def test_warfare_is_played_by_both_rules(setup, rules, words):
    setup.choose("Game", "Warfare")
    setup.choose("Rules", rules)
    table = setup.start()
    table.click("A1")
    table.expect_moves(words)


def test_star_circle_is_played(setup):
    setup.choose("Game", "Star/Circle")
    expect(setup.preview.locator("use")).to_have_count(24)
    table = setup.start()
    expect(table.board).to_have_accessible_name("Star/Circle board")
    expect(table.cells).to_have_count(64)
    expect(table.status).to_have_text("Star to move")


def test_a_named_board_is_shown_and_played(setup):
    setup.choose("Board", "Named")
    for name in NAMES:
        setup.dialog.get_by_role("combobox", name="Name").select_option(name)
        expect(setup.preview.locator("[data-owner]")).to_have_text(texts(named(name)))
    table = setup.start()
    expect(table.cells).to_have_text(texts(named(NAMES[-1])))


def test_a_random_board_has_a_size_and_a_seed(setup):
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("4")
    setup.dialog.get_by_label("Seed").fill("7")
    expect(setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(4, 7)))
    table = setup.start()
    expect(table.cells).to_have_text(texts(random_board(4, 7)))


def test_another_random_board_is_one_click_away(setup):
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Seed").fill("7")
    expect(setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(8, 7)))
    setup.dialog.get_by_role("button", name="Another").click()
    expect(setup.preview.locator("[data-owner]")).not_to_have_text(texts(random_board(8, 7)))


def test_a_size_that_there_is_not_is_refused_in_words(setup):
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("27")
    expect(setup.problem).to_contain_text("1 to 26")
    setup.dialog.get_by_role("button", name="Start game").click()
    expect(setup.dialog).to_be_visible()


def test_an_input_txt_is_pasted(setup):
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("An input.txt").fill((ROOT / "examples/warfare-3.in").read_text())
    expect(setup.preview.locator("[data-owner]")).to_have_count(25)
    expect(setup.dialog).to_contain_text("The text asks for Alpha-beta 4 to play X.")
    expect(setup.dialog.get_by_label("X: depth")).to_have_value("4")
    setup.seat("X", "Person")
    table = setup.start()
    table.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])
    expect(table.status).to_have_text("X to move")


def test_an_input_txt_says_by_itself_which_game_it_is_and_who_is_to_search(setup):
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("An input.txt").fill((ROOT / "examples/starcircle-1.in").read_text())
    expect(setup.dialog.get_by_role("radio", name="Star/Circle")).to_be_checked()
    expect(setup.dialog.get_by_label("An input.txt")).to_be_focused()
    table = setup.start()
    expect(table.players.nth(0)).to_contain_text("Minimax 2")
    expect(table.status).to_have_text("You lose: Star wins by 160")


def test_a_text_that_is_no_board_is_refused_in_words(setup):
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("An input.txt").fill("5\nALPHABETA\nX\n4\n1 2 3\n")
    expect(setup.problem).to_contain_text("line 5")


def test_a_file_is_opened(setup):
    setup.choose("Board", "Paste")
    setup.dialog.locator("[type=file]").set_input_files(ROOT / "examples/warfare-3.in")
    expect(setup.preview.locator("[data-owner]")).to_have_count(25)
    expect(setup.dialog).to_contain_text("The text asks for")
    setup.seat("X", "Person")
    table = setup.start()
    table.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])


def test_a_file_is_dropped_on_the_page(sit_down):
    table = sit_down(TINY)
    drop(table.page, table.board, (ROOT / "examples/warfare-3.in").read_text())
    table.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])
    table.page.go_back()
    table.expect_owners(["..", ".."])


def test_a_file_is_dropped_on_the_dialog(setup):
    setup.choose("Board", "Paste")
    drop(setup.page, setup.dialog.get_by_label("An input.txt"), (ROOT / "examples/warfare-3.in").read_text())
    expect(setup.preview.locator("[data-owner]")).to_have_count(25)


def test_the_game_that_is_on_can_go_on_with_others(sit_down):
    table = sit_down("warfare/raid/random:3:1", moves=["A1 Stake", "C3 Stake"])
    setup = Setup(table)
    setup.choose("Board", "Current")
    setup.seat("O", "Casual")
    setup.start()
    table.click("B2")
    expect(table.moves).to_have_count(5)


def test_players_are_changed_without_a_new_game(sit_down):
    table = sit_down("warfare/raid/random:3:1", moves=["A1 Stake", "C3 Stake"])
    setup = Setup(table)
    setup.seat("O", "Beginner")
    setup.dialog.get_by_role("button", name="Change players").click()
    expect(table.players.nth(1)).to_contain_text("Beginner")
    table.expect_moves("A1 Stake", "C3 Stake")


def test_a_board_that_is_chosen_outlives_a_change_of_players(setup):
    setup.choose("Game", "Star/Circle")
    expect(setup.preview.locator("use")).to_have_count(24)
    setup.dialog.get_by_role("button", name="Change players").click()
    expect(setup.dialog).to_be_hidden()
    setup.table.tool("new").click()
    expect(setup.dialog.get_by_role("radio", name="Star/Circle")).to_be_checked()


@pytest.mark.parametrize(
    ("player", "amount", "shown", "asked"),
    [
        ("Beginner", None, "Beginner", "level:1"),
        ("Full strength", None, "Full strength", "level:8"),
        ("Minimax", 2, "Minimax 2", "minimax:2"),
        ("Alpha-beta", 3, "Alpha-beta 3", "alphabeta:3"),
        ("Engine", 0.2, "Engine 0.2 s", "engine:0.2s"),
    ],
)
def test_a_computer_player_is_chosen(setup, player, amount, shown, asked):
    setup.seat("O", player, amount)
    table = setup.start()
    expect(table.players.nth(1)).to_contain_text(shown)
    with table.page.expect_request(re.compile("/api/choose$")) as request:
        table.click("A1")
    assert request.value.post_data_json["player"] == asked
    expect(table.moves).to_have_count(3)


def test_the_scale_goes_from_beginner_to_full_strength(setup):
    levels = setup.dialog.get_by_label("O", exact=True).locator("optgroup[label=Computer] option")
    expect(levels).to_have_count(8)
    expect(levels.first).to_have_text("Beginner")
    expect(levels.last).to_have_text("Full strength")


def test_sides_are_swapped_before_the_game(setup):
    setup.seat("O", "Casual")
    setup.dialog.get_by_role("button", name="Swap sides").click()
    table = setup.start()
    expect(table.players.nth(0)).to_contain_text("Casual")
    expect(table.status).to_have_text("Your move, O")


def test_computer_plays_against_computer_to_the_end(setup):
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("3")
    setup.seat("X", "Novice")
    setup.seat("O", "Alpha-beta", 2)
    table = setup.start()
    table.page.get_by_label("Speed").press("End")
    expect(table.moves).to_have_count(10)
    expect(table.status).to_have_text(re.compile("wins by|Draw"))


def test_computer_against_computer_is_paused_and_goes_on(sit_down):
    table = sit_down("warfare/raid/random:5:1", ("level:1", "level:1"))  # which takes a while at the usual speed
    expect(table.moves.nth(2)).to_be_visible()  # there may be more by the time that one looks
    table.tool("pause").click()
    expect(table.status).to_have_text("Paused")
    made = table.moves.count()
    table.button("Undo").hover()
    expect(table.moves).to_have_count(made)
    table.button("Continue").click()
    table.page.get_by_label("Speed").press("End")
    expect(table.moves).to_have_count(26)


def test_speed_is_how_long_a_move_waits(sit_down):
    table = sit_down("warfare/raid/random:8:1", ("level:1", "level:1"))
    page = table.page
    page.get_by_label("Speed").press("Home")  # three seconds
    table.tool("pause").click()
    expect(table.status).to_have_text("Paused")
    stop_clock(page)
    made = table.moves.count()
    with page.expect_response(re.compile("/api/choose$")):
        table.tool("pause").click()
    page.clock.run_for(2_500)
    expect(table.moves).to_have_count(made)
    page.clock.run_for(1_000)
    expect(table.moves).to_have_count(made + 1)


class Editor:
    """The board editor, opened from the dialog for a new game."""

    def __init__(self, setup):
        self.setup, self.page = setup, setup.page
        self.dialog = setup.table.dialog("Board editor")
        self.tiles = self.dialog.get_by_role("gridcell")
        setup.dialog.get_by_role("button", name="Edit board").click()
        expect(self.dialog).to_be_visible()

    def tool(self, name):
        self.dialog.get_by_role("group", name="Paint").get_by_role("radio", name=name, exact=True).check()

    def tile(self, name):
        return self.dialog.locator(f'[role=gridcell][aria-label^="{name},"]')

    def use(self):
        self.dialog.get_by_role("button", name="Use this board").click()
        expect(self.dialog).to_be_hidden()
        expect(self.setup.dialog).to_be_visible()


@pytest.fixture
def editor(sit_down):
    setup = Setup(sit_down("warfare/raid/Keren"))
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("2")
    expect(setup.preview.locator("[data-owner]")).to_have_count(4)
    return Editor(setup)


def test_values_and_owners_are_edited(editor):
    editor.tile("A1").click()
    editor.page.keyboard.type("42")
    editor.page.keyboard.press("ArrowRight")
    editor.page.keyboard.type("7")
    editor.tool("X")
    editor.tile("A2").click()
    editor.tool("O")
    editor.tile("B2").click()
    editor.dialog.get_by_label("To move").select_option(label="O")
    editor.use()
    table = editor.setup.start()
    expect(table.cell("A1")).to_have_text("42")
    expect(table.cell("B1")).to_have_text("7")
    table.expect_owners(["..", "01"])
    expect(table.status).to_have_text("O to move")


def test_owners_are_painted_by_dragging_and_wiped_off(editor):
    editor.tool("X")
    editor.tile("A1").hover()
    editor.page.mouse.down()
    editor.tile("B1").hover()
    editor.page.mouse.up()
    editor.tool("Nobody")
    editor.tile("A1").click()
    editor.use()
    table = editor.setup.start()
    table.expect_owners([".0", ".."])


def test_the_editor_is_used_by_keyboard(editor):
    editor.tile("A1").focus()
    for key in ("9", "9", "ArrowDown", "Space", "ArrowRight", "Space", "Space"):
        editor.page.keyboard.press(key)
    expect(editor.tile("A1")).to_have_attribute("aria-label", re.compile("value 99"))
    expect(editor.tile("A2")).to_have_attribute("data-owner", "0")
    expect(editor.tile("B2")).to_have_attribute("data-owner", "1")


def test_a_cell_without_a_value_is_refused_in_words(editor):
    editor.tile("A1").click()
    for _ in range(3):
        editor.page.keyboard.press("Backspace")
    editor.dialog.get_by_role("button", name="Use this board").click()
    expect(editor.dialog.get_by_role("alert")).to_have_text("A1 must be a number from 1 to 1,000,000.")
    expect(editor.dialog).to_be_visible()


def test_the_board_in_the_editor_grows_and_keeps_what_it_has(editor):
    editor.tile("A1").click()
    editor.page.keyboard.type("42")
    editor.tool("X")
    editor.tile("B2").click()
    editor.dialog.get_by_label("Size").fill("3")
    editor.dialog.get_by_label("Size").press("Tab")
    expect(editor.tiles).to_have_count(9)
    expect(editor.tile("A1")).to_have_text("42")
    expect(editor.tile("B2")).to_have_attribute("data-owner", "0")
    editor.dialog.get_by_role("button", name="Clear").click()
    expect(editor.tile("B2")).to_have_attribute("data-owner", "")
    values = editor.tiles.all_inner_texts()
    editor.dialog.get_by_role("button", name="Fill with values").click()
    expect(editor.tiles).not_to_have_text(values)
    editor.use()
    expect(editor.setup.preview.locator("[data-owner]")).to_have_count(9)


def test_the_tab_stop_of_the_editor_follows_a_click(editor):
    editor.tile("B2").click()
    expect(editor.tile("B2")).to_have_attribute("tabindex", "0")
    expect(editor.dialog.locator("[role=gridcell][tabindex='0']")).to_have_count(1)


def test_pieces_are_put_on_and_taken_off(sit_down):
    _, start = example("starcircle-1")
    setup = Setup(sit_down(start))
    setup.choose("Board", "Current")
    editor = Editor(setup)
    editor.tool("Empty")
    editor.tile("G3").click()
    editor.tool("Circle")
    editor.tile("E5").click()
    editor.tile("A1").focus()
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type("3")
    editor.use()
    table = setup.start()
    expect(table.cell("G3")).to_have_attribute("data-owner", "")
    expect(table.cell("E5")).to_have_attribute("data-owner", "1")
    expect(table.cell("A1")).to_have_text("3")


def test_the_editor_speaks_of_what_the_game_has(sit_down):
    editor = Editor(Setup(sit_down("starcircle/standard/initial")))
    expect(editor.dialog).to_contain_text("type how many are there")
    expect(editor.dialog.get_by_role("radio")).to_have_count(4)
    assert "alue" not in editor.dialog.inner_text()


def test_back_leaves_the_board_as_it_was(editor):
    editor.tile("A1").click()
    editor.page.keyboard.type("42")
    editor.dialog.get_by_role("button", name="Back").click()
    expect(editor.setup.dialog).to_be_visible()
    expect(editor.setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(2, 1)))
