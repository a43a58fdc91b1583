"""Conformance check of a native core against the rules of its game in Python, for use in the game's own tests.

    from outply.search import conformance

    def test_native_core_agrees_with_the_rules():
        conformance.check_native(ConnectFour())

The check plays reproducible random games and compares the searches of the native core with the textbook.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from outply.games.conformance import CONTEXT_MOVES, MAX_GAME_PLIES, ConformanceError, require
from outply.games.plugin_errors import unexpected_error_message
from outply.games.protocol import Editable, Game, HasRandomBoards, Position
from outply.search import exact, literal
from outply.search.cores import CORES, NativeCore
from outply.search.engine import Engine, SearchInfo
from outply.search.literal import NativeTrace
from outply.search.native import MAX_PLIES, Control, Stopped
from outply.search.textbook import ALGORITHMS
from outply.search.time_control import TimeControl
from outply.search.trace import WHOLE_TREE

MAX_MOVE_CODE = 2047
"""Greatest number of a move: the transposition table has 11 bits for it."""

ENGINE_NODES = 2_000
SAMPLED = 0.15
"""Share of the positions whose search trees are compared."""

MANY_MOVES = 40
"""Positions with more moves are compared less often, so that a large board takes seconds."""

MAX_EFFECTS = 100
"""Visits of a tree whose changes of the board are compared."""


def check_native(game: Game, *, games: int = 3, max_visits: int = 400) -> None:
    """Play `games` random games from each setup, and compare the native core with the rules in Python.

    The trees that are compared have at most `max_visits` visits, or depth 1. The native core is required to have

    - the same moves in the same order, with the same scores,
    - numbers of moves that mean the same move in the whole game,
    - the textbook's visits in the same order, with the same windows and values, for minimax and alpha-beta,
    - an exact search with the textbook's move, value and node count, and its value of every move,
    - an engine that plays legal moves and solves the end of a game to the right value, on one thread and on two,
    - keys that contain the player to move, if a board of the game can be edited to have the other player to move,
    - searches that end when they are stopped.

    Raises ConformanceError if the native core violates a requirement, or if the game has none.
    """
    core = CORES.get(game.name)
    if core is None:
        raise ConformanceError(
            f"{game.name} has no native core that can be loaded; it needs a compiled module, and an entry point "
            "of the group outply.native_cores"
        )
    for variant in game.variants:
        setups = [*game.setups]
        if isinstance(game, HasRandomBoards):
            setups += [f"random:{size}:1" for size in (game.sizes[0], game.sizes[-1])]
        for setup in setups:
            for number in range(games):
                checked = _CheckedGame(game, core, max_visits, Random(f"{variant} {setup} {number}"))
                checked.play(variant, setup)


class _CheckedGame:
    """Plays one random game and checks the native core in each of its positions."""

    def __init__(self, game: Game, core: NativeCore, max_visits: int, rng: Random) -> None:
        self._game = game
        self._core = core
        self._max_visits = max_visits
        self._rng = rng
        self._engines = [Engine(memory_mib=2), Engine(threads=2, memory_mib=2)]
        self._played: list[str] = []

    def play(self, variant: str, setup: str) -> None:
        """Play the game to its end.

        Raises ConformanceError if the native core violates a requirement.
        """
        position = self._game.start(variant, setup)
        while not position.is_over and len(self._played) < MAX_GAME_PLIES:
            with self._context(variant, setup):
                moves = position.moves()
                share = min(1.0, MANY_MOVES / len(moves))
                if self._rng.random() < share or not self._played:
                    self._check_moves(position)
                if not self._played:
                    self._check_stopping(position)
                self._check_key(position)
                if self._rng.random() < SAMPLED * share or not self._played:
                    self._check_searches(position)
                move = self._rng.choice(moves)
                position = position.play(move)
            self._played.append(str(move))

    @contextmanager
    def _context(self, variant: str, setup: str) -> Iterator[None]:
        """Convert exceptions from the `with` block to ConformanceError with the moves so far."""
        last = ", ".join(self._played[-CONTEXT_MOVES:])
        more = "..., " if len(self._played) > CONTEXT_MOVES else ""
        where = f"{self._game.name}, {variant}, {setup}" + (f" after {more}{last}" if last else "")
        try:
            yield
        except ConformanceError as error:
            raise ConformanceError(f"{where}: {error}") from error.__cause__
        except Exception as error:
            raise ConformanceError(f"{where}: {unexpected_error_message(error)}") from error

    def _check_stopping(self, position: Position) -> None:
        control = Control()
        control.stop()
        for search in (literal.search, exact.search):
            try:
                search(position, MAX_PLIES, "MINIMAX", control=control)
            except Stopped:
                continue
            raise ConformanceError(f"the {search.__module__.split('.')[-1]} search must end when it is stopped")
        info = self._engines[0].search(position, TimeControl(depth=MAX_PLIES), control=control)
        require(position.is_legal(info.move), "the engine must return a legal move even if it is stopped at once")

    def _check_moves(self, position: Position) -> None:
        core, moves = self._core, position.moves()
        codes = [core.encode_move(position, move) for move in moves]
        in_range = all(type(code) is int and 0 <= code <= MAX_MOVE_CODE for code in codes)
        require(in_range, f"`encode_move` must return integers from 0 to {MAX_MOVE_CODE}, got {codes}")
        decoded = [core.decode_move(position, code) for code in codes]
        require(decoded == list(moves), "`decode_move` must be the inverse of `encode_move`")
        self._check_replies(position, position.play(moves[-1]))
        trace = literal.search(position, 1, "MINIMAX", trace=WHOLE_TREE).trace or ()
        found = [(str(visit.move), visit.value) for visit in trace[1:]]
        player = position.to_move
        expected = [(str(move), position.play(move).score(player)) for move in moves]
        require(
            [move for move, _ in found] == [move for move, _ in expected],
            f"the native core must have the moves in the same order: {_difference(found, expected)}",
        )
        require(
            found == expected,
            f"the native core must have the same scores after the moves: {_difference(found, expected)}",
        )

    def _check_replies(self, root: Position, after: Position) -> None:
        """Check that replies can be decoded at the root, as a search does with all moves of its tree."""
        for reply in after.moves():
            code = self._core.encode_move(after, reply)
            try:
                decoded = str(self._core.decode_move(root, code))
            except Exception as error:
                decoded = f"{type(error).__name__}: {error}"
            require(
                decoded == str(reply),
                "`decode_move` must not depend on the player to move: its position is the searched one, and a "
                f"number must mean the same move in the whole game. The reply {reply} has the number {code}, "
                f"which the searched position decodes to {decoded}",
            )

    def _check_searches(self, position: Position) -> None:
        depth, is_complete = self._depth(position)
        for algorithm in ALGORITHMS:
            self._check_visits(position, depth, algorithm)
        expected = ALGORITHMS["ALPHABETA"](position, depth)
        for algorithm in ALGORITHMS:
            result = exact.search(position, depth, algorithm)
            require(
                (result.move, result.value) == (expected.move, expected.value),
                f"the exact search must have the textbook's move and value {expected.move} {expected.value} at "
                f"depth {depth}, got {result.move} {result.value}",
            )
            count = ALGORITHMS[algorithm](position, depth).node_count
            require(
                result.node_count == count or not self._core.exact_counts_visits,
                f"the exact search must have the textbook's node count {count} ({algorithm}, depth {depth}), got "
                f"{result.node_count}",
            )
        move_values = [(move, -self._value(position.play(move), depth - 1)) for move in position.moves()]
        values = exact.move_values(position, depth)
        require(
            values == move_values,
            f"`move_values` must have the value of each move at depth {depth}: {_difference(values, move_values)}",
        )
        for engine in self._engines:
            info = engine.search(position, TimeControl(nodes=ENGINE_NODES))
            self._check_line(position, info)
            if is_complete:
                info = engine.search(position, TimeControl(depth=MAX_PLIES))
                self._check_line(position, info)
                require(info.proven, "the engine must prove the value of a game that it searches to the end")
                require(
                    info.value == expected.value and (info.move, info.value) in move_values,
                    f"the engine must solve the game to the value {expected.value} by one of {move_values}, got "
                    f"{info.move} {info.value}",
                )

    def _check_key(self, position: Position) -> None:
        """Check that the engine solves a position for one player to move and then for the other.

        With equal keys, it takes values of the first search from its transposition table.
        """
        other = self._with_other_player(position)
        if other is None:
            return
        engine = self._engines[0]
        engine.search(position, TimeControl(depth=MAX_PLIES))
        expected = ALGORITHMS["ALPHABETA"](other, MAX_PLIES).value
        info = engine.search(other, TimeControl(depth=MAX_PLIES))
        require(
            other.is_legal(info.move) and info.value == expected,
            f"`key` must contain the player to move: with {other.to_move} to move on the same board, after a "
            f"search with {position.to_move} to move, the engine must find the value {expected}, got {info.move} "
            f"{info.value}",
        )

    def _with_other_player(self, position: Position) -> Position | None:
        """Return the board with the other player to move; None if there is none, or it is too large to solve."""
        if not isinstance(self._game, Editable) or not self._depth(position)[1]:
            return None
        other = next(player for player in self._game.players if player != position.to_move)
        try:
            flipped = self._game.edit(position, (), other)
        except ValueError:
            return None
        return None if flipped.is_over or not self._depth(flipped)[1] else flipped

    def _depth(self, position: Position) -> tuple[int, bool]:
        """Return the greatest depth with at most `max_visits` visits, and whether it is the whole game."""
        visits, depth = 0, 1
        while True:
            result = literal.search(position, depth, "MINIMAX")
            if result.reported_nodes == visits:
                return max(1, depth - 1), True
            if result.reported_nodes > self._max_visits:
                return max(1, depth - 1), False
            visits, depth = result.reported_nodes, depth + 1

    def _value(self, position: Position, depth: int) -> int:
        """Return the textbook's value for the player to move."""
        if depth == 0 or position.is_over:
            return position.score(position.to_move)
        return ALGORITHMS["ALPHABETA"](position, depth).value

    def _check_visits(self, position: Position, depth: int, algorithm: str) -> None:
        expected = ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE)
        result = literal.search(position, depth, algorithm, trace=WHOLE_TREE)
        untraced = literal.search(position, depth, algorithm)
        for field in ("move", "value", "principal_variation", "node_count", "expanded"):
            for found in (result, untraced):
                require(
                    getattr(found, field) == getattr(expected, field),
                    f"the literal search ({algorithm}, depth {depth}) must have the textbook's {field} "
                    f"{getattr(expected, field)}, got {getattr(found, field)}",
                )
        assert isinstance(result.trace, NativeTrace)
        assert expected.trace is not None
        require(
            list(result.trace) == list(expected.trace),
            f"the literal search ({algorithm}, depth {depth}) must have the textbook's visits: "
            f"{_difference(list(result.trace), list(expected.trace))}",
        )
        self._check_effects(position, result.trace)

    def _check_effects(self, position: Position, trace: NativeTrace) -> None:
        """Check that moves with equal numbers and equal effects change the board in the same way."""
        game = self._game
        positions = [position]
        changes: dict[tuple[int, int, int], Any] = {}
        rows = zip(*map(trace.column, ("move", "depth", "effect", "parent")), strict=True)
        for code, depth, effect, parent in list(rows)[1:MAX_EFFECTS]:
            before = positions[parent]
            after = before.play(self._core.decode_move(before, code))
            positions.append(after)
            changed = tuple(game.cells(after, game.changed_squares(before, after)))
            known = changes.setdefault((code, depth % 2, effect), changed)
            require(
                known == changed,
                "`effect` must differ for moves with equal numbers that change the board differently: "
                f"{self._core.decode_move(before, code)} changes {[cell.square for cell in known]} in one "
                f"position and {[cell.square for cell in changed]} in another",
            )

    def _check_line(self, position: Position, info: SearchInfo) -> None:
        for move in info.principal_variation:
            is_legal = not position.is_over and position.is_legal(move)
            require(
                is_legal, f"the engine's line must be legal, got {', '.join(map(str, info.principal_variation))}"
            )
            position = position.play(move)


def _difference(found: list[Any], expected: list[Any]) -> str:
    """Return the first difference between two lists."""
    for number, (one, other) in enumerate(zip(found, expected, strict=False)):
        if one != other:
            return f"number {number} is {one}, expected {other}"
    return f"{len(found)}, expected {len(expected)}"
