"""The games of a report: what they are, that they come out as they always did, and that none is played twice."""

from pathlib import Path

import pytest

from outply.arena.match import play
from outply.arena.matchups.pairing import Fixture, four_matchups
from outply.arena.matchups.run import MatchupJob, Store, play_all, try_depths
from outply.formats.line_reader import FormatError
from outply.games import all_games, game_of
from outply.games.boards import NAMES, random_board
from outply.games.warfare import Position
from outply.players.protocol import MoveDecision
from outply.players.registry import player
from outply.search.textbook import ALGORITHMS

GOLDEN = Path(__file__).parent / "matchups.txt"
"""Every game of the five boards and the four matchups: totals, nodes, moves."""

MINIMAX, ALPHABETA = "minimax:2", "alphabeta:3"
TINY = Position.of(random_board(2, seed=4, highest=9), rules="blitz")
FIXTURES = [Fixture("Tiny", TINY, first, second) for first, second in four_matchups("minimax:1", "alphabeta:2")]


class Taught:
    """The textbook's search in Python as a player."""

    def __init__(self, name):
        self.name = name
        algorithm, depth = name.split(":")
        self.search, self.depth = ALGORITHMS[algorithm.upper()], int(depth)

    def choose(self, position, situation):
        found = self.search(position, self.depth)
        return MoveDecision(
            move=found.move,
            value=found.value,
            visited=found.visited,
            expanded=found.expanded,
            depth=self.depth,
        )


def summary(record):
    """Everything about a game but its times."""
    game, rules = game_of(record.start), record.start.variant
    totals = "-".join(str(record.final.total(player)) for player in game.players)
    visited = "-".join(str(record.visited(side)) for side in (0, 1))
    expanded = "-".join(str(record.expanded(side)) for side in (0, 1))
    head = f"{record.board}, {' v '.join(record.players)}: {totals}, visited {visited}, expanded {expanded}"
    return "\n".join([head, ", ".join(game.move_text(turn.move, rules) for turn in record.turns)])


def summaries(board, kind):
    start = all_games()["warfare"].start("blitz", board)
    pairs = four_matchups(MINIMAX, ALPHABETA)
    return [summary(play(start, kind(first), kind(second), board=board)) for first, second in pairs]


@pytest.mark.parametrize("kind", [player, Taught], ids=["native", "Python"])
@pytest.mark.parametrize("board", NAMES)
def test_a_game_is_a_function_of_board_players_and_depths(board, kind):
    golden = GOLDEN.read_text().rstrip().split("\n\n")
    assert summaries(board, kind) == golden[NAMES.index(board) * 4 :][:4]


def test_the_four_matchups_are_each_against_itself_and_both_ways():
    assert four_matchups("a", "b") == [("a", "a"), ("b", "b"), ("a", "b"), ("b", "a")]


def test_files_are_called_after_their_games():
    smolensk = all_games()["warfare"].start("blitz", "Smolensk")
    fixture = Fixture("Smolensk", smolensk, "alphabeta:5:safety", "engine:0.5s/game")
    assert fixture.slug == "smolensk-alphabeta-5-safety-v-engine-0.5s-game"


def test_no_two_games_have_files_of_one_name():
    small = all_games()["warfare"].start("blitz", "random:2:1")
    boards = ["random:2:1", "random-2-1", "A", "a", "доска", "поле", "", "x" * 300, "x" * 299, "../..", "a\ud800"]
    slugs = [Fixture(board, small, "greedy", "greedy").slug for board in boards]
    slugs.append(Fixture("A", TINY, "greedy", "greedy").slug)
    assert len(set(slugs)) == len(slugs)
    assert all(slug.replace("-", "").replace(".", "").isalnum() and len(slug) < 100 for slug in slugs)
    assert all(slug.isascii() and not slug.startswith(".") for slug in slugs)


def played_now(store, **options):
    """Play all games; return those that were not known."""
    now = []
    played = play_all(
        FIXTURES, store, on_progress=lambda one: one.over and not one.before and now.append(one.game)
    )
    assert [one.fixture for one in played] == FIXTURES
    return [game.fixture for game in now], played


def test_a_game_that_is_not_there_is_played_and_no_other_is(tmp_path):
    store = Store(tmp_path / "records")
    now, played = played_now(store)
    assert sorted(now, key=str) == sorted(FIXTURES, key=str)
    assert played_now(store) == ([], played)
    store.path(FIXTURES[2]).unlink()
    now, again = played_now(store)
    assert now == [FIXTURES[2]]
    assert [one for one in again if one.fixture != now[0]] == [one for one in played if one.fixture != now[0]]
    assert summary(again[2].record) == summary(played[2].record)


def test_a_corrupted_record_is_an_error_that_names_the_line(tmp_path):
    store = Store(tmp_path)
    played_now(store)
    path = store.path(FIXTURES[1])
    lines = path.read_text().split("\n")
    lines[16] = lines[16].replace("paradrop", "parachute")
    path.write_text("\n".join(lines))
    with pytest.raises(FormatError) as raised:
        played_now(store)
    assert str(raised.value).startswith(f"{path}, line 17: found the move 'parachute")
    assert path.read_text() == "\n".join(lines)


def test_a_record_of_another_game_is_neither_taken_nor_overwritten(tmp_path):
    store = Store(tmp_path)
    played_now(store)
    other = store.path(FIXTURES[0]).read_text()
    store.path(FIXTURES[1]).write_text(other)
    problem = "found minimax:1 v minimax:1 by blitz rules, expected alphabeta:2 v alphabeta:2 by blitz rules"
    with pytest.raises(FormatError, match=problem):
        played_now(store)
    assert store.path(FIXTURES[1]).read_text() == other


def trials(store, seconds):
    now = []
    found = try_depths({"Tiny": TINY}, "difference", seconds, store, 1, lambda one: one.before or now.append(one))
    return [(one.algorithm, one.depth, one.record is not None) for one in found], len(now)


def test_trials_go_as_deep_as_the_game_is_long_and_are_kept(tmp_path):
    store = Store(tmp_path)
    expected = [(algorithm, depth, True) for algorithm in ("minimax", "alphabeta") for depth in (1, 2, 3, 4)]
    found, now = trials(store, 1000.0)
    assert found == expected
    assert now > 0
    assert trials(store, 1000.0) == (expected, 0)
    for algorithm, depth, _ in expected:
        known, record = store.find(MatchupJob(Fixture("Tiny", TINY, *[f"{algorithm}:{depth}"] * 2)))
        assert known
        assert {turn.depth for turn in record.turns} == {depth}


def test_trials_end_with_the_depth_that_takes_too_long(tmp_path):
    store = Store(tmp_path)
    too_slow = [("minimax", 1, False), ("alphabeta", 1, False)]
    assert trials(store, 1e-9)[0] == too_slow
    assert trials(store, 1e-9) == (too_slow, 0)  # and are not tried again
    assert len(trials(store, 1000.0)[0]) == 8  # unless there is more time
    assert trials(store, 1e-9) == (too_slow, 0)


def test_both_algorithms_play_the_same_game_at_equal_depth(tmp_path):
    found = try_depths({"Tiny": TINY}, "difference", 1000.0, Store(tmp_path), 1)
    for one, other in zip(found[:4], found[4:], strict=True):
        assert [turn.move for turn in one.record.turns] == [turn.move for turn in other.record.turns]
        assert one.record.visited(0) >= other.record.visited(0)
