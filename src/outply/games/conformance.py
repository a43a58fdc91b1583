"""Conformance check of a game against `games/protocol.py`, for use in the game's own tests.

    from outply.games import conformance

    def test_connect_four_conforms():
        conformance.check(ConnectFour())

The check plays reproducible random games and tests every position in them.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random
from typing import Any

from outply.games.plugin_errors import unexpected_error_message
from outply.games.protocol import Editable, Game, HasRandomBoards, Position, Serializable
from outply.games.view import COLOURS, DARK_COLOURS, GRIDS, LIGHT_COLOURS, SHAPES, BoardView, Cell
from outply.text import join_or

MAX_GAME_PLIES = 10_000
"""Moves after which a game counts as infinite."""

GAME_NAME = r"[a-z][a-z0-9-]*"
ADDRESS_PART = r"[A-Za-z0-9:.-]+"
ONE_LINE = r"\S+( \S+)*"
NOT_MOVES = ("", " ", "no such move", "?", "1" * 40, "\N{SNOWMAN}")
MAX_MOVE_LENGTH = 32
"""Maximum length of a move in characters; the play page rejects longer moves."""

CONTEXT_MOVES = 8
"""Maximum number of preceding moves that an error message lists."""


class ConformanceError(AssertionError):
    """A game violates the protocol; the message states the requirement and the position."""


def check(game: Game, *, games: int = 5, on_game: Callable[[], None] = lambda: None) -> int:
    """Play `games` random games from each setup of each variant, and check every position in these games.

    `on_game` is called after each game. Returns the number of checked positions.
    Raises ConformanceError if the game violates the protocol.
    """
    check_start(game)
    positions = 0
    for variant in game.variants:
        for setup in game.setups:
            for number in range(games):
                positions += _RandomGame(game, variant, setup, Random(f"{variant} {setup} {number}")).play()
                on_game()
    return positions


def random_game_count(game: Game, games: int) -> int:
    """Return the number of random games that `check` plays."""
    return len(game.variants) * len(game.setups) * games


def check_start(game: Game) -> None:
    """Check only the metadata and the start positions of a game; this is fast, because no game is played.

    Raises ConformanceError if the game violates the protocol.
    """
    with _context(f"{type(game).__name__}"):
        _check_names(game)
    for variant in game.variants:
        with _context(f"{game.name}, {variant}"):
            _check_variant(game, variant)


def check_turn(before: Position, after: Position) -> None:
    """Check that a move from `before` to `after` passes the turn and changes neither game nor variant.

    Every match makes this check after each move. Raises ConformanceError if the turn or the game is wrong.
    """
    missing = object()
    same_game = all(getattr(after, name, missing) == getattr(before, name) for name in ("game", "variant"))
    require(same_game, "`play` must return a position of the same game and variant")
    require(after.to_move != before.to_move, "`to_move` must alternate between the players")


@contextmanager
def _context(where: str) -> Iterator[None]:
    """Convert exceptions from the `with` block to ConformanceError, with `where` at the start of the message."""
    try:
        yield
    except ConformanceError as error:
        raise ConformanceError(f"{where}: {error}") from error.__cause__
    except Exception as error:
        raise ConformanceError(f"{where}: {unexpected_error_message(error)}") from error


def require(condition: bool, requirement: str) -> None:
    """Raise ConformanceError with the message `requirement` unless `condition` is true."""
    if not condition:
        raise ConformanceError(requirement)


def _matches(pattern: str, text: object) -> bool:
    return isinstance(text, str) and text.isprintable() and re.fullmatch(pattern, text) is not None


def _raises_value_error(function: Callable[..., object], *arguments: object) -> bool:
    """Return whether `function(*arguments)` raises ValueError; other exceptions propagate."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def _check_names(game: Game) -> None:
    require(
        _matches(GAME_NAME, game.name),
        f"`name` must consist of lower-case letters, digits and hyphens, got {game.name!r}",
    )
    require(_matches(ONE_LINE, game.title), f"`title` must be text on one line, got {game.title!r}")
    for field, names in (("players", game.players), ("variants", game.variants), ("setups", game.setups)):
        require(isinstance(names, tuple) and len(names) > 0, f"`{field}` must be a non-empty tuple")
        require(len(set(names)) == len(names), f"`{field}` must not contain duplicates, got {names}")
        for name in names:
            require(
                _matches(ADDRESS_PART, name),
                f"`{field}` must consist of letters, digits and :.- only, got {name!r}",
            )
    require(len(game.players) == 2, f"`players` must have two entries, got {len(game.players)}")
    for text in NOT_MOVES:
        require(
            _raises_value_error(game.parse_move, text),
            f"`parse_move({text!r})` must raise ValueError, as it is not a move",
        )


