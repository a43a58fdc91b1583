"""The ladder: pairings, ratings, pauses, and games that are neither lost nor doubled."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.web.classrooms import (
    FakeClock,
    InlineExecutor,
    add_ladder_game,
    failed,
    make_class,
    person,
    ready,
    submit,
    won,
)

from outply.arena.tournament.jobs import GameJob, GameResult
from outply.classroom.checks.check import CheckResult
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import ranking
from outply.classroom.ladder.games import GameState, LadderGame, key_of, submission_of
from outply.classroom.ladder.schedule import schedule_pairings
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.settings.class_settings import ladder_board
from outply.classroom.work_queue import MAX_ATTEMPTS
from outply.jobs.job import JobContext, WorkerError

SETTINGS = """
[ladder]
baselines = ["greedy", "level:4"]
games_per_version = 6
failures_before_pause = 3
"""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=clock, ladder=SETTINGS) as made:
        yield made


def schedule(classroom: Classroom, count: int = 100) -> int:
    return schedule_pairings(classroom.database, classroom.settings, classroom.now(), Random(1), count)


def claim(classroom: Classroom) -> LadderGame | None:
    return ladder_games.claim_game(classroom.database, classroom.now())


def finish(classroom: Classroom, game: LadderGame, result: GameResult) -> bool:
    return ladder_games.finish_game(classroom.database, game, result, classroom.settings, classroom.now())


def play_all(classroom: Classroom, loser: str = "") -> list[LadderGame]:
    """Play all waiting games: the first player wins, unless it is `loser`."""
    games = []
    while (game := claim(classroom)) is not None:
        assert finish(classroom, game, won(-1 if game.first == loser else 1))
        games.append(game)
    return games


def test_active_version_plays_both_sides_of_every_board(classroom: Classroom) -> None:
    key = key_of(ready(classroom, "ann"))
    assert schedule(classroom) == 6
    games = play_all(classroom)
    sides = Counter((game.board, game.first == key) for game in games)
    assert all(sides[board, True] == sides[board, False] for board, _ in sides)
    assert {key in (game.first, game.second) for game in games} == {True}
    assert schedule(classroom) == 0  # the version has all of its games


def test_version_that_is_not_active_plays_no_games(classroom: Classroom) -> None:
    submit(classroom, "ann")
    assert schedule(classroom) == 0


def test_version_without_makefile_is_not_on_the_ladder(classroom: Classroom) -> None:
    answering = key_of(ready(classroom, "ann", CheckResult(preflight=None)))
    assert schedule(classroom) == 0
    for rows in (
        ranking.standings(classroom.database, classroom.settings),
        ranking.StandingsCache().standings(classroom.database, classroom.settings),
    ):
        assert answering not in {row.key for row in rows}


def test_stronger_version_has_the_higher_rating(classroom: Classroom) -> None:
    weak, strong = key_of(ready(classroom, "ann")), key_of(ready(classroom, "bob"))
    schedule(classroom)
    while (game := claim(classroom)) is not None:
        order = [weak, "greedy", "level:4", strong]
        finish(classroom, game, won(order.index(game.first) - order.index(game.second)))
    rows = ranking.standings(classroom.database, classroom.settings)
    assert [row.key for row in rows if row.submission is not None] == [strong, weak]
    assert all(row.rating.low < row.rating.elo < row.rating.high for row in rows)
    assert {row.title for row in rows if row.submission is None} == {"greedy", "level:4"}
    row = rows[0]
    assert (row.games, row.points, row.failures, row.is_active) == (6, 6.0, 0, True)


def test_scale_is_that_of_the_measured_baselines(classroom: Classroom) -> None:
    ready(classroom, "ann")
    schedule(classroom)
    play_all(classroom)
    strengths = ranking.ratings(classroom.database, classroom.settings, ())
    assert (strengths["greedy"].elo + strengths["level:4"].elo) / 2 == pytest.approx((1000 + 1380) / 2)


def test_version_that_fails_again_and_again_is_paused_with_the_reason(classroom: Classroom) -> None:
    submission = ready(classroom, "ann")
    key = key_of(submission)
    schedule(classroom)
    for _ in range(3):
        game = claim(classroom)
        assert game is not None
        finish(classroom, game, failed(0 if game.first == key else 1))
    row = next(row for row in ranking.standings(classroom.database, classroom.settings) if row.key == key)
    assert row.pause == "The program failed in its last 3 games: crashed"
    assert row.failures == 3
    assert ladder_games.drop_outdated(classroom.database) == 3
    assert claim(classroom) is None
    ladder_games.resume_version(classroom.database, submission, "tom", classroom.now())
    assert schedule(classroom) > 0


def test_games_of_a_replaced_version_are_dropped(classroom: Classroom) -> None:
    old = key_of(ready(classroom, "ann"))
    schedule(classroom)
    new = key_of(ready(classroom, "ann"))
    assert ladder_games.drop_outdated(classroom.database) == 6
    schedule(classroom)
    games = play_all(classroom)
    assert {old in (game.first, game.second) for game in games} == {False}
    assert {new in (game.first, game.second) for game in games} == {True}


def test_team_over_its_cpu_time_of_the_day_waits_until_the_next(tmp_path: Path, clock: FakeClock) -> None:
    settings = SETTINGS.replace("games_per_version = 6", "games_per_version = 60\ncpu_minutes_per_day = 1")
    with make_class(tmp_path / "class", clock=clock, ladder=settings) as classroom:
        ready(classroom, "ann")
        schedule(classroom, 1)
        for _ in range(2):
            game = claim(classroom)
            assert game is not None
            finish(classroom, game, won(1, cpu_s=40.0))
        assert schedule(classroom) == 0
        clock.advance(25 * 3600)
        assert schedule(classroom) > 0


def test_interrupted_game_is_played_again_and_saved_once(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    schedule(classroom, 1)
    game = claim(classroom)
    assert game is not None
    clock.advance(1)
    assert ladder_games.put_back_all(classroom.database) == 1
    again = claim(classroom)
    assert again is not None
    assert (again.id, again.attempts) == (game.id, 2)
    assert not finish(classroom, game, won(1))  # of the first start, after the second
    assert finish(classroom, again, won(1))
    assert not finish(classroom, again, won(1))
    assert len(ladder_games.recent_games(classroom.database)) == 1


def test_game_that_is_interrupted_each_time_is_dropped(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    schedule(classroom, 1)
    first = claim(classroom)
    assert first is not None
    for _ in range(MAX_ATTEMPTS - 1):
        ladder_games.put_back_all(classroom.database)
        clock.advance(1)
        game = claim(classroom)
        assert game is not None
        assert game.id == first.id
    ladder_games.put_back_all(classroom.database)
    assert ladder_games.get_game(classroom.database, first.id).state is GameState.DROPPED


def test_result_of_a_game_is_stored_completely(classroom: Classroom) -> None:
    ready(classroom, "ann")
    schedule(classroom, 1)
    game = claim(classroom)
    assert game is not None
    result = failed(1)
    finish(classroom, game, result)
    stored = ladder_games.get_game(classroom.database, game.id)
    assert stored.game_result() == result
    assert (stored.points, stored.failed, stored.failure) == (1.0, game.second, "crashed")


class FakeGame(GameJob):
    """A game that the first player wins, or that cannot be played."""

    def __call__(self, context: JobContext) -> GameResult:
        if self.seconds == 0:
            raise WorkerError("no worker")
        return won(1)


def runner(classroom: Classroom, seconds: float = 1.0) -> QueueRunner:
    def game_job_of(game: LadderGame) -> GameJob:
        job = classroom.game_job(game)
        return FakeGame(game=job.game, first=job.first, second=job.second, seconds=seconds, sandboxed=True)

    return QueueRunner(classroom, InlineExecutor(), game_job_of=game_job_of, random=Random(1))


def test_runner_plays_the_games_of_the_active_versions(classroom: Classroom) -> None:
    submission = ready(classroom, "ann")
    assert runner(classroom).run_available() == 6
    games = ladder_games.recent_games(classroom.database, key_of(submission))
    assert len(games) == 6
    assert all(submission in (submission_of(game.first), submission_of(game.second)) for game in games)


def test_game_that_no_worker_can_play_waits(classroom: Classroom) -> None:
    ready(classroom, "ann")
    attempt = runner(classroom, seconds=0)
    assert attempt.run_available() == 0
    assert attempt.run_available() == 0
    rows = classroom.database.rows("SELECT state, attempts FROM ladder_game")
    assert {row["state"] for row in rows} == {GameState.WAITING.value}
    assert [row["attempts"] for row in rows if row["attempts"]] == [2]
    assert runner(classroom).run_available() == 6


def test_closed_ladder_starts_no_games(tmp_path: Path, clock: FakeClock) -> None:
    with make_class(tmp_path / "class", clock=clock, ladder="[ladder]\nis_open = false\n") as classroom:
        ready(classroom, "ann")
        assert runner(classroom).run_available() == 0


def test_members_of_a_team_share_a_version(classroom: Classroom) -> None:
    ready(classroom, "bob")
    assert person(classroom, "bob").team == person(classroom, "cyd").team
    assert len([row for row in ranking.standings(classroom.database, classroom.settings) if row.is_active]) == 1


def test_cached_standings_follow_games_and_entrants(classroom: Classroom) -> None:
    clock = FakeClock()
    cache = ranking.StandingsCache(clock)

    def games(key: str) -> int | None:
        rows = cache.standings(classroom.database, classroom.settings)
        return next((row.games for row in rows if row.key == key), None)

    key = key_of(ready(classroom, "ann"))
    assert games(key) == 0
    for number in range(1, 52):
        add_ladder_game(classroom, key, "greedy", won(1))
        assert games(key) == number
    add_ladder_game(classroom, key, "greedy", won(1))
    assert games(key) == 51  # one game among so many changes little
    other = key_of(ready(classroom, "bob"))
    assert games(other) == 0
    assert games(key) == 52
    clock.advance(ranking.MAX_AGE_S)
    assert games(key) == 52
    assert cache.standings(classroom.database, classroom.settings) == ranking.standings(
        classroom.database, classroom.settings
    )


def test_random_board_without_seed_differs_between_pairings(tmp_path: Path) -> None:
    with make_class(tmp_path / "class", ladder='[ladder]\nboard = "random:3"\n') as classroom:
        boards = [ladder_board(classroom.settings, seed) for seed in (1, 2)]
    assert [board.name for board in boards] == ["random:3:1", "random:3:2"]
