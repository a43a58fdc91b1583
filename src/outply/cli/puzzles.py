"""`outply puzzles`: make, check and show puzzles."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from outply.cli.board import Board
from outply.cli.options import Integer, game_option, rules_option
from outply.cli.progress import status_line
from outply.cli.terminal import CommandError, PlainTable, stdout_console, user_errors
from outply.formats.atomic_io import require_writable, write_output
from outply.games import all_games, game_of
from outply.games.protocol import HasRandomBoards
from outply.players.engine import LEVELS
from outply.puzzles.generate import PuzzleKind, make_puzzles, mixed_counts
from outply.puzzles.puzzle import SHIPPED, Puzzle, read_puzzles, write_puzzles
from outply.puzzles.solution import find_fault
from outply.search.engine import Engine
from outply.text import plural

DEFAULT_COUNT = 200
DEFAULT_SIZE = 5

file_option = click.option(
    "--file",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=SHIPPED,
    help="Set of puzzles.  [default: the one that comes with Outply]",
)


@click.group()
def puzzles() -> None:
    """Make, check and show puzzles: positions in which only one move wins, or avoids losing.

    The solution is proven by solving the game to its end. Neither the greedy player nor the textbook search to
    depth 2 finds it.

    \b
    Examples:
      outply puzzles show                      one of the shipped puzzles
      outply puzzles make -o puzzles.json      a new set
      outply puzzles check --file puzzles.json
      outply puzzles export raid-5-3 -o puzzle.html
    """


@puzzles.command(short_help="Generate puzzles.")
@click.option("-o", "--output", metavar="FILE", required=True, help="File to write; - for standard output.")
@click.option("--count", type=Integer(1), default=DEFAULT_COUNT, show_default=True, help="Number of puzzles.")
@click.option(
    "--seed", type=Integer(0), default=0, show_default=True, help="Random seed; equal seeds, equal puzzles."
)
@game_option
@rules_option("raid")
@click.option("--size", type=Integer(1), help="Size of the random boards.  [default: 5]")
def make(output: str, count: int, seed: int, game_name: str | None, rules: str | None, size: int | None) -> int:
    """Generate puzzles from the endgames of random games and write them to FILE.

    Without --game, --rules and --size, the set is mixed: Warfare by both rules on several sizes, and Star/Circle.

    \b
    Examples:
      outply puzzles make -o puzzles.json                      200 puzzles of all kinds
      outply puzzles make -o small.json --count 20 --size 4    Warfare on boards of 4 x 4
      outply puzzles make -o blitz.json --count 20 --rules blitz
      outply puzzles make -o star.json --count 5 --game starcircle
    """
    counts = mixed_counts(count)
    if game_name or rules or size:
        counts = {_kind(game_name or "warfare", rules, size): count}
    require_writable(output)
    made: list[Puzzle] = []
    with status_line() as show:
        for kind, number in counts.items():

            def on_game(found: int, played: int, number: int = number, kind: PuzzleKind = kind) -> None:
                show(f"looking for puzzles ({kind.label})", f"{found} of {number} in {plural(played, 'game')}")

            of_kind = list(make_puzzles(kind, number, seed, on_game=on_game))
            if len(of_kind) < number:
                found = f"{len(of_kind)} of {plural(number, 'puzzle')}"
                raise CommandError(f"found only {found} of the kind {kind.label}; ask for fewer")
            made += of_kind
    write_output(output, write_puzzles(made))
    click.echo(f"wrote {plural(len(made), 'puzzle')} to {output}", err=True)
    return 0


def _kind(game_name: str, rules: str | None, size: int | None) -> PuzzleKind:
    game = all_games()[game_name]
    variant = rules or game.variants[0]
    if variant not in game.variants:
        raise CommandError(f"{game.title} has no {variant} rules; drop --rules")
    if not isinstance(game, HasRandomBoards):
        if size is not None:
            raise CommandError(f"{game.title} has no random boards; drop --size")
        return PuzzleKind(game=game_name, variant=variant)
    size = size or DEFAULT_SIZE
    if size not in game.sizes:
        raise CommandError(f"{game.title} has boards of size {game.sizes[0]} to {game.sizes[-1]}, not {size}")
    return PuzzleKind(game=game_name, variant=variant, size=size)


@puzzles.command(short_help="Solve puzzles again and report faults.")
@file_option
def check(path: Path) -> int:
    """Solve every puzzle again: the solution, its values and the levels that find it.

    The exit status is 1 if a puzzle has a fault.
    """
    with user_errors():
        all_puzzles = read_puzzles(path)
    engine = Engine()
    faults = 0
    with status_line() as show:
        for number, puzzle in enumerate(all_puzzles, start=1):
            show("solving puzzles", f"{number} of {len(all_puzzles)}")
            if fault := find_fault(puzzle, engine):
                faults += 1
                click.echo(f"{puzzle.name}: {fault}")
    click.echo(f"{plural(len(all_puzzles), 'puzzle')}, {plural(faults, 'fault')}")
    return int(faults > 0)


@puzzles.command("list", short_help="List puzzles with their difficulty.")
@file_option
@click.option("--levels", is_flag=True, help="Print how often each level solves the puzzles of each difficulty.")
def list_puzzles(path: Path, levels: bool) -> int:
    """Print the name, goal and difficulty of each puzzle.

    The difficulty of a puzzle is the lowest level from which on all levels find the solution in at least half of
    their tries.
    """
    with user_errors():
        all_puzzles = read_puzzles(path)
    stdout_console().print(_success_table(all_puzzles) if levels else _name_table(all_puzzles))
    return 0


def _name_table(all_puzzles: list[Puzzle]) -> PlainTable:
    table = PlainTable(
        "puzzle", "goal", "moves to the end", "difficulty", numbers=["moves to the end", "difficulty"]
    )
    for puzzle in all_puzzles:
        table.add_row(puzzle.name, puzzle.goal, str(len(puzzle.line)), str(puzzle.difficulty))
    return table


def _success_table(all_puzzles: list[Puzzle]) -> PlainTable:
    numbers = Counter(puzzle.difficulty for puzzle in all_puzzles)
    headings = ["difficulty", "puzzles", *(f"level {level}" for level in range(1, len(LEVELS) + 1))]
    table = PlainTable(*headings, numbers=headings, wrap=False)
    for difficulty in sorted(numbers):
        of_difficulty = [puzzle.success for puzzle in all_puzzles if puzzle.difficulty == difficulty]
        means = (sum(column) / len(column) for column in zip(*of_difficulty, strict=True))
        table.add_row(str(difficulty), str(numbers[difficulty]), *(f"{mean:.0f} %" for mean in means))
    return table


@puzzles.command(short_help="Write puzzles as one HTML file.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@file_option
@click.option("--difficulty", type=Integer(1, len(LEVELS)), help="Only puzzles of this difficulty.")
@click.option("-o", "--output", metavar="FILE", required=True, help="File to write; - for standard output.")
def export(names: tuple[str, ...], path: Path, difficulty: int | None, output: str) -> int:
    """Write the puzzles NAME, or all puzzles, as one HTML file that works without a server.

    The file can be sent, put on any web page or shown in a frame. It needs no storage: the progress lasts as long
    as the page is open.

    \b
    Examples:
      outply puzzles export raid-5-3 -o puzzle.html
      outply puzzles export --difficulty 2 -o easy.html
      outply puzzles export --file mine.json -o mine.html
    """
    from outply.web.puzzle_file import puzzle_file

    with user_errors():
        all_puzzles = read_puzzles(path)
    known = {puzzle.name: puzzle for puzzle in all_puzzles}
    if missing := [name for name in names if name not in known]:
        raise CommandError(f"there is no puzzle {missing[0]!r}; see outply puzzles list")
    chosen = [known[name] for name in names] or all_puzzles
    chosen = [puzzle for puzzle in chosen if difficulty in (None, puzzle.difficulty)]
    if not chosen:
        raise CommandError("no puzzle matches; see outply puzzles list")
    require_writable(output)
    with status_line() as show:
        text = puzzle_file(chosen, lambda done, total: show("solving puzzles", f"{done} of {total}"))
    write_output(output, text)
    click.echo(f"wrote {plural(len(chosen), 'puzzle')} to {output}", err=True)
    return 0


@puzzles.command(short_help="Show a puzzle.")
@click.argument("name", required=False)
@file_option
@click.option("--solution", is_flag=True, help="Show the solution and best play after it.")
def show(name: str | None, path: Path, solution: bool) -> int:
    """Print the board of the puzzle NAME; without NAME, the first puzzle.

    \b
    Examples:
      outply puzzles show raid-5-3
      outply puzzles show raid-5-3 --solution
    """
    with user_errors():
        all_puzzles = read_puzzles(path)
    puzzle = next((puzzle for puzzle in all_puzzles if name in (None, puzzle.name)), None)
    if puzzle is None:
        raise CommandError(f"there is no puzzle {name!r}; see outply puzzles list")
    start = puzzle.start
    console = stdout_console()
    console.print(Board(game_of(start).view(start)))
    click.echo(f"{puzzle.title} Difficulty {puzzle.difficulty} of {len(LEVELS)}.")
    if solution:
        click.echo(f"{puzzle.solution} ends at {puzzle.value:+}, the next best move at {puzzle.next_value:+}.")
        click.echo(f"Best play: {', '.join(puzzle.line)}")
    return 0
