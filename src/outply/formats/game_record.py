"""Game records: a text that people can read and compare, and that holds all that is needed to replay the game.

    outply record 1
    game     warfare
    rules    blitz
    board    Smolensk
    first    alphabeta:4
    second   minimax:3
    to move  blue

    start
    66 76 28 66 11 9
    ...
    ......

    no  player  move         value  depth  visited  expanded  proven     cpu s    wall s
     1  blue    paradrop A5     23      4     8741      1296       -  0.000117  0.000122
    ...

    player  total  visited  expanded     cpu s    wall s
    blue      890    52110      7714  0.001411  0.001473
    green     763   ...
    blue wins by 127

Columns have two or more spaces between them, and `-` stands for what a player did not tell. What the last lines
say follows from the moves; a record in which it does not is refused. Where a game broke off, `not finished`
stands for the result.
"""

from __future__ import annotations

import re

from outply.formats.line_reader import Lines, digits, shown
from outply.formats.notation import board_lines, read_board
from outply.games import all_games, game_of
from outply.games.record import GameRecord, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.games.protocol import Game, Position

FIRST_LINE = "outply record 1"
MOVES = ("no", "player", "move", "value", "depth", "visited", "expanded", "proven", "cpu s", "wall s")
RESULT = ("player", "total", "visited", "expanded", "cpu s", "wall s")
PROVEN = {"yes": True, "no": False, "-": None}


def is_record(data: bytes) -> bool:
    """Return whether a file means to be a game record."""
    return data.removeprefix(b"\xef\xbb\xbf").startswith(b"outply record ")


def board_name(text: str) -> str:
    """Return a name that a record can hold, as near to the text as may be."""
    return "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))


def write(record: GameRecord) -> str:
    """Return the text of a record; a `ValueError` if a name could not be read back."""
    start = record.start
    for name in (record.board, *record.players):
        if name != board_name(name):
            raise ValueError(f"{name!r} cannot stand in a game record")
    game = game_of(start)
    head = [
        ("game", game.name),
        ("rules", start.variant),
        ("board", record.board),
        ("first", record.players[0]),
        ("second", record.players[1]),
        ("to move", game.player_label(start.to_move, start.variant)),
    ]
    lines = [
        FIRST_LINE,
        *(f"{key:7}  {value}" for key, value in head if value),
        "",
        "start",
        *board_lines(start),
        "",
        *_table([MOVES, *_move_rows(record, game)], texts=(1, 2)),
        "",
        *_result_lines(record, game),
    ]
    return "\n".join(lines) + "\n"


def read(data: bytes, source: str) -> GameRecord:
    """Read a record, and play it through; a `FormatError` names the line that is wrong."""
    lines = Lines(data, source, expected=FIRST_LINE)
    found = lines.take(FIRST_LINE)
    if found != FIRST_LINE:
        raise lines.error(shown(found), FIRST_LINE)
    games = all_games()
    game = games[_one_of(lines, "game", tuple(games))]
    variant = _one_of(lines, "rules", game.variants)
    board = _field(lines, "board") if lines.peek().startswith("board ") else ""
    players = _field(lines, "first"), _field(lines, "second")
    names = {game.player_label(player, variant): player for player in game.players}
    to_move = names[_one_of(lines, "to move", tuple(names))]
    _literally(lines, "start")
    start = read_board(lines, game.name, variant, to_move)
    turns, final = _read_moves(lines, game, start, players)
    record = GameRecord(start, players, tuple(turns), final, board)
    for expected in _result_lines(record, game):
        _literally(lines, expected)
    lines.end()
    return record


def _move_rows(record: GameRecord, game: Game) -> list[list[str]]:
    variant = record.start.variant
    rows = []
    mover = record.start.to_move
    proven = {value: word for word, value in PROVEN.items()}
    for number, turn in enumerate(record.turns, start=1):
        rows.append(
            [
                str(number),
                game.player_label(mover, variant),
                game.move_text(turn.move, variant),
                _told(turn.value),
                _told(turn.depth),
                _told(turn.visited),
                _told(turn.expanded),
                proven[turn.proven],
                f"{turn.cpu_seconds:.6f}",
                f"{turn.wall_seconds:.6f}",
            ]
        )
        mover = _other(game, mover)
    return rows


