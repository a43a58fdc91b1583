"""Find puzzles in the endgames of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from outply.games import all_games
from outply.games.protocol import HasRandomBoards, Position
from outply.puzzles.puzzle import Puzzle
from outply.puzzles.solution import MIN_MOVES, Solution, is_obvious, solve, to_puzzle
from outply.search import exact
from outply.search.engine import Engine

RANDOM_MOVES = 0.4
"""Fraction of random moves in the games; textbook searches choose the others, so that the games stay close."""

DEPTH = 3
"""Depth of these textbook searches."""

MAX_GAMES_PER_PUZZLE = 300
"""Number of games without a puzzle after which a kind of puzzle is given up."""

OnGame = Callable[[int, int], None]
"""Called after each game with the number of puzzles found and of games played so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind:
    """The game, rule variant and board size of puzzles; games without random boards have no size."""

    game: str
    variant: str
    size: int | None = None

    @property
    def label(self) -> str:
        """A short name: `blitz-5`, or `starcircle`."""
        game = all_games()[self.game]
        name = self.variant if len(game.variants) > 1 else self.game
        return name if self.size is None else f"{name}-{self.size}"

    def start(self, rng: Random) -> Position:
        """Return a start position: a random board, or one of the game's setups."""
        game = all_games()[self.game]
        if self.size is not None and isinstance(game, HasRandomBoards):
            return game.start(self.variant, f"random:{self.size}:{rng.randrange(10**6)}")
        return game.start(self.variant, rng.choice(game.setups))


SHARES = {
    PuzzleKind(game="warfare", variant="raid", size=4): 3,
    PuzzleKind(game="warfare", variant="raid", size=5): 4,
    PuzzleKind(game="warfare", variant="raid", size=6): 4,
    PuzzleKind(game="warfare", variant="raid", size=8): 1,
    PuzzleKind(game="warfare", variant="blitz", size=5): 2,
    PuzzleKind(game="warfare", variant="blitz", size=6): 2,
    PuzzleKind(game="starcircle", variant="standard"): 4,
}
"""The kinds of puzzles in a mixed set, with the number of each kind in 20 puzzles."""


def mixed_counts(count: int) -> dict[PuzzleKind, int]:
    """Return how many puzzles of each kind a mixed set of `count` puzzles has."""
    total, counts, used, shares = sum(SHARES.values()), {}, 0, 0
    for kind, share in SHARES.items():
        shares += share
        counts[kind] = round(count * shares / total) - used
        used += counts[kind]
    return counts


def make_puzzles(
    kind: PuzzleKind, count: int, seed: int, *, on_game: OnGame = lambda found, played: None
) -> Iterator[Puzzle]:
    """Yield `count` puzzles of a kind; the same seed yields the same puzzles.

    Each game contributes at most one puzzle, the one furthest from its end. Fewer puzzles are yielded if
    `MAX_GAMES_PER_PUZZLE` games in a row contribute none. At most half of the puzzles have the same difficulty,
    if the games allow it.
    """
    rng = Random(f"{kind.label} {seed}")
    by_difficulty: dict[int, int] = {}
    found = played = last_found = 0
    while found < count and played - last_found < MAX_GAMES_PER_PUZZLE:
        puzzle = _puzzle_of_game(kind, rng, f"{kind.label}-{found + 1}")
        played += 1
        on_game(found, played)
        if puzzle is None or by_difficulty.get(puzzle.difficulty, 0) >= max(1, count // 2):
            continue
        by_difficulty[puzzle.difficulty] = by_difficulty.get(puzzle.difficulty, 0) + 1
        found, last_found = found + 1, played
        yield puzzle


def _puzzle_of_game(kind: PuzzleKind, rng: Random, name: str) -> Puzzle | None:
    """Play a game and return its puzzle that is furthest from the end; None if it has none."""
    engine = Engine()
    best: tuple[Position, Solution] | None = None
    for position in reversed(_play(kind.start(rng), rng)):
        if len(position.moves()) < MIN_MOVES:
            continue
        solution = solve(position, engine)
        if solution is None:
            break
        if solution.decides and not is_obvious(position, solution.ranking[0][0]):
            best = position, solution
    return to_puzzle(name, *best) if best else None


def _play(position: Position, rng: Random) -> list[Position]:
    """Return the positions of a game, without the last one."""
    positions = []
    while not position.is_over:
        positions.append(position)
        if rng.random() < RANDOM_MOVES:
            move = rng.choice(position.moves())
        else:
            move = exact.search(position, DEPTH, "ALPHABETA").move
        position = position.play(move)
    return positions
