"""The review of lost ladder games."""

from pathlib import Path

import pytest
from support.web.classrooms import add_ladder_game, failed, make_class, ready

from outply.arena.tournament.jobs import GameResult
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import reviews
from outply.classroom.ladder.games import get_game, key_of
from outply.classroom.ladder.reviews import ReviewJob
from outply.classroom.settings.class_settings import ladder_board
from outply.formats import notation
from outply.games import game_of
from outply.jobs.job import JobContext

pytestmark = pytest.mark.unit

SMALL = '[ladder]\nbaselines = ["greedy"]\nboard = "random:3:1"\nseconds = 0.5\n'


def play_out(classroom: Classroom) -> GameResult:
    """Return a game in which each move is the best one at sight for the player who moves second."""
    start = position = notation.from_line(ladder_board(classroom.settings, 1).start)
    turns = []
    while not position.is_over:
        scores = {move: position.play(move).score(start.to_move) for move in position.moves()}
        move = min(scores, key=lambda one: scores[one])
        turns.append((str(move), 0.0, 0.0))
        position = position.play(move)
    return GameResult(turns=tuple(turns), final_score=position.score(start.to_move), board_total=10)


def test_lost_game_is_reviewed_once_for_its_loser(tmp_path: Path) -> None:
    with make_class(tmp_path / "class", ladder=SMALL) as classroom:
        database, settings = classroom.database, classroom.settings
        result = play_out(classroom)
        assert result.final_score < 0
        version = key_of(ready(classroom, "ann"))
        lost = add_ladder_game(classroom, version, "greedy", result)
        add_ladder_game(classroom, "greedy", version, result)  # won
        add_ladder_game(classroom, version, "greedy", failed(0))
        job = reviews.next_review(database, settings)
        assert isinstance(job, ReviewJob)
        assert (job.game, job.nodes) == (lost, 50_000)
        moment = job(JobContext())
        assert moment is not None
        assert (moment.number - 1) % 2 == job.loser
        assert moment.loss > 0
        assert moment.is_exact
        assert moment.move != moment.best_move
        start = notation.from_line(job.start)
        assert moment.move == game_of(start).move_text(
            game_of(start).parse_move(job.moves[moment.number - 1]), start.variant
        )
        reviews.save_review(database, job.game, moment, 0.0)
        assert reviews.next_review(database, settings) is None
        assert reviews.losing_moments(database, [get_game(database, lost)]) == {lost: moment}


def test_review_can_be_switched_off(tmp_path: Path) -> None:
    with make_class(tmp_path / "class", ladder=SMALL + "review_games = false\n") as classroom:
        version = key_of(ready(classroom, "ann"))
        result = play_out(classroom)
        for players in ((version, "greedy"), ("greedy", version)):
            add_ladder_game(classroom, *players, result)
        assert reviews.next_review(classroom.database, classroom.settings) is None
