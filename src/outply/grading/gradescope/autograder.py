"""The archive that Gradescope makes an autograder of: two scripts, the cases, the rubric, and outply itself."""

from __future__ import annotations

import shlex
from importlib.resources import files
from pathlib import Path

from outply.formats import zip_archive as archives
from outply.formats.atomic_io import read_input
from outply.grading.gradescope import leaderboard as leaderboards
from outply.grading.gradescope.wheel import Wheel, WheelError, repacked
from outply.grading.result.rubric import Rubric
from outply.grading.suite import folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.grading.run.settings import Settings

SCRIPTS = ("setup.sh", "run_autograder")
SETTINGS = "settings.sh"
STANDINGS = "leaderboard.json"
OUTPLY = "outply"
LARGEST = 1 << 30  # bytes of a wheel

WITHIN = 480.0
"""Seconds for all cases: Gradescope ends an autograder after ten minutes by default, and shows no results then."""

OLDEST = "3.11"
"""The Python that outply needs where its wheel does not say."""


def archive(
    cases: Path,
    rubric: Path | None,
    settings: Settings,
    wheels: Sequence[Path] = (),
    *,
    rules: str = "raid",
    within: float = WITHIN,
    java: bool = True,
    leaderboard: Path | None = None,
) -> bytes:
    """Return the archive; `wheels` are carried, and the installed outply is where none of them is of outply.

    `rules` are Warfare's where the cases do not say; without `java` no compiler of it is installed. `leaderboard`
    is a tournament's database, of which the archive has the standings. Errors are those of `suite`, `rubric`,
    `wheel` and `leaderboard`: what would fail in Gradescope fails here.
    """
    known = folder.read(cases, rules)
    if rubric is not None:
        Rubric.read(rubric).check_names(known)
    carried = _carried(wheels)
    own = next(wheel for wheel in carried if wheel.distribution == OUTPLY)
    contents: dict[str, str | bytes] = {name: _script(name) for name in SCRIPTS}
    contents[SETTINGS] = _settings(own, settings, rules, within, java)
    if rubric is not None:
        contents["rubric.toml"] = read_input(str(rubric))
    if leaderboard is not None:
        contents[STANDINGS] = leaderboards.carried(leaderboard)
    names = [folder.INDEX, *(f"{case.name}.{kind}" for case in known for kind in ("in", "out"))]
    contents |= {
        f"suite/{name}": read_input(str(cases / name), folder.MAX_FILE_BYTES)
        for name in names
        if (cases / name).is_file()
    }
    contents |= {f"wheels/{wheel.filename}": wheel.data for wheel in carried}
    return archives.create_zip(contents, executables=SCRIPTS)


def _carried(paths: Sequence[Path]) -> list[Wheel]:
    """Return the wheels of these files, and that of the installed outply if they have none."""
    wheels = [Wheel(path.name, read_input(str(path), LARGEST)) for path in paths]
    if not any(wheel.distribution == OUTPLY for wheel in wheels):
        wheels.append(repacked(OUTPLY))
    for wheel in wheels:
        if not wheel.fits_linux:
            raise WheelError(f"{wheel.filename} is not for Linux, which Gradescope runs: name a wheel that is")
    return wheels


def _script(name: str) -> str:
    return files("outply.grading.gradescope").joinpath("scripts", name).read_text(encoding="utf-8")


def _settings(wheel: Wheel, settings: Settings, rules: str, within: float, java: bool) -> str:
    """Return what the scripts read; an instructor may change it before the archive is uploaded."""
    python, or_later = wheel.python
    told = {
        "PYTHON": python or OLDEST,
        "OR_LATER": _yes(or_later),
        "JAVA": _yes(java),
        "RULES": rules,
        "CPU_SECONDS": f"{settings.limits.cpu_seconds:g}",
        "WALL_SECONDS": f"{settings.limits.wall_seconds:g}",
        "MEMORY_MIB": f"{settings.limits.memory_mib}",
        "WITHIN": f"{within:g}",
        "STRICT": _yes(settings.strict),
        "GIVE_UP": f"{settings.give_up_after}",
    }
    lines = [f"{name}={shlex.quote(value)}" for name, value in told.items()]
    return "\n".join(
        [
            "# What the two scripts are to know. WITHIN is the seconds for all cases; GIVE_UP 0 is never.",
            *lines,
            "",
        ]
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
