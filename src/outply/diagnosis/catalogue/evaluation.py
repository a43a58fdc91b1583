"""Positions evaluated wrongly: for the wrong player, or by the wrong sum."""

from __future__ import annotations

from typing import Any

from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Habits
from outply.games import all_games, starcircle, warfare
from outply.games.evaluations import own


def _of_who_moves(position: Any, player: str) -> int:
    return int(position.score(position.to_move))


def _of_the_first(position: Any, player: str) -> int:
    return int(position.score(all_games()[position.game].players[0]))


def _of_the_other(position: Any, player: str) -> int:
    return -int(position.score(player))


def _cells(position: warfare.Position, player: str) -> int:
    mine = position.owners.count(player)
    return mine - position.owners.count(warfare.opponent(player))


def _rows(position: starcircle.Position, player: str, star: list[int], circle: list[int], most: int) -> int:
    """Return the score where rows from H to A have these weights, and a stack counts as `most` pieces at most."""
    score = 0
    for square, pieces in enumerate(position.squares):
        weights = star if pieces > 0 else circle
        score += max(-most, min(most, pieces)) * weights[square // 8]
    return score if player == "Star" else -score


def _unmirrored(position: starcircle.Position, player: str) -> int:
    from_h = list(position.weights[::-1])
    return _rows(position, player, from_h, from_h, starcircle.MAX_STACK)


def _upside_down(position: starcircle.Position, player: str) -> int:
    weights = list(position.weights)
    return _rows(position, player, weights, weights[::-1], starcircle.MAX_STACK)


def _flat_stacks(position: starcircle.Position, player: str) -> int:
    weights = list(position.weights)
    return _rows(position, player, weights[::-1], weights, 1)


EVALUATIONS = (
    Mistake(
        "eval-mover",
        "a leaf is evaluated for whoever moves there",
        "All leaves are evaluated for MAX, the player who moves at the root, whoever is to move at the leaf. "
        "(Negamax changes the sign instead, and then at every ply.)",
        Habits(evaluate=_of_who_moves),
        Reach.VALUE,
    ),
    Mistake(
        "eval-first",
        "leaves are evaluated for the player who begins the game",
        "MAX is the player who is to move in the input, which may be the second one (O, Circle): evaluate for "
        "that player.",
        Habits(evaluate=_of_the_first),
        Reach.VALUE,
    ),
    Mistake(
        "eval-other",
        "leaves are evaluated for the other player",
        "The sign is wrong: a leaf is worth MAX's total minus the other player's.",
        Habits(evaluate=_of_the_other),
        Reach.VALUE,
    ),
    Mistake(
        "eval-own",
        "leaves are evaluated by the own total alone",
        "The other player's total has to be subtracted.",
        Habits(evaluate=own),
        Reach.VALUE,
    ),
    Mistake(
        "eval-cells",
        "cells are counted instead of their values",
        "A cell counts by its value, not as one.",
        Habits(evaluate=_cells),
        Reach.VALUE,
        ("warfare",),
    ),
    Mistake(
        "unmirrored",
        "rows have the same weights for both players",
        "The weights are for rows A to H for Star, and for rows H to A for Circle: the further a piece has come, "
        "the more it counts.",
        Habits(evaluate=_unmirrored),
        Reach.VALUE,
        ("starcircle",),
    ),
    Mistake(
        "upside-down",
        "rows have the other player's weights",
        "The first line of the board is row H, and the first weight is that of row A for Star and of row H for "
        "Circle.",
        Habits(evaluate=_upside_down),
        Reach.VALUE,
        ("starcircle",),
    ),
    Mistake(
        "flat-stacks",
        "a stack counts as one piece",
        "Each piece of a stack counts the weight of its row.",
        Habits(evaluate=_flat_stacks),
        Reach.VALUE,
        ("starcircle",),
    ),
)
