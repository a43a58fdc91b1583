"""The page of a game: replay, times, and the output of a program that forfeited."""

from __future__ import annotations

from typing import Any

from outply.arena.tournament.state import StoredGame
from outply.report.base.numbers import duration
from outply.report.match.replay import replay_context
from outply.report.tournament.snapshot import Snapshot
from outply.text import escape_controls


def game_context(snapshot: Snapshot, stored: StoredGame) -> dict[str, Any]:
    """Return the variables of the template."""
    game, result = stored.game, stored.result
    names = game.first, game.second
    pairing_games = snapshot.games_by_pair[game.pair]
    index = pairing_games.index(stored)
    outcome = _outcome(stored)
    return {
        "stored": stored,
        "outcome": outcome,
        "loser": None if result.failed is None else names[result.failed],
        "failed_move_times": [duration(seconds) for seconds in result.failed_move_seconds or ()],
        "used": None if result.failed is None else duration(sum(result.cpu_seconds(result.failed))),
        "previous": pairing_games[index - 1] if index > 0 else None,
        "next": pairing_games[index + 1] if index + 1 < len(pairing_games) else None,
        **replay_context(stored.record(), escape_controls(outcome, keep="\n\t")),
    }


def _outcome(stored: StoredGame) -> str:
    names, result, margin = (stored.game.first, stored.game.second), stored.result, stored.outcome.margin
    if result.failed is not None:
        return f"{names[1 - result.failed]} wins: {names[result.failed]} forfeits ({result.failure})"
    return f"{names[0 if margin > 0 else 1]} wins by {abs(margin):,}" if margin else "Draw"
