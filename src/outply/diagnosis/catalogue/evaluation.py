"""Mistakes in the evaluation function: evaluating for the wrong player, or adding up the wrong terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from outply.diagnosis.mistake import STARCIRCLE, WARFARE, Mistake, family
from outply.diagnosis.variant import SearchVariant, SimulatedAnswer
from outply.games import all_games, starcircle, warfare
from outply.games.evaluations import own
from outply.games.protocol import Player, Position
from outply.search.result import SearchResult


def _score_of_mover(position: Position, player: Player) -> int:
    return position.score(position.to_move)


def _score_of_last_mover(position: Position, player: Player) -> int:
    return -position.score(position.to_move)


def _right_score(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    return replace(answer, score=answer.after.score(position.to_move))


def _for_wrong_player(
    name: str, evaluations: Mapping[str, Callable[[Position, Player], int]], title: str, advice: str
) -> tuple[Mistake, ...]:
    """Return a family of evaluations for a wrong player.

    In Star/Circle the second line of the output is an evaluation as well, which programs often compute apart from
    the search: each way is listed with both lines wrong and with a right second line.
    """
    texts = {"title": title, "advice": advice}
    only_search = {
        f"{way}-search" if way else "search": SearchVariant(evaluate=evaluate, alter_answer=_right_score)
        for way, evaluate in evaluations.items()
    }
    everywhere = {way: SearchVariant(evaluate=evaluate) for way, evaluate in evaluations.items()}
    return family(name, everywhere, **texts) + family(name, only_search, games=STARCIRCLE, **texts)


def _score_of_first_player(position: Position, player: Player) -> int:
    return position.score(all_games()[position.game].players[0])


def _score_of_opponent(position: Position, player: Player) -> int:
    return -position.score(player)


def _cell_difference(position: warfare.Position, player: Player) -> int:
    return position.owners.count(player) - position.owners.count(warfare.opponent(player))


def _weighted_score(
    position: starcircle.Position,
    player: Player,
    *,
    star_weights: Sequence[int],
    circle_weights: Sequence[int],
    max_stack: int = starcircle.MAX_STACK,
) -> int:
    """Return the score of `position` for `player`, computed with the given weights.

    The weights are listed from row H to row A. A stack counts as at most `max_stack` pieces.
    """
    score = 0
    for square, pieces in enumerate(position.squares):
        weights = star_weights if pieces > 0 else circle_weights
        score += max(-max_stack, min(max_stack, pieces)) * weights[square // 8]
    return score if player == "Star" else -score


def _unmirrored(position: starcircle.Position, player: Player) -> int:
    weights = position.weights[::-1]
    return _weighted_score(position, player, star_weights=weights, circle_weights=weights)


def _swapped_weights(position: starcircle.Position, player: Player) -> int:
    weights = position.weights
    return _weighted_score(position, player, star_weights=weights, circle_weights=weights[::-1])


def _flat_stacks(position: starcircle.Position, player: Player) -> int:
    weights = position.weights
    return _weighted_score(position, player, star_weights=weights[::-1], circle_weights=weights, max_stack=1)


_FOR_MOVER = {
    "title": "evaluates a leaf for the player to move there, or for the one who moved last",
    "advice": "Evaluate every leaf for MAX, the player to move at the root, no matter who is to move at the leaf. "
    "(Negamax flips the sign instead, but at every ply.)",
}

EVALUATIONS = (
    *_for_wrong_player("eval-mover", {"": _score_of_mover}, **_FOR_MOVER),
    *_for_wrong_player(
        "eval-first",
        {"": _score_of_first_player},
        title="evaluates leaves for the first player of the game",
        advice="MAX is the player to move in the input, which may be the second player. Evaluate for that player.",
    ),
    *_for_wrong_player(
        "eval-other",
        {"": _score_of_opponent},
        title="evaluates leaves for the opponent",
        advice="The sign is wrong: the value of a leaf is MAX's total minus the opponent's.",
    ),
    # After the simpler mistakes that give the same answers at an even depth: those are named first.
    *_for_wrong_player("eval-mover", {"last-mover": _score_of_last_mover}, **_FOR_MOVER),
    Mistake(
        name="eval-own",
        title="evaluates leaves by the player's own total alone",
        advice="Subtract the opponent's total.",
        variant=SearchVariant(evaluate=own),
    ),
    Mistake(
        name="eval-cells",
        title="counts cells instead of adding their values",
        advice="Each cell is worth its value, not 1.",
        variant=SearchVariant(evaluate=_cell_difference),
        games=WARFARE,
    ),
    Mistake(
        name="unmirrored",
        title="uses the same row weights for both players",
        advice="The weights apply to rows A to H for Star, and to rows H to A for Circle: the further a piece has "
        "advanced, the more it counts.",
        variant=SearchVariant(evaluate=_unmirrored),
        games=STARCIRCLE,
    ),
    Mistake(
        name="upside-down",
        title="uses the row weights of the other player",
        advice="The first line of the board is row H. The first weight applies to row A for Star and to row H for "
        "Circle.",
        variant=SearchVariant(evaluate=_swapped_weights),
        games=STARCIRCLE,
    ),
    Mistake(
        name="flat-stacks",
        title="counts a stack as one piece",
        advice="Add the weight of the row for each piece of the stack.",
        variant=SearchVariant(evaluate=_flat_stacks),
        games=STARCIRCLE,
    ),
)
