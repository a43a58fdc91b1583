"""The page of a game: the board to step through, the times, and what the one that failed printed."""

from __future__ import annotations

from functools import lru_cache

from outply.formats import address
from outply.games import game_of
from outply.games.record import GameRecord, Turn
from outply.report.base.numbers import duration
from outply.report.match.replay import replay_context
from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.arena.tournament.state import Kept
    from outply.report.tournament.snapshot import Seen


_start = lru_cache(address.read)  # a tournament has few boards, and many games on each


def game(seen: Seen, kept: Kept) -> dict[str, Any]:
    """Return what the template needs."""
    about, result = kept.game, kept.result
    names = about.first, about.second
    others = seen.games_of_pair[about.pair]
    at = others.index(kept)
    outcome = _outcome(kept)
    return {
        "kept": kept,
        "outcome": outcome,
        "loser": None if result.failed is None else names[result.failed],
        "last": None if result.last is None else [duration(seconds) for seconds in result.last],
        "used": None if result.failed is None else duration(sum(result.cpu_seconds(result.failed))),
        "before": others[at - 1] if at > 0 else None,
        "after": others[at + 1] if at + 1 < len(others) else None,
        **replay_context(record(kept), escape_controls(outcome, keep="\n\t")),
    }


def record(kept: Kept) -> GameRecord:
    """Return the game as it was played, which need not be to its end."""
    start = _start(kept.game.board.start)
    parse = game_of(start).parse_move
    names = kept.game.first, kept.game.second
    turns = tuple(
        Turn(names[number % 2], parse(move), cpu, wall)
        for number, (move, cpu, wall) in enumerate(kept.result.turns)
    )
    final = start
    for turn in turns:
        final = final.play(turn.move)
    return GameRecord(start, names, turns, final, kept.game.board.name)


def _outcome(kept: Kept) -> str:
    names, result, margin = (kept.game.first, kept.game.second), kept.result, kept.score.margin
    if result.failed is not None:
        return f"{names[1 - result.failed]} wins: {names[result.failed]} failed ({result.failure})"
    return f"{names[0 if margin > 0 else 1]} wins by {abs(margin):,}" if margin else "A draw"
