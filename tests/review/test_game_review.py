"""Reviews of games: values, losses and summaries agree with each other and with the exact search."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.games.nim import Heap, Nim, Take
from support.search.positions import AnyPosition, starcircle_endgames, warfare_positions
from support.search.stop_threads import stopped_from_another_thread

from outply.games import game_named, registry
from outply.games.protocol import Position
from outply.review.game_review import GameReview, MoveReview, Phase, review_game
from outply.review.position_analysis import PositionAnalysis, default_nodes
from outply.review.quality import Quality
from outply.search import exact
from outply.search.native import MAX_PLIES, Control, Stopped

NODES = 3_000


def random_game(start: Position, seed: int) -> list[Any]:
    rng, moves, position = random.Random(seed), [], start
    while not position.is_over:
        moves.append(rng.choice(position.moves()))
        position = position.play(moves[-1])
    return moves


def exact_value(position: Position, player: str) -> int:
    if position.is_over:
        return position.score(player)
    value = exact.search(position, MAX_PLIES, "ALPHABETA").value
    return value if player == position.to_move else -value


def own_minus_opponents_losses(moves: tuple[MoveReview, ...]) -> int:
    player = moves[0].player
    return sum(each.loss if each.player == player else -each.loss for each in moves)


@up_to(60)
@given(st.one_of(warfare_positions(max_empty=14), starcircle_endgames()), st.integers(0, 99))
def test_losses_explain_the_result_from_the_first_solved_position_on(position: AnyPosition, seed: int) -> None:
    if position.is_over:
        return
    review = review_game(position, random_game(position, seed), nodes=NODES)
    number = review.solved_from
    assert number is not None
    solved = review.moves[number - 1 :]
    assert all(each.solved and each.phase == Phase.ENDGAME for each in solved)
    final_score = review.final.score(solved[0].player)
    assert solved[0].value - final_score == own_minus_opponents_losses(solved)


@up_to(40)
@given(st.one_of(warfare_positions(max_empty=8), starcircle_endgames()), st.integers(0, 99))
def test_values_of_solved_positions_are_those_of_the_exact_search(position: AnyPosition, seed: int) -> None:
    if position.is_over:
        return
    moves = random_game(position, seed)
    before: Position = position
    for each in review_game(position, moves, nodes=NODES).moves:
        after = before.play(each.move)
        if each.solved:
            assert each.value == exact_value(before, each.player)
            assert each.played_value == exact_value(after, each.player)
        assert (each.loss == 0) == (each.quality == Quality.BEST)
        assert each.loss >= 0
        assert each.best_move in before.moves()
        before = after


@pytest.fixture(scope="module")
def review() -> GameReview:
    start = game_named("warfare").start("raid", "random:4:1")
    return review_game(start, random_game(start, 4), nodes=NODES)


def test_phases_follow_each_other(review: GameReview) -> None:
    phases = [each.phase for each in review.moves]
    assert phases[:4] == [Phase.OPENING] * 4
    assert phases == sorted(phases, key=list(Phase).index)
    assert set(phases) == set(Phase)
    assert [each.number for each in review.moves] == list(range(1, 17))


def test_side_summarises_the_moves_of_a_player(review: GameReview) -> None:
    for side in review.sides:
        own = [each for each in review.moves if each.player == side.player]
        assert side.total_loss == sum(each.loss for each in own)
        assert [each.loss for each in side.costliest] == sorted((each.loss for each in own), reverse=True)[:3]
        assert sum(side.counts.values()) == len(own) == 8
        with_choice = [each.loss for each in own if each.choices > 1]
        assert side.accuracy == review.thresholds.accuracy(with_choice)
        assert side.average_loss == sum(with_choice) / len(with_choice)


def test_values_are_those_of_the_first_player(review: GameReview) -> None:
    assert len(review.values) == 17
    assert review.values[0] == review.moves[0].value
    assert review.values[1] == -review.moves[1].value
    assert review.values[-1] == review.final.score("X")


def test_same_game_has_the_same_review(review: GameReview) -> None:
    moves = [each.move for each in review.moves]
    assert review_game(review.start, moves, nodes=NODES) == review


def test_reviewed_moves_are_reported_in_order(review: GameReview) -> None:
    reported: list[MoveReview] = []
    review_game(review.start, [each.move for each in review.moves], nodes=NODES, on_move=reported.append)
    assert tuple(reported) == review.moves


class Unwritable(dict[Position, PositionAnalysis]):
    """A cache of which a test expects that everything is in it."""

    def __setitem__(self, position: Position, analysis: PositionAnalysis) -> None:
        raise AssertionError("searched a position that was cached")


def test_cached_positions_are_not_searched_again(review: GameReview) -> None:
    moves = [each.move for each in review.moves]
    cache: dict[Position, PositionAnalysis] = {}
    review_game(review.start, moves, nodes=NODES, cache=cache)
    assert len(cache) == 16
    assert review_game(review.start, moves, nodes=NODES, cache=Unwritable(cache)) == review
    assert (
        review_game(review.start, moves[:9], nodes=NODES // 2, cache=Unwritable(cache)).moves == review.moves[:9]
    )


def test_estimates_of_smaller_searches_are_not_reused(review: GameReview) -> None:
    moves = [each.move for each in review.moves]
    cache: dict[Position, PositionAnalysis] = {}
    review_game(review.start, moves, nodes=100, cache=cache)
    review_game(review.start, moves, nodes=NODES, cache=cache)
    assert cache[review.start].nodes == NODES


def test_estimate_in_the_cache_does_not_follow_a_solved_position() -> None:
    start = game_named("warfare").start("blitz", "random:3:1")
    moves = random_game(start, 1)
    estimate = PositionAnalysis(
        values=dict.fromkeys(start.play(moves[0]).moves(), 0),
        line=(moves[1],),
        depth=1,
        solved=False,
        nodes=10**9,
    )
    review = review_game(start, moves, cache={start.play(moves[0]): estimate})
    assert all(each.solved for each in review.moves)


def test_turning_point_is_the_last_move_by_which_the_loser_gave_the_game_away(review: GameReview) -> None:
    found = review.turning_point
    assert found is not None
    loser = "X" if review.values[-1] < 0 else "O"
    assert found.player == loser
    assert found.changes_result
    later = review.moves[found.number :]
    # The winner may have a later move whose estimate contradicts the one before it; a solved value cannot.
    assert not any(each.changes_result for each in later if each.solved or each.player == loser)


def nim_review(heap: Heap, *taken: int) -> GameReview:
    return review_game(heap, [Take(matches) for matches in taken])


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Nim, a game without a native core, a known game."""
    monkeypatch.setattr(registry, "plugin_games", lambda _: {"nim": Nim()})


