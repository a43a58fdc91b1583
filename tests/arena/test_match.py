"""One game between two players: turns, results, failures."""

import itertools
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import starcircle_positions, warfare_positions

from outply.arena.match import ForfeitedError, MatchError, play, play_pair
from outply.arena.tournament.jobs import GameJob
from outply.arena.tournament.plan import Board, Contestant, ScheduledGame
from outply.games import warfare
from outply.games.boards import random_board
from outply.games.protocol import Position
from outply.games.registry import built_in_games
from outply.jobs.job import JobContext
from outply.players.forfeit import Failure
from outply.players.protocol import MoveContext, MoveDecision
from outply.players.registry import player

BOARD = warfare.Position.of(random_board(3, seed=5))
STARTS = [game.start(variant) for game in built_in_games().values() for variant in game.variants]


class Scripted:
    """Plays the first legal move or a given move, and records its calls."""

    def __init__(self, name: str = "scripted", move: Any = None) -> None:
        self.name = name
        self.move = move
        self.calls: list[tuple[Position, MoveContext]] = []

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        self.calls.append((position, context))
        return MoveDecision(move=self.move or position.moves()[0])


@pytest.mark.parametrize("start", STARTS, ids=lambda start: type(start).__module__)
def test_game_is_played_to_its_end(start: Position) -> None:
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


@up_to(50)
@given(position=warfare_positions() | starcircle_positions(), seed=st.integers(0, 99))
def test_result_is_the_final_score_of_the_first_player(position: Position, seed: int) -> None:
    record = play(position, player(f"random:{seed}"), player("greedy"))
    score = record.final.score(position.to_move)
    assert record.margin == score
    assert record.outcome == ("loss", "draw", "win")[(score > 0) - (score < 0) + 1]
    assert record.points(0) + record.points(1) == 1
    assert (record.points(0) > record.points(1)) == (score > 0)


def test_players_are_given_their_own_and_the_opponents_time() -> None:
    first, second = Scripted("first"), Scripted("second")
    record = play(BOARD, first, second)
    used = [0.0, 0.0]
    calls = [first.calls, second.calls]
    previous = None
    for number, turn in enumerate(record.turns):
        side = number % 2
        _, context = calls[side][number // 2]
        assert context == MoveContext(opponent_seconds=previous, seconds_used=used[side])
        previous = turn.cpu_seconds
        used[side] += previous
    assert [record.cpu_seconds(0), record.cpu_seconds(1)] == pytest.approx(used)


def test_turn_contains_the_nodes_and_value_and_depth_of_the_decision() -> None:
    record = play(BOARD, player("minimax:2"), Scripted())
    full, empty = record.turns[:2]
    decision = player("minimax:2").choose(BOARD, MoveContext())
    assert (full.move, full.value) == (decision.move, decision.value)
    assert (full.visited, full.depth, full.proven) == (decision.visited, 2, None)
    assert (empty.value, empty.visited, empty.depth, empty.proven) == (None, None, None, None)


def test_on_move_is_called_after_each_move() -> None:
    calls = []
    record = play(BOARD, player("greedy"), player("greedy"), lambda turn, position: calls.append((turn, position)))
    assert [turn for turn, _ in calls] == list(record.turns)
    assert calls[-1][1] == record.final


def test_game_from_a_final_position_has_no_moves() -> None:
    over = warfare.Position.of([[7]], ["O"], to_move="X")
    record = play(over, Scripted(), Scripted())
    assert record.turns == ()
    assert (record.margin, record.outcome) == (-7, "loss")


@pytest.mark.parametrize("move", [warfare.Move(0, 0, raid=True), "B2 Stake", 3])
def test_illegal_move_raises_with_the_name_of_the_player(move: Any) -> None:
    with pytest.raises(MatchError, match=f"wild played {move}, which is not a legal move for X"):
        play(BOARD, Scripted("wild", move), Scripted())


def test_play_pair_swaps_roles_and_creates_new_players() -> None:
    first, second = play_pair(BOARD, "random:4", "greedy")
    assert first.players == ("random:4", "greedy")
    assert second.players == ("greedy", "random:4")
    assert first.start == second.start == BOARD
    single = play(BOARD, player("greedy"), player("random:4"))
    assert [turn.move for turn in second.turns] == [turn.move for turn in single.turns]


def test_record_can_be_pickled() -> None:
    record = play(BOARD, player("alphabeta:2"), player("random"))
    assert pickle.loads(pickle.dumps(record)) == record


def test_player_forfeits_at_the_move_that_exceeds_its_time() -> None:
    cpu_clock = itertools.count(0.0, 0.125).__next__  # read before and after each move
    with pytest.raises(ForfeitedError) as caught:
        play(BOARD, Scripted("first"), Scripted("second"), seconds_per_game=0.125, cpu_clock=cpu_clock)
    record, forfeit = caught.value.record, caught.value.forfeit
    assert (caught.value.side, [turn.cpu_seconds for turn in record.turns]) == (0, [0.125, 0.125])
    assert (forfeit.failure, forfeit.cpu_seconds) == (Failure.CPU_TIME, 0.125)
    assert forfeit.explanation == "used 0.125 s of CPU time; the limit is 0.000 s"


def test_turn_has_the_time_of_both_clocks() -> None:
    cpu_clock, wall_clock = itertools.count(0.0, 1.0).__next__, itertools.count(0.0, 3.0).__next__
    record = play(BOARD, Scripted(), Scripted(), cpu_clock=cpu_clock, wall_clock=wall_clock)
    assert {(turn.cpu_seconds, turn.wall_seconds) for turn in record.turns} == {(1.0, 3.0)}


def test_forfeit_on_time_has_the_time_of_the_last_move() -> None:
    board = Board("Keren", "warfare/raid/Keren")
    game = ScheduledGame(number=1, first="greedy", second="random:1", board=board)
    first, second = Contestant("greedy", "greedy"), Contestant("random:1", "random:1")
    job = GameJob(game=game, first=first, second=second, seconds=1e-9, sandboxed=True)
    result = job(JobContext())
    assert (result.turns, result.failed, result.failure) == ((), 0, "out of CPU time")
    assert result.failed_move_seconds is not None
    assert result.cpu_seconds(0) == [result.failed_move_seconds[0]]
    assert result.cpu_seconds(1) == []
