"""`outply report`: the games of assignment 004 on all boards, and the page that tells of them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outply import optional
from outply.arena.matchups.pairing import (
    Fixture,
    Matchups,
    Played,
    Trial,
    boards_of,
    four_matchups,
    textbook_player,
)
from outply.arena.matchups.run import Store, play_all, try_depths
from outply.cli.errors import user_errors
from outply.cli.options.parameters import Seconds, refuse_options
from outply.cli.options.position import BOARD_HELP, board_name_from_path, find_start, game_option, rules_option
from outply.cli.progress import games_progress
from outply.cli.terminal import warn
from outply.formats import game_record as records
from outply.formats.atomic_io import read_input, write_folder
from outply.formats.zip_archive import archive
from outply.games import all_games
from outply.games.evaluations import DEFAULT, NAMES
from outply.players.registry import player
from outply.report.match.log import log, totals
from outply.report.matchups.csv_export import results_csv, trials_csv

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outply.games.protocol import Position

SECONDS = 1.0
DEFAULT_RULES = "blitz"
MINIMAX_DEPTH, ALPHABETA_DEPTH = 3, 5
DEPTH = click.IntRange(1, 99)


@click.command()
@click.argument("files", nargs=-1, metavar="[RECORD]...", type=click.Path(readable=False))
@click.option("-o", "--output", metavar="DIR", default="report", show_default=True, help="The folder it goes to.")
@game_option
@rules_option(DEFAULT_RULES)
@click.option(
    "--board",
    "boards",
    metavar="BOARD",
    multiple=True,
    help=f"{BOARD_HELP}  May be given several times.  [default: the five named boards]",
)
@click.option("--minimax", type=DEPTH, default=MINIMAX_DEPTH, show_default=True, help="Minimax's depth.")
@click.option("--alphabeta", type=DEPTH, default=ALPHABETA_DEPTH, show_default=True, help="Alpha-beta's depth.")
@click.option(
    "--evaluation",
    type=click.Choice(NAMES),
    default=DEFAULT,
    show_default=True,
    help="What both count at the depth limit; with --matchup, in the search for the feasible depth.",
)
@click.option(
    "--matchup",
    "matchups",
    metavar="FIRST SECOND",
    nargs=2,
    multiple=True,
    help="Two players, the first of whom begins; several times, instead of the four matchups.",
)
@click.option(
    "--seconds",
    type=Seconds(),
    help="Find the depth that is feasible within so much CPU time a move; 0 leaves that out."
    f"  [default: {SECONDS:g}, 0 for records]",
)
@click.option(
    "--author",
    metavar="TEXT",
    default="",
    help='Who hands it in, printed under the title: --author "Ada Lovelace, group 7".',
)
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="Games side by side.  [default: all cores]")
@click.pass_context
def report(
    ctx: click.Context,
    files: tuple[str, ...],
    output: str,
    game_name: str | None,
    rules: str | None,
    boards: tuple[str, ...],
    minimax: int,
    alphabeta: int,
    evaluation: str,
    matchups: tuple[tuple[str, str], ...],
    seconds: float | None,
    author: str,
    jobs: int | None,
) -> int:
    """Play minimax and alpha-beta against themselves and each other on every board, and write it up.

    DIR gets report.html (open it in a browser, print it), the log of each game in the assignment's words, all
    logs in logs.zip, results.csv, depths.csv, and a record of each game. A report that was interrupted goes on
    where it stopped: what is in DIR is not played again. With RECORDs, it tells of these games and plays none.

    \b
    Examples:
      outply report                                     the assignment as it is
      outply report --minimax 4 --alphabeta 6 --evaluation safety -o deeper
      outply report --board Keren --board my-board.txt --seconds 0
      outply report --matchup engine:0.1s alphabeta:5 --matchup alphabeta:5 engine:0.1s
      outply report game1.record game2.record
    """
    optional.expect("matplotlib", "a report", "report")
    folder = Path(output)
    if seconds is None:
        seconds = 0.0 if files else SECONDS
    with user_errors(), _kept_when_interrupted():
        if files:
            playing = ("game_name", "rules", "boards", "minimax", "alphabeta", "matchups")
            refuse_options(ctx, playing, "is for games to be played, and records are of games that were")
            games = _read(files)
        else:
            starts = _starts(game_name, rules, boards)
            players = (
                textbook_player("minimax", minimax, evaluation),
                textbook_player("alphabeta", alphabeta, evaluation),
            )
            if matchups:
                refuse_options(
                    ctx, ("minimax", "alphabeta"), "is for the four matchups, and --matchup names its players"
                )
            games = _play(starts, matchups or four_matchups(*players), Store(folder / "records"), jobs)
        trials = _try(games, evaluation, seconds, Store(folder / "depths"), jobs) if seconds else []
    _write(folder, Matchups(tuple(games), tuple(trials), evaluation, seconds), _one_line(author))
    for played in games:
        click.echo(f"{played.fixture}: {totals(played.record)}, {played.record.result}")
    click.echo(f"the report is {folder / 'report.html'}")
    return 0


@contextmanager
def _kept_when_interrupted() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        warn("the games that are over are kept; the same command goes on from there")
        raise


def _read(files: tuple[str, ...]) -> list[Played]:
    """Return the games of the records, which must be of one kind to stand in one report."""
    games = []
    for file in files:
        record = records.read(read_input(file), file)
        if not record.final.is_over:
            raise click.UsageError(f"{file}: the game is not finished, and a report is of games that are")
        board = record.board or board_name_from_path(file)
        games.append(Played(Fixture(board, record.start, *record.players), record))
    if any(games.count(played) > 1 for played in games):
        raise click.UsageError("the same game is given twice")
    if len({(played.record.start.game, played.record.start.variant) for played in games}) > 1:
        raise click.UsageError("the records are of different games or rules; a report is of one of them")
    _refuse_two_boards_of_one_name([(played.fixture.board, played.fixture.start) for played in games])
    return games


def _starts(game_name: str | None, rules: str | None, boards: tuple[str, ...]) -> dict[str, Position]:
    """Return where the games begin, by what the boards are called."""
    setups = all_games()[game_name or "warfare"].setups
    found = [find_start(game_name, rules, board, default_rules=DEFAULT_RULES) for board in boards or setups]
    if len({start.game for _, start in found}) > 1:
        raise click.UsageError("the boards are of different games; a report is of one of them")
    _refuse_two_boards_of_one_name(found)
    return dict(found)


def _refuse_two_boards_of_one_name(boards: list[tuple[str, Position]]) -> None:
    known: dict[str, Position] = {}
    for board, start in boards:
        if known.setdefault(board, start) != start:
            raise click.UsageError(f"two different boards are called {board}")


def _play(
    starts: dict[str, Position], pairs: Iterable[tuple[str, str]], store: Store, jobs: int | None
) -> list[Played]:
    pairs = list(dict.fromkeys(pairs))
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        player(name)  # a name that nobody has is said at once
    fixtures = [Fixture(board, start, *pair) for board, start in starts.items() for pair in pairs]
    with games_progress("playing", len(fixtures)) as on_progress:
        return play_all(fixtures, store, jobs, on_progress)


def _try(games: list[Played], evaluation: str, seconds: float, store: Store, jobs: int | None) -> list[Trial]:
    with games_progress("trying depths") as on_progress:
        return try_depths(boards_of(games), evaluation, seconds, store, jobs, on_progress)


def _one_line(text: str) -> str:
    """Return a text from the command line on one line, without what no file can hold."""
    return " ".join(text.split()).encode(errors="replace").decode()


def _write(folder: Path, matchups: Matchups, author: str) -> None:
    from outply.report.matchups.page import page  # and matplotlib, which takes a second

    logs = {
        f"logs/{number:02}-{played.fixture.slug}.txt": log(played.record)
        for number, played in enumerate(matchups.games, start=1)
    }
    written: dict[str, str | bytes] = {**logs, "results.csv": results_csv(matchups)}
    if matchups.trials:
        written["depths.csv"] = trials_csv(matchups)
    written |= {"report.html": page(matchups, author), "logs.zip": archive(logs)}
    write_folder(folder, written.items(), earlier=("logs/[0-9]*-v-*.txt", "depths.csv"))  # the records stay