@pytest.mark.usefixtures("nim")
def test_game_without_native_core_is_reviewed() -> None:
    review = nim_review(Heap(5), 1, 2, 2)  # A takes 3 matches, B 2
    assert [each.solved for each in review.moves] == [True] * 3
    assert [(each.value, each.loss) for each in review.moves] == [(1, 0), (-1, 0), (1, 0)]
    assert review.turning_point is None
    assert [side.accuracy for side in review.sides] == [100.0, 100.0]


@pytest.mark.usefixtures("nim")
def test_turning_point_without_a_change_of_the_result_is_the_costliest_move() -> None:
    review = nim_review(Heap(4, taken=-10), 1, 1, 1, 1)
    assert not any(each.changes_result for each in review.moves)
    costliest = max((each for each in review.moves if each.player == "A"), key=lambda each: each.loss)
    assert costliest.loss > 0
    assert review.turning_point == costliest


@pytest.mark.usefixtures("nim")
def test_unfinished_game_ends_with_the_value_of_its_last_move() -> None:
    review = nim_review(Heap(5), 1)
    assert review.values == (1, 1)


@pytest.mark.usefixtures("nim")
def test_game_without_moves_has_an_empty_review() -> None:
    review = nim_review(Heap(5))
    assert review.moves == ()
    assert review.values == (0,)
    assert review.turning_point is None
    assert review.solved_from is None
    assert [(side.accuracy, side.average_loss) for side in review.sides] == [(None, None)] * 2


def test_review_stops_with_its_control() -> None:
    start = game_named("warfare").start("raid", "Smolensk")
    cache: dict[Position, PositionAnalysis] = {}
    with stopped_from_another_thread() as control, pytest.raises(Stopped):
        review_game(start, random_game(start, 1), nodes=10**12, cache=cache, control=control)
    assert not cache


def test_stopped_control_starts_no_search() -> None:
    control = Control()
    control.stop()
    start = game_named("warfare").start("raid", "Smolensk")
    with pytest.raises(Stopped):
        review_game(start, random_game(start, 1), control=control)


def test_default_budget_shrinks_with_the_length_of_the_game() -> None:
    start = game_named("warfare").start()
    budgets = [default_nodes(start, moves) for moves in (0, 36, 50, 64, 144, 676)]
    assert budgets == [500_000, 500_000, 500_000, 250_000, 125_000, 31_250]
    assert default_nodes(Heap(5), 36) == 5_000
