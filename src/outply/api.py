"""The functions behind `import outply`, the stable interface for scripts and notebooks.

`outply/__init__.py` exports these names and imports this module when one of them is first used.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from outply.arena.match import MatchError, OnMove, play
from outply.formats import game_record, notation, question
from outply.formats.atomic_io import FileError, read_input
from outply.formats.line_reader import FormatError
from outply.formats.start import StartError, find_start
from outply.games import all_games, evaluations, game_of
from outply.games.move_input import IllegalMoveError, find_move
from outply.games.protocol import Game, Position
from outply.games.record import GameRecord, Turn
from outply.players.protocol import MoveContext, MoveDecision, Player, PlayerError
from outply.players.registry import player
from outply.search import exact as exact_search
from outply.search import literal
from outply.search.engine import Engine
from outply.search.native import is_alphabeta
from outply.search.solve import solve as solve_question
from outply.search.time_control import TimeControl
from outply.text import join_or

DEFAULT_ENGINE_SECONDS = 1.0

Path = str | os.PathLike[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The answer of a search: the best move, its value and the expected line of play.

    - `value` is the score that the player to move reaches with `principal_variation`, which begins with `move`.
    - `algorithm` is `minimax`, `alphabeta` or `engine`; `depth` is the depth of the search in plies.
    - `visits` is the number of visited nodes. For minimax and alpha-beta it is the textbook's count; it is None
      if the exact search did not count them.
    - `expanded` is the number of nodes whose moves were generated; None if it is unknown.
    - `proven` is True if the value is the result of perfect play to the end of the game. Only the engine reports
      it, others have None.
    - `seconds` is the CPU time of the search.
    """

    position: Position
    algorithm: str
    depth: int
    move: Any
    value: int
    principal_variation: tuple[Any, ...]
    visits: int | None
    expanded: int | None
    proven: bool | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return the solution as a flat dictionary with moves as text, for JSON and pandas.

        >>> import outply
        >>> outply.solve(outply.load("examples/warfare-3.in"), depth=2).as_dict()["principal_variation"]
        'C3 Raid, B3 Stake'
        """
        return {
            "algorithm": self.algorithm,
            "depth": self.depth,
            "move": self._text(self.move),
            "value": self.value,
            "principal_variation": ", ".join(map(self._text, self.principal_variation)),
            "visits": self.visits,
            "expanded": self.expanded,
            "proven": self.proven,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        visits = "" if self.visits is None else f", {self.visits:,} visits"
        line = ", ".join(map(self._text, self.principal_variation))
        return f"{self._text(self.move)} ({self.value:+,}): {self.algorithm}, depth {self.depth}{visits}\n{line}"

    def _text(self, move: Any) -> str:
        return game_of(self.position).move_text(move, self.position.variant)


def load(path: Path, *, rules: str = "raid") -> Position:
    """Read the position in a file: an input.txt, a table of board values, or the start of a game record.

    `rules` is the rule variant of a Warfare position (`raid` or `blitz`); an input.txt does not contain it.

    Raises FileError if the file cannot be read, and FormatError if it is malformed.

    >>> import outply
    >>> position = outply.load("examples/warfare-3.in")
    >>> print(position)
        A     B     C     D     E
    1  20 .  16 .   1 X  32 X  30 .
    2  20 .  12 .   2 X  11 O   8 X
    3  28 .  48 .   9 .   1 O   1 .
    4  20 .  12 .  10 O   6 O   2 .
    5  25 .  30 .  23 .  21 .  10 .
    """
    name = os.fspath(path)
    return notation.read_file(read_input(name), name, rules)


def start(game: str = "warfare", board: str | None = None, *, rules: str | None = None) -> Position:
    """Return a start position of a game, by the name of its board.

    `board` is one of the game's boards or, for Warfare, `random:SIZE:SEED`; without it, the game's default. The
    games of installed packages are found by their names.

    Raises StartError if the game, the board or the rule variant does not exist.

    >>> import outply
    >>> position = outply.start("warfare", "Smolensk", rules="blitz")
    >>> len(position.moves())
    36
    """
    games = all_games()
    if game.lower() not in games:
        raise StartError(f"unknown game {game!r}; expected {join_or(games)}")
    return find_start(board, game_name=game.lower(), rules=rules)[1]


def parse_move(position: Position, text: str) -> Any:
    """Return the legal move of a position that `text` names: `C3 Raid`, `raid c3` or `c3`.

    `position.play` of the built-in games accepts such a text itself. This function works with every game.

    Raises IllegalMoveError if the text names no legal move, or several.

    >>> import outply
    >>> position = outply.start("starcircle")
    >>> str(outply.parse_move(position, "c1 d2"))
    'C1-D2'
    """
    return find_move(position, text)


def solve(
    position: Position,
    depth: int,
    algorithm: str = "alphabeta",
    *,
    evaluation: str = evaluations.DEFAULT,
    exact: bool = False,
) -> Solution:
    """Search a position to a depth with the textbook's minimax or alpha-beta.

    `algorithm` is `minimax` or `alphabeta`, in any case. `exact=True` finds the same move and value with far
    fewer nodes, for depths that the textbook's search does not reach; `visits` is then None for most games.

    Raises ValueError if the algorithm, the evaluation or the depth is invalid, or if the game is over.

    >>> import outply
    >>> solution = outply.solve(outply.load("examples/warfare-3.in"), depth=4)
    >>> str(solution.move), solution.value, solution.visits
    ('C3 Raid', 26, 20007)
    """
    _require_position(position)
    if isinstance(depth, bool) or not isinstance(depth, int):
        raise TypeError(f"expected a whole number as depth, got {depth!r}")
    if depth < 1:
        raise ValueError(f"expected a depth of at least 1, got {depth}")
    if position.is_over:
        raise ValueError("the game is over: there is no move to search for")
    name = "alphabeta" if is_alphabeta(algorithm) else "minimax"
    started = time.thread_time()
    if exact:
        if evaluation != evaluations.DEFAULT:
            raise ValueError(f"the exact search has the evaluation {evaluations.DEFAULT!r} only")
        result = exact_search.search(position, depth, algorithm)
        line = exact_search.principal_variation(position, result.move, depth, algorithm)
    else:
        result = literal.search(position, depth, algorithm, evaluation=evaluation)
        line = result.principal_variation or (result.move,)
    return Solution(
        position=position,
        algorithm=name,
        depth=depth,
        move=result.move,
        value=result.value,
        principal_variation=line,
        visits=result.node_count,
        expanded=result.expanded,
        proven=None,
        seconds=time.thread_time() - started,
    )


def engine(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
    memory_mib: int = 64,
) -> Solution:
    """Find the strongest move with the engine, within CPU seconds, a number of nodes or a depth.

    The default limit is one second. A node limit gives the same answer on every machine. `outply.Engine` keeps
    its transposition table from one search to the next, and yields intermediate results.

    Raises ValueError if more than one limit is given, or if the game is over.

    >>> import outply
    >>> solution = outply.engine(outply.start("warfare", "random:4:1"), nodes=1_000_000)
    >>> solution.value, solution.proven
    (71, True)
    """
    _require_position(position)
    if position.is_over:
        raise ValueError("the game is over: there is no move to search for")
    if sum(limit is not None for limit in (seconds, nodes, depth)) > 1:
        raise ValueError("expected at most one of seconds, nodes and depth")
    if (seconds, nodes, depth) == (None, None, None):
        seconds = DEFAULT_ENGINE_SECONDS
    limit = TimeControl(move_seconds=seconds, nodes=nodes, depth=depth)
    info = Engine(threads=threads, memory_mib=memory_mib).search(position, limit)
    return Solution(
        position=position,
        algorithm="engine",
        depth=info.depth,
        move=info.move,
        value=info.value,
        principal_variation=info.principal_variation,
        visits=info.nodes,
        expanded=None,
        proven=info.proven,
        seconds=info.seconds,
    )


def match(
    first: str | Player,
    second: str | Player,
    position: Position | None = None,
    *,
    on_move: OnMove | None = None,
    seconds_per_move: float | None = None,
) -> GameRecord:
    """Play a game between two players and return its record; `first` makes the first move.

    A player is a name such as `alphabeta:3`, `greedy` or `engine:0.1s`, or an object with a `name` and a method
    `choose`. The default position is the start of Warfare on the board Smolensk. `on_move(turn, position)` is
    called after each move.

    A game that is over has a record without moves.

    Raises PlayerError if a name is invalid, and MatchError if a player makes an illegal move or returns no
    MoveDecision. An exception of a player of your own is passed on.

    >>> import outply
    >>> game = outply.match("alphabeta:3", "greedy", outply.start("warfare", "Keren"))
    >>> game.result, len(game.turns)
    ('X wins by 8', 36)
    """
    position = start() if position is None else position
    _require_position(position)
    players = [player(one) if isinstance(one, str) else one for one in (first, second)]
    board = notation.setup_name(position) or ""
    return play(position, players[0], players[1], on_move, board, seconds_per_move)


def _require_position(position: object) -> None:
    """Raise TypeError with advice if `position` is the name of a file or a board."""
    if isinstance(position, str | os.PathLike):
        advice = "use outply.load(FILE) or outply.start(GAME, BOARD)"
        raise TypeError(f"expected a position, got {position!r}; {advice}")


def answer(path: Path, *, rules: str = "raid") -> str:
    """Return the text of the output.txt that answers an input.txt.

    Raises FileError if the file cannot be read, and FormatError if it is malformed.

    >>> import outply
    >>> print(outply.answer("examples/warfare-3.in"))
    C3 Raid
    ..XX.
    ..XOX
    ..XX.
    ..XO.
    .....
    """
    name = os.fspath(path)
    asked = question.read(read_input(name), name, rules)
    return question.write_answer(
        asked, solve_question(asked.position, asked.mode, asked.depth, asked.seconds)
    ).rstrip("\n")


def load_game(path: Path) -> GameRecord:
    """Read a game record, as `outply match --record` and tournaments write it.

    Raises FileError if the file cannot be read, and FormatError if it is malformed.
    """
    name = os.fspath(path)
    return game_record.read(read_input(name), name)


def load_games(folder: Path) -> list[GameRecord]:
    """Read all game records in a folder and its subfolders, in the order of their paths.

    Files of other kinds are ignored. A table with one row per game:
    `pandas.DataFrame(game.as_dict() for game in outply.load_games("records"))`

    Raises FileError if a file cannot be read, and FormatError if a record is malformed.
    """
    return [
        game_record.read(data, path) for path, data in _files(os.fspath(folder)) if game_record.is_record(data)
    ]


def save_game(game: GameRecord, path: Path) -> None:
    """Write a game record to a file, from which `load_game` reads it and `outply play` replays it.

    Raises FileError if the file cannot be written.
    """
    from outply.formats.atomic_io import write_output

    write_output(os.fspath(path), game_record.write(game))


def _files(folder: str) -> Iterator[tuple[str, bytes]]:
    if not os.path.isdir(folder):
        raise FileError(folder, NotADirectoryError(20, "not a folder"))
    for directory, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(directory, name)
            if os.path.isfile(path):
                yield path, read_input(path)


__all__ = [
    "Engine",
    "FileError",
    "FormatError",
    "Game",
    "GameRecord",
    "IllegalMoveError",
    "MatchError",
    "MoveContext",
    "MoveDecision",
    "Player",
    "PlayerError",
    "Position",
    "Solution",
    "StartError",
    "TimeControl",
    "Turn",
    "answer",
    "engine",
    "load",
    "load_game",
    "load_games",
    "match",
    "native_headers",
    "parse_move",
    "save_game",
    "solve",
    "start",
]


def native_headers() -> str:
    """Return the folder of the C++ headers with which a package builds the native core of its game.

    It is the include path of `<outply/game.hpp>` and `<outply/bindings.hpp>`; docs/native-game.md explains them.

    >>> os.path.exists(os.path.join(native_headers(), "outply", "game.hpp"))
    True
    """
    return os.path.join(os.path.dirname(__file__), "include")
