"""Game records: a played game with its players, and its moves with their time and node counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from outply.games import game_of
from outply.games.protocol import Player, Position
from outply.games.registry import win_text

UNFINISHED = "not finished"
"""The result of an interrupted game."""

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a game, with its cost and the player's search statistics.

    `player` is the name of the contestant or program that chose the move. Times are in whole microseconds;
    `cpu_seconds` is the CPU time of the thread that called the player, or of the program that chose the move.
    `visited` and `expanded` are node counts, `value` is from the perspective of the player who moves. The last
    five fields are None if the player does not report them.
    """

    player: str
    move: Any
    cpu_seconds: float
    wall_seconds: float
    visited: int | None = None
    expanded: int | None = None
    value: int | None = None
    depth: int | None = None
    proven: bool | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game, or the part of an unfinished game that was played.

    `players` are the names of the two players; the first name belongs to the player who moved first. `board` is
    the name of the start position; empty if the position has no name. An unfinished game has no winner.

    Methods identify a side by a number: side 0 moved first, side 1 second.
    """

    start: Position
    players: tuple[str, str]
    turns: tuple[Turn, ...]
    final: Position
    board: str = ""

    def after(self, turn: Turn, position: Position) -> GameRecord:
        """Return a copy of the record with `turn` appended, which leads to `position`."""
        return replace(self, turns=(*self.turns, turn), final=position)

    @property
    def margin(self) -> int:
        """The score, in the final position, of the player who moved first."""
        return self.final.score(self.start.to_move)

    @property
    def outcome(self) -> str:
        """The result for the player who moved first: `win`, `draw` or `loss`."""
        return "win" if self.margin > 0 else "loss" if self.margin < 0 else "draw"

    @property
    def winner(self) -> Player | None:
        """The player of the game (`X`, `Star`) with the higher total; None for a draw or an unfinished game."""
        if not self.final.is_over:
            return None
        return next((player for player in game_of(self.start).players if self.final.score(player) > 0), None)

    @property
    def result(self) -> str:
        """The result as text: `blue wins by 22` (`blue wins` if a goal wins), `a draw` or `not finished`."""
        if not self.final.is_over:
            return UNFINISHED
        if self.winner is None:
            return "a draw"
        return f"{self._winner_label} {win_text(self.start.game, self.margin)}"

    @property
    def result_by_totals(self) -> str:
        """The result as text, always with the difference of the totals, as record files have it."""
        return self.result if self.winner is None else f"{self._winner_label} wins by {abs(self.margin):,}"

    @property
    def _winner_label(self) -> str:
        assert self.winner is not None
        return game_of(self.start).player_label(self.winner, self.start.variant)

    def points(self, side: int) -> float:
        """Return the points of a side (0 moved first, 1 second): 1 for a win, 0.5 for a draw, 0 for a loss."""
        return POINTS[self.outcome] if side == 0 else 1.0 - POINTS[self.outcome]

    def side_of(self, player: Player) -> int:
        """Return the side of a player of the game (`X`, `Star`): 0 if this player moved first, otherwise 1."""
        return 0 if player == self.start.to_move else 1

    def turns_of(self, side: int) -> tuple[Turn, ...]:
        """Return the turns of a side: 0 for the side that moved first, 1 for the second."""
        return self.turns[side::2]

    def visited(self, side: int) -> int | None:
        """Return the number of nodes that a side visited in the whole game; None if any count is missing."""
        return sum_or_none(turn.visited for turn in self.turns_of(side))

    def expanded(self, side: int) -> int | None:
        """Return the number of nodes that a side expanded in the whole game; None if any count is missing."""
        return sum_or_none(turn.expanded for turn in self.turns_of(side))

    def cpu_seconds(self, side: int) -> float:
        """Return the CPU seconds of all turns of a side."""
        return sum(turn.cpu_seconds for turn in self.turns_of(side))

    def as_dict(self) -> dict[str, Any]:
        """Return the game as a flat dictionary of names, result and costs, for JSON and pandas.

        `outcome` and `margin` are those of the player who moved first; `winner` is the name of a player, or None.
        """
        winner = self.winner
        return {
            "game": self.start.game,
            "rules": self.start.variant,
            "board": self.board,
            "first": self.players[0],
            "second": self.players[1],
            "outcome": self.outcome if self.final.is_over else UNFINISHED,
            "winner": None if winner is None else self.players[self.side_of(winner)],
            "margin": self.margin,
            "moves": len(self.turns),
            "visited_first": self.visited(0),
            "visited_second": self.visited(1),
            "cpu_seconds_first": self.cpu_seconds(0),
            "cpu_seconds_second": self.cpu_seconds(1),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dictionary per move, for JSON and `pandas.DataFrame(game.to_records())`.

        `side` is the label of the player of the game (`X`, `blue`), `player` the name of the contestant, `score`
        the score of the side after the move.
        """
        game, variant = game_of(self.start), self.start.variant
        positions = self.positions()
        return [
            {
                "number": number,
                "side": game.player_label(positions[number - 1].to_move, variant),
                "player": turn.player,
                "move": game.move_text(turn.move, variant),
                "score": positions[number].score(positions[number - 1].to_move),
                "value": turn.value,
                "depth": turn.depth,
                "visited": turn.visited,
                "expanded": turn.expanded,
                "proven": turn.proven,
                "cpu_seconds": turn.cpu_seconds,
                "wall_seconds": turn.wall_seconds,
            }
            for number, turn in enumerate(self.turns, start=1)
        ]

    def positions(self) -> list[Position]:
        """Return all positions of the game in order, from the start position to the final position."""
        positions = [self.start]
        for turn in self.turns:
            positions.append(positions[-1].play(turn.move))
        return positions


def sum_or_none(counts: Iterable[int | None]) -> int | None:
    """Return the sum of `counts`; None if any of the counts is None."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total
