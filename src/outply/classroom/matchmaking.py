"""Matchmaking on the ladder: which two entrants play next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from outply.arena.ratings.elo import expected_score

Pair = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A version of a program, or a baseline: a player of known strength.

    `key` is unique. `team` is None for a baseline. `games` counts the games that are scheduled or finished, `elo`
    is the rating so far, and `may_start` says whether the entrant may get more games now.
    """

    key: str
    team: int | None
    games: int
    elo: float
    may_start: bool = True

    @property
    def is_baseline(self) -> bool:
        return self.team is None


def choose_pairing(
    entrants: Sequence[Entrant], met: Mapping[Pair, int], max_games: int, random: Random
) -> tuple[Entrant, Entrant] | None:
    """Return the next two entrants to play; None if no version needs a game.

    The version with the fewest games is next, so that new versions are placed quickly and none starves. Its
    opponent is the one against whom a game tells most about it: the more even the expected result, and the fewer
    games the two have played against each other, the more. `met` counts these games. A version that has played
    `max_games` starts no more games, and is an opponent only if there is no other one.
    """
    versions = [one for one in entrants if not one.is_baseline and one.may_start and one.games < max_games]
    if not versions:
        return None
    fewest = min(one.games for one in versions)
    chosen = random.choice([one for one in versions if one.games == fewest])
    opponents = [one for one in entrants if one.key != chosen.key and (one.is_baseline or one.team != chosen.team)]
    opponents = [one for one in opponents if one.is_baseline or one.may_start]
    if not opponents:
        return None

    def information(opponent: Entrant) -> tuple[bool, float, float]:
        score = expected_score(chosen.elo - opponent.elo)
        is_open = opponent.is_baseline or opponent.games < max_games
        games = met.get(frozenset((chosen.key, opponent.key)), 0)
        return is_open, score * (1 - score) / (1 + games), random.random()

    return chosen, max(opponents, key=information)
