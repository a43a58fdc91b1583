"""Standings: contestants ranked by the criteria of the tournament's format.

A pairing consists of all games between two contestants in one round. Its winner is decided by games won, then
total margin, then lot. Ratings are shown beside the standings and do not affect them.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from outply.arena.ratings.bradley_terry import Ratings, fit
from outply.arena.ratings.elo import Rating
from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, SWISS
from outply.errors import has_package

CRITERIA = {
    ROUND_ROBIN: ("pairings won", "games won", "margin", "Sonneborn-Berger score", "lot"),
    GAUNTLET: ("share of pairings won", "share of games won", "margin per game", "lot"),
    KNOCK_OUT: ("round reached", "pairings won", "games won", "margin", "lot"),
    SWISS: ("pairings won", "Buchholz score", "games won", "margin", "lot"),
}
"""The criteria of the standings of each format, the most important one first.

The Sonneborn-Berger score is the sum of the pairings won by the opponents that the contestant has beaten. The
Buchholz score is the sum of the pairings won by all opponents; a bye counts as a pairing won against an opponent
with as many pairings won as the contestant itself. In a knock-out a bye is not a pairing won, and a contestant
that has won no pairing counts as eliminated in the first round. The first contestant of a gauntlet plays more
pairings than the others, so shares are compared.
"""


def draw_lot(seed: int | str, *subject: object) -> float:
    """Return a random number from 0 to 1 that depends only on the seed and the subject of the lot."""
    return random.Random(repr((seed, *subject))).random()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """The part of a game result that the standings use.

    `final_score` is the first player's score in the last position, `board_total` the sum of all cells of the
    board. If a contestant forfeited the game, `failed` is its name and `failure` the label of its failure; the
    contestant then loses by `board_total` points.
    """

    round: int = 0
    number: int = 1
    first: str
    second: str
    board: str
    final_score: int
    board_total: int
    failed: str | None = None
    failure: str | None = None

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise ValueError(f"{self.first} cannot play itself in a tournament")
        if self.failed not in (None, self.first, self.second):
            raise ValueError(f"expected {self.first} or {self.second} as the failed contestant, got {self.failed}")

    @property
    def margin(self) -> int:
        """The number of points by which the first player wins; negative if the first player loses."""
        if self.failed is None:
            return self.final_score
        return -self.board_total if self.failed == self.first else self.board_total

    @property
    def points(self) -> float:
        """The first player's points: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return 1.0 if self.margin > 0 else 0.0 if self.margin < 0 else 0.5