def _check_variant(game: Game, variant: str) -> None:
    labels = [game.player_label(player, variant) for player in game.players]
    require(len(set(labels)) == 2, f"`player_label` must distinguish the players, got {labels[0]!r} for both")
    require(
        all(_matches(ONE_LINE, label) for label in labels),
        f"`player_label` must be text on one line, got {labels}",
    )
    require(_matches(r".{20,}", game.rules(variant)), "`rules` must be a few sentences on one line")
    default, setups = game.start(variant), [game.start(variant, setup) for setup in game.setups]
    for setup in setups:
        require(isinstance(setup.is_over, bool), "`is_over` must be a property that returns a bool, not a method")
    require(default in setups, "`start` without a setup must return one of the setups")
    require(
        _raises_value_error(game.start, variant, "nowhere"), "`start` with an unknown setup must raise ValueError"
    )
    require(_raises_value_error(game.start, "no-rules"), "`start` with an unknown variant must raise ValueError")
    if isinstance(game, HasRandomBoards):
        for size in (game.sizes[0], game.sizes[-1]):
            setup_name = f"random:{size}:1"
            is_reproducible = game.start(variant, setup_name) == game.start(variant, setup_name)
            require(is_reproducible, f"`start` with {setup_name} must return the same position each time")


class _RandomGame:
    """Plays one random game and checks every position in it."""

    def __init__(self, game: Game, variant: str, setup: str, rng: Random) -> None:
        self._game = game
        self._variant = variant
        self._setup = setup
        self._rng = rng
        self._played: list[str] = []
        self._encountered_moves: dict[Any, None] = {}  # the legal moves of all positions so far

    def play(self) -> int:
        """Play the game to its end and return the number of its positions.

        Raises ConformanceError if a position violates the protocol.
        """
        with self._context():
            position = self._game.start(self._variant, self._setup)
            first = self._game.players[0]
            require(position.to_move == first, f"the first of `players`, {first}, must move first")
        for _ in range(MAX_GAME_PLIES):
            with self._context():
                self._check(position)
                if position.is_over:
                    return len(self._played) + 1
                position = self._play_random_move(position)
        with self._context():
            raise ConformanceError(f"a game must end, but this game continues after {MAX_GAME_PLIES:,} moves")

    def _context(self) -> AbstractContextManager[None]:
        last = ", ".join(self._played[-CONTEXT_MOVES:])
        more = "..., " if len(self._played) > CONTEXT_MOVES else ""
        after = f" after {more}{last}" if self._played else ""
        return _context(f"{self._game.name}, {self._variant}, {self._setup}{after}")

    def _check(self, position: Position) -> None:
        self._check_position(position)
        self._check_totals(position)
        self._check_moves(position)
        view = self._game.view(position)
        self._check_view(view)
        require(
            list(self._game.cells(position, [cell.square for cell in view.cells])) == list(view.cells),
            "`cells` must return the cells of `view`",
        )
        self._check_serialization(position)
        if not position.is_over:
            self._check_editing(position, view)

    def _check_position(self, position: Position) -> None:
        game = self._game
        require(position.game == game.name, f"`game` of a position must be {game.name!r}, got {position.game!r}")
        require(
            position.variant == self._variant,
            f"`variant` must not change, expected {self._variant!r}, got {position.variant!r}",
        )
        self._check_to_move(position)
        copy = pickle.loads(pickle.dumps(position))
        require(copy == position, "a position must be equal to its pickled copy")
        require(hash(copy) == hash(position), "equal positions must have equal hashes")
        try:
            position.to_move = position.to_move  # type: ignore[misc]
        except AttributeError:
            return
        raise ConformanceError("a position must be immutable, but `to_move` can be set")

    def _check_to_move(self, position: Position) -> None:
        is_player = position.to_move in self._game.players
        require(is_player, f"`to_move` must be one of the players, got {position.to_move!r}")

    def _check_totals(self, position: Position) -> None:
        first, second = self._game.players
        totals = [position.total(player) for player in (first, second)]
        require(all(type(total) is int for total in totals), f"`total` must be of type int, got {totals}")
        score = position.score(first)
        require(type(score) is int, f"`score` must be of type int, got {score!r}")
        require(score == totals[0] - totals[1], "`score` must be the player's `total` minus the opponent's")
        require(score == -position.score(second), "the scores of both players must add up to zero")

    def _check_moves(self, position: Position) -> None:
        game, moves = self._game, position.moves()
        require(list(moves) == list(position.moves()), "`moves` must return the same moves at every call")
        require(len(set(moves)) == len(moves), "`moves` must not contain duplicates")
        require(not (moves and position.is_over), "`moves` must be empty when the game is over")
        require(bool(moves) or position.is_over, "`moves` must not be empty before the game is over")
        for move in moves:
            text, move_text = str(move), game.move_text(move, self._variant)
            require(
                _matches(ONE_LINE, text) and "," not in text,
                f"`str` of a move must be one line without commas: {text!r}",
            )
            require(
                len(text) <= MAX_MOVE_LENGTH,
                f"`str` of a move must have at most {MAX_MOVE_LENGTH} characters: {text!r}",
            )
            require(_matches(ONE_LINE, move_text), f"`move_text` must be text on one line: {move_text!r}")
            for notation in (text, move_text):
                is_parsed = (
                    not _raises_value_error(game.parse_move, notation) and game.parse_move(notation) == move
                )
                require(
                    is_parsed, f"`parse_move` must invert `str` and `move_text`, but does not for {notation!r}"
                )
        self._encountered_moves |= dict.fromkeys(moves)
        for move in self._encountered_moves:
            agrees = position.is_legal(move) == (move in moves)
            require(agrees, f"`is_legal({move})` must be True if and only if `moves` contains the move")

    def _check_view(self, view: BoardView) -> None:
        require(view.players == self._game.players, "`view` must have the `players` of the game")
        for labels in (view.rows, view.columns):
            require(len(set(labels)) == len(labels), f"labels of rows and columns must be unique, got {labels}")
        squares = [(row, column) for row in range(len(view.rows)) for column in range(len(view.columns))]
        require(
            [cell.square for cell in view.cells] == squares, "`view` must contain each square once, row by row"
        )
        dark = [colour in DARK_COLOURS for colour in view.colours]
        require(
            set(view.colours) <= set(COLOURS) and sorted(dark) == [False, True],
            f"`colours` must be one of {join_or(DARK_COLOURS)} and one of "
            f"{join_or(LIGHT_COLOURS)}, got {view.colours}",
        )
        require(view.grid in GRIDS, f"`grid` must be {join_or(GRIDS)}, got {view.grid!r}")
        for shape in (*view.shapes, *(cell.shape for cell in view.cells if cell.shape is not None)):
            require(shape in SHAPES, f"the shape of a piece must be {join_or(SHAPES)}, got {shape!r}")
        for cell in view.cells:
            require(cell.owner in (None, *view.players), f"the owner of a cell must be a player or None: {cell}")
            require(isinstance(cell.text, str), f"the text of a cell must be of type str: {cell}")
            require(0 <= cell.shade <= 1, f"the shade of a cell must be from 0 to 1: {cell}")

    def _check_serialization(self, position: Position) -> None:
        game = self._game
        if not isinstance(game, Serializable):
            return
        lines = list(game.to_lines(position))
        is_valid = all(
            isinstance(line, str) and line.strip() == line != "" and not set("/_\n") & set(line) for line in lines
        )
        require(
            is_valid,
            f"`to_lines` must return non-blank lines without / and _ and without spaces around, got {lines}",
        )
        copy = game.from_lines(lines, self._variant, position.to_move)
        require(copy == position, "`from_lines` must be the inverse of `to_lines`")
        require(
            _raises_value_error(game.from_lines, ["?"], self._variant, position.to_move),
            "`from_lines` with malformed lines must raise ValueError",
        )

    def _check_editing(self, position: Position, view: BoardView) -> None:
        game = self._game
        if not isinstance(game, Editable):
            return
        edited = game.edit(position, view.cells, position.to_move)
        require(game.view(edited).cells == view.cells, "`edit` with unchanged cells must not change the view")
        require(edited.to_move == position.to_move, "`edit` must return a position with the given player to move")
        for case, cells, to_move in (
            ("a square off the board", [Cell((99, 99), None, "", 0.0)], position.to_move),
            ("an unknown owner", [Cell(view.cells[0].square, "?", "", 0.0)], position.to_move),
            ("an unknown player to move", [], "?"),
        ):
            require(
                _raises_value_error(game.edit, position, cells, to_move),
                f"`edit` with {case} must raise ValueError",
            )

    def _play_random_move(self, position: Position) -> Position:
        """Check the effects of all legal moves, play one of the moves at random, and return the next position."""
        game, before = self._game, pickle.loads(pickle.dumps(position))
        view, moves = game.view(position), position.moves()
        successors = []
        for move in moves:
            with _context(f"{move}"):
                after = position.play(move)
                require(position == before, "`play` must not modify the position")
                require(after != position, "`play` must return a different position")
                check_turn(position, after)
                self._check_to_move(after)
                self._check_changes(position, after, move, view)
                successors.append(after)
        index = self._rng.randrange(len(moves))
        self._played.append(str(moves[index]))
        return successors[index]

    def _check_changes(self, position: Position, after: Position, move: Any, before: BoardView) -> None:
        game, view = self._game, self._game.view(after)
        pairs = zip(before.cells, view.cells, strict=True)
        expected = {new.square for old, new in pairs if old != new}
        changed = list(game.changed_squares(position, after))
        require(len(set(changed)) == len(changed), "`changed_squares` must not contain duplicates")
        if set(changed) != expected:
            self._check_serialization(after)  # an unknown letter on the board is the likely reason
        require(
            set(changed) == expected,
            f"`changed_squares` must be the squares whose cells differ, expected {sorted(expected)}",
        )
        path = game.click_path(move, self._variant)
        require(isinstance(path, tuple), "`click_path` must be a tuple")
        require(set(path) <= expected, f"`click_path` must consist of changed squares, got {path}")
        if before.moves_left is not None:
            require(view.moves_left == before.moves_left - 1, "`moves_left` must decrease by one with each move")
