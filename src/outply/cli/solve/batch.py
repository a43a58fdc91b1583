"""Many inputs in one go: over all cores, one bad input not stopping the others."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import click

from outply.cli.progress import bar, clear_line
from outply.cli.solve.answer import Answer, Wanted, answer, ask
from outply.cli.terminal import complain
from outply.formats.atomic_io import STANDARD, FileError, make_folder, write_output
from outply.formats.line_reader import FormatError
from outply.formats.question import Question
from outply.search.native import Control, Stopped

BAD = (FormatError, FileError, MemoryError)

QUICK = 0.005
"""CPU seconds in which an easy question is answered on the spot. Threads that hand the interpreter to each other
for every file would take longer: 1,000 small inputs in 0.52 s on two threads, 0.31 s on the spot."""


@dataclass
class Job:
    """An input and where its answer goes."""

    source: Path
    target: Path
    control: Control = field(default_factory=Control)

    def run(self, question: Question, wanted: Wanted, control: Control) -> Answer:
        """Answer the question, and put the answer in its place."""
        found = answer(str(self.source), question, wanted, control)
        make_folder(str(self.target.parent))
        write_output(str(self.target), found.text)
        return found

    def start(self, wanted: Wanted, pool: Executor) -> Future[Answer]:
        """Answer an easy question at once, and leave a hard one to the pool."""
        done: Future[Answer] = Future()
        try:
            _, question = ask(str(self.source), wanted)
            if question.mode != "COMPETITION":  # which takes the time that it has
                quick = Control()
                quick.set_cpu_budget(QUICK)
                done.set_result(self.run(question, wanted, quick))
                return done
        except Stopped:
            pass
        except BAD as error:
            done.set_exception(error)
            return done
        return pool.submit(self.run, question, wanted, self.control)


@cache
def real_folder(folder: Path) -> Path:
    """Return the folder without links."""
    return folder.resolve()


def is_folder(name: str) -> bool:
    """Return whether an input is a folder of inputs."""
    return name != STANDARD and os.path.isdir(name)


def solve(inputs: Iterable[str], out_dir: str, wanted: Wanted, as_json: bool) -> int:
    """Answer all inputs into `out_dir`; return 2 if any was bad."""
    jobs = plan(inputs, Path(out_dir))
    bad = 0
    with _pool(jobs) as pool, bar(len(jobs)) as advance:
        hard = {}
        for job in jobs:
            started = job.start(wanted, pool)
            if started.done():
                bad += not _tell(started, job, wanted, as_json)
                advance()
            else:
                hard[started] = job
        for done in as_completed(hard):
            bad += not _tell(done, hard[done], wanted, as_json)
            advance()
    if not as_json:
        click.echo(f"{len(jobs) - bad:,} of {len(jobs):,} answered in {out_dir}")
    return 2 if bad else 0


def plan(inputs: Iterable[str], out_dir: Path) -> list[Job]:
    """Find the inputs and give each a target of its own, or refuse before anything is solved."""
    if out_dir.exists() and not out_dir.is_dir():
        raise click.UsageError(f"{out_dir} is not a folder")
    jobs: dict[Path, Job] = {}
    pairs = [(source, out_dir / _answer_name(kept)) for name in inputs for source, kept in _sources(name)]
    sources = {real_folder(source.parent) / source.name for source, _ in pairs}
    for source, target in pairs:
        place = real_folder(target.parent) / target.name
        if place.is_symlink():
            place = place.resolve()
        if place in sources:
            raise click.UsageError(f"the answer to {source} would overwrite the input {target}")
        if place in jobs:
            raise click.UsageError(f"{jobs[place].source} and {source} would both be answered in {target}")
        jobs[place] = Job(source, target)
    for place, job in jobs.items():
        for parent in place.parents:
            if parent in jobs:
                raise click.UsageError(f"{jobs[parent].target} cannot be an answer and the folder of {job.target}")
    return list(jobs.values())


def _sources(name: str) -> list[tuple[Path, Path]]:
    """Return the inputs that a name stands for, each with the path to keep below the output folder."""
    if name == STANDARD:
        raise click.UsageError("standard input cannot be one of several inputs")
    path = Path(name)
    if not is_folder(name):
        inside = not path.is_absolute() and ".." not in path.parts
        return [(path, path if inside else Path(path.name))]
    unreadable: list[Path] = []
    walk = os.walk(path, onerror=lambda error: unreadable.append(Path(error.filename)))
    found = [Path(folder, file) for folder, _, files in walk for file in files if _is_input(file)]
    if not found and not unreadable:
        raise click.UsageError(f"there is no *.in and no input*.txt in {name}")
    # A folder that cannot be read stands for its inputs: reading it will say why.
    return [(file, file.relative_to(path)) for file in sorted(found + unreadable)]


def _is_input(name: str) -> bool:
    return name.endswith(".in") or (name.startswith("input") and name.endswith(".txt"))


def _answer_name(path: Path) -> Path:
    if path.name.startswith("input") and path.suffix == ".txt":
        return path.with_name("output" + path.name.removeprefix("input"))
    return path.with_suffix(".out")


def _tell(done: Future[Answer], job: Job, wanted: Wanted, as_json: bool) -> bool:
    """Report one finished job; return whether it went well."""
    clear_line()
    try:
        found = done.result()
    except BAD as error:
        problem = str(error) or f"{job.source}: there is not enough memory to answer it"
        complain(problem)
        if as_json:
            click.echo(json.dumps({"input": str(job.source), "error": problem}))
        return False
    if as_json:
        click.echo(json.dumps(found.as_dict(str(job.target))))
    elif wanted.stats or wanted.moves:
        click.echo(found.report(wanted) + "\n")
    return True


@contextmanager
def _pool(jobs: list[Job]) -> Iterator[ThreadPoolExecutor]:
    """Threads are enough: the searches run outside Python. An interrupt stops them all at once."""
    pool = ThreadPoolExecutor(max_workers=os.cpu_count())
    try:
        yield pool
    except BaseException:
        for job in jobs:
            job.control.stop()
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    pool.shutdown()
