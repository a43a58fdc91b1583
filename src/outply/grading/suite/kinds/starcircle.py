"""Case kinds of Star/Circle; their functions return a random question, or None if the attempt fails."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from random import Random

from outply.formats.question import Question
from outply.games.starcircle import (
    DEFAULT_WEIGHTS,
    LAST_ROW,
    MAX_STACK,
    MAX_WEIGHT,
    PASS,
    PLAYERS,
    Move,
    Position,
    StarCircle,
    is_dark,
    opponent,
)
from outply.grading.suite.admissible import MAX_PIECES
from outply.grading.suite.kinds.kind import (
    ALGORITHMS,
    CASE_SIZES,
    CaseConstraints,
    CaseKind,
    CaseSize,
    case_kind,
    require_tie,
)

SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4, 5)
ANY_ROW, MIDDLE = range(8), range(1, 7)
STACKS, TALL_STACKS = (1, 1, 2, 3), (10, 11, 12)  # possible numbers of pieces on a square
DARK_SQUARES = [square for square in range(64) if is_dark(square)]

MAX_USUAL_WEIGHT = DEFAULT_WEIGHTS[-1]
"""Largest weight: scores then stay below 1,000 with twelve pieces, which some right programs use as infinity."""

KINDS: list[CaseKind] = []
"""The case kinds in the order of their cases in a suite."""

kind = partial(case_kind, KINDS)

SEARCH = "depth turns evaluation lines nodes"

CASE_SIZES["starcircle"] = CaseSize(usual_max_nodes=500)


def _weights(rng: Random) -> tuple[int, ...]:
    """Return the default weights of the rows, or random weights."""
    if rng.random() < 0.5:
        return DEFAULT_WEIGHTS
    return tuple(sorted(rng.sample(range(1, MAX_USUAL_WEIGHT + 1), 8)))


def _sign(player: str) -> int:
    return 1 if player == PLAYERS[0] else -1


class _Board:
    """A board under construction; `player` is the player to move, and `other` the opponent."""

    def __init__(self, rng: Random, constraints: CaseConstraints, player: str = "") -> None:
        self.rng = rng
        self.constraints = constraints
        self.player = player or rng.choice(PLAYERS)
        self.other = opponent(self.player)
        self.squares = [0] * 64

    def put(self, player: str, rows: Iterable[int], pieces: int, *, stacks: tuple[int, ...] = (1,)) -> None:
        """Put pieces of `player` on at most `pieces` free squares of `rows`.

        Rows are counted from 0, the home row of `player`, to 7, the last row. `stacks` are the possible numbers of
        pieces on a square of the last row; a larger `max_stack` of the constraints is possible as well. A player
        gets at most twelve pieces, or as many as the largest stack.
        """
        max_stack = self.constraints.max_stack
        if len(stacks) > 1 and max_stack > MAX_PIECES:
            stacks = (*stacks, max_stack)
        board_rows = [row if LAST_ROW[player] else 7 - row for row in rows]
        free = [square for square in DARK_SQUARES if square // 8 in board_rows and not self.squares[square]]
        for square in self.rng.sample(free, min(pieces, len(free))):
            size = self.rng.choice(stacks) if square // 8 == LAST_ROW[player] else 1
            size = min(size, max_stack, self._pieces_left(player))
            self.squares[square] = size * _sign(player)

    def _pieces_left(self, player: str) -> int:
        most = max(MAX_PIECES, self.constraints.max_stack)
        return most - sum(max(0, pieces * _sign(player)) for pieces in self.squares)

    def pieces_per_player(self, low: float, high: float) -> int:
        """Return a random number of pieces per player.

        A share of `low` to `high` of the dark squares will be occupied, or the density of the constraints, if any.
        """
        return max(1, round(self.constraints.occupied_share(self.rng, low, high) * len(DARK_SQUARES) / 2))

    def position(self, weights: tuple[int, ...] | None = None) -> Position:
        return Position(self.squares, self.player, weights or _weights(self.rng))


def _random_position(
    rng: Random,
    constraints: CaseConstraints,
    low: float,
    high: float,
    *,
    rows: Iterable[int] = ANY_ROW,
    stacks: tuple[int, ...] = (1,),
    player: str = "",
) -> Position:
    board = _Board(rng, constraints, player)
    rows, pieces = list(rows), board.pieces_per_player(low, high)
    board.put(board.player, rows, pieces, stacks=stacks)
    board.put(board.other, rows, pieces, stacks=stacks)
    return board.position()


def _must_pass(position: Position) -> bool:
    return list(position.moves()) == [PASS]


def _jumps(position: Position) -> list[Move]:
    return [move for move in position.moves() if move != PASS and abs(move.origin // 8 - move.target // 8) == 2]


@kind("random boards")
def ordinary(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _random_position(rng, constraints, 0.15, 0.6, stacks=STACKS), (1, 2, 3, 4))


@kind("the start of a game", f"{SEARCH} squares weights ties")
def opening(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question about the start of a game, with either player to move and random weights."""
    squares = StarCircle().start().squares
    return constraints.ask(rng, Position(squares, rng.choice(PLAYERS), _weights(rng)), SHALLOW)


