"""Measure grading and diagnosis on the student programs: `python3 run.py python benchmarks/student_programs.py`.

Every program of `tests/student_programs` is graded on the default suites of many seeds. Printed are the correct
programs that lose a point, the wrong ones that a suite does not catch, and the findings that name another mistake
than the one in the program. Judgements are kept in a state file, so that the measurement can be continued.

With --why, the wrong programs are diagnosed instead: from single answers to the cases of the first seed, from ten
of these answers together, and by experiment.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from outply.diagnosis.diagnose import OUTPUT, diagnose
from outply.diagnosis.evidence import Evidence, Level
from outply.diagnosis.mistake import families
from outply.diagnosis.program import AnsweredQuestion, ProgramAnswer, diagnose_program
from outply.grading.result.likely_mistakes import weigh_judgements
from outply.grading.result.verdict import GradedSubmission
from outply.grading.run.grade import open_class
from outply.grading.suite.case import Case
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import kinds_of
from outply.grading.suite.kinds.kind import ALGORITHMS
from outply.jobs.executor import LocalExecutor

PROGRAMS = Path(__file__).parent.parent / "tests" / "student_programs"
GAMES = ("warfare", "starcircle")
CASES = 40

CORRECT = "correct"
SAME_OUTPUT = {"warfare/w14", "warfare/w31"}
"""Programs whose mistake changes only the visited nodes, which Warfare's output.txt does not contain."""

FAMILIES = {
    "warfare/w04": "raid-source",
    "warfare/w05": "raid-source",
    "warfare/w06": "end-value",
    "warfare/w07": "end-value",
    "warfare/w08": "infinity",
    "warfare/w09": "infinity",
    "warfare/w10": "ties",
    "warfare/w15": "by-column",
    "warfare/w16": "one-window",
    "warfare/w17": "mixed-bounds",
    "warfare/w18": "diagonals",
    "warfare/w19": "stake-conquers",
    "warfare/w20": "eval-mover",
    "warfare/w23": "one-cell",
    "warfare/w24": "eval-first",
    "warfare/w25": "cell-name",
    "warfare/w26": "raids-first",
    "warfare/w27": "depth-less",
    "warfare/w28": "sorted-moves",
    "warfare/w29": "transposed",
    "warfare/w30": "one-conquest",
    "warfare/w32": "other-rules",
    "starcircle/s03": "left-first",
    "starcircle/s04": "piece-jumps",
    "starcircle/s05": "stack-digit",
    "starcircle/s06": "from-A1",
    "starcircle/s07": "free-pass",
    "starcircle/s08": "no-stacks",
    "starcircle/s09": "endless-pass",
    "starcircle/s10": "one-colour",
    "starcircle/s13": "unmirrored",
    "starcircle/s14": "root-uncounted",
    "starcircle/s15": "strict-cut",
    "starcircle/s16": "eval-mover",
    "starcircle/s17": "leaves-uncounted",
    "starcircle/s18": "multi-jump",
    "starcircle/s19": "flat-stacks",
    "starcircle/s20": "early-score",
    "starcircle/s21": "cut-counted",
    "starcircle/s22": "forced-jump",
}
"""The families of the catalogue that describe the mistake of a program, chosen by reading the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    name: str
    language: str
    mistake: str

    @property
    def is_correct(self) -> bool:
        return self.mistake == CORRECT or self.name in SAME_OUTPUT

    @property
    def accepted(self) -> set[str]:
        return set(FAMILIES.get(self.name, "").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one suite says about a program."""

    seed: int
    wrong: int
    problem: str
    evidence: Evidence


def read_programs(game: str) -> list[Program]:
    with (PROGRAMS / "PROGRAMS.tsv").open() as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["program"].startswith(game)]
    return [Program(name=row["program"], language=row["language"], mistake=row["mistake"]) for row in rows]


def grade(game: str, cases: Sequence[Case], state: Path) -> tuple[GradedSubmission, ...]:
    with (
        LocalExecutor() as executor,
        open_class(cases, PROGRAMS / game, state) as batch,
    ):
        batch.run(executor)
        return batch.graded()


def measure(game: str, seeds: Sequence[int], state: Path) -> None:
    """Grade all programs of a game on the suites of `seeds` and print what is wrong with the findings."""
    findings: dict[str, list[Finding]] = {program.name: [] for program in read_programs(game)}
    for seed in seeds:
        started = time.perf_counter()
        cases = generate(game, kinds_of(game, ALGORITHMS), count=CASES, seed=seed)
        generated = time.perf_counter()
        for graded in grade(game, cases, state):
            wrong = sum(judgement is None or not judgement.is_right for _, judgement in graded.judgements)
            if graded.problem:
                print(f"    {graded.name}: {graded.problem}")
            findings[f"{game}/{graded.name}"].append(
                Finding(seed=seed, wrong=wrong, problem=graded.problem, evidence=weigh_judgements(cases, graded))
            )
        finished = time.perf_counter()
        print(
            f"{game}, seed {seed}: {generated - started:.0f} s to generate, {finished - generated:.0f} s to grade",
            flush=True,
        )
    print_findings(read_programs(game), findings)


