"""Job that builds a submission once and runs it on each case."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from outply.formats import question as questions
from outply.grading.result.judge import judge
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.prepared_cases import LOOKAHEAD, PreparedCase, PreparedCases
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import NO_DEADLINE, Deadline, run_cases
from outply.grading.submissions.python_version import choose, compile_command
from outply.grading.submissions.recipe import Recipe, RecipeError, find_recipe, project_root
from outply.grading.submissions.tools import MissingToolError, Tool
from outply.grading.suite.case import Case
from outply.jobs.job import Job, JobContext, SourceDirectory
from outply.players.contestant import UNLIMITED_CPU_S
from outply.sandbox.limits import Limits, OnOutput, RunResult, Termination
from outply.sandbox.run import watch
from outply.sandbox.signals import DeferredSignals
from outply.sandbox.workspace import Workspace, WorkspaceError

INPUT, OUTPUT = "input.txt", "output.txt"
MAX_OUTPUT_BYTES = 256 * 1024  # read from output.txt; right answers have at most some hundreds

BUILD_MEMORY_MIB = 1024  # compilers use more than the programs they build
BUILD_DISK_MIB = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOutcome:
    """Result of a build: the output of the build, and the reason why the program cannot be run.

    `problem` is empty if the program can be run. If `is_tool_missing` is set, the problem is a compiler or
    interpreter that is not installed, and not the fault of the submission. `tools` build and run the program, and
    `notes` are remarks on their choice.
    """

    problem: str = ""
    build_output: str = ""
    is_tool_missing: bool = False
    tools: tuple[Tool, ...] = ()
    notes: tuple[str, ...] = ()


RunCases = Callable[[Path, Recipe], None]
"""Runs a built program on cases; the arguments are the folder of the build and the recipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeJob(Job):
    """Grades the submission in `folder`.

    Reports the name and `Judgement` of each case as soon as the case is finished, and returns a `BuildOutcome`.
    Cases with an entry in `verdicts` are not run again. A run that the `deadline` ends is not judged, and a build
    that the `deadline` ends is not reported as a problem.
    """

    name: str
    folder: str
    cases: tuple[Case, ...]
    settings: Settings
    deadline: Deadline = NO_DEADLINE
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)

    def sources(self) -> tuple[SourceDirectory, ...]:
        root = project_root(Path(self.folder))
        return (SourceDirectory(path=self.folder, root=root, max_mib=BUILD_DISK_MIB),)

    def __call__(self, context: JobContext) -> BuildOutcome:
        def run_cases(build: Path, recipe: Recipe) -> None:
            self.cases_job(build, recipe, self.cases)(context)

        return self.build(context, run_cases)

    def __str__(self) -> str:
        return f"the grading of {self.name}"

    def build(self, context: JobContext, run_cases: RunCases, on_output: OnOutput | None = None) -> BuildOutcome:
        """Build the program, call `run_cases` if it can be run, and return the outcome of the build.

        `on_output` is called with the output of the build while it runs.
        """
        try:
            with (
                context.source(self.folder) as source,
                Workspace(project_root(source), BUILD_DISK_MIB, context.work_dir) as workspace,
            ):
                recipe = find_recipe(workspace.folder, self.settings.limits.memory_mib, self.settings.recipe)
                recipe, outcome = self._build(workspace, recipe, on_output)
                if not outcome.problem:
                    run_cases(workspace.folder, recipe)
                return outcome
        except MissingToolError as error:
            return BuildOutcome(problem=str(error), is_tool_missing=True)
        except RecipeError as error:
            return BuildOutcome(problem=str(error))
        except WorkspaceError as error:
            return BuildOutcome(problem=f"cannot copy the submission: {error}")

    def cases_job(self, build: Path, recipe: Recipe, cases: Sequence[Case]) -> CasesJob:
        """Return the job that runs the program built in the folder `build` on some of the cases."""
        return CasesJob(
            name=self.name,
            build=str(build),
            recipe=recipe,
            cases=tuple(cases),
            settings=self.settings,
            deadline=self.deadline,
            verdicts=self.verdicts,
        )

    def _build(
        self, workspace: Workspace, recipe: Recipe, on_output: OnOutput | None
    ) -> tuple[Recipe, BuildOutcome]:
        """Build the program and return its recipe and the outcome; a deadline is not a problem of the build."""
        limits = Limits(
            cpu_seconds=UNLIMITED_CPU_S,
            wall_seconds=self.settings.build_timeout_s,
            memory_mib=BUILD_MEMORY_MIB,
            disk_mib=BUILD_DISK_MIB,
        )

        def run(command: Sequence[str], tools: Sequence[Tool]) -> RunResult | None:
            return self.deadline.run(
                limits, lambda limits: _run(workspace, command, tools, limits, self.settings, on_output)
            )

        if (python := recipe.python) is not None:
            choice = choose(python, lambda tool: run(compile_command(python, tool), [tool]))
            if choice.interpreter is None:
                return recipe, BuildOutcome(problem=choice.problem, is_tool_missing=choice.is_tool_missing)
            recipe = recipe.with_interpreter(choice.interpreter)
            return recipe, BuildOutcome(tools=recipe.tools, notes=choice.notes)
        result = run(recipe.build, recipe.tools) if recipe.build else None
        if result is None:
            return recipe, BuildOutcome(tools=recipe.tools)
        build_output, problem = result.stdout + result.stderr, ""
        if not recipe.is_built(result):
            command = shlex.join((Path(recipe.build[0]).name, *recipe.build[1:]))
            problem = f"`{command}` {result.explanation}"
        elif result.termination is not Termination.OK:
            build_output = ""
        return recipe, BuildOutcome(problem=problem, build_output=build_output, tools=recipe.tools)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesJob(Job):
    """Runs the program that was built in the folder `build` on each case, and reports each judgement."""

    name: str
    build: str
    recipe: Recipe
    cases: tuple[Case, ...]
    settings: Settings
    deadline: Deadline = NO_DEADLINE
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)

    def __call__(self, context: JobContext) -> None:
        cases = [case for case in self.cases if case.name not in self.verdicts]
        lookahead = LOOKAHEAD if self.settings.sandboxed else 1
        with (
            DeferredSignals() as signals,
            PreparedCases(cases, lambda case: self._prepare(case, context), lookahead) as prepared_cases,
            signals.deliver_immediately(),
        ):

            def run(case: Case) -> Judgement | None:
                return self._run_case(case, prepared_cases.take(case), prepared_cases)

            give_up_after = self.settings.give_up_after
            for case, judgement in run_cases(self.cases, run, give_up_after=give_up_after, verdicts=self.verdicts):
                context.report((case.name, judgement))

    def __str__(self) -> str:
        return f"the grading of {self.name}"

    def _prepare(self, case: Case, context: JobContext) -> PreparedCase:
        """Return the program, ready to run on a case.

        Each case runs in a separate copy of the build, so that the verdict depends neither on earlier cases nor on
        interruptions of the grading.
        """
        workspace = Workspace(Path(self.build), BUILD_DISK_MIB, context.work_dir)
        try:
            workspace.remove(OUTPUT)
            workspace.write_file(INPUT, questions.write(case.question).encode())
            process = workspace.prepare(
                list(self.recipe.run),
                self.settings.limits,
                sandboxed=self.settings.sandboxed,
                mounts=_mounts(self.recipe.tools),
            )
        except BaseException:
            workspace.close()
            raise
        return PreparedCase(workspace, process)

    def _run_case(self, case: Case, prepared: PreparedCase, prepared_cases: PreparedCases) -> Judgement | None:
        """Run the program on a case and return the judgement; None if the deadline ended the run."""
        try:
            result = self.deadline.run(self.settings.limits, partial(watch, prepared.process))
            if result is None:
                return None
            output = prepared.workspace.read_file(OUTPUT, MAX_OUTPUT_BYTES)
        finally:
            prepared_cases.close_later(prepared)
        return judge(case, result, output, self.settings.strict)


def _run(
    workspace: Workspace,
    command: Sequence[str],
    tools: Sequence[Tool],
    limits: Limits,
    settings: Settings,
    on_output: OnOutput | None,
) -> RunResult:
    return workspace.run(
        list(command), limits, sandboxed=settings.sandboxed, mounts=_mounts(tools), on_output=on_output
    )


def _mounts(tools: Sequence[Tool]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mount for tool in tools for mount in tool.mounts))
