"""The game protocol: `Position` and `Game`, followed by the protocols of optional features.

Searches, players, arena, reports and the play page use games through these protocols only. Optional capabilities
of single games, such as a native core or the text format of an assignment, are registered in a
`games.CapabilityTable`.

A package adds a game through an entry point of the group `outply.games` that names a class implementing `Game`;
docs/add-a-game.md is a walk-through. `games.conformance.check` tests a game against this protocol.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.view import BoardView, Cell, Square

Player = str
"""A player's name as the text formats of the game write it: `X`, `Star`."""

Move = Hashable
"""An immutable value defined by the game; its `str` is what users read and type."""


class Position(Protocol):
    """An immutable state of a two-player game with alternating moves.

    - Equal positions have the same continuations and the same hash.
    - `moves()` lists the legal moves in the order that the assignment prescribes, the same at every call. It is
      empty if and only if the game is over. If the only option is to pass (Star/Circle), the pass is listed as a
      move.
    - `is_legal(move)` is equivalent to `move in moves()`, possibly faster. `play(move)` is defined for legal
      moves and returns a new position.
    - `total(player)` is the player's current total, and `score(player)` the difference to the opponent's total,
      so that the two scores add up to zero. The score is the evaluation of the position, during the game and at
      its end.
    - Every game ends after a finite number of moves.

    A position may define `_repr_svg_()`, which notebooks call to display it; `games.svg.render_position` draws
    any position.
    """

    @property
    def game(self) -> str:
        """The name of the game, as in `Game.name`."""

    @property
    def variant(self) -> str:
        """The rule variant, one of `Game.variants`."""

    @property
    def to_move(self) -> Player:
        """The player to move."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    def moves(self) -> Sequence[Any]:
        """Return the legal moves in the order of the assignment."""

    def is_legal(self, move: Any, /) -> bool:
        """Return whether the move is one of `moves()`."""

    def play(self, move: Any, /) -> Position:
        """Return the position after a legal move."""

    def total(self, player: Player, /) -> int:
        """Return the player's total."""

    def score(self, player: Player, /) -> int:
        """Return the player's total minus the opponent's."""


class Game(Protocol):
    """The definition of a game: its names, start positions, notation and board."""

    @property
    def name(self) -> str:
        """The identifier of the game, as used on the command line."""

    @property
    def title(self) -> str:
        """The name of the game as shown to users."""

    @property
    def players(self) -> tuple[Player, Player]:
        """The names of the two players; the first player begins."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the rule variants; the first variant is the default."""

    @property
    def setups(self) -> tuple[str, ...]:
        """The names of the start positions."""

    def rules(self, variant: str, /) -> str:
        """Return the rules of `variant` in a few sentences, which do not say which player begins."""

    def start(self, variant: str = ..., setup: str = ..., /) -> Position:
        """Return the start position `setup` under the rules of `variant`.

        Raises ValueError if the variant or the setup is unknown.
        """

    def parse_move(self, text: str, /) -> Any:
        """Parse a move from its `str`, or from its `move_text` in any variant.

        Raises ValueError if the text is not a move.
        """

    def move_text(self, move: Any, variant: str, /) -> str:
        """Return the move in the wording of the variant's assignment: `blitz C3`."""

    def player_label(self, player: Player, variant: str, /) -> str:
        """Return the name of the player in the variant's assignment: `blue`."""

    def view(self, position: Any, /) -> BoardView:
        """Return the board of the position as data for rendering."""

    def cells(self, position: Any, squares: Iterable[Square], /) -> Sequence[Cell]:
        """Return the cells of `view(position)` on the given squares, in the order of `squares`."""

    def changed_squares(self, before: Any, after: Any, /) -> Sequence[Square]:
        """Return the squares whose cells differ between a position and one of its successors."""

    def click_path(self, move: Any, variant: str, /) -> tuple[Square, ...]:
        """Return the squares to click for the move, in order; empty for a move without squares (a pass)."""


@runtime_checkable
class Editable(Protocol):
    """A game whose positions can be edited square by square."""

    def edit(self, position: Any, edits: Iterable[Cell], to_move: Player, /) -> Position:
        """Return `position` with the cells in `edits` replaced and `to_move` to move; shades are ignored.

        Raises ValueError if `to_move` is not a player, or if a square cannot hold the cell that replaces it.
        """


@runtime_checkable
class HasPieceKinds(Protocol):
    """An editable game whose players have several kinds of pieces, or pieces with letters."""

    def piece_kinds(self) -> Sequence[Cell]:
        """Return a cell for each kind of piece, as it is edited; its square is not used."""


@runtime_checkable
class Serializable(Protocol):
    """A game whose positions can be written as lines of text that contain neither `/` nor `_`.

    Any position of such a game can be written in a URL and in a game record. Other games can write only their
    setups, by name.
    """

    def to_lines(self, position: Any, /) -> Sequence[str]:
        """Return the position as lines of text, without the game, the variant and the player to move."""

    def from_lines(self, lines: Sequence[str], variant: str, to_move: Player, /) -> Position:
        """Parse a position from the lines that `to_lines` returns.

        Raises ValueError if the lines are malformed.
        """


@runtime_checkable
class SummarizesVariants(Protocol):
    """A game that tells its rule variants apart in one sentence each."""

    def variant_summary(self, variant: str, /) -> str:
        """Return one sentence about what is particular to `variant`."""


@runtime_checkable
class HasRandomBoards(Protocol):
    """A game with random boards: `start` accepts the setup `random:SIZE:SEED` for each SIZE in `sizes`."""

    @property
    def sizes(self) -> range:
        """The sizes that random boards can have."""


@runtime_checkable
class ExplainsIllegalMoves(Protocol):
    """A game that explains why a move is illegal."""

    def explain_illegal_move(self, position: Any, move: Any, /) -> str:
        """Return a sentence that explains why the illegal move `move` is not allowed in `position`."""


@runtime_checkable
class ListsAllMoves(Protocol):
    """A game that lists all its moves, so that an illegal move is understood in every spelling of a legal one."""

    def all_moves(self) -> Iterable[Any]:
        """Return the moves that `parse_move` accepts, on boards of any size."""


@runtime_checkable
class WonByGoal(Protocol):
    """A game that is won by reaching a goal, if `won_by_goal` is True, and not by the higher total.

    Its results are stated without the difference of the totals.
    """

    @property
    def won_by_goal(self) -> bool:
        """Whether the totals at the end mean nothing but the winner."""
