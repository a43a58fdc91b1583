"""Cases and small programs to grade, as shell scripts because those start fast."""

import glob
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from conftest import ROOT

from outply.formats import question as questions
from outply.grading.run.settings import Settings
from outply.grading.suite import folder as suite
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits
from outply.sandbox.locks import creator_tag
from outply.sandbox.workspace import PREFIX

CONTESTANTS = ROOT / "tests" / "contestants"


def cases() -> tuple[Case, ...]:
    """Return the examples of the assignments."""
    return suite.read(ROOT / "examples")


def quick_settings(**settings: Any) -> Settings:
    """Return settings with small limits that still suffice on a busy machine."""
    return Settings(limits=Limits(cpu_seconds=20.0, wall_seconds=60.0, memory_mib=256), **settings)


def answer_script(cases: Sequence[Case], *, but: Collection[str] = ()) -> str:
    """Return a shell script that writes the right answer to each case, and nothing for the cases in `but`."""
    lines = []
    for case in cases:
        if case.name not in but:
            question = questions.write(case.question)
            lines.append(f"if [ \"$(cat input.txt)\" = '{question.rstrip()}' ]")
            lines.append(f"then printf %s '{case.expected}' > output.txt; fi")
    return "\n".join(lines)


def write_submission(folder: Path, script: str, agent: str = "") -> Path:
    """Write a folder whose Makefile runs the script, and builds with the command `agent` if there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Makefile").write_text((f"agent:\n\t{agent}\n" if agent else "") + "run:\n\t@sh run.sh\n")
    (folder / "run.sh").write_text(script)
    return folder


def copy_contestant(folder: Path, name: str) -> Path:
    """Copy one of the hostile contestants, with the script that makes an honest move."""
    shutil.copytree(CONTESTANTS / name, folder)
    shutil.copy(CONTESTANTS / "honest.sh", folder)
    return folder


def sandboxed_processes(temp_dir: Path) -> list[str]:
    """Return the /proc folders of sandboxed processes with a workspace in `temp_dir` or one of this process."""
    processes = []
    for process in glob.glob("/proc/[0-9]*"):
        try:
            mounts = Path(process, "mountinfo").read_text()
        except OSError:
            continue
        if f"/{temp_dir.name}/" in mounts or f"{PREFIX}{creator_tag()}-" in mounts:
            processes.append(process)
    return processes
