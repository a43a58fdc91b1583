"""Case kinds of Star/Circle; their functions return a random question, or None if the attempt fails."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from outply.formats.question import Question
from outply.games.starcircle import (
    DEFAULT_WEIGHTS,
    LAST_ROW,
    PASS,
    PLAYERS,
    Move,
    Position,
    StarCircle,
    is_dark,
    opponent,
)
from outply.grading.suite.kinds.kind import (
    ALGORITHMS,
    CASE_SIZES,
    CaseConstraints,
    CaseKind,
    CaseSize,
    require_tie,
)

SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4, 5)
ANY_ROW, MIDDLE = range(8), range(1, 7)
DARK_SQUARES = [square for square in range(64) if is_dark(square)]


CASE_SIZES["starcircle"] = CaseSize(usual_max_nodes=500)


def _weights(rng: Random) -> tuple[int, ...]:
    """Return the default weights of the rows, or random weights, which may be negative."""
    if rng.random() < 0.5:
        return DEFAULT_WEIGHTS
    return tuple(sorted(rng.sample(range(rng.choice((-50, 1, 1)), 100), 8)))


def _sign(player: str) -> int:
    return 1 if player == PLAYERS[0] else -1


class _Board:
    """A board under construction; `player` is the player to move, and `other` the opponent."""

    def __init__(self, rng: Random, player: str = "") -> None:
        self.rng = rng
        self.player = player or rng.choice(PLAYERS)
        self.other = opponent(self.player)
        self.squares = [0] * 64

    def put(self, player: str, rows: Iterable[int], pieces: int, stacks: bool = False) -> None:
        """Put pieces of `player` on at most `pieces` free squares of `rows`.

        Rows are counted from 0, the home row of `player`, to 7, the last row. `stacks` allows several pieces on a
        square of the last row.
        """
        board_rows = [row if LAST_ROW[player] else 7 - row for row in rows]
        free = [square for square in DARK_SQUARES if square // 8 in board_rows and not self.squares[square]]
        for square in self.rng.sample(free, min(pieces, len(free))):
            is_last = square // 8 == LAST_ROW[player]
            count = self.rng.choice((1, 2, 3, 12)) if stacks and is_last else 1
            self.squares[square] = count * _sign(player)

    def pieces_per_player(self, constraints: CaseConstraints, low: float, high: float) -> int:
        """Return a random number of pieces per player.

        A share of `low` to `high` of the dark squares will be occupied, or the density of `constraints`, if any.
        """
        return max(1, round(constraints.occupied_share(self.rng, low, high) * len(DARK_SQUARES) / 2))

    def position(self) -> Position:
        return Position(self.squares, self.player, _weights(self.rng))


def _random_position(
    rng: Random,
    constraints: CaseConstraints,
    low: float,
    high: float,
    *,
    rows: Iterable[int] = ANY_ROW,
    stacks: bool = False,
    player: str = "",
) -> Position:
    board = _Board(rng, player)
    rows, pieces = list(rows), board.pieces_per_player(constraints, low, high)
    board.put(board.player, rows, pieces, stacks)
    board.put(board.other, rows, pieces, stacks)
    return board.position()


def _must_pass(position: Position) -> bool:
    return list(position.moves()) == [PASS]


def _jumps(position: Position) -> list[Move]:
    return [move for move in position.moves() if move != PASS and abs(move.origin // 8 - move.target // 8) == 2]


def ordinary(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _random_position(rng, constraints, 0.15, 0.6, stacks=True), (1, 2, 3, 4))


def opening(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question about the start of a game, with either player to move and random weights."""
    squares = StarCircle().start().squares
    return constraints.ask(rng, Position(squares, rng.choice(PLAYERS), _weights(rng)), SHALLOW)


def ties(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, rows=MIDDLE)
    return require_tie(constraints.ask(rng, Position(position.squares, position.to_move), SHALLOW))


def contact(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _random_position(rng, constraints, 0.3, 0.6, rows=range(1, 7)), SHALLOW)


