"""The engine: solved values agree with the exact search, and it always returns a legal move."""

import itertools
import random
from collections.abc import Generator, Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import longest_game, starcircle_endgames, starcircle_positions, warfare_positions
from support.search.stop_threads import stopped_from_another_thread

from outply.games import all_games, protocol, starcircle
from outply.games.boards import random_board
from outply.games.warfare import PLAYERS, RULES, Position
from outply.search import exact
from outply.search.engine import Engine, SearchInfo
from outply.search.native import Control
from outply.search.time_control import TimeControl

START: dict[str, protocol.Position] = {
    "warfare": Position.of(random_board(26, seed=1)),
    "starcircle": all_games()["starcircle"].start(),
}
ENDGAMES: dict[str, st.SearchStrategy[protocol.Position]] = {
    "warfare": warfare_positions(sizes=(3, 4, 5, 6, 8), max_empty=9),
    "warfare-wide": warfare_positions(sizes=(9, 13), max_empty=7),
    "starcircle": starcircle_endgames(),
}
POSITIONS: dict[str, st.SearchStrategy[protocol.Position]] = {
    "warfare": warfare_positions(sizes=(2, 4, 6, 8), max_empty=64),
    "warfare-wide": warfare_positions(sizes=(9, 17, 26), max_empty=676),
    "starcircle": starcircle_positions(),
}


def engine(**options: Any) -> Engine:
    return Engine(**{"memory_mib": 1} | options)  # little to clear: these tests make many


def without_seconds(thoughts: Iterable[SearchInfo]) -> list[tuple[Any, ...]]:
    return [
        (thought.depth, thought.value, thought.principal_variation, thought.nodes, thought.proven)
        for thought in thoughts
    ]


def assert_solved(position: protocol.Position, thought: SearchInfo) -> None:
    values = dict(exact.move_values(position, longest_game(position)))
    assert thought.proven
    assert thought.value == max(values.values())
    assert values[thought.move] == thought.value


def assert_legal_play(position: protocol.Position, line: Iterable[Any]) -> None:
    for move in line:
        assert move in position.moves()
        position = position.play(move)


def before_last_move(start: protocol.Position) -> protocol.Position:
    """Return a position before the last move of a random game."""
    rng, positions = random.Random(1), [start]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(rng.choice(positions[-1].moves())))
    return positions[-2]


@pytest.mark.parametrize("size", [*range(1, 9), 9, 11, 17, 26])
@up_to(250)
@given(data=st.data())
def test_warfare_endgame_is_solved(size: int, data: st.DataObject) -> None:
    position = data.draw(warfare_positions(sizes=(size,), max_empty=9))
    thought = engine().search(position, TimeControl.until_solved())
    assert thought.value == exact.search(position, 9, "ALPHABETA").value
    assert_solved(position, thought)
    assert_legal_play(position, thought.principal_variation)


@up_to(500)
@given(position=starcircle_endgames())
def test_starcircle_endgame_is_solved(position: starcircle.Position) -> None:
    if position.is_over:
        return
    thought = engine().search(position, TimeControl.until_solved())
    assert thought.value == exact.search(position, longest_game(position), "MINIMAX").value
    assert_solved(position, thought)
    assert_legal_play(position, thought.principal_variation)


@pytest.mark.parametrize("kind", ENDGAMES)
@given(data=st.data())
def test_engine_with_two_threads_solves_to_the_exact_value(kind: str, data: st.DataObject) -> None:
    position = data.draw(ENDGAMES[kind])
    if not position.is_over:
        assert_solved(position, engine(threads=2).search(position, TimeControl.until_solved()))


@pytest.mark.parametrize("kind", ENDGAMES)
@up_to(30)
@given(data=st.data())
def test_table_entries_of_other_positions_do_not_change_solved_values(kind: str, data: st.DataObject) -> None:
    remembering = engine()
    for _ in range(data.draw(st.integers(2, 12))):
        position = data.draw(ENDGAMES[kind])
        if not position.is_over:
            assert_solved(position, remembering.search(position, TimeControl.until_solved()))


@pytest.mark.parametrize("size", [4, 9])
def test_table_entries_of_earlier_moves_do_not_change_solved_values(size: int) -> None:
    """Search the same owners on several boards, in both variants and with both players to move."""
    remembering = engine(memory_mib=4)
    rng = random.Random(7)
    cells = size * size
    for game in range(3):
        taken = rng.sample(range(cells), cells - 7)
        owners = "".join(rng.choice("XO") if cell in taken else "." for cell in range(cells))
        for seed, to_move, rules in itertools.product(range(4), PLAYERS, RULES):
            values = [value for row in random_board(size, seed=seed, highest=(2, 99)[game % 2]) for value in row]
            position = Position(size, values, owners, to_move, rules)
            while not position.is_over:
                thought = remembering.search(position, TimeControl.until_solved())
                assert_solved(position, thought)
                position = position.play(thought.move)


