"""Cases and programs to grade: small, and in the shell, which starts at once."""

import glob
import shutil
from pathlib import Path

from conftest import ROOT

from outply.formats import question as questions
from outply.grading.run.settings import Settings
from outply.grading.suite import folder as suite
from outply.sandbox.limits import Limits

CONTESTANTS = ROOT / "tests" / "contestants"


def cases():
    """The assignments' own examples."""
    return suite.read(ROOT / "examples")


def quick(**settings):
    """Small limits, though long enough for a busy machine."""
    return Settings(Limits(cpu_seconds=20.0, wall_seconds=60.0, memory_mib=256), **settings)


def knows(cases, *, but=()):
    """Return a shell script that has the answers, and writes nothing for the cases that are named in `but`."""
    lines = []
    for case in cases:
        if case.name not in but:
            asked = questions.write(case.question)
            lines.append(f"if [ \"$(cat input.txt)\" = '{asked.rstrip()}' ]")
            lines.append(f"then printf %s '{case.expected}' > output.txt; fi")
    return "\n".join(lines)


def submission(folder: Path, script: str, agent: str = ""):
    """Write a directory whose Makefile runs the script."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Makefile").write_text((f"agent:\n\t{agent}\n" if agent else "") + "run:\n\t@sh run.sh\n")
    (folder / "run.sh").write_text(script)
    return folder


def contestant(folder: Path, name: str):
    """Copy one of the hostile directories, with the shell's honest move for those that make it."""
    shutil.copytree(CONTESTANTS / name, folder)
    shutil.copy(CONTESTANTS / "honest.sh", folder)
    return folder


def left_running(temp_dir):
    """Return the processes that see a room of ours behind their walls."""
    found = []
    for process in glob.glob("/proc/[0-9]*"):
        try:
            mounts = Path(process, "mountinfo").read_text()
        except OSError:
            continue
        if f"/{temp_dir.name}/" in mounts:
            found.append(process)
    return found
