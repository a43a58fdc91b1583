"""The review of a game: value, loss and quality of every move, and a summary of each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from outply.games import game_of
from outply.games.protocol import Player, Position
from outply.review.position_analysis import AnalysisCache, GameAnalyser, PositionAnalysis, default_nodes
from outply.review.quality import Quality, Thresholds, thresholds
from outply.search.native import Control

MAX_COSTLIEST = 3
OPENING_SHARE = 0.25
"""The share of the moves of a game that belong to the opening."""

TABLE_MIB = 64


class Phase(StrEnum):
    """The phase of a game: the opening is its first quarter, the endgame begins with the first solved position."""

    OPENING = "opening"
    MIDDLE_GAME = "middle game"
    ENDGAME = "solved endgame"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """The review of one move; `number` counts the moves of both players from 1.

    `value` is the value of the position before the move, and `played_value` that of the move, both for the player
    who moves, in points and from the same iteration to `depth`. They are exact if `solved`. `line` is the
    principal variation, which begins with the best move. `choices` is the number of legal moves.
    """

    number: int
    player: Player
    move: Any
    phase: Phase
    value: int
    played_value: int
    line: tuple[Any, ...]
    depth: int
    solved: bool
    choices: int
    quality: Quality

    @property
    def best_move(self) -> Any:
        """The best move; if the move that was played loses nothing, another one of the same value is possible."""
        return self.line[0]

    @property
    def loss(self) -> int:
        """The points that the move loses against the best move, 0 or more."""
        return self.value - self.played_value

    @property
    def changes_result(self) -> bool:
        """True if the move turns a win into a draw or loss, or a draw into a loss."""
        return _sign(self.value) != _sign(self.played_value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReview:
    """The moves of one player: accuracy from 0 to 100, losses in points, and the costliest moves.

    Moves without an alternative do not count for `accuracy` and `average_loss`, which are None if there are no
    others.
    """

    player: Player
    accuracy: float | None
    average_loss: float | None
    total_loss: int
    counts: Mapping[Quality, int]
    costliest: tuple[MoveReview, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview:
    """The review of a game. `nodes` is the node budget of each position that is not solved."""

    start: Position
    final: Position
    moves: tuple[MoveReview, ...]
    thresholds: Thresholds
    nodes: int

    @property
    def solved_from(self) -> int | None:
        """The number of the first move in a solved position; all later positions are solved too."""
        return next((each.number for each in self.moves if each.solved), None)

    @property
    def sides(self) -> tuple[SideReview, SideReview]:
        """The reviews of both players, in the order of the game's players."""
        first, second = game_of(self.start).players
        return self.side(first), self.side(second)

    def side(self, player: Player) -> SideReview:
        """Return the summary of the moves of a player."""
        moves = [each for each in self.moves if each.player == player]
        losses = [each.loss for each in moves if each.choices > 1]
        costliest = sorted((each for each in moves if each.loss), key=lambda each: -each.loss)
        return SideReview(
            player=player,
            accuracy=self.thresholds.accuracy(losses),
            average_loss=sum(losses) / len(losses) if losses else None,
            total_loss=sum(each.loss for each in moves),
            counts={quality: sum(each.quality == quality for each in moves) for quality in Quality},
            costliest=tuple(costliest[:MAX_COSTLIEST]),
        )

    @property
    def turning_point(self) -> MoveReview | None:
        """The move that decided the game; None if no move lost a point.

        It is the last move by which the loser gave away a win or a draw; in a draw, or in a game without a result,
        the last one of either player. Without such a move, it is the costliest, of the loser if possible.
        """
        result = self.values[-1]
        first = game_of(self.start).players[0]
        moves = [each for each in self.moves if not result or (each.player == first) == (result < 0)]
        changes = [each for each in moves if each.changes_result]
        if changes:
            return changes[-1]
        lossy = [each for each in moves if each.loss] or [each for each in self.moves if each.loss]
        return max(lossy, key=lambda each: each.loss, default=None)

    @property
    def values(self) -> tuple[int, ...]:
        """The value of every position for the first of the game's players, after 0, 1, 2, … moves.

        The last value is the score at the end of the game, or the value of the last move of an unfinished game.
        """
        first = game_of(self.start).players[0]
        before = [each.value if each.player == first else -each.value for each in self.moves]
        if self.final.is_over or not self.moves:
            return (*before, self.final.score(first))
        last = self.moves[-1]
        return (*before, last.played_value if last.player == first else -last.played_value)


def review_game(
    start: Position,
    moves: Sequence[Any],
    *,
    nodes: int | None = None,
    control: Control | None = None,
    cache: AnalysisCache | None = None,
    on_move: Callable[[MoveReview], object] = lambda _: None,
    memory_mib: int = TABLE_MIB,
) -> GameReview:
    """Review the legal `moves` of a game from `start`, and call `on_move` after each.

    Every position is searched with `nodes` nodes (see `default_nodes`), whatever the speed of the machine, and
    positions that are solved within them are followed by solved positions only. Analyses are read from and written
    to `cache`; with an empty one, the same game always has the same review.

    Raises Stopped if `control` is stopped from another thread.
    """
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    nodes = default_nodes(start, len(moves)) if nodes is None else nodes
    analyser = GameAnalyser(nodes, {} if cache is None else cache, control or Control(), memory_mib)
    limits = thresholds(positions)
    opening_moves = OPENING_SHARE * (len(moves) + (game_of(start).view(positions[-1]).moves_left or 0))
    reviews = []
    for number, (position, move) in enumerate(zip(positions, moves, strict=False), start=1):
        phase = Phase.OPENING if number <= opening_moves else Phase.MIDDLE_GAME
        reviews.append(_review_move(number, position, move, analyser.analyse(position), phase, limits))
        on_move(reviews[-1])
    return GameReview(start=start, final=positions[-1], moves=tuple(reviews), thresholds=limits, nodes=nodes)


def _review_move(
    number: int, position: Position, move: Any, analysis: PositionAnalysis, phase: Phase, limits: Thresholds
) -> MoveReview:
    played_value = analysis.values[move]
    return MoveReview(
        number=number,
        player=position.to_move,
        move=move,
        phase=Phase.ENDGAME if analysis.solved else phase,
        value=analysis.value,
        played_value=played_value,
        line=analysis.line,
        depth=analysis.depth,
        solved=analysis.solved,
        choices=len(analysis.values),
        quality=limits.quality(analysis.value - played_value),
    )


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
