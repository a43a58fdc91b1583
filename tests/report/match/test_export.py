"""The log of a game as text."""

from support.arena.matchup_results import SQUARE, record

from outply.arena.match import play
from outply.games import all_games, warfare
from outply.games.registry import built_in_games
from outply.games.text_board import render_text
from outply.players.registry import player
from outply.report.match.export import MAX_LINE_CHARS, log

LOG = """\
Warfare, blitz rules, Market square
blue (moves first): minimax:3
green: random:1

Moves (4):
blue: paradrop B1, green: paradrop A2, blue: blitz A1, green: paradrop B2

Final board (b is blue, g is green):
    A     B
1   5 b  10 b
2   7 b   3 g

blue 22, green 3: blue wins by 19.

                                       blue         green
                                  minimax:3      random:1
nodes visited                         1,241   not counted
  average per move                    620.5   not counted
nodes expanded                           50   not counted
  average per move                     25.0   not counted
CPU time per move, average (ms)        1.25         0.040
  median (ms)                          1.25         0.040
  longest (ms)                         2.00         0.070
"""


def test_log_contains_players_moves_board_result_and_statistics() -> None:
    game = record(
        SQUARE,
        ("minimax:3", "random:1"),
        ["paradrop B1", "paradrop A2", "blitz A1", "paradrop B2"],
        visited=(1200, None, 41, None),
        expanded=(40, None, 10, None),
        seconds=(0.0005, 0.00001, 0.002, 0.00007),
        board="Market square",
    )
    assert log(game) == LOG


def test_move_lines_are_wrapped_between_moves() -> None:
    game = play(warfare.Warfare().start("blitz", "Keren"), player("random:1"), player("random:2"))
    before, _, after = log(game).partition("Final board")
    lines = before.splitlines()[4:-1]
    assert "Keren" not in before
    assert len(lines) > 5
    assert all(len(line) <= MAX_LINE_CHARS for line in lines)
    assert all(line.startswith(("blue: ", "green: ")) for line in lines[1:])
    assert after


def test_log_is_written_for_every_game_variant_and_board_size() -> None:
    for game in built_in_games().values():
        for variant in game.variants:
            done = play(game.start(variant), player("random:1"), player("random:2"))
            text = log(done)
            for side in game.players:
                assert f"{game.player_label(side, variant)} {done.final.total(side):,}" in text
    for size in (1, 2, 12):
        done = play(warfare.Position.of([[1000] * size] * size), player("greedy"), player("greedy"))
        assert f"{size}  1000 " in log(done)


def test_side_without_moves_has_no_statistics() -> None:
    text = log(play(warfare.Position.of([[7]]), player("greedy"), player("greedy")))
    assert "X 7, O 0: X wins by 7." in text
    assert all(line.endswith("  -") for line in text.splitlines()[-7:])


def test_log_reports_a_draw() -> None:
    keren = warfare.Position.of([[1, 1], [1, 1]])
    game = record(keren, ("a", "b"), ["A1 Stake", "B1 Stake", "A2 Stake", "B2 Stake"])
    assert "X 2, O 2: a draw." in log(game)


def test_text_board_with_pieces_but_no_stacks_is_aligned() -> None:
    position = all_games()["starcircle"].start()
    assert render_text(position).splitlines()[:3] == [
        "   1  2  3  4  5  6  7  8",
        "H  .  C  .  C  .  C  .  C",
        "G  C  .  C  .  C  .  C  .",
    ]
