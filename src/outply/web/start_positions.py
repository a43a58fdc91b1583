"""Start positions of games: from a setup, a position, an input.txt or a game record."""

from __future__ import annotations

from outply.formats import game_record as records
from outply.formats import notation
from outply.formats import question as questions
from outply.formats.question import FormatError, Question
from outply.games import game_of
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.games.warfare import RULES
from outply.web.catalog import known_game
from outply.web.positions import PositionError, apply_edits
from outply.web.requests import MAX_DEPTH, MAX_TEXTBOOK_DEPTH, Mode, StartRequest
from outply.web.responses import StartResponse, TextbookQuestion


def start_response(request: StartRequest) -> StartResponse:
    """Return the response to a request for a start position: the position in one-line notation, and the moves.

    For a game record, the response also has the names of the players; for an input.txt, the suggested players and
    the requested search.
    """
    data = None if request.text is None else request.text.encode()
    if data is not None and records.is_record(data):
        return _from_record(records.read(data, "the text"))
    position = _position(request)
    # A random board keeps its size and seed: the line with all values would name no board.
    by_setup = request.setup if request.text is None and request.start is None else None
    line = f"{position.game}/{position.variant}/{by_setup}" if by_setup else notation.to_line(position)
    question = None if data is None else _question(data)
    if question is None:
        return StartResponse(start=line)
    return StartResponse(
        start=line, players=_suggested_players(question, position), question=_textbook_question(question)
    )


def _from_record(record: GameRecord) -> StartResponse:
    """Return the start position, the moves and the players' names of a game record."""
    return StartResponse(
        start=notation.to_line(record.start),
        moves=[str(turn.move) for turn in record.turns],
        names=[record.players[record.side_of(player)] for player in game_of(record.start).players],
    )


def _question(data: bytes) -> Question | None:
    """Return the question of an input.txt; None if the text is a board file."""
    try:
        return questions.read(data, "the text")
    except FormatError:
        return None


def _suggested_players(question: Question, position: Position) -> list[str]:
    """Return the players that an input.txt suggests: the requested search for the player to move, and a person."""
    depth = min(question.depth or MAX_DEPTH, MAX_DEPTH)
    searcher = "engine:2s" if question.mode == "COMPETITION" else f"{question.mode.lower()}:{depth}"
    return [searcher if player == position.to_move else "person" for player in game_of(position).players]


def _textbook_question(question: Question) -> TextbookQuestion | None:
    """Return the textbook search that an input.txt requests; None in the mode COMPETITION."""
    if question.depth is None:
        return None
    mode: Mode = "MINIMAX" if question.mode == "MINIMAX" else "ALPHABETA"
    return TextbookQuestion(mode=mode, depth=min(question.depth, MAX_TEXTBOOK_DEPTH))


def _position(request: StartRequest) -> Position:
    if request.text is not None:
        # The rules of the game that is chosen in the dialog, which may be another one than that of the text.
        rules = request.rules if request.rules in RULES else RULES[0]
        return notation.read_file(request.text.encode(), "the text", rules)
    if request.start is not None:
        return apply_edits(request, request.start)
    named = known_game(request.game or "warfare")
    try:
        rules = request.rules or named.variants[0]
        position: Position = named.start(rules, request.setup) if request.setup else named.start(rules)
        return position
    except ValueError as error:
        raise PositionError(str(error)) from None
