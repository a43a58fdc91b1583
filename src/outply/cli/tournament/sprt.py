"""`outply tournament sprt`: test whether one program is stronger than another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from outply.arena.ratings.elo import rate
from outply.arena.ratings.sprt import CONTINUE, Sprt, SprtVerdict
from outply.arena.ratings.sprt_run import (
    DEFAULT_MAX_PAIRS,
    BuildFailedError,
    SprtMatch,
    SprtResults,
    SprtState,
    run_sprt,
)
from outply.arena.tournament.boards import find_board
from outply.arena.tournament.contestants import find_contestant
from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.settings import DEFAULT_CPU_SECONDS
from outply.cli.options import (
    UNSANDBOXED_WARNING,
    Integer,
    Seconds,
    complete_board,
    complete_player,
    jobs_option,
    refuse_options,
    require_sandbox,
    rules_option,
    tournament_game_option,
    unsafe_option,
)
from outply.cli.progress import clear_line, show_line, stderr_is_terminal
from outply.cli.terminal import user_errors, warn
from outply.jobs.executor import LocalExecutor
from outply.text import escape_controls, plural


@click.command(short_help="Test which of two programs is stronger.")
@click.argument("player", metavar="A", shell_complete=complete_player)
@click.argument("opponent", metavar="B", shell_complete=complete_player)
@click.option("--elo0", default=0.0, show_default=True, help="Elo of A minus Elo of B under hypothesis H0.")
@click.option("--elo1", default=20.0, show_default=True, help="Elo of A minus Elo of B under hypothesis H1.")
@click.option("--alpha", default=0.05, show_default=True, help="Probability of accepting H1 if H0 holds.")
@click.option("--beta", default=0.05, show_default=True, help="Probability of accepting H0 if H1 holds.")
@tournament_game_option
@rules_option("the first of the game")
@click.option(
    "--board",
    "boards",
    shell_complete=complete_board,
    metavar="BOARD",
    multiple=True,
    help="Named board, random:SIZE:SEED, opening:PLIES:SEED or a file; can be repeated.  "
    "[default: a random board or opening per pair]",
)
@click.option(
    "--seconds",
    type=Seconds(),
    default=DEFAULT_CPU_SECONDS,
    show_default=True,
    help="CPU time of each player per game.",
)
@click.option("--seed", type=Integer(0), default=0, show_default=True, help="Random seed for the random boards.")
@click.option(
    "--pairs",
    type=Integer(1),
    default=DEFAULT_MAX_PAIRS,
    show_default=True,
    help="Maximum number of pairs of games.",
)
@jobs_option
@click.option(
    "--state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Database for the results; if it exists, the test is resumed.",
)
@unsafe_option
@click.pass_context
def sprt(
    ctx: click.Context,
    player: str,
    opponent: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    game_name: str | None,
    rules: str | None,
    boards: tuple[str, ...],
    seconds: float,
    seed: int,
    pairs: int,
    jobs: int | None,
    state: Path | None,
    unsafe: bool,
) -> int:
    """Play pairs of games until a statistical test decides whether A is stronger than B.

    Both games of a pair are on the same board, with sides swapped. The test is a sequential probability ratio test
    (SPRT) on the results of the pairs. A pair with the same board and the same moves as an earlier one is not
    counted. A and B are directories with a Makefile or built-in players. With --state, the same command resumes
    after an interruption.

    \b
    Examples:
      outply tournament sprt new/ old/ --state new-old.db
      outply tournament sprt level:4 level:3 --elo1 50 --board Smolensk --board random:8:1
      outply tournament sprt level:4 level:3 --game starcircle
    """
    if boards:
        refuse_options(ctx, ("seed",), "cannot be used together with --board")
    with user_errors():
        try:
            test = Sprt(elo0, elo1, alpha, beta)
        except ValueError as error:
            raise PlanError(str(error)) from None
        match = SprtMatch(
            contestants=(find_contestant(player), find_contestant(opponent)),
            boards=tuple(find_board(board, game_name, rules) for board in boards),
            game=game_name,
            rules=rules,
            seconds=seconds,
            seed=seed,
            max_pairs=pairs,
            sandboxed=not unsafe,
        )
        if unsafe:
            warn(UNSANDBOXED_WARNING)
        elif any(contestant.needs_sandbox for contestant in match.contestants):
            require_sandbox()
        with _results(state, match) as results, LocalExecutor(jobs) as executor:
            try:
                verdict = run_sprt(test, match, results, executor, on_verdict=_show)
            except BuildFailedError as error:
                click.echo(error.output, err=True, nl=False)
                raise
    clear_line()
    click.echo(f"undecided: {verdict}" if verdict.status == CONTINUE else f"{verdict}")
    if results.repeated_pairs:
        click.echo(
            f"{plural(results.repeated_pairs, 'pair')} of games not counted: same board and same moves as before. "
            "Use more boards, or leave out --board for a random board per pair."
        )
    if results.points:
        names = [contestant.name for contestant in match.contestants]
        click.echo(f"{names[0]} against {names[1]}: Elo {rate(results.points)}")
    for failure, count in sorted(results.failures.items()):
        click.echo(escape_controls(f"{plural(count, 'game')}: {failure}"))
    return 0


@contextmanager
def _results(state: Path | None, match: SprtMatch) -> Iterator[SprtResults]:
    """Yield the results of earlier runs of the SPRT, to which new results are added.

    Without a `state` there are no earlier results. After Ctrl-C, a message says whether the results are kept.
    After an error, a file that is new and empty is removed.
    """
    is_new = state is not None and not state.exists()
    try:
        if state is None:
            yield SprtResults()
        else:
            with SprtState(state, write=True) as sprt_state:
                try:
                    sprt_state.begin(match.settings())
                    yield SprtResults(sprt_state)
                except Exception:
                    if is_new and not sprt_state.results():
                        state.unlink(missing_ok=True)
                    raise
    except KeyboardInterrupt:
        clear_line()
        if state is None:
            warn("the results are lost; use --state FILE to keep them")
        else:
            warn("finished games are kept; run the same command to resume")
        raise


def _show(verdict: SprtVerdict) -> None:
    if stderr_is_terminal():
        show_line(str(verdict))
