"""Game records: readable text with everything needed to replay a game.

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

Columns are separated by two or more spaces, and `-` marks an unknown value. The last lines are computed from the
moves; a record in which they differ is refused. The result of an unfinished game is `not finished`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from outply.formats.line_reader import LineReader, parse_digits, quote
from outply.formats.notation import read_lines, to_lines
from outply.games import all_games, game_of
from outply.games.protocol import Game, Position
from outply.games.record import GameRecord, Turn

FIRST_LINE = "outply record 1"
MOVE_COLUMNS = ("no", "player", "move", "value", "depth", "visited", "expanded", "proven", "cpu s", "wall s")
RESULT_COLUMNS = ("player", "total", "visited", "expanded", "cpu s", "wall s")
PROVEN = {"yes": True, "no": False, "-": None}


def is_record(data: bytes) -> bool:
    """Return whether the content of a file begins like a game record."""
    return data.removeprefix(b"\xef\xbb\xbf").startswith(b"outply record ")


def record_name(text: str) -> str:
    """Return the text in a form that is valid as a name in a record: one printable line with single spaces."""
    return "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))


def write(record: GameRecord) -> str:
    """Return the text of a game record.

    Raises ValueError if `read` could not read the name of the board or of a player.
    """
    start = record.start
    for name in (record.board, *record.players):
        if name != record_name(name):
            raise ValueError(f"invalid name in a game record: {name!r}")
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
        *to_lines(start),
        "",
        *_table([MOVE_COLUMNS, *_move_rows(record, game)], texts=(1, 2)),
        "",
        *_result_lines(record, game),
    ]
    return "\n".join(lines) + "\n"


def read(data: bytes, source: str) -> GameRecord:
    """Parse a game record and replay its moves.

    Raises FormatError, which names the line, if the record is malformed, a move is illegal, or the result is
    wrong.
    """
    lines = LineReader(data, source, expected=FIRST_LINE)
    first = lines.read_line(FIRST_LINE)
    if first != FIRST_LINE:
        raise lines.error(quote(first), FIRST_LINE)
    games = all_games()
    game = games[_one_of(lines, "game", tuple(games))]
    variant = _one_of(lines, "rules", game.variants)
    board = _field(lines, "board") if lines.peek().startswith("board ") else ""
    players = _field(lines, "first"), _field(lines, "second")
    names = {game.player_label(player, variant): player for player in game.players}
    to_move = names[_one_of(lines, "to move", tuple(names))]
    _expect_columns(lines, "start")
    start = read_lines(lines, game.name, variant, to_move)
    turns, final = _read_moves(lines, game, start, players)
    record = GameRecord(start, players, tuple(turns), final, board)
    for expected in _result_lines(record, game):
        _expect_columns(lines, expected)
    lines.expect_end()
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
                _number_text(turn.value),
                _number_text(turn.depth),
                _number_text(turn.visited),
                _number_text(turn.expanded),
                proven[turn.proven],
                f"{turn.cpu_seconds:.6f}",
                f"{turn.wall_seconds:.6f}",
            ]
        )
        mover = _other(game, mover)
    return rows


def _result_lines(record: GameRecord, game: Game) -> list[str]:
    rows: list[Sequence[str]] = [RESULT_COLUMNS]
    for player in game.players:
        side = record.side_of(player)
        wall = sum(turn.wall_seconds for turn in record.turns_of(side))
        rows.append(
            [
                game.player_label(player, record.start.variant),
                str(record.final.total(player)),
                _number_text(record.visited(side)),
                _number_text(record.expanded(side)),
                f"{record.cpu_seconds(side):.6f}",
                f"{wall:.6f}",
            ]
        )
    return [*_table(rows, texts=(0,)), record.result_by_totals]


def _table(rows: Sequence[Sequence[str]], texts: tuple[int, ...]) -> list[str]:
    """Return the rows as lines with aligned columns; columns whose index is in `texts` are aligned left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number in texts else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _number_text(number: int | None) -> str:
    return "-" if number is None else str(number)


def _other(game: Game, player: str) -> str:
    first, second = game.players
    return second if player == first else first


def _next_nonblank(lines: LineReader, expected: str) -> str:
    while not lines.at_end and not lines.peek():
        lines.read_line(expected)
    return lines.read_line(expected)


def _columns(line: str) -> list[str]:
    return re.split(r"[ \t]*\t[ \t]*| {2,}", line.strip())


def _expect_columns(lines: LineReader, expected: str) -> None:
    """Read the next nonblank line, which must have the same columns as `expected`.

    Raises FormatError if the columns differ; the width of the spacing is ignored.
    """
    line = _next_nonblank(lines, expected)
    if _columns(line) != _columns(expected):
        raise lines.error(quote(line), " ".join(_columns(expected)))


def _field(lines: LineReader, key: str) -> str:
    expected = f"{key!r} and its value"
    line = lines.read_line(expected)
    value = line.removeprefix(key).strip(" \t")
    if not line.startswith(f"{key} ") or value != record_name(value):
        raise lines.error(quote(line), expected)
    return value


def _one_of(lines: LineReader, key: str, options: tuple[str, ...]) -> str:
    value = _field(lines, key)
    if value not in options:
        raise lines.error(f"{key} {quote(value)}", f"{key} {' or '.join(options)}")
    return value


def _read_moves(
    lines: LineReader, game: Game, position: Position, players: tuple[str, str]
) -> tuple[list[Turn], Position]:
    _expect_columns(lines, "  ".join(MOVE_COLUMNS))
    turns: list[Turn] = []
    while not position.is_over and not _is_end_of_moves(lines):
        number = len(turns) + 1
        name = game.player_label(position.to_move, position.variant)
        expected = f"move {number}, by {name}, in {len(MOVE_COLUMNS)} columns"
        line = lines.read_line(expected)
        columns = _columns(line)
        if len(columns) != len(MOVE_COLUMNS) or columns[:2] != [str(number), name]:
            raise lines.error(quote(line), expected)
        turn = _read_turn(lines, columns, game, players[(number - 1) % 2])
        if not position.is_legal(turn.move):
            raise lines.error(f"the move {columns[2]}", f"a legal move of {name}")
        turns.append(turn)
        position = position.play(turn.move)
    return turns, position


def _is_end_of_moves(lines: LineReader) -> bool:
    """Return whether the next line is blank, which ends the moves of an unfinished game.

    At the end of the file return False, because the file is truncated.
    """
    return not lines.at_end and not lines.peek()


def _read_turn(lines: LineReader, columns: list[str], game: Game, player: str) -> Turn:
    _, _, move_text, value, depth, visited, expanded, proven, cpu, wall = columns
    try:
        move = game.parse_move(move_text)
    except ValueError:
        raise lines.error(f"the move {quote(move_text)}", "a move in the notation of the game") from None
    if proven not in PROVEN:
        raise lines.error(f"proven {quote(proven)}", "yes, no or -")
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


def _number(lines: LineReader, name: str, text: str, negative: bool = False) -> int | None:
    if text == "-":
        return None
    magnitude = text.removeprefix("-") if negative else text
    if parse_digits(magnitude) is None or len(magnitude) > 18:
        raise lines.error(f"{name} {quote(text)}", "a whole number, or -")
    return int(text)


def _seconds(lines: LineReader, name: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,12}\.[0-9]{6}", text):
        raise lines.error(f"{name} {quote(text)}", "seconds with six decimals, such as 0.012345")
    return float(text)