def test_table_entries_distinguish_the_player_to_move() -> None:
    remembering = engine()
    rng = random.Random(7)
    dark = [square for square in range(64) if starcircle.is_dark(square)]
    for _ in range(40):
        squares = [0] * 64
        for square, piece in zip(rng.sample(dark, 4), (1, 1, -1, -1), strict=True):
            squares[square] = piece
        for player, sign in itertools.product(starcircle.PLAYERS, (1, -1)):
            position = starcircle.Position([sign * piece for piece in squares], player)
            assert_solved(position, remembering.search(position, TimeControl.until_solved()))


@pytest.mark.parametrize("game", START)
def test_search_ends_when_its_clock_passes_the_time_limit(game: str) -> None:
    for analyse in (Engine.analyse, Engine.analyse_moves):
        seconds = iter([10.0, 10.0, 1010.0, 1010.0])
        infos = list(analyse(engine(clock=seconds.__next__), START[game], TimeControl.per_game(1000.0)))
        assert [info.seconds for info in infos] == [1000.0]


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(50)
@given(data=st.data())
def test_analysis_deepens_and_ends_with_a_move(kind: str, data: st.DataObject) -> None:
    position = data.draw(POSITIONS[kind])
    if position.is_over:
        return
    thoughts = list(engine().analyse(position, TimeControl.to_nodes(3000)))
    depths = [thought.depth for thought in thoughts]
    assert depths[:-1] == sorted(set(depths[:-1]))
    assert depths[-1] >= max(depths)
    assert [thought.nodes for thought in thoughts] == sorted(thought.nodes for thought in thoughts)
    assert not any(thought.proven for thought in thoughts[:-1])
    for thought in thoughts:
        assert thought.move == thought.principal_variation[0]
        assert thought.nodes_per_second > 0
        assert_legal_play(position, thought.principal_variation)


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(50)
@given(data=st.data(), nodes=st.sampled_from((1, 2, 255, 256, 257, 5000)))
def test_node_limit_makes_analyses_reproducible(kind: str, data: st.DataObject, nodes: int) -> None:
    position = data.draw(POSITIONS[kind])
    if position.is_over:
        return
    first, second = (list(engine().analyse(position, TimeControl.to_nodes(nodes))) for _ in range(2))
    assert without_seconds(first) == without_seconds(second)
    assert first[-1].nodes <= nodes


def test_games_with_a_node_limit_are_reproducible() -> None:
    def play() -> Iterator[list[tuple[Any, ...]]]:
        position = Position.of(random_board(5, seed=3))
        player = engine()
        while not position.is_over:
            thought = player.search(position, TimeControl.to_nodes(4000))
            yield without_seconds([thought])
            position = position.play(thought.move)

    assert list(play()) == list(play())


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(30)
@given(data=st.data(), depth=st.integers(1, 5))
def test_analysis_stops_at_the_requested_depth(kind: str, data: st.DataObject, depth: int) -> None:
    position = data.draw(POSITIONS[kind])
    if position.is_over:
        return
    *before, last = engine().analyse(position, TimeControl.to_depth(depth))
    assert [thought.depth for thought in before] == list(range(1, len(before) + 1))
    assert last.depth == depth or (last.depth < depth and last.proven)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", START)
def test_engine_stopped_in_advance_returns_a_move(game: str, threads: int) -> None:
    control = Control()
    control.stop()
    (thought,) = engine(threads=threads).analyse(START[game], TimeControl.until_solved(), control=control)
    assert thought.move in START[game].moves()
    assert (thought.depth, thought.proven) == (0, False)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", START)
def test_engine_stopped_from_another_thread_returns_a_move(game: str, threads: int) -> None:
    with stopped_from_another_thread() as control:
        thought = engine(threads=threads).search(START[game], TimeControl.until_solved(), control=control)
    assert_legal_play(START[game], thought.principal_variation)
    assert not thought.proven


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", START)
def test_interrupt_propagates_and_the_engine_stays_usable(game: str, threads: int) -> None:
    thinking = engine(threads=threads)
    control = Control()

    def interrupt(nodes: int, done: int, in_all: int) -> None:
        assert nodes > 0
        assert 0 <= done <= in_all == len(START[game].moves())
        raise KeyboardInterrupt

    control.progress = interrupt
    with pytest.raises(KeyboardInterrupt):
        thinking.search(START[game], TimeControl.until_solved(), control=control)
    control.progress = None
    assert thinking.search(START[game], TimeControl.to_depth(3), control=control).move in START[game].moves()
    endgame = Position.of(random_board(3, seed=1))
    assert_solved(endgame, thinking.search(endgame, TimeControl.until_solved(), control=control))