@dataclass(frozen=True, slots=True)
class WinDrawLoss:
    """A contestant's number of games won, drawn and lost, and the total margin in points."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    margin: int = 0

    @property
    def games(self) -> int:
        """The number of games won, drawn and lost together."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The number of points: 1 for each win and 0.5 for each draw."""
        return self.won + self.drawn / 2

    def __add__(self, other: WinDrawLoss) -> WinDrawLoss:
        return WinDrawLoss(
            won=self.won + other.won,
            drawn=self.drawn + other.drawn,
            lost=self.lost + other.lost,
            margin=self.margin + other.margin,
        )

    def reversed(self) -> WinDrawLoss:
        """Return the counts and the margin of the same games from the opponent's point of view."""
        return WinDrawLoss(won=self.lost, drawn=self.drawn, lost=self.won, margin=-self.margin)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """The games between two contestants in a round.

    `contestant` is the contestant whose name sorts first; `wdl` counts the games from its point of view.
    `winner` is None until all games are played. `decided_by` is `games`, `margin` or `lot`.
    """

    round: int
    contestant: str
    opponent: str
    wdl: WinDrawLoss
    winner: str | None = None
    decided_by: str | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of the contestant and the opponent."""
        return self.contestant, self.opponent


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A row of the standings.

    `tie_break` is the Sonneborn-Berger or Buchholz score; None if the format has neither. `failures` contains the
    label of each failure and its count. `rating` is None if the contestant was eliminated before its first game.
    """

    place: int
    name: str
    pairings_won: int
    tie_break: int | None
    wdl: WinDrawLoss
    failures: tuple[tuple[str, int], ...]
    rating: Rating | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings of a tournament, by the `CRITERIA` of its format. `pairings` are sorted by round and names.

    `ratings` is None if all contestants were eliminated before their first game, or if numpy is not installed.
    `ties` are groups of contestants that are equal by all criteria; the lot decided their order.
    """

    rows: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    ratings: Ratings | None
    tournament_format: str
    ties: tuple[tuple[str, ...], ...]

    @property
    def criteria(self) -> tuple[str, ...]:
        """The criteria of the standings, the most important one first."""
        return CRITERIA[self.tournament_format]

    def cross_table(self) -> dict[tuple[str, str], WinDrawLoss]:
        """Return the counts of each contestant against each opponent, keyed by `(contestant, opponent)`."""
        totals: defaultdict[tuple[str, str], WinDrawLoss] = defaultdict(WinDrawLoss)
        for pairing in self.pairings:
            totals[pairing.contestant, pairing.opponent] += pairing.wdl
            totals[pairing.opponent, pairing.contestant] += pairing.wdl.reversed()
        return dict(totals)


def compute_standings(
    outcomes: Iterable[GameOutcome],
    games: int,
    seed: int | str = 0,
    *,
    tournament_format: str = ROUND_ROBIN,
    names: Iterable[str] = (),
    byes: Iterable[str] = (),
    eliminated: Collection[str] = (),
) -> Standings:
    """Return the standings after the games in `outcomes`, which may have any order.

    `games` is the number of games of a pairing; a pairing is decided when all of them are played. The contestants
    are ranked by the `CRITERIA` of the `tournament_format`. `names` may contain contestants that have not played
    yet. `byes` contains a contestant's name once for each bye. The `eliminated` contestants come last. A pairing
    with equal results is decided by lot, which depends only on the seed, the round and the two names, not on the
    results of other pairings.
    """
    outcomes = list(outcomes)
    pairings = compute_pairings(outcomes, games, seed)
    failures: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        if outcome.failed is not None:
            failures[outcome.failed][outcome.failure or "failure"] += 1
    totals: defaultdict[str, WinDrawLoss] = defaultdict(WinDrawLoss)
    for pairing in pairings:
        totals[pairing.contestant] += pairing.wdl
        totals[pairing.opponent] += pairing.wdl.reversed()
    bye_counts = Counter(byes)
    pairings_won = Counter(pairing.winner for pairing in pairings if pairing.winner is not None)
    if tournament_format != KNOCK_OUT:
        pairings_won.update(bye_counts)

    taking_part = {*names, *pairings_won, *bye_counts}.difference(eliminated).union(totals)
    ratings = None
    if taking_part and has_package("numpy"):
        ratings = fit(((outcome.first, outcome.second, outcome.points) for outcome in outcomes), taking_part)
    rating_of = ratings.by_player() if ratings is not None else {}

    tie_breaks = _tie_breaks(tournament_format, pairings, pairings_won, bye_counts)
    pairing_counts = Counter(name for pairing in pairings if pairing.winner for name in pairing.names)

    def merit(name: str) -> tuple[float, ...]:
        won, wdl, not_eliminated = pairings_won[name], totals[name], name not in eliminated
        if tournament_format == GAUNTLET:
            shares = (won, pairing_counts[name]), (wdl.won, wdl.games), (wdl.margin, wdl.games)
            return not_eliminated, *(part / whole if whole else 0.0 for part, whole in shares)
        if tournament_format == KNOCK_OUT:
            rounds_survived = won + bye_counts[name] if won else 0
            return not_eliminated, rounds_survived, won, wdl.won, wdl.margin
        if tournament_format == SWISS:
            return not_eliminated, won, tie_breaks[name], wdl.won, wdl.margin
        return not_eliminated, won, wdl.won, wdl.margin, tie_breaks[name]

    everyone = {*taking_part, *eliminated}
    merits = {name: merit(name) for name in everyone}
    ranked = sorted(everyone, key=lambda name: (merits[name], draw_lot(seed, "standings", name)), reverse=True)
    played = (name for name in ranked if totals[name].games)
    equal = (tuple(group) for _, group in groupby(played, key=merits.__getitem__))
    rows = [
        Standing(
            place=place,
            name=name,
            pairings_won=pairings_won[name],
            tie_break=tie_breaks[name] if tournament_format in (ROUND_ROBIN, SWISS) else None,
            wdl=totals[name],
            failures=tuple(sorted(failures[name].items())),
            rating=rating_of.get(name),
        )
        for place, name in enumerate(ranked, start=1)
    ]
    return Standings(
        rows=tuple(rows),
        pairings=pairings,
        ratings=ratings,
        tournament_format=tournament_format,
        ties=tuple(names for names in equal if len(names) > 1),
    )


def _tie_breaks(
    tournament_format: str, pairings: Iterable[Pairing], pairings_won: Counter[str], byes: Counter[str]
) -> Counter[str]:
    """Return the Buchholz scores of a Swiss tournament, otherwise the Sonneborn-Berger scores; see `CRITERIA`."""
    scores: Counter[str] = Counter()
    for pairing in pairings:
        for name, opponent in (pairing.names, pairing.names[::-1]):
            if pairing.winner == name or (pairing.winner and tournament_format == SWISS):
                scores[name] += pairings_won[opponent]
    if tournament_format == SWISS:
        for name, count in byes.items():
            scores[name] += count * pairings_won[name]
    return scores


def pair_points(outcomes: Iterable[GameOutcome], player: str, opponent: str) -> list[float]:
    """Return the points of `player`, from 0 to 2, in each pair of games against `opponent`.

    A pair consists of two games of a round on the same board, in which each player moves first once. A game
    whose counterpart was not played is ignored.
    """
    by_role: defaultdict[tuple[int, str], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for outcome in outcomes:
        if (outcome.first, outcome.second) == (player, opponent):
            by_role[outcome.round, outcome.board][0].append(outcome.points)
        elif (outcome.first, outcome.second) == (opponent, player):
            by_role[outcome.round, outcome.board][1].append(1 - outcome.points)
    return [
        sum(pair) for _, (first, second) in sorted(by_role.items()) for pair in zip(first, second, strict=False)
    ]


def compute_pairings(outcomes: Iterable[GameOutcome], games: int, seed: int | str) -> tuple[Pairing, ...]:
    """Return the pairings of which at least one game was played, sorted by round and names."""
    sums: defaultdict[tuple[int, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for outcome in outcomes:
        contestant, opponent = sorted((outcome.first, outcome.second))
        margin = outcome.margin if contestant == outcome.first else -outcome.margin
        counts = sums[outcome.round, contestant, opponent]
        counts[0 if margin > 0 else 1 if margin == 0 else 2] += 1
        counts[3] += margin
    return tuple(_decide(*key, WinDrawLoss(*sums[key]), games, seed) for key in sorted(sums))


def _decide(
    round_index: int, contestant: str, opponent: str, wdl: WinDrawLoss, games: int, seed: int | str
) -> Pairing:
    if wdl.games < games:
        return Pairing(round=round_index, contestant=contestant, opponent=opponent, wdl=wdl)
    if wdl.won != wdl.lost:
        lead, decided_by = wdl.won - wdl.lost, "games"
    elif wdl.margin:
        lead, decided_by = wdl.margin, "margin"
    else:
        lead, decided_by = random.Random(repr((seed, round_index, contestant, opponent))).choice((1, -1)), "lot"
    return Pairing(
        round=round_index,
        contestant=contestant,
        opponent=opponent,
        wdl=wdl,
        winner=contestant if lead > 0 else opponent,
        decided_by=decided_by,
    )
