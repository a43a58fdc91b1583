"""Moves as people type them: `C3 raid`, `raid c3`, `c3`, `c1 d2`. The play page reads typed moves alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from outply.games.protocol import Game, ListsAllMoves, Position
from outply.games.registry import explain_illegal_move, game_of

_TOKEN = re.compile(r"[a-z]+\d+|\d+[a-z]+|[a-z]+|\d+")
MAX_SUGGESTIONS = 4


class IllegalMoveError(ValueError):
    """A text does not name a legal move; the message explains why."""


def find_move(position: Position, text: str) -> Any:
    """Return the legal move that `text` names.

    The wording of any variant is accepted, in any case and order of the words, and words may be cut short. A cell
    alone means the last of the moves there: where Stake and Raid are legal, the Raid.

    Raises IllegalMoveError if the text names no legal move, or several.
    """
    game = game_of(position)
    try:
        move = game.parse_move(text)
    except ValueError:
        pass
    else:
        if position.is_legal(move):
            return move
    moves = position.moves()
    found = _named(text, game, moves, position.variant)
    if not found:
        raise IllegalMoveError(_problem(position, game, moves, text.strip()))
    squares = game.click_path(found[0], position.variant)
    if any(game.click_path(move, position.variant) != squares for move in found):
        texts = [game.move_text(move, position.variant) for move in found[:MAX_SUGGESTIONS]]
        more = " and more" if len(found) > MAX_SUGGESTIONS else ""
        raise IllegalMoveError(f"{text.strip()!r} could be {', '.join(texts)}{more}")
    return found[-1]


def _named(text: str, game: Game, moves: Iterable[Any], variant: str) -> list[Any]:
    """Return the moves that `text` names."""
    typed = _tokens(text)
    return [move for move in moves if _names(typed, game, move, variant)] if typed else []


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def _names(typed: Sequence[str], game: Game, move: Any, variant: str) -> bool:
    texts = {str(move), game.move_text(move, variant)}
    return any(_fits(typed, _tokens(text)) for text in texts)


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether all typed tokens occur in `words`, those with digits (squares) complete and in order."""
    squares: list[int] = []
    for token in typed:
        has_digit = any(character.isdigit() for character in token)
        places = [i for i, word in enumerate(words) if (word == token if has_digit else word.startswith(token))]
        if not places:
            return False
        if has_digit:
            squares.append(places[0])
    return all(before < after for before, after in pairwise(squares))


def _problem(position: Position, game: Game, moves: Sequence[Any], text: str) -> str:
    if not moves:
        return f"{text!r} is not a legal move: the game is over"
    explanation = explain_typed_move(position, text)
    if explanation is None:
        example = game.move_text(moves[-1], position.variant)
        return f"{text!r} is not a legal move; a legal one is {example!r}"
    return f"{text!r} is not a legal move. {explanation}"


def explain_typed_move(position: Position, text: str) -> str | None:
    """Return a sentence that explains why the typed move is illegal.

    A game that lists all its moves is explained in every spelling that `find_move` accepts for a legal move.
    Return None if the text names no move of the game, or moves on several squares.
    """
    game = game_of(position)
    for spelling in (text, text.upper(), text.title()):
        try:
            move = game.parse_move(spelling)
        except ValueError:
            continue
        return explain_illegal_move(position, move)
    if not isinstance(game, ListsAllMoves):
        return None
    found = _named(text, game, game.all_moves(), position.variant)
    if len({game.click_path(move, position.variant) for move in found}) != 1:
        return None
    return explain_illegal_move(position, found[-1])
