"""Solve many inputs in one call, on all cores. A malformed input does not stop the others."""

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

from outply.cli.progress import clear_line, progress_bar
from outply.cli.solve.answer import Answer, SolveOptions, answer, read_solvable
from outply.cli.terminal import warn
from outply.formats.atomic_io import STANDARD, FileError, make_folder, write_output
from outply.formats.case_files import NO_INPUTS, answer_path, find_inputs
from outply.formats.line_reader import FormatError
from outply.formats.question import Question
from outply.search.native import Control, Stopped

INPUT_ERRORS = (FormatError, FileError, MemoryError)

INLINE_CPU_S = 0.005
"""Limit of CPU time for a question in the main thread; a question that takes longer is moved to the thread pool.
Easy questions would take longer in the pool, because its threads compete for the interpreter lock: 1,000 small
inputs take 0.52 s on two threads and 0.31 s in the main thread."""


@dataclass
class Job:
    """The path of an input and the path of the answer to it."""

    source: Path
    target: Path
    control: Control = field(default_factory=Control)

    def run(self, question: Question, options: SolveOptions, control: Control) -> Answer:
        """Answer the question, write the answer to `target` and return it."""
        result = answer(str(self.source), question, options, control)
        make_folder(str(self.target.parent))
        write_output(str(self.target), result.text)
        return result

    def start(self, options: SolveOptions, pool: Executor) -> Future[Answer]:
        """Answer the question of the input at once if it is easy; otherwise submit it to the thread pool.

        Returns the future of the answer, or of the error if the input is malformed.
        """
        future: Future[Answer] = Future()
        try:
            _, question = read_solvable(str(self.source), options)
            if question.mode != "COMPETITION":  # a COMPETITION search uses all of its time
                inline_control = Control()
                inline_control.set_cpu_budget(INLINE_CPU_S)
                future.set_result(self.run(question, options, inline_control))
                return future
        except Stopped:
            pass
        except INPUT_ERRORS as error:
            future.set_exception(error)
            return future
        return pool.submit(self.run, question, options, self.control)


def is_folder(name: str) -> bool:
    """Return True if the INPUT argument `name` is a folder."""
    return name != STANDARD and os.path.isdir(name)


def solve(inputs: Iterable[str], out_dir: str, options: SolveOptions, json_file: str | None) -> int:
    """Write the answers to all inputs to `out_dir`. Return the exit status: 2 if any input failed, otherwise 0."""
    jobs = plan(inputs, Path(out_dir))
    reporter = _Reporter(options, json_file)
    with _pool(jobs) as pool, progress_bar(len(jobs)) as advance:
        pending = {}
        for job in jobs:
            future = job.start(options, pool)
            if future.done():
                reporter.add(future, job)
                advance()
            else:
                pending[future] = job
        for future in as_completed(pending):
            reporter.add(future, pending[future])
            advance()
    reporter.finish()
    if json_file != STANDARD:
        click.echo(f"{len(jobs) - reporter.failures:,} of {len(jobs):,} answered in {out_dir}")
    return 2 if reporter.failures else 0


def plan(inputs: Iterable[str], out_dir: Path) -> list[Job]:
    """Find all inputs, in folders as well, and return a job with the path of the answer for each input.

    Raises UsageError if an answer would overwrite an input or another answer.
    """
    if out_dir.exists() and not out_dir.is_dir():
        raise click.UsageError(f"--out-dir: {out_dir} is not a folder")
    jobs: dict[Path, Job] = {}
    real_folder = cache(Path.resolve)
    pairs = [(source, out_dir / answer_path(path)) for name in inputs for source, path in _sources(name)]
    sources = {real_folder(source.parent) / source.name for source, _ in pairs}
    for source, target in pairs:
        real_target = real_folder(target.parent) / target.name
        if real_target.is_symlink():
            real_target = real_target.resolve()
        if real_target in sources:
            raise click.UsageError(f"the answer to {source} would overwrite the input {target}")
        if real_target in jobs:
            raise click.UsageError(
                f"the answers to {jobs[real_target].source} and {source} would both be written to {target}"
            )
        jobs[real_target] = Job(source, target)
    for real_target, job in jobs.items():
        for parent in real_target.parents:
            if parent in jobs:
                raise click.UsageError(
                    f"{jobs[parent].target} cannot be both an answer and the folder of {job.target}"
                )
    return list(jobs.values())


def _sources(name: str) -> list[tuple[Path, Path]]:
    """Return the paths of the inputs that the argument `name` stands for.

    Each input comes with the relative path from which the path of its answer in the output folder is derived.
    """
    if name == STANDARD:
        raise click.UsageError("standard input cannot be one of several inputs")
    path = Path(name)
    if not is_folder(name):
        is_inside = not path.is_absolute() and ".." not in path.parts
        return [(path, path if is_inside else Path(path.name))]
    files, unreadable = find_inputs(path)
    if not files and not unreadable:
        raise click.UsageError(f"{name} contains {NO_INPUTS}")
    # An unreadable folder is listed as an input, so that reading it reports the reason.
    return [(file, file.relative_to(path)) for file in sorted(files + unreadable)]


class _Reporter:
    """Prints the result of each job, and writes the results as JSON lines if `--json` is given."""

    def __init__(self, options: SolveOptions, json_file: str | None) -> None:
        self.failures = 0
        self._options = options
        self._json_file = json_file
        self._json_lines: list[str] = []

    def add(self, future: Future[Answer], job: Job) -> None:
        """Print the answer or the error of a finished job, and add it to the JSON lines."""
        clear_line()
        try:
            result = future.result()
        except INPUT_ERRORS as error:
            message = str(error) or f"{job.source}: not enough memory to answer it"
            warn(message)
            self.failures += 1
            self._add_json({"input": str(job.source), "error": message})
            return
        self._add_json(result.as_dict(str(job.target)))
        if self._json_file != STANDARD and (self._options.stats or self._options.moves):
            click.echo(result.report(self._options) + "\n")

    def finish(self) -> None:
        """Write the JSON lines of all jobs to the file of `--json`, if it is not standard output."""
        if self._json_file not in (None, STANDARD):
            assert self._json_file is not None
            write_output(self._json_file, "".join(f"{line}\n" for line in self._json_lines))

    def _add_json(self, data: dict[str, object]) -> None:
        if self._json_file == STANDARD:
            click.echo(json.dumps(data))
        elif self._json_file is not None:
            self._json_lines.append(json.dumps(data))


@contextmanager
def _pool(jobs: list[Job]) -> Iterator[ThreadPoolExecutor]:
    """Yield a thread pool; searches release the interpreter lock, so they run in parallel.

    An exception, such as an interrupt, stops all searches immediately.
    """
    pool = ThreadPoolExecutor(max_workers=os.cpu_count())
    try:
        yield pool
    except BaseException:
        for job in jobs:
            job.control.stop()
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    pool.shutdown()