def test_engine_is_usable_after_an_analysis_is_closed_early() -> None:
    thinking = engine()
    thoughts = thinking.analyse(START["warfare"], TimeControl.until_solved())
    assert next(thoughts).move in START["warfare"].moves()
    assert isinstance(thoughts, Generator)
    thoughts.close()
    assert thinking.search(START["starcircle"], TimeControl.to_depth(2)).depth == 2


@pytest.mark.slow
def test_thousands_of_moves_with_minimal_time_are_legal() -> None:
    """Play whole games, because the engine keeps its table from move to move. The time control varies."""
    rng = random.Random(1)
    moves = 0
    while moves < 50 * settings().max_examples:  # 2,000 by default
        size = rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17, 26))
        position = Position.of(random_board(size, seed=moves), rules=rng.choice(RULES))
        player = engine()
        for _ in range(60):
            if position.is_over:
                break
            clock = TimeControl.per_game(0.05 * rng.random() ** 6, startup_seconds=rng.choice((0.0, 0.001)))
            move = player.search(position, clock).move
            assert move in position.moves()
            position = position.play(move)
            moves += 1


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(40)
@given(data=st.data(), seconds=st.sampled_from((0.0, 1e-6, 1e-4, 0.001, 0.005, 0.05)), a_move=st.booleans())
def test_move_is_legal_however_little_time_is_left(
    kind: str, data: st.DataObject, seconds: float, a_move: bool
) -> None:
    position = data.draw(POSITIONS[kind])
    if position.is_over:
        return
    clock = TimeControl.per_move(seconds) if a_move else TimeControl.per_game(seconds)
    assert_legal_play(position, engine().search(position, clock).principal_variation)


@pytest.mark.parametrize(
    "start", [Position.of(random_board(size, seed=1)) for size in (1, 5, 9)] + [START["starcircle"]]
)
def test_last_move_is_proven_by_the_first_iteration(start: protocol.Position) -> None:
    position = before_last_move(start)
    for analyse in (Engine.analyse, Engine.analyse_moves):
        infos = list(analyse(engine(), position, TimeControl.until_solved()))
        assert [(info.depth, info.proven) for info in infos] == [(1, True)]


@pytest.mark.parametrize("kind", ENDGAMES)
@given(data=st.data())
def test_move_values_are_proven_if_there_is_no_limit(kind: str, data: st.DataObject) -> None:
    position = data.draw(ENDGAMES[kind])
    if position.is_over:
        return
    expected = [(move, value, True) for move, value in exact.move_values(position, longest_game(position))]
    assert engine().move_values(position, TimeControl.until_solved()) == expected


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(30)
@given(
    data=st.data(),
    clock=st.sampled_from((TimeControl.per_move(0.0), TimeControl.per_move(0.002), TimeControl.to_nodes(1))),
)
def test_every_move_has_a_value_however_little_time_there_is(
    kind: str, data: st.DataObject, clock: TimeControl
) -> None:
    position = data.draw(POSITIONS[kind])
    if position.is_over:
        return
    values = engine().move_values(position, clock)
    assert [move for move, _, _ in values] == list(position.moves())


def test_move_values_stop_at_the_requested_depth() -> None:
    values = engine().move_values(START["starcircle"], TimeControl.to_depth(3))
    assert [move for move, _, _ in values] == list(START["starcircle"].moves())
    assert not any(proven for _, _, proven in values)


def test_computation_of_move_values_can_be_stopped() -> None:
    control = Control()
    control.progress = lambda *_: control.stop()
    values = engine().move_values(START["warfare"], TimeControl.until_solved(), control=control)
    assert [move for move, _, _ in values] == list(START["warfare"].moves())


def test_finished_game_is_refused() -> None:
    over = Position(1, [5], "X", "O", "raid")
    with pytest.raises(ValueError, match="the game is over"):
        engine().search(over, TimeControl.to_depth(1))


@pytest.mark.parametrize("options", [{"threads": 0}, {"memory_mib": 0}])
def test_engine_without_threads_or_memory_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="got 0"):
        Engine(**options)


def test_wrong_number_of_weights_is_refused() -> None:
    for position in START.values():
        with pytest.raises(ValueError, match=r"expected \d+ weights of the"):
            engine(weights=[1, 2, 3, 4, 5]).search(position, TimeControl.to_depth(1))
