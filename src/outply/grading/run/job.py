"""One submission, built once and run on each case: a job for a process of its own."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from outply.formats import question as questions
from outply.games.struct import Struct
from outply.grading.result.judge import judge
from outply.grading.run.deadline import Deadline, was_cut
from outply.grading.run.stopping import to_run
from outply.grading.submissions import recipe as recipes
from outply.grading.submissions.recipe import RecipeError
from outply.jobs.job import Job, JobContext, SourceDirectory
from outply.players.contestant import FREE
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.workspace import Workspace, WorkspaceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outply.grading.result.verdict import Judgement, Verdict
    from outply.grading.run.settings import Settings
    from outply.grading.submissions.recipe import Recipe
    from outply.grading.suite.case import Case

INPUT, OUTPUT = "input.txt", "output.txt"
LONGEST = 256 * 1024  # bytes of an output.txt that are read; the longest right one has some hundreds

BUILD_MEMORY_MIB = 1024  # compilers take more than the programs that they make
BUILD_DISK_MIB = 256

NEVER = Deadline()


class Outcome(Struct):
    """How a submission came through: `problem` is why it could not be run, empty if it could.

    `build_output` is what its build printed.
    """

    __slots__ = ("problem", "build_output")

    problem: str
    build_output: str

    def __init__(self, problem: str = "", build_output: str = "") -> None:
        self._set(problem, build_output)


class Running(Struct, Job):
    """A submission's folder and the cases that it is wanted on, but for those whose verdict is `known`.

    The job tells each case's name and `Judgement` as soon as it has one, and returns an `Outcome`. All that it
    leaves on the disk is in the context's `work_dir`. At the `deadline` it is cut off, whatever it is at, and
    tells nothing of that.
    """

    __slots__ = ("name", "folder", "cases", "settings", "deadline", "known")

    name: str
    folder: str
    cases: tuple[Case, ...]
    settings: Settings
    deadline: Deadline
    known: Mapping[str, Verdict]

    def __init__(
        self,
        name: str,
        folder: str,
        cases: tuple[Case, ...],
        settings: Settings,
        deadline: Deadline = NEVER,
        known: Mapping[str, Verdict] = MappingProxyType({}),
    ) -> None:
        self._set(name, folder, cases, settings, deadline, dict(known))

    def sources(self) -> tuple[SourceDirectory, ...]:
        root = recipes.project_root(Path(self.folder))
        return (SourceDirectory(path=self.folder, root=root, max_mib=BUILD_DISK_MIB),)

    def __call__(self, context: JobContext) -> Outcome:
        try:
            with (
                context.source(self.folder) as source,
                Workspace(recipes.project_root(source), BUILD_DISK_MIB, context.work_dir) as built,
            ):
                recipe = recipes.find_recipe(built.folder, self.settings.limits.memory_mib)
                outcome = self._build(built, recipe)
                if not outcome.problem:
                    self._run(built, recipe, context)
                return outcome
        except RecipeError as error:
            return Outcome(str(error))
        except WorkspaceError as error:
            return Outcome(f"its directory cannot be taken in: {error}")

    def __str__(self) -> str:
        return f"the grading of {self.name}"

    def _run(self, built: Workspace, recipe: Recipe, context: JobContext) -> None:
        """Run the program on the cases, until it is given up or there is no time left."""
        known = dict(self.known)
        for case in to_run(self.cases, known, self.settings.give_up):
            judgement = self._on(case, built, recipe, context)
            if judgement is None:
                return
            context.report((case.name, judgement))
            known[case.name] = judgement.verdict

    def _on(self, case: Case, built: Workspace, recipe: Recipe, context: JobContext) -> Judgement | None:
        """Run the program on a case, in a copy of what was built; None if there was no time for it.

        Whatever it leaves there, the next case does not see it: what is graded does not depend on what was graded
        before, nor on where a grading was interrupted.
        """
        if self.deadline.is_over:
            return None
        with Workspace(built.folder, BUILD_DISK_MIB, context.work_dir) as room:
            room.remove(OUTPUT)
            room.write_file(INPUT, questions.write(case.question).encode())
            given = self.deadline.cut(self.settings.limits)
            ended = room.run(list(recipe.run), given, sandboxed=self.settings.sandboxed)
            if was_cut(ended, given, self.settings.limits):
                return None
            return judge(case, ended, room.read_file(OUTPUT, LONGEST), self.settings.strict)

    def _build(self, room: Workspace, recipe: Recipe) -> Outcome:
        """Build it; where there was no time for that, nothing is wrong with it that anybody knows of."""
        if not recipe.build or self.deadline.is_over:
            return Outcome()
        limits = Limits(
            cpu_seconds=FREE,
            wall_seconds=self.settings.build_seconds,
            memory_mib=BUILD_MEMORY_MIB,
            disk_mib=BUILD_DISK_MIB,
        )
        given = self.deadline.cut(limits)
        ended = room.run(list(recipe.build), given, sandboxed=self.settings.sandboxed)
        printed = ended.stdout + ended.stderr
        if recipe.is_built(ended):
            return Outcome(build_output=printed if ended.termination is Termination.OK else "")
        if was_cut(ended, given, limits):
            return Outcome()
        return Outcome(f"`{' '.join(recipe.build)}` {ended.explanation}", printed)
