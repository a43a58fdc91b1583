"""Check that the default suites of many seeds catch every known mistake, within the assignment.

    python3 run.py python tools/check_suites.py --seeds 1-100 --jobs 2
    python3 run.py python tools/check_suites.py --seeds 1-20 --game warfare --rules blitz

For each game and seed the suite of `outply cases` is generated. It must have 40 cases that the assignment allows,
and each known mistake that can change an answer must be caught by one of them, in each way to make it. The exit
status is 1 if this fails for a seed. The table also counts the mistakes that only one case catches, and those that
only cases of other requirements catch. One suite takes 10 to 20 s of CPU time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from outply.diagnosis.catalogue import MISTAKES
from outply.diagnosis.wrong_outputs import undetectable_reason
from outply.games import game_named
from outply.games.warfare import RULES
from outply.grading.suite.admissible import inadmissible_reason
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS, CaseConstraints
from outply.grading.suite.requirements import requirement_violated_by

COUNT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteCheck:
    """The result for one suite: its problems, and the number of cases that catch each mistake."""

    game: str
    seed: int
    problems: tuple[str, ...]
    families: int
    catches: Counter[str]
    tested_elsewhere: int
    cpu_seconds: float


def check_suite(game: str, seed: int, rules: str) -> SuiteCheck:
    """Generate the default suite of `game` with `seed` and a rule variant, and check it."""
    start = time.process_time()
    cases = generate(game, KINDS[game], count=COUNT, seed=seed, constraints=CaseConstraints(rule_variant=rules))
    cpu_seconds = time.process_time() - start
    coverage = Coverage(cases)
    problems = [f"{name} is not caught: {reason}" for name, reason in coverage.missed.items()]
    tested = {
        name
        for case in cases
        for name in case.caught_mistakes
        if requirement_violated_by(name).name == case.requirement
    }
    caught = Counter(name for case in cases for name in case.caught_mistakes)
    if len(cases) != COUNT:
        problems.append(f"the suite has {len(cases)} cases, not {COUNT}")
    problems += [
        f"case {case.name} goes beyond the assignment: {reason}"
        for case in cases
        if (reason := inadmissible_reason(case.question))
    ]
    return SuiteCheck(
        game=game,
        seed=seed,
        problems=tuple(problems),
        families=len(coverage.caught),
        catches=caught,
        tested_elsewhere=len(caught.keys() - tested),
        cpu_seconds=cpu_seconds,
    )


def print_table(checks: Sequence[SuiteCheck], rules: str) -> None:
    """Print one line per game: the number of suites and mistakes, the least caught mistake, and the CPU time."""
    print(f"\n{'game':10}  suites  failed  mistakes  ways  caught once  elsewhere  {'least caught':34}  CPU s")
    for game in KINDS:
        of_game = [check for check in checks if check.game == game]
        if not of_game:
            continue
        variants = game_named(game).variants
        variant = rules if rules in variants else variants[0]
        ways = [
            mistake.name
            for mistake in MISTAKES
            if game in mistake.games and not undetectable_reason(mistake, game=game, rule_variant=variant)
        ]
        least = min(ways, key=lambda way: sum(check.catches[way] for check in of_game))
        average = sum(check.catches[least] for check in of_game) / len(of_game)
        once = sum(check.catches[way] == 1 for check in of_game for way in ways)
        seconds = [check.cpu_seconds for check in of_game]
        print(
            f"{game:10}  {len(of_game):6}  {sum(bool(check.problems) for check in of_game):6}  "
            f"{min(check.families for check in of_game):8}  {len(ways):4}  {once:11}  "
            f"{sum(check.tested_elsewhere for check in of_game):9}  "
            f"{f'{least} ({average:.1f} cases)':34}  {sum(seconds) / len(seconds):.1f} (max {max(seconds):.1f})"
        )


def main() -> int:
    """Check the suites and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", default="1-100", help="seeds to check, such as 7 or 1-100")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--game", action="append", choices=list(KINDS), help="game to check; default: all")
    parser.add_argument("--rules", choices=RULES, default=RULES[0], help="rule variant of Warfare")
    arguments = parser.parse_args()
    low, _, high = arguments.seeds.partition("-")
    tasks = [(game, seed) for seed in range(int(low), int(high or low) + 1) for game in arguments.game or KINDS]
    checks = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for future in as_completed([pool.submit(check_suite, *task, arguments.rules) for task in tasks]):
            check = future.result()
            checks.append(check)
            print(f"{check.game} seed {check.seed}: {'; '.join(check.problems) or 'ok'}", flush=True)
    print_table(checks, arguments.rules)
    return int(any(check.problems for check in checks))


if __name__ == "__main__":
    sys.exit(main())
