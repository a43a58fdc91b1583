"""`outply cases`: generate a suite of test cases, or show which mistakes a suite catches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from outply.cli.arguments import read_suite
from outply.cli.cases.ranges import RANGE, fraction_range, integer_bounds, integer_range, merge_ranges
from outply.cli.options import Integer, LazyChoice, json_option, refuse_options, rules_option
from outply.cli.progress import progress_bar
from outply.cli.terminal import CommandError, user_errors, warn
from outply.diagnosis.wrong_outputs import WrongOutputs
from outply.formats.atomic_io import STANDARD, write_output
from outply.formats.question import format_of
from outply.games import game_named
from outply.games.protocol import HasRandomBoards
from outply.games.starcircle import MAX_STACK
from outply.games.warfare import MAX_SIZE, MAX_VALUE
from outply.grading.suite import admissible
from outply.grading.suite.admissible import inadmissible_reason
from outply.grading.suite.case import Case
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.folder import check_replaceable, replace_suite
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import (
    KINDS,
    CaseConstraints,
    CaseKind,
    competition_kind,
    games_with_kinds,
    kinds_of,
)
from outply.grading.suite.kinds.kind import ALGORITHMS, MAX_NODES
from outply.grading.suite.requirements import requirement_sentence
from outply.text import escape_controls, join_or, plural

COMPETITION = "COMPETITION"
MAX_DEPTH = 1_000
MAX_CASES = 999

GENERATION_OPTIONS = (
    "game",
    "count",
    "seed",
    "sizes",
    "depths",
    "modes",
    "density",
    "values",
    "stacks",
    "kinds",
    "beyond",
    "force",
)
WARFARE_OPTIONS = ("sizes", "values")


def _list_kinds(game: str) -> str:
    width = max(len(kind.name) for kinds in KINDS.values() for kind in kinds)
    kinds = kinds_of(game, format_of(game).MODES, beyond=True)
    lines = [f"  {kind.name:{width}}  {kind.title}" for kind in kinds if not kind.is_beyond]
    beyond = [f"  {kind.name:{width}}  {kind.title}" for kind in kinds if kind.is_beyond]
    title = game_named(game).title
    heading = f"Case kinds of {title} beyond the assignment, off by default:"
    return "\n".join(["\b", f"Case kinds of {title}:", *lines, "", "\b", heading, *beyond])


@click.command(
    epilog="\n\n".join([_list_kinds(game) for game in KINDS]),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--game", type=LazyChoice(games_with_kinds), default="warfare", show_default=True, help="Game of the cases."
)
@rules_option("the first of the game")
@click.option("--count", type=Integer(1, MAX_CASES), default=40, show_default=True, help="Number of cases.")
@click.option("--seed", type=Integer(0), default=1, show_default=True, help="Random seed.")
@click.option(
    "--size",
    "sizes",
    type=integer_range(1, MAX_SIZE),
    metavar=RANGE,
    multiple=True,
    help="Board size of Warfare cases, such as 5 or 4-6; can be repeated.",
)
@click.option(
    "--depth",
    "depths",
    type=integer_range(1, MAX_DEPTH),
    metavar=RANGE,
    multiple=True,
    help="DEPTH of the questions, such as 3 or 2-4; can be repeated.",
)
@click.option(
    "--mode",
    "modes",
    type=click.Choice((*ALGORITHMS, COMPETITION)),
    multiple=True,
    help="MODE or ALGORITHM of the questions; can be repeated."
    "  [default: MINIMAX and ALPHABETA, or the modes that the kinds need]",
)
@click.option(
    "--density",
    type=fraction_range,
    metavar=RANGE,
    help="Fraction of the cells that are occupied, such as 0.5 or 0.2-0.6; in Star/Circle, of the dark squares.",
)
@click.option(
    "--values",
    type=integer_bounds(1, MAX_VALUE),
    metavar=RANGE,
    help=f"Cell values of Warfare; values above {admissible.MAX_VALUE} are beyond the assignment."
    f"  [default: 1-{admissible.MAX_VALUE}]",
)
@click.option(
    "--stacks",
    type=Integer(1, MAX_STACK),
    metavar="N",
    help=f"Largest stack of Star/Circle; stacks above {admissible.MAX_PIECES} are beyond the assignment."
    f"  [default: {admissible.MAX_PIECES}]",
)
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="Case kind from the list below; can be repeated.  [default: all kinds within the assignment]",
)
@click.option(
    "--beyond", is_flag=True, help="Add the kinds beyond the assignment, which a right program may fail."
)
@click.option("--force", is_flag=True, help="Write to DIR even if it contains other files; they are kept.")
@click.option("--show", is_flag=True, help="Generate nothing; show what the suite in DIR catches.")
@click.option("--matrix", is_flag=True, help="Show which case catches which mistake.")
@json_option("the cases and their coverage")
@click.pass_context
def cases(
    ctx: click.Context,
    folder: Path,
    game: str,
    rules: str | None,
    count: int,
    seed: int,
    sizes: tuple[Sequence[int], ...],
    depths: tuple[Sequence[int], ...],
    modes: tuple[str, ...],
    density: tuple[float, float] | None,
    values: tuple[int, int] | None,
    stacks: int | None,
    kinds: tuple[str, ...],
    beyond: bool,
    force: bool,
    show: bool,
    matrix: bool,
    json_file: str | None,
) -> int:
    """Generate a suite of test cases in DIR: NAME.in and NAME.out for each case, and the index suite.json.

    Each case tests one requirement of the assignment, and is chosen because programs with common mistakes answer
    it wrongly. Together, the cases catch as many known mistakes as possible. By default every case keeps to the
    assignment, so that a right program fails none. The same options and seed generate the same files. All cases
    are small: a plain Python program answers each in a second or two. An existing suite in DIR is replaced.

    \b
    Examples:
      outply cases cases/                            40 cases of Warfare
      outply cases cases/ --game starcircle          cases of Star/Circle
      outply cases cases/ --game connectfour         cases of an added game
      outply cases cases/ --rules blitz --count 20   Warfare with blitz rules
      outply cases cases/ --size 4-6 --depth 2       only these board sizes and this depth
      outply cases cases/ --kind ties --kind edges   only these kinds
      outply cases cases/ --show --matrix            show what a suite catches
    """
    if matrix and json_file == STANDARD:
        raise click.UsageError("--matrix cannot be used together with --json -")
    with user_errors():
        if show:
            refuse_options(ctx, GENERATION_OPTIONS, "cannot be used together with --show")
            suite = _read_suite(folder, rules)
        else:
            modes = tuple(dict.fromkeys(modes)) or _default_modes(game, kinds)
            _refuse_contradictions(ctx, game, merge_ranges(depths), modes)
            constraints = CaseConstraints(
                rule_variant=rules or game_named(game).variants[0],
                sizes=merge_ranges(sizes),
                depths=merge_ranges(depths),
                modes=modes,
                density=density,
                values=values or (1, admissible.MAX_VALUE),
                max_stack=stacks or admissible.MAX_PIECES,
            )
            selected = _select_kinds(game, constraints, kinds, count, beyond=beyond)
            check_replaceable(folder, force=force)
            suite = _generate(game, selected, count, seed, constraints, require_all=bool(kinds))
            settings = _generation_settings(game, selected, count, seed, constraints)
            replace_suite(folder, suite, settings, force=force)
    if json_file is not None:
        write_output(json_file, json.dumps(_as_dict(folder, suite)) + "\n")
    if json_file != STANDARD:
        from outply.cli.cases.render import print_suite

        print_suite(suite, matrix=matrix)
        if not show:
            click.echo(f"\nwrote {plural(len(suite), 'case')} to {escape_controls(str(folder))}")
    if any(inadmissible_reason(case.question) for case in suite) and not show:
        warn("some cases go beyond the assignment: a right program may fail them")
    if len(suite) < count and not show:
        warn(f"only {len(suite)} of {count} cases generated: no other case catches a mistake")
    return 0


def _default_modes(game: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the modes that the case kinds named `kinds` need: both algorithms, COMPETITION, or all three."""
    competition = competition_kind(game)
    if competition is None or competition.name not in kinds:
        return ALGORITHMS
    return (COMPETITION,) if set(kinds) == {competition.name} else (*ALGORITHMS, COMPETITION)


