"""Autograder archive for Gradescope: two scripts, their settings, the cases, the rubric and Outply itself."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from outply.formats import question as questions
from outply.formats.atomic_io import read_input
from outply.formats.zip_archive import create_zip
from outply.grading.gradescope.leaderboard import leaderboards_json
from outply.grading.gradescope.wheel import Wheel, WheelError, repack_installed
from outply.grading.result.rubric import Rubric
from outply.grading.run.settings import Settings
from outply.grading.suite import folder

SCRIPTS = ("setup.sh", "run_autograder")
SETTINGS = "settings.sh"
LEADERBOARD = "leaderboard.json"
OUTPLY = "outply"
MAX_WHEEL_BYTES = 1 << 30

TIME_LIMIT_S = 480.0
"""Time for all cases. Gradescope kills an autograder after ten minutes by default, and then shows no results."""

MIN_PYTHON = "3.11"
"""Python version for a wheel without a version tag."""

SETTINGS_HEADER = """\
# Settings of setup.sh and run_autograder. They can be changed before the archive is uploaded.
# GRADE_OPTIONS are options of `outply grade`, TIME_LIMIT_SECONDS is the time for all cases.
# INSTALL_JAVA and INSTALL_PYTHON2 select what setup.sh installs besides python3, make and g++."""


def build_archive(
    cases: Path,
    rubric: Path | None,
    settings: Settings,
    wheels: Sequence[Path] = (),
    *,
    rules: str | None = None,
    time_limit_s: float = TIME_LIMIT_S,
    install_java: bool = True,
    install_python2: bool = True,
    leaderboard: Path | None = None,
) -> bytes:
    """Return the autograder archive as the content of a zip file.

    The archive includes `wheels`, and a wheel of the installed Outply unless `wheels` contains Outply. `rules` is
    the rule variant of Warfare for cases that do not name one. If `leaderboard` is the state file of a tournament,
    the archive includes the tournament's standings.

    Raises SuiteError, RubricError, WheelError or StateError for input that would fail in Gradescope.
    """
    suite = folder.read(cases, rules or "raid")
    if rubric is not None:
        Rubric.read(rubric).check_names(suite)
    all_wheels = _read_wheels(wheels)
    outply_wheel = next(wheel for wheel in all_wheels if wheel.distribution == OUTPLY)
    contents: dict[str, str | bytes] = {name: _script(name) for name in SCRIPTS}
    contents[SETTINGS] = _settings(outply_wheel, settings, rules, time_limit_s, install_java, install_python2)
    if rubric is not None:
        contents["rubric.toml"] = read_input(str(rubric))
    if leaderboard is not None:
        contents[LEADERBOARD] = leaderboards_json(leaderboard)
    if (cases / folder.INDEX).is_file():
        contents[f"suite/{folder.INDEX}"] = read_input(str(cases / folder.INDEX), folder.MAX_FILE_BYTES)
    for case in suite:
        contents[f"suite/{case.name}.in"] = questions.write(case.question)
        if case.expected:
            contents[f"suite/{case.name}.out"] = case.expected
    contents |= {f"wheels/{wheel.filename}": wheel.data for wheel in all_wheels}
    return create_zip(contents, executables=SCRIPTS)


def _read_wheels(paths: Sequence[Path]) -> list[Wheel]:
    """Return the wheels in the files `paths`, and a wheel of the installed Outply if `paths` contains none.

    Raises WheelError if a file is not a wheel for Linux.
    """
    wheels = [Wheel(filename=path.name, data=read_input(str(path), MAX_WHEEL_BYTES)) for path in paths]
    if not any(wheel.distribution == OUTPLY for wheel in wheels):
        wheels.append(repack_installed(OUTPLY))
    for wheel in wheels:
        if not wheel.fits_linux:
            raise WheelError(
                f"{wheel.filename} is not a wheel for Linux, which Gradescope needs; give one with --wheel FILE"
            )
    return wheels


def _script(name: str) -> str:
    return files("outply.grading.gradescope").joinpath("scripts", name).read_text(encoding="utf-8")


def _settings(
    wheel: Wheel,
    settings: Settings,
    rules: str | None,
    time_limit_s: float,
    install_java: bool,
    install_python2: bool,
) -> str:
    """Return the content of settings.sh: the shell variables that setup.sh and run_autograder read."""
    python, or_later = wheel.python
    variables = {
        "PYTHON": python or MIN_PYTHON,
        "PYTHON_OR_LATER": _yes_no(or_later),
        "INSTALL_JAVA": _yes_no(install_java),
        "INSTALL_PYTHON2": _yes_no(install_python2),
        "TIME_LIMIT_SECONDS": f"{time_limit_s:g}",
    }
    lines = [f"{name}={shlex.quote(value)}" for name, value in variables.items()]
    return "\n".join(
        [SETTINGS_HEADER, *lines, f"GRADE_OPTIONS=({shlex.join(_grade_options(settings, rules))})", ""]
    )


def _grade_options(settings: Settings, rules: str | None) -> list[str]:
    """Return the command-line options of `outply grade` that correspond to these settings."""
    options = [] if rules is None else ["--rules", rules]
    options += ["--seconds", f"{settings.limits.cpu_seconds:g}", "--wall", f"{settings.limits.wall_seconds:g}"]
    options += ["--memory", str(settings.limits.memory_mib)]
    if settings.strict:
        options.append("--strict")
    if settings.give_up_after:
        options += ["--give-up", str(settings.give_up_after)]
    if settings.recipe.run_command:
        options += ["--run", settings.recipe.run_command]
    return options


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"
