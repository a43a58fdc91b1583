"""What a game has to offer: these two protocols.

The textbook search, the players and the arena know games through them alone; the native core (search/core.py)
and the text formats know theirs by name.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

Player = str
"""A player's name, as the game's text formats write it: `X`, `Star`."""

Move = Hashable
"""A move: an immutable value of the game's own, whose `str` is what people read and type."""


class Position(Protocol):
    """A state of a game with two players who move in turn: an immutable value.

    - Equal positions have the same future; equal means `==`, and equal positions hash alike.
    - `moves()` is in the assignment's order, the same at every call, never empty unless the game is over, and
      empty then. A player who cannot do anything has a move that says so (Star/Circle's pass).
    - `play(move)` is defined for the moves of `moves()` and returns a new position.
    - `score(player)` is the evaluation of the position for either player, at the end of the game and before;
      what one has, the other lacks: the two scores add up to zero.
    - A game ends after finitely many moves.
    """

    @property
    def to_move(self) -> Player: ...

    @property
    def is_over(self) -> bool: ...

    def moves(self) -> Sequence[Any]: ...

    def play(self, move: Any, /) -> Position: ...

    def score(self, player: Player, /) -> int: ...


class Game(Protocol):
    """What a game says about itself."""

    @property
    def name(self) -> str:
        """The name on the command line."""

    @property
    def players(self) -> tuple[Player, Player]:
        """The two players, the one who begins first."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The rules that can be chosen from, the usual ones first."""

    def start(self, variant: str = ..., /) -> Position:
        """Return the position in which a game begins where no other is given."""

    def parse_move(self, text: str, /) -> Any:
        """Return the move that prints as `text`; a `ValueError` if there is none."""
