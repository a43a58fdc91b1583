"""Measure the overhead of grading a class, and one program: `python3 run.py python benchmarks/grading.py`.

The programs answer at once, so that most of the time is spent on workspaces, sandbox and limits. On two idle
cores, 26 programs on 40 cases should take less than 90 s, and one compiled program on 5,000 cases less than 60 s.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from outply.formats.question import Question, write_answer
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.grading.run.grade import grade_folder, open_class
from outply.grading.suite.case import Case
from outply.jobs.cores import cores
from outply.jobs.executor import LocalExecutor
from outply.search import exact

SHELL = "row=$(sed -n 5p input.txt)"
PYTHON = """import json
answers = json.loads({answers!r})
with open("input.txt") as file:
    row = file.read().split("\\n")[4]
with open("output.txt", "w") as file:
    file.write(answers[row])
"""
CPP = """#include <fstream>
#include <map>
#include <string>
int main() {{
    std::map<std::string, std::string> answers = {{{answers}}};
    std::ifstream input("input.txt");
    std::string row;
    for (int line = 0; line < 5; ++line) std::getline(input, row);
    std::ofstream("output.txt") << answers[row];
}}
"""


def make_cases(count: int) -> list[Case]:
    """Return cases on small boards with different first rows."""
    cases = []
    for seed in range(count):
        question = Question(Position.of(random_board(5, seed=seed)), "ALPHABETA", 2)
        expected = write_answer(question, exact.search(question.position, 2, "ALPHABETA"))
        cases.append(Case(name=f"case{seed:02}", question=question, expected=expected))
    return cases


def programs(cases: list[Case]) -> dict[str, dict[str, str]]:
    """Return the files of programs that look the answers up, by language."""
    answers = {" ".join(map(str, case.question.position.values[:5])): case.expected for case in cases}
    branches = [f"[ \"$row\" = '{row}' ] && printf %s '{answer}' > output.txt" for row, answer in answers.items()]
    pairs = ", ".join(f"{{{json.dumps(row)}, {json.dumps(answer)}}}" for row, answer in answers.items())
    return {
        "shell": {"Makefile": "run:\n\t@sh run.sh\n", "run.sh": "\n".join([SHELL, *branches, "true"])},
        "Python": {"homework3.py": PYTHON.format(answers=json.dumps(answers))},
        "C++": {"homework11.cpp": CPP.format(answers=pairs)},
    }


def write_program(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def measure_class(language: str, files: dict[str, str], cases: list[Case], count: int, folder: Path) -> None:
    """Grade `count` submissions of a language and print the time."""
    for number in range(count):
        submission = write_program(folder / "class" / f"student{number:03}", files)
        (submission / "student.txt").write_text(str(number))  # identical submissions would be run only once
    with (
        LocalExecutor() as executor,
        open_class(cases, folder / "class", folder / "grading.db") as batch,
    ):
        started = time.perf_counter()
        assert batch.run(executor)
        seconds = time.perf_counter() - started
        submissions = batch.graded()
    judgements = [judgement for one in submissions for _, judgement in one.judgements if judgement is not None]
    assert len(judgements) == count * len(cases), submissions[0].problem
    assert all(judgement.is_right for judgement in judgements), judgements[0]
    program_seconds = sum(judgement.wall_seconds for judgement in judgements) / len(judgements)
    run_seconds = seconds * cores() / len(judgements)
    print(f"{language}: {count} submissions x {len(cases)} cases on {cores()} cores in {seconds:.1f} s")
    print(
        f"  {run_seconds * 1000:.1f} ms per run and core, {program_seconds * 1000:.1f} ms of them in the program"
    )


def measure_program(files: dict[str, str], cases: list[Case], count: int, jobs: int, folder: Path) -> None:
    """Grade one program on `count` cases and print the time."""
    many = [replace(cases[number % len(cases)], name=f"case{number:05}") for number in range(count)]
    program = write_program(folder / "program", files)
    started, cpu_started = time.perf_counter(), _cpu_seconds()
    graded = grade_folder(many, program, jobs=jobs)
    seconds, cpu = time.perf_counter() - started, _cpu_seconds() - cpu_started
    assert graded.right == count, graded.problem
    print(f"one program in C++: {count} cases with {jobs} jobs in {seconds:.1f} s")
    print(f"  {seconds * jobs / count * 1000:.1f} ms per run and job, {cpu / count * 1000:.1f} ms of CPU time")


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=26)
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--language", choices=["shell", "Python", "C++"], action="append")
    parser.add_argument("--program-cases", type=int, default=5000, help="cases for one program; 0 to skip")
    parser.add_argument("--jobs", type=int, default=2, help="jobs for one program")
    options = parser.parse_args()
    cases = make_cases(options.cases)
    files_by_language = programs(cases)
    for language, files in files_by_language.items():
        if not options.language or language in options.language:
            with tempfile.TemporaryDirectory() as folder:
                Path(folder).chmod(0o711)
                measure_class(language, files, cases, options.submissions, Path(folder))
    if options.program_cases:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o711)
            measure_program(files_by_language["C++"], cases, options.program_cases, options.jobs, Path(folder))


if __name__ == "__main__":
    main()