def _refuse_contradictions(ctx: click.Context, game: str, depths: tuple[int, ...], modes: tuple[str, ...]) -> None:
    """Raise UsageError if an option does not apply to the game or contradicts another option."""
    definition, max_depth = game_named(game), format_of(game).MAX_DEPTH
    if not isinstance(definition, HasRandomBoards):
        refuse_options(ctx, WARFARE_OPTIONS, "applies only to Warfare")
    if game not in KINDS or isinstance(definition, HasRandomBoards):
        refuse_options(ctx, ("stacks",), "applies only to Star/Circle")
    if game not in KINDS:
        refuse_options(ctx, ("density",), "applies only to Warfare and Star/Circle")
    rules = ctx.params["rules"]
    if rules is not None and rules not in definition.variants:
        raise click.UsageError(f"{definition.title} has no {rules} rules; expected {join_or(definition.variants)}")
    if COMPETITION in modes and competition_kind(game) is None:
        raise click.UsageError(f"--mode {COMPETITION} applies only to Warfare")
    if max_depth is not None and depths and depths[-1] > max_depth:
        raise click.UsageError(f"--depth of {definition.title} is at most {max_depth}, got {depths[-1]}")
    if set(modes) == {COMPETITION}:
        refuse_options(ctx, ("depths",), "applies only to MINIMAX and ALPHABETA")