def _result_lines(record: GameRecord, game: Game) -> list[str]:
    rows: list[Sequence[str]] = [RESULT]
    for player in game.players:
        side = record.side_of(player)
        wall = sum(turn.wall_seconds for turn in record.turns_of(side))
        rows.append(
            [
                game.player_label(player, record.start.variant),
                str(record.final.total(player)),
                _told(record.visited(side)),
                _told(record.expanded(side)),
                f"{record.cpu_seconds(side):.6f}",
                f"{wall:.6f}",
            ]
        )
    return [*_table(rows, texts=(0,)), record.result]


def _table(rows: Sequence[Sequence[str]], texts: tuple[int, ...]) -> list[str]:
    """Return the rows with their columns aligned: `texts` to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number in texts else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _told(number: int | None) -> str:
    return "-" if number is None else str(number)


def _other(game: Game, player: str) -> str:
    first, second = game.players
    return second if player == first else first


def _next_filled(lines: Lines, expected: str) -> str:
    while not lines.at_end and not lines.peek():
        lines.take(expected)
    return lines.take(expected)


def _columns(line: str) -> list[str]:
    return re.split(r"[ \t]*\t[ \t]*| {2,}", line.strip())


def _literally(lines: Lines, expected: str) -> None:
    """Take a line that can only be this one, however its columns are spaced."""
    found = _next_filled(lines, expected)
    if _columns(found) != _columns(expected):
        raise lines.error(shown(found), " ".join(_columns(expected)))


def _field(lines: Lines, key: str) -> str:
    expected = f"{key} and what it is"
    found = lines.take(expected)
    value = found.removeprefix(key).strip(" \t")
    if not found.startswith(f"{key} ") or value != board_name(value):
        raise lines.error(shown(found), expected)
    return value


def _one_of(lines: Lines, key: str, options: tuple[str, ...]) -> str:
    value = _field(lines, key)
    if value not in options:
        raise lines.error(f"{key} {shown(value)}", f"{key} {' or '.join(options)}")
    return value


def _read_moves(
    lines: Lines, game: Game, position: Position, players: tuple[str, str]
) -> tuple[list[Turn], Position]:
    _literally(lines, "  ".join(MOVES))
    turns: list[Turn] = []
    while not position.is_over and not _is_broken_off(lines):
        number = len(turns) + 1
        name = game.player_label(position.to_move, position.variant)
        expected = f"move {number}, by {name}, in {len(MOVES)} columns"
        found = lines.take(expected)
        columns = _columns(found)
        if len(columns) != len(MOVES) or columns[:2] != [str(number), name]:
            raise lines.error(shown(found), expected)
        turn = _read_turn(lines, columns, game, players[(number - 1) % 2])
        if not position.is_legal(turn.move):
            raise lines.error(f"the move {columns[2]}", f"a legal move of {name}")
        turns.append(turn)
        position = position.play(turn.move)
    return turns, position


def _is_broken_off(lines: Lines) -> bool:
    """Return whether no more moves follow, but what comes after them; a file that just ends is torn."""
    return not lines.at_end and not lines.peek()


def _read_turn(lines: Lines, columns: list[str], game: Game, player: str) -> Turn:
    _, _, words, value, depth, visited, expanded, proven, cpu, wall = columns
    try:
        move = game.parse_move(words)
    except ValueError:
        raise lines.error(f"the move {shown(words)}", "a move such as the others") from None
    if proven not in PROVEN:
        raise lines.error(f"proven {shown(proven)}", "yes, no or -")
    return Turn(
        player,
        move,
        _seconds(lines, "cpu s", cpu),
        _seconds(lines, "wall s", wall),
        _number(lines, "visited", visited),
        _number(lines, "expanded", expanded),
        _number(lines, "value", value, negative=True),
        _number(lines, "depth", depth),
        PROVEN[proven],
    )


def _number(lines: Lines, name: str, text: str, negative: bool = False) -> int | None:
    if text == "-":
        return None
    plain = text.removeprefix("-") if negative else text
    if digits(plain) is None or len(plain) > 18:
        raise lines.error(f"{name} {shown(text)}", "a whole number, or -")
    return int(text)


def _seconds(lines: Lines, name: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,12}\.[0-9]{6}", text):
        raise lines.error(f"{name} {shown(text)}", "seconds with six places, such as 0.012345")
    return float(text)
