"""Many inputs in one go: over all cores, one bad input not stopping the others."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from outply.cli.answer import Answer, Wanted, answer
from outply.cli.files import STANDARD, FileError, write_output
from outply.formats.lines import FormatError
from outply.search.core import Control


@dataclass
class Job:
    """An input and where its answer goes."""

    source: Path
    target: Path
    control: Control = field(default_factory=Control)

    def run(self, wanted: Wanted) -> Answer:
        found = answer(str(self.source), wanted, self.control)
        self.target.parent.mkdir(parents=True, exist_ok=True)
        write_output(str(self.target), found.text)
        return found


def is_folder(name: str) -> bool:
    """Return whether an input is a folder of inputs."""
    return name != STANDARD and Path(name).is_dir()


def solve(inputs: Iterable[str], out_dir: str, wanted: Wanted, as_json: bool) -> int:
    """Answer all inputs into `out_dir`; return 2 if any was bad."""
    jobs = plan(inputs, Path(out_dir))
    bad = 0
    with _pool(jobs) as pool, _progress(len(jobs)) as advance:
        pending = {pool.submit(job.run, wanted): job for job in jobs}
        for done in as_completed(pending):
            bad += not _tell(done, pending[done], wanted, as_json)
            advance()
    if not as_json:
        click.echo(f"{len(jobs) - bad:,} of {len(jobs):,} answered in {out_dir}")
    return 2 if bad else 0


def plan(inputs: Iterable[str], out_dir: Path) -> list[Job]:
    """Find the inputs and give each a target of its own, or refuse before anything is solved."""
    jobs: dict[Path, Job] = {}
    pairs = [(source, out_dir / _answer_name(kept)) for name in inputs for source, kept in _sources(name)]
    sources = {source.resolve() for source, _ in pairs}
    for source, target in pairs:
        place = target.resolve()
        if place in sources:
            raise click.UsageError(f"the answer to {source} would overwrite the input {target}")
        if place in jobs:
            raise click.UsageError(f"{jobs[place].source} and {source} would both be answered in {target}")
        jobs[place] = Job(source, target)
    return list(jobs.values())


def _sources(name: str) -> list[tuple[Path, Path]]:
    """Return the inputs that a name stands for, each with the path to keep below the output folder."""
    if name == STANDARD:
        raise click.UsageError("standard input cannot be one of several inputs")
    path = Path(name)
    if not path.is_dir():
        inside = not path.is_absolute() and ".." not in path.parts
        return [(path, path if inside else Path(path.name))]
    found = sorted(file for file in path.rglob("*") if _is_input(file))
    if not found:
        raise click.UsageError(f"there is no *.in and no input*.txt in {name}")
    return [(file, file.relative_to(path)) for file in found]


def _is_input(path: Path) -> bool:
    return path.is_file() and (path.suffix == ".in" or (path.name.startswith("input") and path.suffix == ".txt"))


def _answer_name(path: Path) -> Path:
    if path.name.startswith("input") and path.suffix == ".txt":
        return path.with_name("output" + path.name.removeprefix("input"))
    return path.with_suffix(".out")


def _tell(done: Future[Answer], job: Job, wanted: Wanted, as_json: bool) -> bool:
    """Report one finished job; return whether it went well."""
    try:
        found = done.result()
    except (FormatError, FileError, OSError) as error:
        click.echo(f"outply: {error}", err=True)
        if as_json:
            click.echo(json.dumps({"input": str(job.source), "error": str(error)}))
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


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Yield what advances the bar; there is one on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=total, label="solving", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
