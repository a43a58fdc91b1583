import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.positions import starcircle_positions, warfare_positions

from outply.arena.match import MatchError, play, play_pair
from outply.arena.tournament.jobs import GameJob
from outply.arena.tournament.plan import Board, Contestant, ScheduledGame
from outply.games import all_games, warfare
from outply.games.boards import random_board
from outply.jobs.job import JobContext
from outply.players.protocol import MoveContext, MoveDecision
from outply.players.registry import player

BOARD = warfare.Position.of(random_board(3, seed=5))
STARTS = [game.start(variant) for game in all_games().values() for variant in game.variants]


class Scripted:
    """Plays the first legal move, or what it is told to, and keeps what it was asked."""

    def __init__(self, name="scripted", move=None):
        self.name = name
        self.move = move
        self.asked = []

    def choose(self, position, situation):
        self.asked.append((position, situation))
        return MoveDecision(move=self.move or position.moves()[0])


@pytest.mark.parametrize("start", STARTS, ids=lambda start: type(start).__module__)
def test_a_game_is_played_to_its_end_move_by_move(start):
    record = play(start, player("greedy"), player("random:2"))
    position = start
    for number, turn in enumerate(record.turns):
        assert turn.player == record.players[number % 2]
        assert turn.move in position.moves()
        assert turn.cpu_seconds >= 0
        assert turn.wall_seconds >= 0
        position = position.play(turn.move)
    assert position.is_over
    assert (record.start, record.final, record.players) == (start, position, ("greedy", "random:2"))


@settings(max_examples=50)
@given(position=warfare_positions() | starcircle_positions(), seed=st.integers(0, 99))
def test_the_result_is_the_final_score_for_the_one_who_moved_first(position, seed):
    record = play(position, player(f"random:{seed}"), player("greedy"))
    score = record.final.score(position.to_move)
    assert record.margin == score
    assert record.outcome == ("loss", "draw", "win")[(score > 0) - (score < 0) + 1]
    assert record.points(0) + record.points(1) == 1
    assert (record.points(0) > record.points(1)) == (score > 0)


def test_players_hear_what_they_and_the_opponent_used():
    first, second = Scripted("first"), Scripted("second")
    record = play(BOARD, first, second)
    used = [0.0, 0.0]
    asked = [first.asked, second.asked]
    before = None
    for number, turn in enumerate(record.turns):
        side = number % 2
        _, situation = asked[side][number // 2]
        assert situation == MoveContext(opponent_seconds=before, seconds_used=used[side])
        before = turn.cpu_seconds
        used[side] += before
    assert [record.cpu_seconds(0), record.cpu_seconds(1)] == pytest.approx(used)


def test_what_the_player_tells_is_kept():
    record = play(BOARD, player("minimax:2"), Scripted())
    told, silent = record.turns[:2]
    choice = player("minimax:2").choose(BOARD, MoveContext())
    assert (told.move, told.value, told.visited, told.depth) == (choice.move, choice.value, choice.visited, 2)
    assert told.proven is None
    assert (silent.value, silent.visited, silent.depth, silent.proven) == (None, None, None, None)


def test_each_move_is_told_as_it_is_played():
    heard = []
    record = play(BOARD, player("greedy"), player("greedy"), lambda turn, position: heard.append((turn, position)))
    assert [turn for turn, _ in heard] == list(record.turns)
    assert heard[-1][1] == record.final


def test_a_position_that_is_over_is_a_game_without_moves():
    over = warfare.Position.of([[7]], ["O"], to_move="X")
    record = play(over, Scripted(), Scripted())
    assert record.turns == ()
    assert (record.margin, record.outcome) == (-7, "loss")


@pytest.mark.parametrize("move", [warfare.Move(0, 0, raid=True), "B2 Stake", 3])
def test_an_illegal_move_ends_the_game_with_the_name_of_who_played_it(move):
    with pytest.raises(MatchError, match=f"wild played {move}, which is not a legal move for X"):
        play(BOARD, Scripted("wild", move), Scripted())


def test_in_a_pair_each_moves_first_once_and_starts_afresh():
    one, other = play_pair(BOARD, "random:4", "greedy")
    assert one.players == ("random:4", "greedy")
    assert other.players == ("greedy", "random:4")
    assert one.start == other.start == BOARD
    alone = play(BOARD, player("greedy"), player("random:4"))
    assert [turn.move for turn in other.turns] == [turn.move for turn in alone.turns]


def test_a_record_goes_from_process_to_process():
    record = play(BOARD, player("alphabeta:2"), player("random"))
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_player_that_is_out_of_time_is_told_what_its_last_move_took():
    board = Board("Keren", "warfare/raid/Keren")
    game = ScheduledGame(number=1, first="greedy", second="random:1", board=board)
    first, second = Contestant("greedy", "greedy"), Contestant("random:1", "random:1")
    job = GameJob(game=game, first=first, second=second, seconds=1e-9, sandboxed=True)
    result = job(JobContext())
    assert (result.turns, result.failed, result.failure) == ((), 0, "out of CPU time")
    assert result.failed_move_seconds is not None
    assert result.cpu_seconds(0) == [result.failed_move_seconds[0]]
    assert result.cpu_seconds(1) == []
