"""`outply cases`: test cases that tell right programs from wrong ones, and what they catch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from outply.cli.cases.ranges import SPAN, joined, share, whole
from outply.cli.errors import CommandError
from outply.cli.options.parameters import refuse_options
from outply.cli.progress import progress_bar
from outply.cli.terminal import warn
from outply.diagnosis.wrong_outputs import Mistaken
from outply.formats import starcircle, warfare
from outply.formats.line_reader import counted
from outply.games.warfare import MAX_SIZE, RULES
from outply.grading.suite import folder as suite
from outply.grading.suite.case import Case
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS, Kind, Wanted, kinds_of
from outply.grading.suite.kinds import warfare as warfare_kinds
from outply.grading.suite.kinds.kind import ALGORITHMS, MOST
from outply.grading.suite.placing import expect_room, place
from outply.grading.suite.requirements import sentence_of
from outply.text import escape_controls

GAMES = tuple(KINDS)
COMPETITION = "COMPETITION"
DEEPEST = 1_000
MOST_CASES = 999

OF_MAKING = ("game", "count", "seed", "sizes", "depths", "modes", "density", "kinds", "force")
OF_WARFARE = ("rules", "sizes")


def _listed(game: str, title: str) -> str:
    width = max(len(kind.name) for kinds in KINDS.values() for kind in kinds)
    lines = [f"  {kind.name:{width}}  {kind.title}" for kind in kinds_of(game, warfare.MODES)]
    return "\n".join(["\b", f"Kinds of {title}:", *lines])


@click.command(
    epilog="\n\n".join([_listed("warfare", "Warfare"), _listed("starcircle", "Star/Circle")]),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--game", type=click.Choice(GAMES), default=GAMES[0], show_default=True, help="The game they are of."
)
@click.option("--rules", type=click.Choice(RULES), default=RULES[0], show_default=True, help="Warfare's rules.")
@click.option(
    "--count", type=click.IntRange(1, MOST_CASES), default=40, show_default=True, help="How many there are to be."
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed makes other cases."
)
@click.option(
    "--size",
    "sizes",
    type=whole(1, MAX_SIZE),
    metavar=SPAN,
    multiple=True,
    help="Warfare's N; several times for more.",
)
@click.option(
    "--depth", "depths", type=whole(1, DEEPEST), metavar=SPAN, multiple=True, help="DEPTH; several times for more."
)
@click.option(
    "--mode",
    "modes",
    type=click.Choice(warfare.MODES),
    multiple=True,
    help="Line 2 or ALGORITHM; several times for more.  [default: MINIMAX and ALPHABETA, or as the kinds need it]",
)
@click.option(
    "--density", type=share, metavar=SPAN, help="The share of the cells, or of the dark squares, that are taken."
)
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="See below; several times for more.  [default: every kind]",
)
@click.option("--force", is_flag=True, help="Let there be other files in DIR, too; they stay.")
@click.option("--show", is_flag=True, help="Make nothing: say what the suite in DIR catches.")
@click.option("--matrix", is_flag=True, help="Show which case catches which mistake.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@click.pass_context
def cases(
    ctx: click.Context,
    folder: Path,
    game: str,
    rules: str,
    count: int,
    seed: int,
    sizes: tuple[tuple[int, ...], ...],
    depths: tuple[tuple[int, ...], ...],
    modes: tuple[str, ...],
    density: tuple[float, float] | None,
    kinds: tuple[str, ...],
    force: bool,
    show: bool,
    matrix: bool,
    as_json: bool,
) -> int:
    """Make a suite of test cases in DIR: NAME.in and NAME.out for each, and suite.json, which says what they test.

    A case has its place because programs with usual mistakes answer it wrongly. Each tests one rule, and together
    they catch as many mistakes as can be seen. The same options and seed make the same files. Every case is small:
    a plain program in Python has its answer in a second or two. A suite that is in DIR is replaced.

    \b
    Examples:
      outply cases cases/                            40 cases of Warfare
      outply cases cases/ --game starcircle          of Star/Circle
      outply cases cases/ --rules blitz --count 20   of Warfare by assignment 004's rules
      outply cases cases/ --size 4-6 --depth 2       only such boards, only to that depth
      outply cases cases/ --kind ties --kind edges   only of these kinds
      outply cases cases/ --show --matrix            what does a suite catch?
    """
    try:
        if show:
            refuse_options(ctx, OF_MAKING, "is for making cases, and --show makes none")
            made = _read(folder, rules)
        else:
            modes = tuple(dict.fromkeys(modes)) or _usual_modes(game, kinds)
            _expect_sense(ctx, game, joined(depths), modes)
            wanted = Wanted(rules, joined(sizes), joined(depths), modes, density)
            chosen = _chosen(game, wanted, kinds, count)
            expect_room(folder, force)
            made = _made(game, chosen, count, seed, wanted, asked=bool(kinds))
            place(folder, made, _about(game, chosen, count, seed, wanted), force)
    except suite.SuiteError as error:
        raise CommandError(str(error)) from None
    if as_json:
        click.echo(json.dumps(_told(folder, made)))
    else:
        from outply.cli.cases.render import report

        report(made, matrix=matrix)
        if not show:
            click.echo(f"\nwrote {counted(len(made), 'case')} to {escape_controls(str(folder))}")
    if len(made) < count and not show:
        warn(f"{count} cases were wanted, and no more than {len(made)} were found that tell right from wrong")
    return 0


def _usual_modes(game: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the modes where nobody says: those of the kinds."""
    competition = warfare_kinds.IN_COMPETITION.name
    if game != "warfare" or competition not in kinds:
        return ALGORITHMS
    return (COMPETITION,) if set(kinds) == {competition} else (*ALGORITHMS, COMPETITION)