def series(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a piece could jump several times in one move if that were allowed."""
    position = _random_position(rng, constraints, 0.2, 0.5)
    for move in _jumps(position):
        squares = position.play(move).squares
        if any(next_jump.origin == move.target for next_jump in _jumps(Position(squares, position.to_move))):
            return constraints.ask(rng, position, SHALLOW)
    return None


def passes(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where the player to move must pass, and the opponent can move."""
    position = _blocked_position(rng, other_rows=range(2, 7))
    if not _must_pass(position) or _must_pass(position.play(PASS)):
        return None
    return constraints.ask(rng, position, (1, 2, 3, 4, 5))


def two_passes(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where neither player can move."""
    position = _blocked_position(rng, other_rows=(7,))
    if not _must_pass(position) or not _must_pass(position.play(PASS)):
        return None
    return constraints.ask(rng, position, (2, 3, 5, 10))


def _blocked_position(rng: Random, other_rows: Iterable[int]) -> Position:
    """Return a position where the player to move often must pass, since most of its pieces are in the last row."""
    board = _Board(rng)
    board.put(board.player, (7,), rng.randint(1, 3), stacks=True)
    board.put(board.player, (0, 1), rng.randint(0, 1))
    board.put(board.other, other_rows, rng.randint(1, 3), stacks=True)
    return board.position()


def later_pass(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where the player to move has a move after which the opponent must pass."""
    board = _Board(rng)
    board.put(board.player, (2, 3, 4, 5), rng.randint(1, 3))
    board.put(board.other, (7,), rng.randint(1, 2), stacks=True)
    position = board.position()
    if _must_pass(position) or not any(_must_pass(position.play(move)) for move in position.moves()):
        return None
    return constraints.ask(rng, position, DEEPER)


def stacks(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where pieces are about to reach the last row, which already contains own pieces."""
    board = _Board(rng)
    board.put(board.player, (7,), rng.randint(1, 4), stacks=True)
    board.put(board.player, (5, 6), rng.randint(1, 3))
    board.put(board.other, range(3, 8), rng.randint(1, 4), stacks=True)
    return constraints.ask(rng, board.position(), SHALLOW)


def last_row_capture(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a capture ends in the last row, on an empty square or on own pieces."""
    position = _near_last_row(rng)
    last = LAST_ROW[position.to_move]
    if not any(move.target // 8 == last for move in _jumps(position)):
        return None
    return constraints.ask(rng, position, SHALLOW)


def stack_capture(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a piece can join own pieces in the last row, but only by a capture."""
    position = _near_last_row(rng)
    joining = [move for move in position.moves() if move != PASS and position.squares[move.target]]
    if not joining or any(move not in _jumps(position) for move in joining):
        return None
    return constraints.ask(rng, position, (1,))


def _near_last_row(rng: Random) -> Position:
    board = _Board(rng)
    board.put(board.player, (7,), rng.randint(1, 3), stacks=True)
    board.put(board.player, (5,), rng.randint(1, 3))
    board.put(board.other, (1,), rng.randint(1, 4))
    board.put(board.other, (3, 4), rng.randint(0, 1))
    return board.position()


def blocked_last_row(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where enemy pieces occupy squares of the last row, in front of own pieces."""
    board = _Board(rng)
    board.put(board.other, (0,), rng.randint(2, 4))
    board.put(board.player, (5, 6), rng.randint(1, 4))
    return constraints.ask(rng, board.position(), SHALLOW)


def one_colour(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a jump can capture the last piece of a player."""
    board = _Board(rng)
    board.put(board.player, MIDDLE, rng.randint(1, 3))
    board.put(board.other, MIDDLE, 1)
    position = board.position()
    if not _jumps(position) and not any(_jumps(position.play(move)) for move in position.moves()):
        return None
    return constraints.ask(rng, position, DEEPER)


def beyond_the_end(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question with a depth so great that usually every line of play ends before the depth limit."""
    board = _Board(rng)
    board.put(board.player, (4, 5, 6), rng.randint(1, 2))
    board.put(board.other, (4, 5, 6), 1)
    return constraints.ask(rng, board.position(), (8, 9, 10))


def steep_weights(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, stacks=True)
    weights = sorted(rng.sample((-1_000_000, -999, -7, -1, 0, 1, 2, 3, 5, 8, 40, 200, 1_000_000), 8))
    return constraints.ask(rng, Position(position.squares, position.to_move, weights), SHALLOW)


def second_player(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _random_position(rng, constraints, 0.15, 0.5, player=PLAYERS[1]), SHALLOW)


def cuts(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _random_position(rng, constraints, 0.15, 0.5, rows=MIDDLE)
    return constraints.ask(rng, position, (3, 4, 5), ALGORITHMS[1:])


def uncut(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a MINIMAX question where the search is likely to visit the same positions repeatedly."""
    position = _random_position(rng, constraints, 0.1, 0.3, rows=MIDDLE)
    return constraints.ask(rng, position, (3, 4, 5), ALGORITHMS[:1])


SEARCH_REQUIREMENTS = ("depth", "turns", "evaluation", "lines", "nodes")

KINDS = (
    CaseKind(name="ordinary", title="random boards", requirements=(), make_question=ordinary),
    CaseKind(
        name="opening",
        title="the start of a game",
        requirements=(*SEARCH_REQUIREMENTS, "squares", "weights", "ties"),
        make_question=opening,
    ),
    CaseKind(
        name="ties", title="several best moves", requirements=("ties", "order", "squares"), make_question=ties
    ),
    CaseKind(
        name="contact",
        title="pieces that face each other",
        requirements=("jumps", "forward"),
        make_question=contact,
    ),
    CaseKind(
        name="series", title="a piece that could continue to jump", requirements=("jumps",), make_question=series
    ),
    CaseKind(
        name="passes",
        title="a player to move who must pass",
        requirements=("passes", "two-passes"),
        make_question=passes,
    ),
    CaseKind(
        name="two-passes",
        title="no moves for either player",
        requirements=("two-passes", "passes"),
        make_question=two_passes,
    ),
    CaseKind(
        name="later-pass", title="an opponent who must pass", requirements=("passes",), make_question=later_pass
    ),
    CaseKind(name="stacks", title="own pieces in the last row", requirements=("stacks",), make_question=stacks),
    CaseKind(
        name="last-row-capture",
        title="a capture that ends in the last row",
        requirements=("jumps", "stacks"),
        make_question=last_row_capture,
    ),
    CaseKind(
        name="stack-capture",
        title="a capture that ends on own pieces in the last row",
        requirements=("stacks",),
        make_question=stack_capture,
    ),
    CaseKind(
        name="blocked-last-row",
        title="enemy pieces in the last row",
        requirements=("last-row",),
        make_question=blocked_last_row,
    ),
    CaseKind(
        name="one-colour",
        title="a capture of a player's last piece",
        requirements=("one-colour",),
        make_question=one_colour,
    ),
    CaseKind(
        name="beyond-the-end",
        title="games that end before the depth limit",
        requirements=("two-passes", "passes", "depth"),
        make_question=beyond_the_end,
    ),
    CaseKind(
        name="steep-weights",
        title="uneven and negative weights",
        requirements=("weights", "evaluation", "lines"),
        make_question=steep_weights,
    ),
    CaseKind(
        name="second-player",
        title="Circle to move",
        requirements=("evaluation", "weights", "squares"),
        make_question=second_player,
    ),
    CaseKind(
        name="cuts",
        title="many alpha-beta cutoffs",
        requirements=("cuts", "window", "nodes"),
        make_question=cuts,
    ),
    CaseKind(
        name="uncut",
        title="positions that minimax visits repeatedly",
        requirements=("repeats", "cuts", "nodes"),
        make_question=uncut,
    ),
)
"""The case kinds in the order of their cases in a suite."""
