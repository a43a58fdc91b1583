"""Run checks, ladder games and reviews in the background: claim, run, save, until the server stops."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random, SystemRandom

from outply.arena.tournament.jobs import GameJob, GameResult
from outply.classroom import baselines
from outply.classroom.checks import hidden, queue
from outply.classroom.checks.check import CheckJob, CheckResult, summarize
from outply.classroom.checks.hidden import HiddenJob, HiddenRun
from outply.classroom.checks.log import LogText
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import reviews, schedule
from outply.classroom.ladder.games import LadderGame
from outply.classroom.ladder.reviews import LosingMoment, ReviewJob
from outply.classroom.operation import storage
from outply.classroom.operation.metrics import ClassMetrics
from outply.classroom.operation.notifications import add_notifications
from outply.classroom.results import official
from outply.classroom.submissions import Submission, update_lateness
from outply.errors import UserError
from outply.jobs.executor import Executor
from outply.jobs.job import JobEvent
from outply.jobs.sqlite_state import StateError

IDLE_S = 2.0
"""Default pause between looks at an empty queue."""

PRUNE_S = 600.0
"""Time between two removals of files of old versions."""

RETRY_S = 60.0
"""Pause after an error of the official tournament, such as a machine without a compiler."""

STOP_S = 5.0
"""Time that a stop waits for the next event of the running checks before they are put back."""


LOG = logging.getLogger("outply.classroom")

ClassJob = CheckJob | GameJob | HiddenJob | ReviewJob


class QueueRunner:
    """Runs checks, hidden suites, ladder games and the official tournament of a class, in this order.

    Between games, one review of a lost game runs at a time. `check_job_of`, `game_job_of` and `hidden_job_of`
    return the jobs of a claimed submission, game and run of a hidden suite. `random` decides pairings. `problem`
    is the last error of the runner itself, such as a database that cannot be written, and `official_problem` the
    last error of the official tournament. The background thread looks at an empty queue every `idle_s`, or when
    `wake` is called.
    """

    def __init__(
        self,
        classroom: Classroom,
        executor: Executor,
        check_job_of: Callable[[Submission], CheckJob] | None = None,
        game_job_of: Callable[[LadderGame], GameJob] | None = None,
        random: Random | None = None,
        hidden_job_of: Callable[[HiddenRun], HiddenJob] | None = None,
        metrics: ClassMetrics | None = None,
        idle_s: float = IDLE_S,
    ) -> None:
        self._class, self._executor = classroom, executor
        self.metrics = metrics or ClassMetrics()
        self._check_job_of = check_job_of or classroom.check_job
        self._game_job_of = game_job_of or classroom.game_job
        self._hidden_job_of = hidden_job_of or classroom.hidden_job
        self._random = random or SystemRandom()
        self._idle_s = idle_s
        self._checks: dict[int, Submission] = {}
        self._games: dict[int, LadderGame] = {}
        self._hidden: dict[int, HiddenRun] = {}
        self._review: ReviewJob | None = None
        self._applied: tuple[object, ...] | None = None  # what of the settings is in the database
        self._can_play, self._prune_at = True, 0.0
        self._official_at, self.official_problem = 0.0, ""
        self._lock, self._has_stopped = threading.Lock(), False  # a stop ends while the thread waits for an event
        self._wake, self._stopping, self._ended = threading.Event(), threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self.problem = ""

    @property
    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    @property
    def slots(self) -> int:
        """The number of checks and games that run at the same time."""
        return self._executor.workers

    def start(self) -> None:
        """Put interrupted checks and games back and start the background thread."""
        self._class.recover()
        storage.measure_submissions(self._class)
        # A daemon: a check without events must not keep the process from ending; worker processes end with it.
        self._thread = threading.Thread(target=self._loop, name="outply-checks", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Make the background thread look at the queue now."""
        self._wake.set()

    def stop(self, timeout_s: float = STOP_S) -> None:
        """Start no more checks and games, end the running ones and put them back.

        Waits up to `timeout_s` for those that are about to finish, unless `stop_now` is called.
        """
        self._stopping.set()
        self._wake.set()
        if self._thread is not None:
            self._ended.wait(timeout_s)
        with self._lock:
            self._has_stopped = True
            self._put_back(is_planned=True)

    def stop_now(self) -> None:
        """End the wait of `stop`. Signal handlers may call this."""
        self._stopping.set()
        self._ended.set()

    def run_available(self) -> int:
        """Run checks and games until there is nothing to do; return the number of those that finished."""
        jobs: deque[ClassJob] = deque()
        self._can_play = True
        with self._lock:
            finished = self._fill(jobs)
        if not jobs:
            return finished or self._play_official()
        with closing(self._executor.run(jobs, pin_cores=True, keep_going=True)) as events:
            for event in events:
                with self._lock:
                    if self._has_stopped:
                        break
                    finished += self._handle(event)
                    if self._stopping.is_set():
                        break
                    finished += self._fill(jobs)
        with self._lock:
            self._put_back(is_planned=self._stopping.is_set())  # checks and games that a stop has ended
        return finished

    def _play_official(self) -> int:
        """Play on with the official tournament if it is due; return the number of its games that finished."""
        database, now = self._class.database, self._class.now()
        if self._stopping.is_set() or now < self._official_at:
            return 0
        if not official.is_due(database, self._class.settings, now):
            return 0
        try:
            played = official.play(self._class, self._executor, self._stopping.is_set)
        except official.StoppedError:
            return 0
        except Exception as error:  # checks go on, and the tournament is tried again later
            self._official_at, self.official_problem = now + RETRY_S, str(error) or type(error).__name__
            LOG.exception("the official tournament failed")
            return 0
        self.official_problem = ""
        return played

    def _handle(self, event: JobEvent[ClassJob]) -> bool:
        """Save a report or a result; return whether it is the result of a check or a game."""
        job, value = event.job, event.value
        if isinstance(job, ReviewJob):
            if event.is_result:
                self._save_review(job, value)
            return False
        if isinstance(job, GameJob):
            return event.is_result and self._save_game(self._games.pop(job.game.number), value)
        if isinstance(value, LogText):
            if not isinstance(job, HiddenJob):
                queue.append_log(self._class.database, self._checks[job.submission], value.text)
            return False
        result = value if isinstance(value, CheckResult) else CheckResult(error=str(value))
        if isinstance(job, HiddenJob):
            run = self._hidden[job.run]
            if event.is_result:
                self._save_hidden(run, result, job)
            else:
                hidden.set_progress(self._class.database, run, str(value))
            return event.is_result
        claim = self._checks[job.submission]
        if event.is_result:
            self._save(claim, result, job)
        else:
            queue.set_progress(self._class.database, claim, str(value))
        return event.is_result

    def _put_back(self, *, is_planned: bool = False) -> None:
        database = self._class.database
        if is_planned and (self._checks or self._games or self._hidden):
            counts = {"checks": len(self._checks) + len(self._hidden), "games": len(self._games)}
            LOG.info("put back for the next start", extra=counts)
        for check in list(self._checks.values()):
            queue.put_back(database, check, self._class.now(), is_planned=is_planned)
        for game in list(self._games.values()):
            ladder_games.put_back(database, game, is_planned=is_planned)
        for run in list(self._hidden.values()):
            hidden.put_back(database, run, self._class.now(), is_planned=is_planned)
        self._hidden.clear()
        self._checks.clear()
        self._games.clear()
        self._review = None

    def _fill(self, jobs: deque[ClassJob]) -> int:
        """Claim work for the idle workers; return the number of checks that ended because of an error."""
        failed = 0
        self._apply_settings()
        while self._has_idle_worker and not self._stopping.is_set():
            claim = queue.claim_next(self._class.database, self._class.now())
            if claim is None:
                if (run := self._claim_hidden()) is not None:
                    failed += not self._start_hidden(run, jobs)
                    continue
                if not self._claim_review(jobs) and not self._claim_game(jobs):
                    break
                continue
            self._checks[claim.id] = claim
            try:
                jobs.append(self._check_job_of(claim))
            except (UserError, OSError) as error:
                self._save(claim, CheckResult(error=str(error)), None)
                failed += 1
        return failed

    def _apply_settings(self) -> None:
        """Pin and retire baselines and move deadlines, after a start and after each change of the settings."""
        settings = self._class.settings
        if self._applied != (current := (settings.baselines, settings.deadlines)):
            baselines.synchronize(self._class)
            update_lateness(self._class.database, settings.deadlines, self._class.now())
            self._applied = current

    @property
    def _has_idle_worker(self) -> bool:
        running = len(self._checks) + len(self._games) + len(self._hidden) + (self._review is not None)
        return running < self._executor.workers

    def _claim_hidden(self) -> HiddenRun | None:
        """Claim the next run of a hidden suite, also of a deadline that has just closed."""
        database, now = self._class.database, self._class.now()
        if queue.is_paused(database):
            return None
        hidden.schedule(database, self._class.settings, now)
        return hidden.claim_next(database, now)

    def _start_hidden(self, run: HiddenRun, jobs: deque[ClassJob]) -> bool:
        """Add the job of a run; return False if the run ended because of an error."""
        self._hidden[run.id] = run
        try:
            jobs.append(self._hidden_job_of(run))
        except (UserError, OSError) as error:
            self._save_hidden(run, CheckResult(error=str(error)), None)
            return False
        return True

    def _save_hidden(self, run: HiddenRun, result: CheckResult, job: HiddenJob | None) -> None:
        cases = () if job is None else job.cases
        summary = summarize(result, cases, self._class.grade_settings(), HiddenJob.SUITE)
        hidden.finish(
            self._class.database, run, result, summary.state, result.error or summary.headline, self._class.now()
        )
        del self._hidden[run.id]

    def _claim_review(self, jobs: deque[ClassJob]) -> bool:
        """Claim the next review of a lost game; return False if there is none, or if one is running."""
        database = self._class.database
        if self._review is not None or queue.is_paused(database):
            return False
        self._review = reviews.next_review(database, self._class.settings)
        if self._review is None:
            return False
        jobs.append(self._review)
        return True

    def _save_review(self, job: ReviewJob, value: object) -> None:
        """Save the review of a game. A review that failed is not tried again, because it is not essential."""
        self._review = None
        if isinstance(value, Exception):
            LOG.error("ladder game %d was not reviewed: %s", job.game, type(value).__name__)
        moment = value if isinstance(value, LosingMoment) else None
        reviews.save_review(self._class.database, job.game, moment, self._class.now())

    def _claim_game(self, jobs: deque[ClassJob]) -> bool:
        """Claim the next game of the ladder, of a new pairing if none is waiting; return whether there is one."""
        database, settings, now = self._class.database, self._class.settings, self._class.now()
        if not (self._can_play and schedule.is_open(settings, now)) or queue.is_paused(database):
            return False
        if official.is_due(database, settings, now):  # an administrator has started it while the ladder is open
            return False
        ladder_games.drop_outdated(database)
        claim = ladder_games.claim_game(database, now)
        if claim is None and schedule.schedule_pairings(database, settings, now, self._random):
            claim = ladder_games.claim_game(database, now)
        if claim is None:
            return False
        self._games[claim.id] = claim
        try:
            jobs.append(self._game_job_of(claim))
        except (UserError, OSError) as error:
            self._save_game(self._games.pop(claim.id), error)
            return False
        return True

    def _save_game(self, claim: LadderGame, result: object) -> bool:
        """Save the result of a game; return whether it was played. After a game that cannot be played, wait."""
        database, settings, now = self._class.database, self._class.settings, self._class.now()
        seconds = now - (claim.started_at or now)
        if isinstance(result, GameResult):
            is_saved = ladder_games.finish_game(database, claim, result, settings, now)
            if is_saved:
                self.metrics.count_game(result.failure or "played", seconds)
                LOG.info("ladder game finished", extra={"game": claim.id, "seconds": round(seconds, 3)})
            return is_saved
        self.metrics.count_game("interrupted", seconds)
        LOG.error("ladder game %d was not played: %s", claim.id, type(result).__name__)
        ladder_games.put_back(database, claim, problem=str(result) or type(result).__name__)  # for the staff only
        self._can_play = False
        return False

    def _save(self, claim: Submission, result: CheckResult, job: CheckJob | None) -> None:
        settings = self._class.grade_settings()
        summary = summarize(result, () if job is None else job.cases, settings)
        now = self._class.now()
        with self._class.database.transaction():
            is_saved = queue.finish(
                self._class.database,
                claim,
                summary.state,
                now,
                headline=summary.headline,
                advice=summary.advice,
                result=result.to_json(),
                suite_hash=result.suite_hash,
            )
            if is_saved:
                add_notifications(self._class.database, self._class.settings, claim, summary.headline, now)
        del self._checks[claim.id]
        if is_saved:
            seconds = now - (claim.started_at or now)
            self.metrics.count_check(summary.state.value, seconds)
            fields = {"submission": claim.id, "state": summary.state.value, "seconds": round(seconds, 3)}
            LOG.info("check finished", extra=fields)

    def _prune(self) -> None:
        """Remove the files of old versions, from time to time."""
        if (now := self._class.now()) >= self._prune_at:
            self._prune_at = now + PRUNE_S
            if count := storage.prune(self._class):
                LOG.info("removed the files of old versions", extra={"versions": count})

    def _loop(self) -> None:
        try:
            self._run_until_stopped()
        finally:
            self._ended.set()

    def _run_until_stopped(self) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self._prune()
                finished = self.run_available()
                self.problem = ""
            except Exception as error:
                finished, self.problem = 0, str(error) or type(error).__name__
                LOG.exception("checks and games failed")
                with self._lock, suppress(StateError):  # the next start repairs a database that does not answer
                    self._put_back(is_planned=self._stopping.is_set())
            if not finished:
                self._wake.wait(self._idle_s)
