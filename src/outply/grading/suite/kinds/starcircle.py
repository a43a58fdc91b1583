"""Questions about Star/Circle, each kind with something in it that programs get wrong."""

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
from outply.grading.suite.kinds.kind import ALGORITHMS, Kind, Wanted, if_tied

SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4, 5)
ANY_ROW, MIDDLE = range(8), range(1, 7)
DARK = [square for square in range(64) if is_dark(square)]


def _weights(rng: Random) -> tuple[int, ...]:
    """Return even weights, or uneven ones that may be negative."""
    if rng.random() < 0.5:
        return DEFAULT_WEIGHTS
    return tuple(sorted(rng.sample(range(rng.choice((-50, 1, 1)), 100), 8)))


def _sign(player: str) -> int:
    return 1 if player == PLAYERS[0] else -1


class _Board:
    """A board that is being set up. Rows are counted from each player's own side: 0 is home, 7 the last."""

    def __init__(self, rng: Random, player: str = "") -> None:
        self.rng = rng
        self.player = player or rng.choice(PLAYERS)
        self.other = opponent(self.player)
        self.squares = [0] * 64

    def put(self, player: str, rows: Iterable[int], pieces: int, stacks: bool = False) -> None:
        """Put pieces on free squares of these rows, as far as there are any; some are stacks in the last row."""
        lines = [row if LAST_ROW[player] else 7 - row for row in rows]
        free = [square for square in DARK if square // 8 in lines and not self.squares[square]]
        for square in self.rng.sample(free, min(pieces, len(free))):
            is_last = square // 8 == LAST_ROW[player]
            count = self.rng.choice((1, 2, 3, 12)) if stacks and is_last else 1
            self.squares[square] = count * _sign(player)

    def share(self, wanted: Wanted, low: float, high: float) -> int:
        """Return how many pieces each player has if such a share of the dark squares is taken."""
        return max(1, round(wanted.share(self.rng, low, high) * len(DARK) / 2))

    def position(self) -> Position:
        return Position(self.squares, self.player, _weights(self.rng))


def _scattered(
    rng: Random,
    wanted: Wanted,
    low: float,
    high: float,
    *,
    rows: Iterable[int] = ANY_ROW,
    stacks: bool = False,
    player: str = "",
) -> Position:
    board = _Board(rng, player)
    rows, pieces = list(rows), board.share(wanted, low, high)
    board.put(board.player, rows, pieces, stacks)
    board.put(board.other, rows, pieces, stacks)
    return board.position()


def _passes(position: Position) -> bool:
    return list(position.moves()) == [PASS]


def _jumps(position: Position) -> list[Move]:
    return [move for move in position.moves() if move != PASS and abs(move.origin // 8 - move.target // 8) == 2]


def ordinary(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _scattered(rng, wanted, 0.15, 0.6, stacks=True), (1, 2, 3, 4))


def opening(rng: Random, wanted: Wanted) -> Question | None:
    """The first position of a game, for either player and with any weights."""
    squares = StarCircle().start().squares
    return wanted.question(rng, Position(squares, rng.choice(PLAYERS), _weights(rng)), SHALLOW)


def ties(rng: Random, wanted: Wanted) -> Question | None:
    position = _scattered(rng, wanted, 0.15, 0.5, rows=MIDDLE)
    return if_tied(wanted.question(rng, Position(position.squares, position.to_move), SHALLOW))


def contact(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _scattered(rng, wanted, 0.3, 0.6, rows=range(1, 7)), SHALLOW)


def series(rng: Random, wanted: Wanted) -> Question | None:
    """After a jump there is another one that the piece could go on with, were it allowed to."""
    position = _scattered(rng, wanted, 0.2, 0.5)
    for move in _jumps(position):
        squares = position.play(move).squares
        if any(next_jump.origin == move.target for next_jump in _jumps(Position(squares, position.to_move))):
            return wanted.question(rng, position, SHALLOW)
    return None


def passes(rng: Random, wanted: Wanted) -> Question | None:
    """The player to move has to pass, and the other one can move."""
    position = _stuck(rng, other_rows=range(2, 7))
    if not _passes(position) or _passes(position.play(PASS)):
        return None
    return wanted.question(rng, position, (1, 2, 3, 4, 5))


def two_passes(rng: Random, wanted: Wanted) -> Question | None:
    """Neither player can move."""
    position = _stuck(rng, other_rows=(7,))
    if not _passes(position) or not _passes(position.play(PASS)):
        return None
    return wanted.question(rng, position, (2, 3, 5, 10))


def _stuck(rng: Random, other_rows: Iterable[int]) -> Position:
    """Return a position of a player who is in the last row, or stands before pieces that cannot be jumped."""
    board = _Board(rng)
    board.put(board.player, (7,), rng.randint(1, 3), stacks=True)
    board.put(board.player, (0, 1), rng.randint(0, 1))
    board.put(board.other, other_rows, rng.randint(1, 3), stacks=True)
    return board.position()


def later_pass(rng: Random, wanted: Wanted) -> Question | None:
    """Who moves can move, but the other player has to pass after it."""
    board = _Board(rng)
    board.put(board.player, (2, 3, 4, 5), rng.randint(1, 3))
    board.put(board.other, (7,), rng.randint(1, 2), stacks=True)
    position = board.position()
    if _passes(position) or not any(_passes(position.play(move)) for move in position.moves()):
        return None
    return wanted.question(rng, position, DEEPER)


def stacks(rng: Random, wanted: Wanted) -> Question | None:
    """Pieces are about to reach a last row in which own pieces stand."""
    board = _Board(rng)
    board.put(board.player, (7,), rng.randint(1, 4), stacks=True)
    board.put(board.player, (5, 6), rng.randint(1, 3))
    board.put(board.other, range(3, 8), rng.randint(1, 4), stacks=True)
    return wanted.question(rng, board.position(), SHALLOW)


def last_row_capture(rng: Random, wanted: Wanted) -> Question | None:
    """A capture ends in the last row, on an empty square or on own pieces."""
    position = _before_the_last_row(rng)
    last = LAST_ROW[position.to_move]
    if not any(move.target // 8 == last for move in _jumps(position)):
        return None
    return wanted.question(rng, position, SHALLOW)


def stack_capture(rng: Random, wanted: Wanted) -> Question | None:
    """Own pieces in the last row can be joined by a capture, and by no step."""
    position = _before_the_last_row(rng)
    joining = [move for move in position.moves() if move != PASS and position.squares[move.target]]
    if not joining or any(move not in _jumps(position) for move in joining):
        return None
    return wanted.question(rng, position, (1,))


def _before_the_last_row(rng: Random) -> Position:
    board = _Board(rng)
    board.put(board.player, (7,), rng.randint(1, 3), stacks=True)
    board.put(board.player, (5,), rng.randint(1, 3))
    board.put(board.other, (1,), rng.randint(1, 4))
    board.put(board.other, (3, 4), rng.randint(0, 1))
    return board.position()


def blocked_last_row(rng: Random, wanted: Wanted) -> Question | None:
    """Enemies stand in the last row, before own pieces."""
    board = _Board(rng)
    board.put(board.other, (0,), rng.randint(2, 4))
    board.put(board.player, (5, 6), rng.randint(1, 4))
    return wanted.question(rng, board.position(), SHALLOW)


def one_colour(rng: Random, wanted: Wanted) -> Question | None:
    """A jump can take the last piece of a player."""
    board = _Board(rng)
    board.put(board.player, MIDDLE, rng.randint(1, 3))
    board.put(board.other, MIDDLE, 1)
    position = board.position()
    if not _jumps(position) and not any(_jumps(position.play(move)) for move in position.moves()):
        return None
    return wanted.question(rng, position, DEEPER)


def beyond_the_end(rng: Random, wanted: Wanted) -> Question | None:
    """Every game is over before the depth limit is reached."""
    board = _Board(rng)
    board.put(board.player, (4, 5, 6), rng.randint(1, 2))
    board.put(board.other, (4, 5, 6), 1)
    return wanted.question(rng, board.position(), (8, 9, 10))


def steep_weights(rng: Random, wanted: Wanted) -> Question | None:
    position = _scattered(rng, wanted, 0.15, 0.5, stacks=True)
    weights = sorted(rng.sample((-1_000_000, -999, -7, -1, 0, 1, 2, 3, 5, 8, 40, 200, 1_000_000), 8))
    return wanted.question(rng, Position(position.squares, position.to_move, weights), SHALLOW)


def second_player(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _scattered(rng, wanted, 0.15, 0.5, player=PLAYERS[1]), SHALLOW)


def cuts(rng: Random, wanted: Wanted) -> Question | None:
    position = _scattered(rng, wanted, 0.15, 0.5, rows=MIDDLE)
    return wanted.question(rng, position, (3, 4, 5), ALGORITHMS[1:])


def uncut(rng: Random, wanted: Wanted) -> Question | None:
    """Minimax comes by the same positions again and again."""
    position = _scattered(rng, wanted, 0.1, 0.3, rows=MIDDLE)
    return wanted.question(rng, position, (3, 4, 5), ALGORITHMS[:1])


SEARCHED = ("depth", "turns", "evaluation", "lines", "nodes")

KINDS = (
    Kind("ordinary", "boards as they come", (), ordinary),
    Kind("opening", "the first position of a game", (*SEARCHED, "squares", "weights", "ties"), opening),
    Kind("ties", "several moves are equally good", ("ties", "order", "squares"), ties),
    Kind("contact", "pieces stand before each other", ("jumps", "forward"), contact),
    Kind("series", "a piece could go on jumping, were it allowed to", ("jumps",), series),
    Kind("passes", "the player to move has to pass", ("passes", "two-passes"), passes),
    Kind("two-passes", "neither player can move", ("two-passes", "passes"), two_passes),
    Kind("later-pass", "the other player has to pass", ("passes",), later_pass),
    Kind("stacks", "own pieces stand in the last row", ("stacks",), stacks),
    Kind("last-row-capture", "a capture ends in the last row", ("jumps", "stacks"), last_row_capture),
    Kind("stack-capture", "a capture ends on own pieces in the last row", ("stacks",), stack_capture),
    Kind("blocked-last-row", "enemies stand in the last row", ("last-row",), blocked_last_row),
    Kind("one-colour", "the last piece of a player can be taken", ("one-colour",), one_colour),
    Kind("beyond-the-end", "games end before the depth limit", ("two-passes", "passes", "depth"), beyond_the_end),
    Kind("steep-weights", "weights are uneven and negative", ("weights", "evaluation", "lines"), steep_weights),
    Kind("second-player", "Circle is to move", ("evaluation", "weights", "squares"), second_player),
    Kind("cuts", "alpha-beta has much to cut", ("cuts", "window", "nodes"), cuts),
    Kind("uncut", "minimax visits positions again and again", ("repeats", "cuts", "nodes"), uncut),
)
"""In the order in which a suite has them."""
