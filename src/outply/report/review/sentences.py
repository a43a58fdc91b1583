"""The summary of a game review in sentences, for the terminal and the page."""

from __future__ import annotations

from outply.games import game_of
from outply.games.registry import is_won_by_goal
from outply.report.base.formatting import MINUS, signed
from outply.review.game_review import GameReview, MoveReview, SideReview

ESTIMATE = "≈"

SYMBOLS_SENTENCE = "?! is an inaccuracy, ? a mistake, ?? a blunder."
ACCURACY_SENTENCE = (
    "Accuracy is the average over the moves that had an alternative: 100 for a move that loses nothing, and half "
    "for each time that it loses the average change of the score by a move."
)


def value_text(value: int, *, solved: bool) -> str:
    """Return a value with its sign, after `≈` if it is an estimate: `≈+12`."""
    return signed(value) if solved else f"{ESTIMATE}{signed(value)}"


def turning_point_sentence(review: GameReview) -> str:
    """Return a sentence about the move that decided the game."""
    move = review.turning_point
    if move is None:
        return "No move lost a point."
    who, text, best = _player(review, move), _text(review, move.move), _text(review, move.best_move)
    if not move.changes_result:
        return (
            f"The costliest move of {who} was move {move.number}, {text}: it lost {move.loss:,}; best was {best}."
        )
    by_goal = is_won_by_goal(game_of(review.start))
    values = (_result(value, solved=move.solved, by_goal=by_goal) for value in (move.value, move.played_value))
    change = " into ".join(values) + ("" if move.solved else f" (depth {move.depth})")
    return f"Turning point: move {move.number}, {who}: {text} turned {change}; best was {best}."


def costliest_sentences(review: GameReview) -> list[str]:
    """Return, for each player who lost points, a sentence with the costliest moves."""
    return [
        f"Costliest of {_player(review, side.costliest[0])}: {', '.join(costliest_texts(review, side))}."
        for side in review.sides
        if side.costliest
    ]


def costliest_texts(review: GameReview, side: SideReview) -> list[str]:
    """Return the costliest moves of a player with their losses."""
    return [f"{each.number}. {_text(review, each.move)} ({MINUS}{each.loss:,})" for each in side.costliest]


def values_sentence(review: GameReview) -> str:
    """Return a sentence that says which values are exact, and how the others were estimated."""
    estimates = f"estimates ({ESTIMATE}) of searches with {review.nodes:,} nodes"
    if review.solved_from is None:
        return f"All values are {estimates}."
    if review.solved_from == 1:
        return "All positions are solved: the values are exact."
    return f"Solved from move {review.solved_from} on, where values are exact; before, they are {estimates}."


def thresholds_sentence(review: GameReview) -> str:
    """Return a sentence that explains the qualities of moves on the board of the game."""
    limits = review.thresholds
    return (
        f"An inaccuracy loses {limits.inaccuracy:,} or more, a mistake {limits.mistake:,}, a blunder "
        f"{limits.blunder:,}: a half, one and two times {limits.unit:,.1f}, the average change of the score by a "
        "move."
    )


def _player(review: GameReview, move: MoveReview) -> str:
    return game_of(review.start).player_label(move.player, review.start.variant)


def _text(review: GameReview, move: object) -> str:
    return game_of(review.start).move_text(move, review.start.variant)


def _result(value: int, *, solved: bool, by_goal: bool) -> str:
    """Return a result as text: `a draw`, `a win by 12`, `a loss by about 12`; without numbers if a goal wins."""
    if not value:
        return "a draw"
    if by_goal:
        better, worse = ("a win", "a loss") if solved else ("an advantage", "a disadvantage")
        return better if value > 0 else worse
    return f"a {'win' if value > 0 else 'loss'} by {'' if solved else 'about '}{abs(value):,}"
