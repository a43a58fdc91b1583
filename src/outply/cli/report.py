"""`outply report`: minimax and alpha-beta on all boards, and the report about them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outply import errors
from outply.arena.matchup import (
    DepthTrial,
    Matchup,
    MatchupResults,
    PlayedMatchup,
    RecordFolder,
    four_matchups,
    play_all,
    start_positions,
    textbook_player,
    try_depths,
)
from outply.cli.arguments import find_start
from outply.cli.options import (
    BOARD_HELP,
    Integer,
    Seconds,
    complete_board,
    game_option,
    jobs_option,
    refuse_options,
    rules_option,
)
from outply.cli.progress import games_progress
from outply.cli.terminal import user_errors, warn
from outply.formats import game_record as records
from outply.formats.atomic_io import read_input, write_folder
from outply.formats.start import board_name_from_path
from outply.formats.zip_archive import create_zip
from outply.games import all_games
from outply.games.evaluations import DEFAULT, NAMES
from outply.players.registry import player
from outply.report.match.export import log, totals
from outply.report.matchups.csv_export import results_csv, trials_csv

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outply.games.protocol import Position

TRIAL_SECONDS = 1.0
DEFAULT_RULES = "blitz"
MINIMAX_DEPTH, ALPHABETA_DEPTH = 3, 5
DEPTH = Integer(1, 99)

PLAYING_OPTIONS = ("game_name", "rules", "boards", "minimax", "alphabeta", "matchups")


@click.command()
@click.argument("files", nargs=-1, metavar="[RECORD]...", type=click.Path(readable=False))
@click.option("--out-dir", metavar="DIR", default="report", show_default=True, help="Folder for the report.")
@game_option
@rules_option(DEFAULT_RULES)
@click.option(
    "--board",
    "boards",
    shell_complete=complete_board,
    metavar="BOARD",
    multiple=True,
    help=f"{BOARD_HELP}  Repeat for several boards.  [default: the five named boards]",
)
@click.option("--minimax", type=DEPTH, default=MINIMAX_DEPTH, show_default=True, help="Depth of minimax.")
@click.option("--alphabeta", type=DEPTH, default=ALPHABETA_DEPTH, show_default=True, help="Depth of alpha-beta.")
@click.option(
    "--evaluation",
    type=click.Choice(NAMES),
    default=DEFAULT,
    show_default=True,
    help="Evaluation function of both algorithms; with --matchup, used only in the depth trials.",
)
@click.option(
    "--matchup",
    "matchups",
    metavar="FIRST SECOND",
    nargs=2,
    multiple=True,
    help="Let player FIRST move first against SECOND, instead of the four default matchups; can be repeated.",
)
@click.option(
    "--seconds",
    type=Seconds(),
    help="CPU time per move in the depth trials, which find the deepest feasible search; 0 skips the trials."
    f"  [default: {TRIAL_SECONDS:g}; 0 with RECORD]",
)
@click.option(
    "--author",
    metavar="TEXT",
    default="",
    help='Author to print below the title, such as "Ada Lovelace, group 7".',
)
@jobs_option
@click.pass_context
def report(
    ctx: click.Context,
    files: tuple[str, ...],
    out_dir: str,
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
    """Play minimax and alpha-beta against themselves and each other on every board, and write the report.

    The files in DIR are report.html (to read or print in a browser), results.csv, depths.csv, a log of each game
    in the assignment's format, logs.zip with all logs, and a record of each game. Games already recorded in DIR
    are not played again, so an interrupted report can be continued. With RECORD files, no game is played: the
    report is about the recorded games.

    \b
    Examples:
      outply report                                     the report of the assignment
      outply report --minimax 4 --alphabeta 6 --evaluation safety --out-dir deeper
      outply report --board Keren --board my-board.txt --seconds 0
      outply report --matchup engine:0.1s alphabeta:5 --matchup alphabeta:5 engine:0.1s
      outply report game1.record game2.record
    """
    errors.require_extra("matplotlib", "a report", "report")
    folder = Path(out_dir)
    if seconds is None:
        seconds = 0.0 if files else TRIAL_SECONDS
    with user_errors(), _explain_resume():
        if files:
            refuse_options(ctx, PLAYING_OPTIONS, "cannot be used together with RECORD files")
        if matchups:
            refuse_options(ctx, ("minimax", "alphabeta"), "cannot be used together with --matchup")
        if not seconds:
            unused = ("jobs", "evaluation") if files else ("evaluation",) if matchups else ()
            refuse_options(ctx, unused, "has no effect without depth trials; set --seconds above 0")
        if files:
            games = _read_games(files)
        else:
            starts = _find_starts(game_name, rules, boards)
            players = (
                textbook_player("minimax", minimax, evaluation),
                textbook_player("alphabeta", alphabeta, evaluation),
            )
            games = _play(starts, matchups or four_matchups(*players), RecordFolder(folder / "records"), jobs)
        trials = _run_trials(games, evaluation, seconds, RecordFolder(folder / "depths"), jobs) if seconds else []
    results = MatchupResults(games=tuple(games), trials=tuple(trials), evaluation=evaluation, seconds=seconds)
    _write(folder, results, _to_one_line(author))
    for played in games:
        click.echo(f"{played.matchup}: {totals(played.record)}, {played.record.result}")
    click.echo(f"wrote {folder / 'report.html'}")
    return 0


@contextmanager
def _explain_resume() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        warn("finished games are kept; run the same command again to continue")
        raise


def _read_games(files: tuple[str, ...]) -> list[PlayedMatchup]:
    """Read the games from game record files.

    Raises UsageError if a game is unfinished, or if the games do not belong in one report.
    """
    games = []
    for file in files:
        record = records.read(read_input(file), file)
        if not record.final.is_over:
            raise click.UsageError(f"{file}: the game is unfinished; a report needs finished games")
        board = record.board or board_name_from_path(file)
        games.append(PlayedMatchup(Matchup(board, record.start, *record.players), record))
    if any(games.count(played) > 1 for played in games):
        raise click.UsageError("two records contain the same game")
    if len({(played.record.start.game, played.record.start.variant) for played in games}) > 1:
        raise click.UsageError("the records are of different games or rule variants; a report covers only one")
    _refuse_ambiguous_names([(played.matchup.board, played.matchup.start) for played in games])
    return games


def _find_starts(game_name: str | None, rules: str | None, boards: tuple[str, ...]) -> dict[str, Position]:
    """Return the start positions of `boards`, or of all setups of the game if empty, keyed by board name.

    Raises UsageError if the boards are of different games, or if two different boards have the same name.
    """
    setups = all_games()[game_name or "warfare"].setups
    starts = [find_start(game_name, rules, board, default_rules=DEFAULT_RULES) for board in boards or setups]
    if len({start.game for _, start in starts}) > 1:
        raise click.UsageError("the boards are of different games; a report covers only one game")
    _refuse_ambiguous_names(starts)
    return dict(starts)


def _refuse_ambiguous_names(boards: list[tuple[str, Position]]) -> None:
    starts: dict[str, Position] = {}
    for board, start in boards:
        if starts.setdefault(board, start) != start:
            raise click.UsageError(f"two different boards have the name {board}")


def _play(
    starts: dict[str, Position], pairs: Iterable[tuple[str, str]], store: RecordFolder, jobs: int | None
) -> list[PlayedMatchup]:
    pairs = list(dict.fromkeys(pairs))
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        player(name)  # report an unknown player before any game
    fixtures = [Matchup(board, start, *pair) for board, start in starts.items() for pair in pairs]
    with games_progress("playing", len(fixtures)) as on_progress:
        return play_all(fixtures, store, jobs, on_progress)


def _run_trials(
    games: list[PlayedMatchup], evaluation: str, seconds: float, store: RecordFolder, jobs: int | None
) -> list[DepthTrial]:
    with games_progress("depth trials") as on_progress:
        return try_depths(start_positions(games), evaluation, seconds, store, jobs, on_progress)


def _to_one_line(text: str) -> str:
    """Return `text`, an argument of the command line, as one line of valid Unicode."""
    return " ".join(text.split()).encode(errors="replace").decode()


def _write(folder: Path, matchups: MatchupResults, author: str) -> None:
    from outply.report.matchups.page import page  # imports matplotlib, which takes a second

    logs = {
        f"logs/{number:02}-{played.matchup.slug}.txt": log(played.record)
        for number, played in enumerate(matchups.games, start=1)
    }
    files: dict[str, str | bytes] = {**logs, "results.csv": results_csv(matchups)}
    if matchups.trials:
        files["depths.csv"] = trials_csv(matchups)
    files |= {"report.html": page(matchups, author), "logs.zip": create_zip(logs)}
    write_folder(folder, files.items(), stale=("logs/[0-9]*-v-*.txt", "depths.csv"))  # keeps the records
