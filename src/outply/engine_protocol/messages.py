"""The messages of the engine protocol as values: parsed from lines, and formatted as lines.

`docs/engine-protocol.md` describes the protocol. Words are separated by spaces; a space within a word, as in the
move `C3 Raid`, is written as `_`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.formats import notation
from outply.formats.line_reader import FormatError, quote
from outply.games import all_games, game_of
from outply.games.protocol import Position
from outply.games.registry import explain_illegal_move
from outply.search.engine import SearchInfo
from outply.search.time_control import PROCESS_MOVE_S, TimeControl
from outply.text import escape_controls, join_or

START = "start"
"""The word of the command `position` for the default start position."""

MAX_DIGITS = 15
"""Maximum length of a number in a message."""


class ProtocolError(ValueError):
    """Raised for a malformed message. The text is that of the message `error`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A limit of the command `go`: its word, its meaning and the time control for a number."""

    word: str
    meaning: str
    minimum: int
    time_control: Callable[[int], TimeControl]


LIMITS = {
    limit.word: limit
    for limit in (
        Limit(
            word="movetime",
            meaning="milliseconds of CPU time for this move",
            minimum=0,
            time_control=lambda number: TimeControl.per_move(number / 1000),
        ),
        Limit(
            word="gametime",
            meaning="milliseconds of CPU time for this and all later moves",
            minimum=0,
            time_control=lambda number: TimeControl.per_game(number / 1000, startup_seconds=PROCESS_MOVE_S),
        ),
        Limit(word="nodes", meaning="nodes", minimum=1, time_control=TimeControl.to_nodes),
        Limit(word="depth", meaning="plies", minimum=1, time_control=TimeControl.to_depth),
    )
}
INFINITE = "infinite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """`outply`: asks for the name and the options of the engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IsReady:
    """`isready`: asks for `readyok`, also during a search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOption:
    """`setoption name NAME value VALUE`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPosition:
    """`position START moves MOVE…`: the position to search."""

    start: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """`go LIMIT NUMBER`: starts a search. `limit` is one of `LIMITS`, or `INFINITE` without a number."""

    limit: str
    number: int = 0

    @property
    def time_control(self) -> TimeControl:
        """The time control of the search; an infinite search ends by `stop`."""
        if self.limit == INFINITE:
            return TimeControl.until_solved()
        return LIMITS[self.limit].time_control(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """`stop`: ends the search, which then answers with `bestmove`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quit:
    """`quit`: ends the engine."""


Command = Hello | IsReady | SetOption | SetPosition | Go | Stop | Quit

WITHOUT_ARGUMENTS: dict[str, Command] = {
    "outply": Hello(),
    "isready": IsReady(),
    "stop": Stop(),
    "quit": Quit(),
}
COMMAND_WORDS = (*WITHOUT_ARGUMENTS, "setoption", "position", "go")


def parse_command(line: str) -> Command | None:
    """Parse a command of the client; None for a blank line.

    Raises ProtocolError if the line is malformed.
    """
    words = line.split()
    if not words:
        return None
    word, *arguments = words
    if word in WITHOUT_ARGUMENTS:
        if arguments:
            raise ProtocolError(f"{word}: expected no arguments, got {quote(' '.join(arguments))}")
        return WITHOUT_ARGUMENTS[word]
    if word == "setoption":
        return _parse_option(arguments)
    if word == "position":
        return _parse_position(arguments)
    if word == "go":
        return _parse_go(arguments)
    raise ProtocolError(f"unknown command {quote(word)}; expected {join_or(COMMAND_WORDS)}")


def format_command(command: Command) -> str:
    """Return the line of a command."""
    match command:
        case SetOption(name=name, value=value):
            return f"setoption name {name} value {value}"
        case SetPosition(start=start, moves=moves):
            return " ".join(["position", start, *(["moves", *moves] if moves else [])])
        case Go(limit=limit, number=number):
            return f"go {limit}" if limit == INFINITE else f"go {limit} {number}"
        case _:
            return next(word for word, other in WITHOUT_ARGUMENTS.items() if other == command)


def _parse_option(words: Sequence[str]) -> SetOption:
    match words:
        case ["name", name, "value", value, *more]:
            return SetOption(name=name, value=" ".join([value, *more]))
    raise ProtocolError("setoption: expected `setoption name NAME value VALUE`")


def _parse_position(words: Sequence[str]) -> SetPosition:
    match words:
        case [start]:
            return SetPosition(start=start)
        case [start, "moves", *moves]:
            return SetPosition(start=start, moves=tuple(moves))
    raise ProtocolError("position: expected `position START` or `position START moves MOVE...`")


def _parse_go(words: Sequence[str]) -> Go:
    match words:
        case ["infinite"]:
            return Go(limit=INFINITE)
        case [word, number] if word in LIMITS:
            limit = LIMITS[word]
            if not re.fullmatch(f"[0-9]{{1,{MAX_DIGITS}}}", number) or int(number) < limit.minimum:
                expected = f"a number of {limit.meaning}, at least {limit.minimum}"
                raise ProtocolError(f"go {word}: expected {expected}, got {quote(number)}")
            return Go(limit=word, number=int(number))
    raise ProtocolError(f"go: expected one of {join_or([*(f'{word} NUMBER' for word in LIMITS), INFINITE])}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """`info`: an intermediate result. None means that the engine does not report it.

    `value` is the expected final score of the player to move, `milliseconds` the CPU time of the search so far.
    `line` is the principal variation.
    """

    depth: int | None = None
    value: int | None = None
    nodes: int | None = None
    milliseconds: int | None = None
    proven: bool | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove:
    """`bestmove MOVE`: the result of a search."""

    move: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyOk:
    """`readyok`: the answer to `isready`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorReply:
    """`error TEXT`: a command was malformed or impossible."""

    text: str


Reply = Info | BestMove | ReadyOk | ErrorReply


def parse_reply(line: str) -> Reply | None:
    """Parse a reply of an engine; None for a line that is none of `Reply`.

    Fields of `info` that are unknown or malformed are left out, because a client can play without them.
    """
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if word == "readyok":
        return ReadyOk()
    if word == "bestmove":
        return BestMove(move=rest)
    if word == "error":
        return ErrorReply(text=rest)
    return _parse_info(rest) if word == "info" else None


def format_reply(reply: Reply) -> str:
    """Return the line of a reply."""
    match reply:
        case ReadyOk():
            return "readyok"
        case BestMove(move=move):
            return f"bestmove {move}"
        case ErrorReply(text=text):
            return f"error {escape_controls(' '.join(text.split()))}"
        case Info():
            return _format_info(reply)


def info_message(info: SearchInfo) -> Info:
    """Return the message for a result of the engine."""
    return Info(
        depth=info.depth,
        value=info.value,
        nodes=info.nodes,
        milliseconds=round(info.seconds * 1000),
        proven=info.proven,
        line=tuple(map(move_word, info.principal_variation)),
    )


PROVEN_WORDS = {True: "yes", False: "no"}


def _format_info(info: Info) -> str:
    fields = {"depth": info.depth, "value": info.value, "nodes": info.nodes, "time": info.milliseconds}
    words = [f"{name} {number}" for name, number in fields.items() if number is not None]
    words += [f"proven {PROVEN_WORDS[info.proven]}"] if info.proven is not None else []
    return " ".join(["info", *words, *(["pv", *info.line] if info.line else [])])


def _parse_info(text: str) -> Info:
    head, _, line = f" {text} ".partition(" pv ")
    words = head.split()
    fields = dict(zip(words[::2], words[1::2], strict=False))

    def number(name: str) -> int | None:
        value = fields.get(name, "")
        return int(value) if re.fullmatch(f"-?[0-9]{{1,{MAX_DIGITS}}}", value) else None

    proven = {word: value for value, word in PROVEN_WORDS.items()}.get(fields.get("proven", ""))
    return Info(
        depth=number("depth"),
        value=number("value"),
        nodes=number("nodes"),
        milliseconds=number("time"),
        proven=proven,
        line=tuple(line.split()),
    )


def move_word(move: Any) -> str:
    """Return a move as one word: `C3_Raid`."""
    return str(move).replace(" ", "_")


def find_move(position: Position, text: str) -> Any:
    """Return the legal move that `text` names, with `_` or spaces between its words.

    Raises ProtocolError if the text is not a move, and IllegalMoveError if the move is not legal.
    """
    word = "_".join(text.split())
    try:
        move = game_of(position).parse_move(word.replace("_", " "))
    except ValueError:
        move = None
    if move is not None and position.is_legal(move):
        return move
    # A game may have moves with `_` in their texts, or not parse all of them.
    for legal in position.moves():
        if move_word(legal) == word:
            return legal
    if move is None:
        example = f"; expected a move such as {move_word(position.moves()[0])}" if not position.is_over else ""
        raise ProtocolError(f"found {quote(text)}{example}")
    raise IllegalMoveError(
        f"{move} is not a legal move for {position.to_move}. {explain_illegal_move(position, move)}"
    )


class IllegalMoveError(ProtocolError):
    """Raised for a move that is not legal in the position."""


def position_word(position: Position) -> str:
    """Return a position as one word, with its board even if it is a named start position.

    Raises ValueError if the game has no text format.
    """
    if not notation.has_text_format(game_of(position)):
        raise ValueError(f"{game_of(position).title} has no text format")
    return notation.to_board_line(position)


def find_position(command: SetPosition, game_name: str, variant: str) -> Position:
    """Return the position of the command `position`.

    A start without `/` is `start`, or the name of a board of the given game and variant.

    Raises ProtocolError if the start or a move is invalid.
    """
    position = _find_start(command.start, game_name, variant)
    for number, word in enumerate(command.moves, 1):
        if position.is_over:
            raise ProtocolError(f"position: move {number}: the game is over")
        try:
            position = position.play(find_move(position, word))
        except ProtocolError as error:
            raise ProtocolError(f"position: move {number}: {error}") from None
    return position


def _find_start(text: str, game_name: str, variant: str) -> Position:
    game = all_games()[game_name]
    try:
        if "/" in text:
            return notation.from_line(text)
        if text == START:
            return game.start(variant)
        return game.start(variant, text if text in game.setups else text.replace("_", " "))
    except FormatError as error:
        raise ProtocolError(f"position: {error.problem}") from None
    except ValueError as error:
        raise ProtocolError(f"position: {error}") from None
