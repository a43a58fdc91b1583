"""The official standing of a tournament: by pairings won, then games won, then the summed margin.

A pairing is all games of two contestants in one stage: a round of a knock-out, or one time of everybody against
everybody. Who wins most of them wins it, then who has the higher summed margin, then whom a lot picks. A rating
stands beside the standing, and has no part in it.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict

from outply.arena.ratings.bradley_terry import Ratings, fit
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from outply.arena.ratings.elo import Rating


class Score(Struct):
    """The result of a game: in which stage, who moved `first` and `second`, on which board.

    `final` is the score of the first on the last board, `total` is what all cells of the board are worth. Where a
    player `failed`, `failure` says how in a word (`crash`, `time`), and the game is lost by the whole board.
    """

    __slots__ = ("stage", "first", "second", "board", "final", "total", "failed", "failure")

    stage: int
    first: str
    second: str
    board: str
    final: int
    total: int
    failed: str | None
    failure: str | None

    def __init__(
        self,
        stage: int,
        first: str,
        second: str,
        board: str,
        final: int,
        total: int,
        failed: str | None = None,
        failure: str | None = None,
    ) -> None:
        if first == second:
            raise ValueError(f"{first} cannot play itself in a tournament")
        if failed not in (None, first, second):
            raise ValueError(f"{failed} cannot fail in a game of {first} and {second}")
        self._set(stage, first, second, board, final, total, failed, failure)

    @property
    def margin(self) -> int:
        """By how much the first wins; below zero, by how much it loses."""
        if self.failed is None:
            return self.final
        return -self.total if self.failed == self.first else self.total

    @property
    def points(self) -> float:
        """What the first gets: 1 for a win, a half for a draw, 0 for a loss."""
        return 1.0 if self.margin > 0 else 0.0 if self.margin < 0 else 0.5


class Tally(Struct):
    """The games of one contestant, all of them or those against one other."""

    __slots__ = ("won", "drawn", "lost", "margin")

    won: int
    drawn: int
    lost: int
    margin: int

    def __init__(self, won: int = 0, drawn: int = 0, lost: int = 0, margin: int = 0) -> None:
        self._set(won, drawn, lost, margin)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """One for each game won, a half for each drawn."""
        return self.won + self.drawn / 2

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.won + other.won, self.drawn + other.drawn, self.lost + other.lost, self.margin + other.margin
        )

    def turned(self) -> Tally:
        """Return the same games as the opponent has them."""
        return Tally(self.lost, self.drawn, self.won, -self.margin)


class Pairing(Struct):
    """All games of two contestants in a stage: `tally` is how `one` fared, `one` being first by name.

    `winner` is None as long as games are to be played. `decided` says by what it won: `games`, `margin` or `lot`.
    """

    __slots__ = ("stage", "one", "other", "tally", "winner", "decided")

    stage: int
    one: str
    other: str
    tally: Tally
    winner: str | None
    decided: str | None

    def __init__(
        self, stage: int, one: str, other: str, tally: Tally, winner: str | None, decided: str | None
    ) -> None:
        self._set(stage, one, other, tally, winner, decided)


class Standing(Struct):
    """Where a contestant stands. Those who are equal in pairings, games and margin share a `place`.

    `pairings` are those won, a bye counting as one. `failures` are how often the contestant failed in which way,
    by the name of the way. `rating` is None for one that was eliminated before its first game.
    """

    __slots__ = ("place", "player", "pairings", "tally", "failures", "rating")

    place: int
    player: str
    pairings: int
    tally: Tally
    failures: tuple[tuple[str, int], ...]
    rating: Rating | None

    def __init__(
        self,
        place: int,
        player: str,
        pairings: int,
        tally: Tally,
        failures: tuple[tuple[str, int], ...],
        rating: Rating | None,
    ) -> None:
        self._set(place, player, pairings, tally, failures, rating)


class Table(Struct):
    """A tournament: its standing, its pairings by stage and names, and what is known of everybody's strength.

    `ratings` is None where nobody is left to be rated.
    """

    __slots__ = ("standings", "pairings", "ratings")

    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    ratings: Ratings | None

    def __init__(
        self, standings: tuple[Standing, ...], pairings: tuple[Pairing, ...], ratings: Ratings | None
    ) -> None:
        self._set(standings, pairings, ratings)

    def cross_table(self) -> dict[tuple[str, str], Tally]:
        """Return how the first named of each two who met fared against the other, over all stages."""
        found: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
        for pairing in self.pairings:
            found[pairing.one, pairing.other] += pairing.tally
            found[pairing.other, pairing.one] += pairing.tally.turned()
        return dict(found)


def table(
    scores: Iterable[Score],
    games: int,
    seed: int | str = 0,
    players: Iterable[str] = (),
    byes: Iterable[str] = (),
    eliminated: Collection[str] = (),
) -> Table:
    """Return the standing after these games, whatever order they come in.

    A pairing counts when all its `games` are played. `players` need not have played yet. `byes` names a contestant
    once for each stage in which it had no opponent. Who is `eliminated` comes last. Lots depend on the seed and on
    whom they are about alone, so other games change none.
    """
    scores = list(scores)
    pairings = pairings_of(scores, games, seed)
    failures: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for score in scores:
        if score.failed is not None:
            failures[score.failed][score.failure or "failure"] += 1
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for pairing in pairings:
        tallies[pairing.one] += pairing.tally
        tallies[pairing.other] += pairing.tally.turned()
    won = Counter(byes)
    won.update(pairing.winner for pairing in pairings if pairing.winner is not None)

    taking_part = {*players, *won}.difference(eliminated).union(tallies)
    ratings = None
    if taking_part:
        ratings = fit(((score.first, score.second, score.points) for score in scores), taking_part)
    rated = ratings.by_player() if ratings is not None else {}

    def merit(player: str) -> tuple[bool, int, int, int]:
        tally = tallies[player]
        return player not in eliminated, won[player], tally.won, tally.margin

    ranked = sorted({*taking_part, *eliminated})
    ranked.sort(key=merit, reverse=True)
    standings: list[Standing] = []
    for index, player in enumerate(ranked):
        shares = index > 0 and merit(player) == merit(ranked[index - 1])
        standings.append(
            Standing(
                standings[-1].place if shares else index + 1,
                player,
                won[player],
                tallies[player],
                tuple(sorted(failures[player].items())),
                rated.get(player),
            )
        )
    return Table(tuple(standings), pairings, ratings)


def pairs(scores: Iterable[Score], one: str, other: str) -> list[float]:
    """Return the points of `one` in each pair of its games against the other, as `ratings` and `sprt` take them.

    A pair is two games of a stage on the same board, with the roles swapped; a game without its counterpart is
    left out.
    """
    roles: defaultdict[tuple[int, str], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for score in scores:
        if (score.first, score.second) == (one, other):
            roles[score.stage, score.board][0].append(score.points)
        elif (score.first, score.second) == (other, one):
            roles[score.stage, score.board][1].append(1 - score.points)
    return [sum(both) for _, (first, second) in sorted(roles.items()) for both in zip(first, second, strict=False)]


def pairings_of(scores: Iterable[Score], games: int, seed: int | str) -> tuple[Pairing, ...]:
    """Return how the pairings stand, by stage and names."""
    sums: defaultdict[tuple[int, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for score in scores:
        one, other = sorted((score.first, score.second))
        margin = score.margin if one == score.first else -score.margin
        found = sums[score.stage, one, other]
        found[0 if margin > 0 else 1 if margin == 0 else 2] += 1
        found[3] += margin
    return tuple(_decide(*key, Tally(*sums[key]), games, seed) for key in sorted(sums))


def _decide(stage: int, one: str, other: str, tally: Tally, games: int, seed: int | str) -> Pairing:
    if tally.games < games:
        return Pairing(stage, one, other, tally, None, None)
    if tally.won != tally.lost:
        lead, decided = tally.won - tally.lost, "games"
    elif tally.margin:
        lead, decided = tally.margin, "margin"
    else:
        lead, decided = random.Random(repr((seed, stage, one, other))).choice((1, -1)), "lot"
    return Pairing(stage, one, other, tally, one if lead > 0 else other, decided)