def _expect_sense(ctx: click.Context, game: str, depths: tuple[int, ...], modes: tuple[str, ...]) -> None:
    """Refuse options that contradict each other."""
    if game == "starcircle":
        refuse_options(ctx, OF_WARFARE, "is for Warfare; Star/Circle has one board and one set of rules")
        if COMPETITION in modes:
            raise click.UsageError(f"--mode {COMPETITION} is for Warfare; Star/Circle has none")
        if depths and depths[-1] > starcircle.MAX_DEPTH:
            raise click.UsageError(f"--depth is at most {starcircle.MAX_DEPTH} in Star/Circle, not {depths[-1]}")
    if set(modes) == {COMPETITION}:
        refuse_options(ctx, ("depths",), f"is for MINIMAX and ALPHABETA; {COMPETITION} has none")


def _chosen(game: str, wanted: Wanted, names: tuple[str, ...], count: int) -> tuple[Kind, ...]:
    """Return the kinds of these names, all if there are none."""
    known = {kind.name: kind for kind in kinds_of(game, wanted.modes)}
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no kind {name!r} of such cases; there are {', '.join(known)}")
    if len(set(names)) > count:
        raise click.UsageError(f"--count {count} has no place for {len(set(names))} kinds")
    return tuple(kind for kind in known.values() if not names or kind.name in names)


def _made(
    game: str, kinds: tuple[Kind, ...], count: int, seed: int, wanted: Wanted, asked: bool
) -> tuple[Case, ...]:
    """Return the cases; each kind that was `asked` for has to have one."""
    with progress_bar(len(kinds), "making cases") as advance:
        found = generate(game, kinds, count, seed, wanted, lambda done, in_all: advance())
    there = {case.name.partition("-")[2] for case in found}
    lost = [kind.name for kind in kinds if kind.name not in there]
    if not found or (asked and lost):
        which = f"of kind {lost[0]} " if asked else ""
        raise CommandError(
            f"no case {which}was found that is as the options want it and tells right from wrong; "
            f"a plain minimax of it may take {MOST:,} nodes"
        )
    return found


def _about(game: str, kinds: tuple[Kind, ...], count: int, seed: int, wanted: Wanted) -> dict[str, Any]:
    """Return what the suite was made from."""
    return {
        "game": game,
        "seed": seed,
        "count": count,
        "sizes": wanted.sizes,
        "depths": wanted.depths,
        "modes": wanted.modes,
        "density": wanted.density,
        "kinds": [kind.name for kind in kinds],
    }


def _read(folder: Path, rules: str) -> tuple[Case, ...]:
    """Return the cases of a folder; what they catch is found out where it does not say."""
    found = suite.read(folder, rules)
    if any(case.wrong for case in found):
        return found
    with progress_bar(len(found), "trying mistakes") as advance:
        tried = []
        for case in found:
            wrong = Mistaken(case.question).all_wrong()
            tried.append(Case(case.name, case.question, case.expected, case.rule, wrong))
            advance()
    return tuple(tried)


def _told(folder: Path, made: tuple[Case, ...]) -> dict[str, Any]:
    coverage = Coverage(made)
    return {
        "folder": str(folder),
        "cases": [
            {
                "name": case.name,
                "rule": case.rule,
                "sentence": sentence_of(case.rule),
                "game": case.question.position.game,
                "mode": case.question.mode,
                "depth": case.question.depth,
                "catches": case.catches,
            }
            for case in made
        ],
        "caught": coverage.caught,
        "missed": coverage.missed,
    }