def named_families(evidence: Evidence) -> list[str]:
    return list(families(candidate.mistake for candidate in evidence.candidates))


def print_findings(programs: Sequence[Program], findings: dict[str, list[Finding]]) -> None:
    levels: Counter[tuple[str, bool]] = Counter()
    for program in programs:
        runs = [finding for finding in findings[program.name] if not finding.problem]
        if not runs:
            print(f"{program.name} {program.language}: not run: {findings[program.name][0].problem}")
            continue
        suites_with_errors = sum(finding.wrong > 0 for finding in runs)
        if program.is_correct:
            verdict = "full marks" if suites_with_errors == 0 else f"LOSES POINTS in {suites_with_errors} suites"
            print(f"{program.name} {program.language}: correct, {verdict} ({len(runs)} suites)")
            continue
        missed = [finding.seed for finding in runs if not finding.wrong]
        named: Counter[tuple[str, str]] = Counter()
        for finding in runs:
            evidence = finding.evidence
            names = named_families(evidence)
            if evidence.level is not Level.NONE:
                levels[evidence.level, bool(program.accepted.intersection(names))] += 1
            named[evidence.level, " ".join(names[:3])] += 1
        caught = f"caught by all {len(runs)} suites" if not missed else f"MISSED by seeds {missed}"
        print(f"{program.name} {program.language}: {program.mistake[:70]}\n    {caught}")
        for (level, names_text), count in named.most_common(4):
            print(f"    {count:3} x {level}: {names_text}")
    print("findings by level, and whether the mistake of the program is among those named:")
    for (level, is_right), count in sorted(levels.items()):
        print(f"    {level:15} {'right' if is_right else 'WRONG'} {count}")


SINGLE_ANSWERS = 5
ANSWERS = 10


def explain(game: str, seed: int, state: Path) -> None:
    """Diagnose the wrong programs of a game and print whether the named mistakes are right."""
    cases = generate(game, kinds_of(game, ALGORITHMS), count=CASES, seed=seed)
    questions = {case.name: case.question for case in cases}
    submissions = {f"{game}/{graded.name}": graded for graded in grade(game, cases, state)}
    outcomes: Counter[tuple[str, str]] = Counter()
    for program in read_programs(game):
        graded = submissions[program.name]
        if program.is_correct or graded.problem:
            continue
        judged = [(questions[name], one) for name, one in graded.judgements if one is not None]
        judged.sort(key=lambda pair: pair[1].is_right)
        for question, judgement in judged[:SINGLE_ANSWERS]:
            if not judgement.is_right:
                evidence = diagnose(question, judgement.output.encode(), OUTPUT).evidence
                outcomes["one answer", describe(program, evidence.level, named_families(evidence))] += 1
        answers = [
            AnsweredQuestion(ProgramAnswer(name=str(number), question=question, output=one.output.encode()))
            for number, (question, one) in enumerate(judged[:ANSWERS])
        ]
        evidence = diagnose_program(answers).evidence
        together = describe(program, evidence.level, named_families(evidence))
        experiment = describe_experiment(program, game)
        outcomes["ten answers", together] += 1
        outcomes["experiment", experiment] += 1
        print(f"{program.name}: ten answers: {together}; experiment: {experiment}", flush=True)
    for (measurement, outcome), count in sorted(outcomes.items()):
        print(f"    {measurement:12} {count:4} x {outcome}")


def describe(program: Program, level: str, names: Sequence[str]) -> str:
    """Return the level of a finding and whether it names the mistake of the program."""
    if level == Level.NONE:
        return level
    is_named = program.accepted.intersection(names)
    return f"{level}, {'right' if is_named else 'WRONG'}{'' if len(names) == 1 else ' among several'}"


def describe_experiment(program: Program, game: str) -> str:
    """Diagnose the program by experiment, as a user does, and return the conclusion."""
    with tempfile.TemporaryDirectory() as folder:
        command = build(PROGRAMS / program.name, folder)
        why = [sys.executable, "-m", "outply", "why", "--game", game, "--json", "-", "--", *command]
        output = subprocess.run(why, capture_output=True, text=True, check=False).stdout
    result = json.loads(output)
    names = list(families(candidate["mistake"] for candidate in result["candidates"]))
    return describe(program, result["level"], names)


def build(source: Path, folder: str) -> list[str]:
    """Compile the program in `source` and return the command that runs it."""
    file = next(source.iterdir())
    if file.suffix == ".java":
        subprocess.run(["javac", "-d", folder, str(file)], check=True)
        return ["java", "-XX:TieredStopAtLevel=1", "-cp", folder, "homework"]
    if file.suffix == ".cpp":
        subprocess.run(["g++", "-O2", "-std=c++17", "-o", f"{folder}/homework", str(file)], check=True)
        return [f"{folder}/homework"]
    return ["python3", str(file)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1-20", help="first and last seed")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--state", type=Path, default=Path("student_programs.db"))
    parser.add_argument("--why", action="store_true", help="diagnose the wrong programs")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    for game in options.game or GAMES:
        if options.why:
            explain(game, int(first), options.state)
        else:
            measure(game, range(int(first), int(last or first) + 1), options.state)


if __name__ == "__main__":
    main()
