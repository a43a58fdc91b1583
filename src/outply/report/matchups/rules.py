"""The rules of the games in a few sentences, for readers who know none of the assignments."""

from __future__ import annotations

from outply.games import all_games


def rules(game: str, variant: str) -> str | None:
    """Return the rules in a paragraph; None for a game that there is not."""
    found = all_games().get(game)
    return found.rules(variant) if found else None
