"""What a game has to offer: `Position` and `Game`; and what it may offer besides: the protocols after these.

The searches, the players, the arena, the reports and the page know games through them alone. Only what came with
the assignments knows its games by name: the native core (search/core.py), the text formats, the grading.

A package brings a game by an entry point of the group `outply.games` that names its class, whose `Game` it is;
docs/add-a-game.md walks through one. `games.conformance.check` tells whether it keeps what is promised here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.view import Cell, Square, View

Player = str
"""A player's name, as the game's text formats write it: `X`, `Star`."""

Move = Hashable
"""A move: an immutable value of the game's own, whose `str` is what people read and type."""


class Position(Protocol):
    """A state of a game with two players who move in turn: an immutable value.

    - Equal positions have the same future; equal means `==`, and equal positions hash alike.
    - `moves()` is in the assignment's order, the same at every call, never empty unless the game is over, and
      empty then. A player who cannot do anything has a move that says so (Star/Circle's pass).
    - `allows(move)` says whether a move is one of `moves()`, which it may find out sooner than by looking through
      them. `play(move)` is defined for these moves and returns a new position.
    - `total(player)` is what a player has got so far, and `score(player)` how much more that is than the other's
      total: the two scores add up to zero. It is the evaluation of the position, at the end and before.
    - A game ends after finitely many moves.

    A position may offer `_repr_svg_()`, by which notebooks show it; `games.drawing.of(position)` is the picture
    for any game.
    """

    @property
    def game(self) -> str:
        """The name of the game (see `Game.name`)."""

    @property
    def variant(self) -> str:
        """The rules that it is played by, one of `Game.variants`."""

    @property
    def to_move(self) -> Player: ...

    @property
    def is_over(self) -> bool: ...

    def moves(self) -> Sequence[Any]: ...

    def allows(self, move: Any, /) -> bool: ...

    def play(self, move: Any, /) -> Position: ...

    def total(self, player: Player, /) -> int: ...

    def score(self, player: Player, /) -> int: ...


class Game(Protocol):
    """What a game says about itself."""

    @property
    def name(self) -> str:
        """The name on the command line."""

    @property
    def title(self) -> str:
        """The name that people read."""

    @property
    def players(self) -> tuple[Player, Player]:
        """The two players, the one who begins first."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The rules that can be chosen from, the usual ones first."""

    @property
    def setups(self) -> tuple[str, ...]:
        """The names of the positions that a game may begin with."""

    def rules(self, variant: str, /) -> str:
        """Return the rules in a few sentences, without who begins."""

    def start(self, variant: str = ..., setup: str = ..., /) -> Position:
        """Return the position in which a game begins; a `ValueError` if there is no such variant or set-up."""

    def parse_move(self, text: str, /) -> Any:
        """Return the move that prints as `text`, or that is `words` in any variant; a `ValueError` if none is."""

    def words(self, move: Any, variant: str, /) -> str:
        """Return the move in the words of the assignment that the variant comes from."""

    def name_of(self, player: Player, variant: str, /) -> str:
        """Return what that assignment calls the player."""

    def view(self, position: Any, /) -> View:
        """Return the position as data for whoever draws it."""

    def cells(self, position: Any, squares: Iterable[Square], /) -> Sequence[Cell]:
        """Return the cells of the view on these squares."""

    def changed(self, before: Any, after: Any, /) -> Sequence[Square]:
        """Return the squares whose cells differ between a position and one that a move led to from it."""

    def squares(self, move: Any, variant: str, /) -> tuple[Square, ...]:
        """Return the squares to click for the move, one after the other; none for a move that is off the board."""


@runtime_checkable
class Editable(Protocol):
    """A game whose boards people may set up square by square."""

    def edited(self, position: Any, edits: Iterable[Cell], to_move: Player, /) -> Position:
        """Return the position with these cells, of which the shade does not matter, and that player to move.

        A `ValueError` if a square cannot hold what it should.
        """


@runtime_checkable
class Written(Protocol):
    """A game whose positions are lines of text, which have neither `/` nor `_` in them.

    So any position may stand in an address and in a game record. Of other games only the set-ups may.
    """

    def lines(self, position: Any, /) -> Sequence[str]:
        """Return the lines of a position; they do not say the game, its rules and who is to move."""

    def read(self, lines: Sequence[str], variant: str, to_move: Player, /) -> Position:
        """Return the position of these lines; a `ValueError` if there is none."""


@runtime_checkable
class Sized(Protocol):
    """A game with boards of any size, filled at random: a set-up `random:SIZE:SEED` for each size."""

    @property
    def sizes(self) -> range: ...
