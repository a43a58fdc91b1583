"""Hand-made game records and small played games for the tests of reports."""

from collections.abc import Iterable, Sequence

import pytest

from outply.arena.match import play
from outply.arena.matchup import DepthTrial, Matchup, MatchupResults, PlayedMatchup
from outply.games import game_of, warfare
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.players.registry import player
from outply.report.matchups import figures

SQUARE = warfare.Position.of([[5, 10], [7, 3]], rules="blitz")


def record(
    start: Position,
    names: Sequence[str],
    moves: Sequence[str],
    visited: Sequence[int | None] = (),
    expanded: Sequence[int | None] = (),
    seconds: Sequence[float] = (),
    board: str = "",
) -> GameRecord:
    """Return the record of a game; node counts and seconds are given move by move, or missing."""
    game, position, turns = game_of(start), start, []
    for number, text in enumerate(moves):
        move = game.parse_move(text)
        position = position.play(move)
        turns.append(
            Turn(
                names[number % 2],
                move,
                seconds[number] if seconds else 0.001,
                0.5,
                visited[number] if visited else None,
                expanded[number] if expanded else None,
            )
        )
    assert position.is_over
    return GameRecord(start, (names[0], names[1]), tuple(turns), position, board)


def played(board: str, start: Position, first: str, second: str) -> PlayedMatchup:
    """Play a game and return it."""
    return PlayedMatchup(Matchup(board, start, first, second), play(start, player(first), player(second)))


def trials(
    board: str, start: Position, depths: int = 3, algorithms: Sequence[str] = ("minimax", "alphabeta")
) -> tuple[DepthTrial, ...]:
    """Return a trial of each depth from 1 to `depths`, and one of the next depth, which is not feasible."""
    result = []
    for algorithm in algorithms:
        for depth in range(1, depths + 1):
            name = f"{algorithm}:{depth}"
            result.append(DepthTrial(board, algorithm, depth, play(start, player(name), player(name))))
        result.append(DepthTrial(board, algorithm, depths + 1, None))
    return tuple(result)


def matchups(
    games: Iterable[PlayedMatchup] = (), trials: Iterable[DepthTrial] = (), seconds: float = 1.0
) -> MatchupResults:
    """Return the input of a report."""
    return MatchupResults(games=tuple(games), trials=tuple(trials), evaluation="difference", seconds=seconds)


SEVASTOPOL = warfare.Position.of([[2**row] * 4 for row in range(4)], rules="blitz")
KEREN = warfare.Position.of([[1] * 4] * 4, rules="blitz")
TRIED = trials("Keren", KEREN) + trials("Sevastopol", SEVASTOPOL)


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the figures of report pages, which take nine tenths of the time of a page, by empty ones."""
    for name in ("score_figure", "node_figure", "equal_depth_figure", "time_figure"):
        monkeypatch.setattr(figures, name, lambda *_: '<svg role="img"></svg>')