def _select_kinds(
    game: str, constraints: CaseConstraints, names: tuple[str, ...], count: int, *, beyond: bool
) -> tuple[CaseKind, ...]:
    """Return the case kinds with the given names, or all within the assignment if there are no names.

    `beyond` adds the kinds beyond the assignment. Raises UsageError if a name is unknown, or if `count` is smaller
    than the number of names.
    """
    kinds = {kind.name: kind for kind in kinds_of(game, constraints.modes, beyond=True)}
    for name in names:
        if name not in kinds:
            raise click.UsageError(f"unknown kind {name!r} for this game and mode; expected {', '.join(kinds)}")
    if len(set(names)) > count:
        raise click.UsageError(f"--count {count} is too small for {plural(len(set(names)), 'kind')}")
    return tuple(
        kind
        for kind in kinds.values()
        if kind.name in names or (kind.is_beyond and beyond) or not (names or kind.is_beyond)
    )


def _generate(
    game: str, kinds: tuple[CaseKind, ...], count: int, seed: int, constraints: CaseConstraints, require_all: bool
) -> tuple[Case, ...]:
    """Generate cases of the given kinds and return them.

    Raises CommandError if no case can be generated or, with `require_all`, if one of the kinds has no case.
    """
    with progress_bar(len(kinds), "generating cases") as advance:
        suite = generate(
            game,
            kinds,
            count=count,
            seed=seed,
            constraints=constraints,
            on_progress=lambda done, total: advance(),
        )
    generated_kinds = {case.name.partition("-")[2] for case in suite}
    missing = [kind.name for kind in kinds if kind.name not in generated_kinds]
    if not suite or (require_all and missing):
        of_kind = f" of kind {missing[0]}" if require_all else ""
        raise CommandError(
            f"no case{of_kind} fits the options and catches a mistake; "
            f"plain minimax may visit at most {MAX_NODES:,} nodes in a case"
        )
    return suite


def _generation_settings(
    game: str, kinds: tuple[CaseKind, ...], count: int, seed: int, constraints: CaseConstraints
) -> dict[str, Any]:
    """Return the settings of the generation, which are written to suite.json."""
    return {
        "game": game,
        "seed": seed,
        "count": count,
        "sizes": constraints.sizes,
        "depths": constraints.depths,
        "modes": constraints.modes,
        "density": constraints.density,
        "values": constraints.values,
        "max_stack": constraints.max_stack,
        "case_kinds": [kind.name for kind in kinds if not kind.is_beyond],
        "case_kinds_beyond_assignment": [kind.name for kind in kinds if kind.is_beyond],
    }


def _read_suite(folder: Path, rules: str | None) -> tuple[Case, ...]:
    """Return the cases in a folder with the wrong answers to them.

    If the suite lists no wrong answers, common mistakes are simulated to find the wrong answers.
    """
    suite = read_suite(folder, rules)
    if any(case.wrong_outputs for case in suite):
        return suite
    with progress_bar(len(suite), "simulating mistakes") as advance:
        simulated = []
        for case in suite:
            simulated.append(replace(case, wrong_outputs=WrongOutputs(case.question).all()))
            advance()
    return tuple(simulated)


def _as_dict(folder: Path, suite: tuple[Case, ...]) -> dict[str, Any]:
    coverage = Coverage(suite)
    return {
        "folder": str(folder),
        "cases": [
            {
                "name": case.name,
                "requirement": case.requirement,
                "description": requirement_sentence(case.requirement),
                "game": case.question.position.game,
                "mode": case.question.mode,
                "depth": case.question.depth,
                "catches": case.caught_families,
            }
            for case in suite
        ],
        "caught": coverage.caught,
        "missed": coverage.missed,
        "undetectable": coverage.undetectable,
    }
