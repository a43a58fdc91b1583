"""Review lost ladder games: find the move that lost a game, so that its programmer knows where to look."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from outply.classroom.database import ClassDatabase
from outply.classroom.ladder.games import GameState, LadderGame, get_game
from outply.classroom.settings.class_settings import ClassSettings
from outply.formats import notation
from outply.games import game_of
from outply.jobs.job import Job, JobContext
from outply.review.game_review import MoveReview, review_game
from outply.review.position_analysis import PYTHON_NODE_DIVISOR
from outply.search.native import is_native

NODES_PER_SECOND = 100_000
"""Nodes of a review per second of a player's CPU time in a game: a review takes about 2 % of the game's time."""

MAX_NODES = 2_000_000
"""Upper bound of the nodes of a review: less than a second of CPU time."""

MIN_POSITION_NODES = 200
TABLE_MIB = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class LosingMoment:
    """The move that lost a game: `number` counts the moves of both players from 1, `loss` is in points."""

    number: int
    move: str
    best_move: str
    loss: int
    is_exact: bool

    @property
    def text(self) -> str:
        """The moment as a sentence without a full stop."""
        about = "" if self.is_exact else "about "
        return f"lost at move {self.number}: {self.move}, {self.best_move} was better by {about}{self.loss}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewJob(Job):
    """Reviews the `moves` of a ladder game from `start` within `nodes` nodes in all; `loser` is 0 or 1."""

    game: int
    start: str
    moves: tuple[str, ...]
    loser: int
    nodes: int

    def __str__(self) -> str:
        return f"the review of ladder game {self.game}"

    def __call__(self, context: JobContext) -> LosingMoment | None:
        start = notation.from_line(self.start)
        game = game_of(start)
        moves = [game.parse_move(move) for move in self.moves]
        budget = self.nodes if is_native(start) else self.nodes // PYTHON_NODE_DIVISOR
        nodes = max(MIN_POSITION_NODES, budget // max(1, len(moves)))
        review = review_game(start, moves, nodes=nodes, memory_mib=TABLE_MIB)
        moment = losing_move(review.moves, self.loser)
        if moment is None:
            return None
        variant = start.variant
        return LosingMoment(
            number=moment.number,
            move=game.move_text(moment.move, variant),
            best_move=game.move_text(moment.best_move, variant),
            loss=moment.loss,
            is_exact=moment.solved,
        )


def losing_move(moves: Sequence[MoveReview], loser: int) -> MoveReview | None:
    """Return the move that lost a game for the side `loser`, 0 for the one that moved first; None if none did.

    It is the last move by which the side gave away a win or a draw or, without such a move, its costliest one.
    """
    if not moves:
        return None
    first = moves[0].player
    own = [move for move in moves if (move.player != first) == bool(loser) and move.loss]
    decisive = [move for move in own if move.changes_result]
    return decisive[-1] if decisive else max(own, key=lambda move: move.loss, default=None)


def next_review(database: ClassDatabase, settings: ClassSettings) -> ReviewJob | None:
    """Return the job for the newest lost game without a review; None if there is none.

    Only the latest games of active versions count, which their dashboards show. Lost games are those that were
    played to the end: after a failure, the failure is the reason.
    """
    if not settings.ladder.review_games:
        return None
    row = database.row(
        "SELECT id FROM ladder_game WHERE state = ? AND failed IS NULL AND points != 0.5 "
        "AND id NOT IN (SELECT game FROM game_review) "
        "AND CASE WHEN points < 0.5 THEN first ELSE second END IN "
        "(SELECT '#' || active_submission FROM team WHERE active_submission IS NOT NULL) "
        "ORDER BY finished_at DESC, id DESC LIMIT 1",
        GameState.DONE.value,
    )
    if row is None:
        return None
    game = get_game(database, row["id"])
    seconds = settings.ladder.seconds
    return ReviewJob(
        game=game.id,
        start=game.start,
        moves=tuple(move for move, _, _ in game.game_result().turns),
        loser=loser_of(game),
        nodes=min(MAX_NODES, round(seconds * NODES_PER_SECOND)),
    )


def loser_of(game: LadderGame) -> int:
    """Return the side that lost a game: 0 for the player who moved first."""
    assert game.points is not None
    return int(game.points > 0.5)


def save_review(database: ClassDatabase, game: int, moment: LosingMoment | None, now: float) -> None:
    """Store the losing moment of a game; None if no single move has lost it."""
    text = None if moment is None else json.dumps(asdict(moment))
    database.execute("INSERT OR REPLACE INTO game_review VALUES (?, ?, ?)", game, now, text)


def losing_moments(database: ClassDatabase, games: Sequence[LadderGame]) -> dict[int, LosingMoment]:
    """Return the losing moments of games by ID, of those that have one."""
    marks = ", ".join("?" * len(games))
    rows = database.rows(
        f"SELECT game, moment FROM game_review WHERE moment IS NOT NULL AND game IN ({marks})",
        *(game.id for game in games),
    )
    return {row["game"]: _parse(json.loads(row["moment"])) for row in rows}


def _parse(values: dict[str, Any]) -> LosingMoment:
    return LosingMoment(**values)
