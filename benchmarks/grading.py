"""Measure the overhead of grading a class: `python3 run.py python benchmarks/grading.py`.

The programs answer at once, so the time is that of workspaces, sandbox and limits.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from outply.formats.question import Question, write_answer
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.grading.run.batch import Batch
from outply.grading.run.settings import Settings
from outply.grading.run.state import Store
from outply.grading.submissions.collect import collect
from outply.grading.suite.case import Case
from outply.jobs.executor import LocalExecutor
from outply.jobs.process_pool import cores
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


def made_cases(count: int) -> list[Case]:
    """Return cases on small boards with different first rows."""
    cases = []
    for seed in range(count):
        question = Question(Position.of(random_board(5, seed=seed)), "ALPHABETA", 2)
        expected = write_answer(question, exact.search(question.position, 2, "ALPHABETA"))
        cases.append(Case(f"case{seed:02}", question, expected))
    return cases


def programs(cases: list[Case]) -> dict[str, dict[str, str]]:
    """Return the files of programs with built-in answers, by language."""
    answers = {" ".join(map(str, case.question.position.values[:5])): case.expected for case in cases}
    lookups = [f"[ \"$row\" = '{row}' ] && printf %s '{answer}' > output.txt" for row, answer in answers.items()]
    pairs = ", ".join(f"{{{json.dumps(row)}, {json.dumps(answer)}}}" for row, answer in answers.items())
    return {
        "shell": {"Makefile": "run:\n\t@sh run.sh\n", "run.sh": "\n".join([SHELL, *lookups, "true"])},
        "Python": {"homework3.py": PYTHON.format(answers=json.dumps(answers))},
        "C++": {"homework11.cpp": CPP.format(answers=pairs)},
    }


def measure(language: str, files: dict[str, str], cases: list[Case], count: int, folder: Path) -> None:
    """Grade `count` submissions in a language and print the duration."""
    handed = folder / "handed"
    for number in range(count):
        place = handed / f"student{number:03}"
        place.mkdir(parents=True)
        for name, text in files.items():
            (place / name).write_text(text)
        (place / "me.txt").write_text(str(number))  # identical submissions run only once
    (folder / "workshop").mkdir()
    submissions, _ = collect(handed, folder / "workshop")
    with LocalExecutor() as executor, Store(folder / "grading.db", write=True) as store:
        batch = Batch(store, submissions, cases, Settings())
        started = time.perf_counter()
        assert batch.run(executor)
        seconds = time.perf_counter() - started
        graded = batch.graded()
    judged = [judgement for one in graded for _, judgement in one.judgements if judgement is not None]
    assert len(judged) == count * len(cases), graded[0].problem
    assert all(judgement.is_right for judgement in judged), judged[0]
    inside = sum(judgement.wall_seconds for judgement in judged) / len(judged)
    each = seconds * cores() / len(judged)
    print(f"{language}: {count} submissions x {len(cases)} cases on {cores()} cores in {seconds:.1f} s")
    print(f"  {each * 1000:.1f} ms per run and core, of which the program takes {inside * 1000:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=100)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--language", choices=["shell", "Python", "C++"], action="append")
    options = parser.parse_args()
    cases = made_cases(options.cases)
    for language, files in programs(cases).items():
        if not options.language or language in options.language:
            with tempfile.TemporaryDirectory() as folder:
                Path(folder).chmod(0o711)
                measure(language, files, cases, options.submissions, Path(folder))


if __name__ == "__main__":
    main()
