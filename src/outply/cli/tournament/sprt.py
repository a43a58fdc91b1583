"""`outply tournament sprt`: whether one program is stronger than another, in as few games as that takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import click

from outply.arena.ratings import sprt as test
from outply.arena.ratings.elo import rate
from outply.arena.ratings.sprt_state import Comparison, Tally
from outply.arena.tournament.build_job import BuildJob
from outply.arena.tournament.game_job import GameJob, Result
from outply.arena.tournament.plan import Board, Entrant, Game, PlanError
from outply.arena.tournament.state import score
from outply.cli.errors import user_errors
from outply.cli.options.parameters import Seconds
from outply.cli.progress import CLEAR_LINE, clear_line, stderr_is_terminal
from outply.cli.terminal import warn
from outply.cli.tournament import entry
from outply.jobs.executor import Executor, LocalExecutor
from outply.text import escape_controls

LONGEST = 10_000


@click.command(short_help="Compare two programs in as few games as it takes.")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--elo0", default=0.0, show_default=True, help="H0: A is stronger than B by this.")
@click.option("--elo1", default=20.0, show_default=True, help="H1: A is stronger than B by this.")
@click.option("--alpha", default=0.05, show_default=True, help="How often H1 may be accepted by mistake.")
@click.option("--beta", default=0.05, show_default=True, help="How often H0 may be accepted by mistake.")
@click.option("--board", "boards", multiple=True, help="Boards in turn.  [default: random ones, each once]")
@click.option("--seconds", type=Seconds(), default=entry.SECONDS, show_default=True, help="CPU time a game.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the random boards.")
@click.option("--pairs", type=click.IntRange(1), default=LONGEST, show_default=True, help="At most so many pairs.")
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="Games side by side.  [default: all cores]")
@click.option(
    "--state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the results in this database, and go on with those that are in it.",
)
@click.option("--unsafe", is_flag=True, help="Run programs without a sandbox.")
def sprt(
    one: str,
    other: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    boards: tuple[str, ...],
    seconds: float,
    seed: int,
    pairs: int,
    jobs: int | None,
    state: Path | None,
    unsafe: bool,
) -> int:
    """Play pairs of games, both roles on each board, until it is clear whether A is stronger than B.

    A sequential probability ratio test on the results of pairs (see docs/ratings.md). A and B are directories
    with a Makefile or built-in players. With --state the same command goes on after an interruption.

    \b
    Examples:
      outply tournament sprt new/ old/ --state new-old.db
      outply tournament sprt level:4 level:3 --elo1 50 --board Smolensk --board random:8:1
    """
    with user_errors():
        try:
            question = test.Sprt(elo0, elo1, alpha, beta)
        except ValueError as error:
            raise PlanError(str(error)) from None
        entrants = _named(entry.entrants([one]), one), _named(entry.entrants([other]), other)
        if entrants[0].name == entrants[1].name:
            raise PlanError("two different programs are compared")
        games = _Games(entrants, boards, seconds, seed, pairs, not unsafe)
        with _kept(state, games) as tally:
            if question.judge(test.tally(tally.points)).status == test.GO_ON:
                games.play(question, tally, jobs)
            points = tally.points
    clear_line()
    verdict = question.judge(test.tally(points))
    if verdict.status == test.GO_ON:
        click.echo(f"no answer yet: {verdict}")
    else:
        click.echo(f"{verdict}")
    if points:
        click.echo(f"{entrants[0].name} against {entrants[1].name}: Elo {rate(points)}")
    for sentence, number in sorted(tally.failures.items()):
        click.echo(escape_controls(f"{number} games: {sentence}"))
    return 0


def _named(entrants: list[Entrant], asked: str) -> Entrant:
    """Return the one that was asked for, by the name by which it was: two may be in directories of one name."""
    if len(entrants) != 1:
        raise PlanError(f"{asked} holds {len(entrants)} programs, and one is compared")
    return Entrant(asked.rstrip("/"), entrants[0].player, entrants[0].digest)


@contextmanager
def _kept(state: Path | None, games: _Games) -> Iterator[Tally]:
    """Yield the results so far; whoever interrupts is told what becomes of them."""
    if state is None:
        advice = "nothing is kept; with --state FILE the games that are over would be"
    else:
        advice = "the games that are over are kept; the same command goes on from there"
    try:
        if state is None:
            yield Tally()
            return
        settings = games.settings  # before there is a file
        with Comparison(state, write=True) as comparison:
            comparison.begin(settings)
            yield Tally(comparison)
    except KeyboardInterrupt:
        clear_line()
        warn(advice)
        raise


class _Games:
    """The games of a comparison: who plays them, on which boards and for how long."""

    def __init__(
        self,
        entrants: tuple[Entrant, Entrant],
        boards: tuple[str, ...],
        seconds: float,
        seed: int,
        most: int,
        sandboxed: bool,
    ) -> None:
        self._entrants = entrants
        self._boards = boards
        self._seconds = seconds
        self._seed = seed
        self._most = most
        self._sandboxed = sandboxed

    @property
    def settings(self) -> dict[str, object]:
        """What must be the same for results to count together."""
        return {
            "programs": [[entrant.name, entrant.digest] for entrant in self._entrants],
            "boards": [entry.board(name).start for name in self._boards],
            "seconds": self._seconds,
            "seed": self._seed,
        }

    def play(self, question: test.Sprt, tally: Tally, jobs: int | None) -> None:
        """Play what is missing, pair after pair, until the question is answered."""
        with LocalExecutor(jobs) as executor:
            self._build(executor)
            self._play(executor, question, tally)

    def _build(self, executor: Executor) -> None:
        jobs = deque(
            BuildJob(entrant=entrant, sandboxed=self._sandboxed) for entrant in self._entrants if entrant.folder
        )
        for event in executor.run(jobs):
            if event.value.problem:
                click.echo(event.value.errors or event.value.output, err=True, nl=False)
                raise PlanError(f"{event.job.entrant.name} would not build: {event.value.problem}")

    def _play(self, executor: Executor, question: test.Sprt, tally: Tally) -> None:
        missing = self._missing(tally)
        queue = deque(game for pair in islice(missing, executor.workers) for game in pair)
        for event in executor.run(queue, pin_cores=True):
            if not event.is_result:
                continue
            job, told = event.job, event.value
            names, known = (job.game.first, job.game.second), len(tally.points)
            failure = "" if told.failed is None else f"{names[told.failed]} lost, {told.failure}"
            tally.add(job.game.number, job.game.first, self._points(job.game, told), failure)
            if len(tally.points) == known:
                continue
            verdict = question.judge(test.tally(tally.points))
            _show(f"{verdict}")
            if verdict.status != test.GO_ON:
                queue.clear()
                break
            queue.extend(next(missing, ()))

    def _missing(self, tally: Tally) -> Iterator[list[GameJob]]:
        """Yield the games of each pair that are not played yet."""
        for number in range(self._most):
            both = self._entrants, self._entrants[::-1]
            if pairings := [pairing for pairing in both if not tally.has(number, pairing[0].name)]:
                board = self._board(number)
                yield [self._playing(number, board, *pairing) for pairing in pairings]

    def _playing(self, number: int, board: Board, first: Entrant, second: Entrant) -> GameJob:
        game = Game(0, number, first.name, second.name, board)
        return GameJob(game=game, first=first, second=second, seconds=self._seconds, sandboxed=self._sandboxed)

    def _board(self, number: int) -> Board:
        names = self._boards or (f"random:{entry.SIZE}:{self._seed + number}",)
        return entry.board(names[number % len(names)])

    def _points(self, game: Game, result: Result) -> float:
        points = score(game, result).points
        return points if game.first == self._entrants[0].name else 1 - points


def _show(line: str) -> None:
    if stderr_is_terminal():
        click.echo(CLEAR_LINE + line, nl=False, err=True)