@kind("several best moves", "ties order squares")
def ties(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, rows=MIDDLE)
    return require_tie(constraints.ask(rng, Position(position.squares, position.to_move), SHALLOW))


@kind("pieces that face each other", "jumps forward squares")
def contact(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _random_position(rng, constraints, 0.3, 0.6, rows=range(1, 7)), SHALLOW)


@kind("a piece that could continue to jump", "jumps")
def series(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a piece could jump several times in one move if that were allowed."""
    position = _random_position(rng, constraints, 0.2, 0.5)
    for move in _jumps(position):
        squares = position.play(move).squares
        if any(next_jump.origin == move.target for next_jump in _jumps(Position(squares, position.to_move))):
            return constraints.ask(rng, position, SHALLOW)
    return None


@kind("a player to move who must pass", "passes two-passes")
def passes(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where the player to move must pass, and the opponent can move."""
    position = _blocked_position(rng, constraints, other_rows=range(2, 7))
    if not _must_pass(position) or _must_pass(position.play(PASS)):
        return None
    return constraints.ask(rng, position, (1, 2, 3, 4, 5))


@kind("no moves for either player", "two-passes passes end")
def two_passes(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where neither player can move."""
    position = _blocked_position(rng, constraints, other_rows=(7,))
    if not _must_pass(position) or not _must_pass(position.play(PASS)):
        return None
    return constraints.ask(rng, position, (2, 3, 5, 10))


def _blocked_position(rng: Random, constraints: CaseConstraints, other_rows: Iterable[int]) -> Position:
    """Return a position where the player to move often must pass, since most of its pieces are in the last row."""
    board = _Board(rng, constraints)
    board.put(board.player, (7,), rng.randint(1, 3), stacks=STACKS)
    board.put(board.player, (0, 1), rng.randint(0, 1))
    board.put(board.other, other_rows, rng.randint(1, 3), stacks=STACKS)
    return board.position()


@kind("an opponent who must pass", "passes")
def later_pass(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where the player to move has a move after which the opponent must pass."""
    board = _Board(rng, constraints)
    board.put(board.player, (2, 3, 4, 5), rng.randint(1, 3))
    board.put(board.other, (7,), rng.randint(1, 2), stacks=STACKS)
    position = board.position()
    if _must_pass(position) or not any(_must_pass(position.play(move)) for move in position.moves()):
        return None
    return constraints.ask(rng, position, DEEPER)


@kind("own pieces in the last row", "stacks")
def stacks(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where pieces are about to reach the last row, which already contains own pieces."""
    board = _Board(rng, constraints)
    board.put(board.player, (7,), rng.randint(1, 4), stacks=STACKS)
    board.put(board.player, (5, 6), rng.randint(1, 3))
    board.put(board.other, range(3, 8), rng.randint(1, 4), stacks=STACKS)
    return constraints.ask(rng, board.position(), SHALLOW)


@kind("a capture that ends in the last row", "jumps stacks")
def last_row_capture(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a capture ends in the last row, on an empty square or on own pieces."""
    position = _near_last_row(rng, constraints)
    last = LAST_ROW[position.to_move]
    if not any(move.target // 8 == last for move in _jumps(position)):
        return None
    return constraints.ask(rng, position, SHALLOW)


@kind("a capture that ends on own pieces in the last row", "stacks")
def stack_capture(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a piece can join own pieces in the last row, but only by a capture."""
    position = _near_last_row(rng, constraints)
    joining = [move for move in position.moves() if move != PASS and position.squares[move.target]]
    if not joining or any(move not in _jumps(position) for move in joining):
        return None
    return constraints.ask(rng, position, (1,))


def _near_last_row(rng: Random, constraints: CaseConstraints) -> Position:
    board = _Board(rng, constraints)
    board.put(board.player, (7,), rng.randint(1, 3), stacks=STACKS)
    board.put(board.player, (5,), rng.randint(1, 3))
    board.put(board.other, (1,), rng.randint(1, 4))
    board.put(board.other, (3, 4), rng.randint(0, 1))
    return board.position()


@kind("enemy pieces in the last row", "last-row")
def blocked_last_row(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where enemy pieces occupy squares of the last row, in front of own pieces."""
    board = _Board(rng, constraints)
    board.put(board.other, (0,), rng.randint(2, 4))
    board.put(board.player, (5, 6), rng.randint(1, 4))
    return constraints.ask(rng, board.position(), SHALLOW)


@kind("a capture of a player's last piece", "one-colour end")
def one_colour(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a jump can capture the last piece of a player."""
    board = _Board(rng, constraints)
    board.put(board.player, MIDDLE, rng.randint(1, 3))
    board.put(board.other, MIDDLE, 1)
    position = board.position()
    if not _jumps(position) and not any(_jumps(position.play(move)) for move in position.moves()):
        return None
    return constraints.ask(rng, position, DEEPER)


@kind("games that end before the depth limit", "end two-passes passes depth")
def beyond_the_end(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question with a depth so great that usually every line of play ends before the depth limit."""
    board = _Board(rng, constraints)
    board.put(board.player, (4, 5, 6), rng.randint(1, 2))
    board.put(board.other, (4, 5, 6), 1)
    return constraints.ask(rng, board.position(), (8, 9, 10))


@kind("weights that differ much", "weights evaluation lines")
def steep_weights(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, stacks=STACKS)
    weights = sorted(rng.sample((1, 2, 3, 5, 8, 13, 21, 40, 60, MAX_USUAL_WEIGHT), 8))
    return constraints.ask(rng, Position(position.squares, position.to_move, weights), SHALLOW)


@kind("stacks of ten or more pieces", "stack-size stacks")
def tall_stacks(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a player has a stack of 10 to 12 pieces, and few pieces besides."""
    if constraints.max_stack < min(TALL_STACKS):
        return None
    board = _Board(rng, constraints)
    stacked, other = rng.sample(PLAYERS, 2)
    board.put(stacked, (7,), 1, stacks=TALL_STACKS)
    board.put(stacked, (3, 4, 5, 6), rng.randint(0, 2))
    board.put(other, (2, 3, 4, 5, 6), rng.randint(1, 3))
    return constraints.ask(rng, board.position(), SHALLOW)


@kind("scores far from zero", "large-scores")
def one_sided(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where one player has most of the pieces, most of them in the last row."""
    board = _Board(rng, constraints)
    strong, weak = rng.sample(PLAYERS, 2)
    board.put(strong, (7,), rng.randint(3, 4), stacks=(1, 2, 3))
    board.put(strong, (4, 5, 6), rng.randint(1, 3))
    board.put(weak, (2, 3, 4, 5), rng.randint(1, 2))
    weights = (*sorted(rng.sample(range(20, MAX_USUAL_WEIGHT), 7)), MAX_USUAL_WEIGHT)
    return constraints.ask(rng, board.position(rng.choice((DEFAULT_WEIGHTS, weights))), (1, 2, 3, 4))


@kind("Circle to move", "evaluation weights squares lines large-scores")
def second_player(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _random_position(rng, constraints, 0.15, 0.5, player=PLAYERS[1]), SHALLOW)


@kind("many alpha-beta cutoffs", "cuts window nodes order")
def cuts(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, rows=MIDDLE)
    return constraints.ask(rng, position, (3, 4, 5), ALGORITHMS[1:])


@kind("positions that minimax visits repeatedly", "repeats cuts nodes")
def uncut(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a MINIMAX question where the search is likely to visit the same positions repeatedly."""
    position = _random_position(rng, constraints, 0.1, 0.3, rows=MIDDLE)
    return constraints.ask(rng, position, (3, 4, 5), ALGORITHMS[:1])


@kind(f"stacks of up to {MAX_STACK} pieces", "stack-size stacks large-scores", is_beyond=True)
def huge_stacks(rng: Random, constraints: CaseConstraints) -> Question | None:
    constraints = replace(constraints, max_stack=MAX_STACK)
    position = _random_position(rng, constraints, 0.15, 0.5, stacks=(1, 3, 12, 50))
    return constraints.ask(rng, position, SHALLOW)


@kind("negative and huge weights", "weights evaluation lines large-scores", is_beyond=True)
def huge_weights(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, stacks=STACKS)
    weights = sorted(rng.sample((-MAX_WEIGHT, -999, -7, -1, 0, 1, 2, 3, 5, 8, 40, 200, MAX_WEIGHT), 8))
    return constraints.ask(rng, Position(position.squares, position.to_move, weights), SHALLOW)
