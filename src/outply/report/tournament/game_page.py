"""The page of a game: replay, times, and the output of a program that forfeited."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from outply.arena.tournament.state import Kept
from outply.formats import notation
from outply.games import game_of
from outply.games.record import GameRecord, Turn
from outply.report.base.numbers import duration
from outply.report.match.replay import replay_context
from outply.report.tournament.snapshot import Snapshot
from outply.text import escape_controls

_read_start = lru_cache(notation.from_line)  # a tournament has few boards, and many games on each


def game_context(snapshot: Snapshot, stored: Kept) -> dict[str, Any]:
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
        "last": None if result.last is None else [duration(seconds) for seconds in result.last],
        "used": None if result.failed is None else duration(sum(result.cpu_seconds(result.failed))),
        "previous": pairing_games[index - 1] if index > 0 else None,
        "next": pairing_games[index + 1] if index + 1 < len(pairing_games) else None,
        **replay_context(game_record(stored), escape_controls(outcome, keep="\n\t")),
    }


def game_record(stored: Kept) -> GameRecord:
    """Return the record of a stored game, which may be unfinished."""
    start = _read_start(stored.game.board.start)
    parse = game_of(start).parse_move
    names = stored.game.first, stored.game.second
    turns = tuple(
        Turn(names[number % 2], parse(move), cpu, wall)
        for number, (move, cpu, wall) in enumerate(stored.result.turns)
    )
    final = start
    for turn in turns:
        final = final.play(turn.move)
    return GameRecord(start, names, turns, final, stored.game.board.name)


def _outcome(stored: Kept) -> str:
    names, result, margin = (stored.game.first, stored.game.second), stored.result, stored.score.margin
    if result.failed is not None:
        return f"{names[1 - result.failed]} wins: {names[result.failed]} forfeits ({result.failure})"
    return f"{names[0 if margin > 0 else 1]} wins by {abs(margin):,}" if margin else "Draw"
