"""Job that builds a submission once and runs it on each case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from outply.formats import question as questions
from outply.grading.result.judge import judge
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import NO_DEADLINE, Deadline, run_cases
from outply.grading.submissions.recipe import Recipe, RecipeError, find_recipe, project_root
from outply.grading.suite.case import Case
from outply.jobs.job import Job, JobContext, SourceDirectory
from outply.players.contestant import UNLIMITED_CPU_S
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.workspace import Workspace, WorkspaceError

INPUT, OUTPUT = "input.txt", "output.txt"
MAX_OUTPUT_BYTES = 256 * 1024  # read from output.txt; right answers have at most some hundreds

BUILD_MEMORY_MIB = 1024  # compilers use more than the programs they build
BUILD_DISK_MIB = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOutcome:
    """Result of a build: the output of the build, and the reason why the program cannot be run.

    `problem` is empty if the program can be run.
    """

    problem: str = ""
    build_output: str = ""


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
        try:
            with (
                context.source(self.folder) as source,
                Workspace(project_root(source), BUILD_DISK_MIB, context.work_dir) as build,
            ):
                recipe = find_recipe(build.folder, self.settings.limits.memory_mib)
                outcome = self._build(build, recipe)
                if not outcome.problem:
                    self._run_cases(build, recipe, context)
                return outcome
        except RecipeError as error:
            return BuildOutcome(problem=str(error))
        except WorkspaceError as error:
            return BuildOutcome(problem=f"cannot copy the submission: {error}")

    def __str__(self) -> str:
        return f"the grading of {self.name}"

    def _build(self, workspace: Workspace, recipe: Recipe) -> BuildOutcome:
        """Build the program and return the outcome, which has no problem if the deadline ended the build."""
        if not recipe.build:
            return BuildOutcome()
        limits = Limits(
            cpu_seconds=UNLIMITED_CPU_S,
            wall_seconds=self.settings.build_timeout_s,
            memory_mib=BUILD_MEMORY_MIB,
            disk_mib=BUILD_DISK_MIB,
        )
        result = self.deadline.run(
            limits,
            lambda limits: workspace.run(list(recipe.build), limits, sandboxed=self.settings.sandboxed),
        )
        if result is None:
            return BuildOutcome()
        build_output = result.stdout + result.stderr
        if not recipe.is_built(result):
            command = " ".join(recipe.build)
            return BuildOutcome(problem=f"`{command}` {result.explanation}", build_output=build_output)
        return BuildOutcome(build_output=build_output if result.termination is Termination.OK else "")

    def _run_cases(self, build: Workspace, recipe: Recipe, context: JobContext) -> None:
        def run(case: Case) -> Judgement | None:
            return self._run_case(case, build, recipe, context)

        give_up_after = self.settings.give_up_after
        for case, judgement in run_cases(self.cases, run, give_up_after=give_up_after, verdicts=self.verdicts):
            context.report((case.name, judgement))

    def _run_case(self, case: Case, build: Workspace, recipe: Recipe, context: JobContext) -> Judgement | None:
        """Run the program on a case and return the judgement; None if the deadline ended the run.

        Each case runs in a separate copy of the build, so that the verdict depends neither on earlier cases nor on
        interruptions of the grading.
        """
        with Workspace(build.folder, BUILD_DISK_MIB, context.work_dir) as workspace:
            workspace.remove(OUTPUT)
            workspace.write_file(INPUT, questions.write(case.question).encode())
            result = self.deadline.run(
                self.settings.limits,
                lambda limits: workspace.run(list(recipe.run), limits, sandboxed=self.settings.sandboxed),
            )
            if result is None:
                return None
            return judge(case, result, workspace.read_file(OUTPUT, MAX_OUTPUT_BYTES), self.settings.strict)
