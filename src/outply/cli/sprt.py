"""`outply tournament sprt`: whether one program is stronger than another, in as few games as that takes."""

from __future__ import annotations

from collections import Counter, deque
from itertools import count

import click

from outply.arena import sprt as test
from outply.arena.plan import Board, Entrant, Game, PlanError
from outply.arena.playing import Playing, Result
from outply.arena.ratings import rate
from outply.arena.store import score
from outply.arena.tournament import Here
from outply.arena.workers import cores
from outply.cli import entering
from outply.cli.explained import explained
from outply.cli.messages import printable
from outply.cli.options import Seconds
from outply.cli.progress import CLEAR, clear_line, on_terminal

LONGEST = 10_000


@click.command(short_help="Compare two programs in as few games as it takes.")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--elo0", default=0.0, show_default=True, help="H0: A is stronger than B by this.")
@click.option("--elo1", default=20.0, show_default=True, help="H1: A is stronger than B by this.")
@click.option("--alpha", default=0.05, show_default=True, help="How often H1 may be accepted by mistake.")
@click.option("--beta", default=0.05, show_default=True, help="How often H0 may be accepted by mistake.")
@click.option("--board", "boards", multiple=True, help="Boards in turn.  [default: random ones, each once]")
@click.option("--seconds", type=Seconds(), default=entering.SECONDS, show_default=True, help="CPU time a game.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the random boards.")
@click.option("--pairs", type=click.IntRange(1), default=LONGEST, show_default=True, help="At most so many pairs.")
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="Games side by side.  [default: all cores]")
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
    unsafe: bool,
) -> int:
    """Play pairs of games, both roles on each board, until it is clear whether A is stronger than B.

    A sequential probability ratio test on the results of pairs (see docs/ratings.md). A and B are directories
    with a Makefile or built-in players.

    \b
    Examples:
      outply tournament sprt new/ old/
      outply tournament sprt level:4 level:3 --elo1 50 --board Smolensk --board random:8:1
    """
    with explained():
        try:
            question = test.Sprt(elo0, elo1, alpha, beta)
        except ValueError as error:
            raise PlanError(str(error)) from None
        entrants = _named(entering.entrants([one]), one), _named(entering.entrants([other]), other)
        if entrants[0].name == entrants[1].name:
            raise PlanError("two different programs are compared")
        crew = Here(jobs, not unsafe)
        failures: Counter[str] = Counter()
        try:
            points = _play(crew, question, entrants, boards, seconds, seed, pairs, jobs, unsafe, failures)
        finally:
            crew.close()
    clear_line()
    verdict = question.judge(test.tally(points))
    if verdict.status == test.GO_ON:
        click.echo(f"no answer yet: {verdict}")
    else:
        click.echo(f"{verdict}")
    if points:
        click.echo(f"{entrants[0].name} against {entrants[1].name}: Elo {rate(points)}")
    for sentence, number in sorted(failures.items()):
        click.echo(printable(f"{number} games: {sentence}"))
    return 0


def _named(entrants: list[Entrant], asked: str) -> Entrant:
    """Return the one that was asked for, by the name by which it was: two may be in directories of one name."""
    if len(entrants) != 1:
        raise PlanError(f"{asked} holds {len(entrants)} programs, and one is compared")
    return Entrant(asked.rstrip("/"), entrants[0].player, entrants[0].digest)


def _play(
    crew: Here,
    question: test.Sprt,
    entrants: tuple[Entrant, Entrant],
    boards: tuple[str, ...],
    seconds: float,
    seed: int,
    most: int,
    jobs: int | None,
    unsafe: bool,
    failures: Counter[str],
) -> list[float]:
    """Return the points of the first in each pair, as many as it took; count who failed how."""
    folders: dict[str, str | None] = {entrant.name: None for entrant in entrants}
    for entrant, built in crew.build([entrant for entrant in entrants if entrant.folder]):
        if built.sentence:
            click.echo(built.errors or built.output, err=True, nl=False)
            raise PlanError(f"{entrant.name} would not build: {built.sentence}")
        folders[entrant.name] = built.folder
    queue: deque[Playing] = deque()
    numbers = count()
    waiting: dict[int, list[float]] = {}
    points: list[float] = []

    def more() -> None:
        number = next(numbers)
        if number >= most:
            return
        place = _board(boards, seed, number)
        for first, second in (entrants, entrants[::-1]):
            game = Game(0, number, first.name, second.name, place)
            built = folders[first.name], folders[second.name]
            queue.append(Playing(game, first, second, built, seconds, not unsafe))

    for _ in range(jobs or cores()):
        more()
    for job, done, told in crew.play(queue):
        if not done:
            continue
        number = job.game.number
        if told.failed is not None:
            failures[f"{(job.game.first, job.game.second)[told.failed]} lost, {told.failure}"] += 1
        waiting.setdefault(number, []).append(_points(job.game, told, entrants[0].name))
        if len(waiting[number]) < 2:
            continue
        points.append(sum(waiting.pop(number)))
        verdict = question.judge(test.tally(points))
        _show(f"{verdict}")
        if verdict.status != test.GO_ON:
            queue.clear()
            break
        more()
    return points


def _board(boards: tuple[str, ...], seed: int, number: int) -> Board:
    return entering.board(boards[number % len(boards)] if boards else f"random:{entering.SIZE}:{seed + number}")


def _points(game: Game, result: Result, name: str) -> float:
    points = score(game, result).points
    return points if game.first == name else 1 - points


def _show(line: str) -> None:
    if on_terminal():
        click.echo(CLEAR + line, nl=False, err=True)
