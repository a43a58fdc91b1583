"""The archive that Gradescope makes an autograder of: two scripts, the cases, the rubric, and outply itself."""

from __future__ import annotations

import shlex
from importlib.resources import files
from pathlib import Path

from outply.formats.archive import archive
from outply.formats.files import read_input
from outply.games.value import Value
from outply.grading import suite
from outply.grading.rubric import Rubric
from outply.grading.wheel import Wheel, WheelError, repacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SCRIPTS = ("setup.sh", "run_autograder")
OUTPLY = "outply"
LARGEST = 1 << 30  # bytes of a wheel

OLDEST = "3.11"
"""The Python that outply needs where its wheel does not say."""


class Options(Value):
    """How Gradescope is to grade: CPU seconds a case, seconds for all, whether blanks count, whether Java is had.

    Gradescope ends an autograder after ten minutes unless its settings say otherwise, and then shows no results.
    """

    __slots__ = ("seconds", "within", "strict", "java")

    seconds: float
    within: float
    strict: bool
    java: bool

    def __init__(
        self, seconds: float = 10.0, within: float = 480.0, strict: bool = False, java: bool = True
    ) -> None:
        self._set(seconds, within, strict, java)


def autograder(
    cases: Path,
    rubric: Path | None = None,
    wheels: Sequence[Path] = (),
    options: Options = Options(),  # noqa: B008
) -> bytes:
    """Return the archive; `wheels` are carried, and the installed outply is where none of them is of outply.

    Errors are those of `suite`, `rubric` and `wheel`: what would fail in Gradescope fails here.
    """
    known = suite.read(cases)
    carried = {wheel.filename: wheel for wheel in map(_read, wheels)}
    own = next((wheel for wheel in carried.values() if wheel.distribution == OUTPLY), None) or repacked(OUTPLY)
    carried[own.filename] = own
    for wheel in carried.values():
        if not wheel.fits_linux:
            raise WheelError(f"{wheel.filename} is not for Linux, which Gradescope runs: name a wheel that is")
    contents: dict[str, str | bytes] = {name: _script(name) for name in SCRIPTS}
    contents["settings.sh"] = _settings(own, options)
    if rubric is not None:
        Rubric.read(rubric).expect(known)
        contents["rubric.toml"] = read_input(str(rubric))
    for case in known:
        for name in (f"{case.name}.in", f"{case.name}.out"):
            if (cases / name).is_file():
                contents[f"suite/{name}"] = read_input(str(cases / name), suite.LONGEST)
    if (cases / suite.INDEX).is_file():
        contents[f"suite/{suite.INDEX}"] = read_input(str(cases / suite.INDEX), suite.LONGEST)
    contents |= {f"wheels/{wheel.filename}": wheel.data for wheel in carried.values()}
    return archive(contents, programs=SCRIPTS)


def _read(path: Path) -> Wheel:
    return Wheel(path.name, read_input(str(path), LARGEST))


def _script(name: str) -> str:
    return files("outply.grading").joinpath("scripts", name).read_text(encoding="utf-8")


def _settings(wheel: Wheel, options: Options) -> str:
    """Return what the scripts read; an instructor may change it before the archive is uploaded."""
    python, or_later = wheel.python
    settings = {
        "PYTHON": python or OLDEST,
        "OR_LATER": _yes(or_later),
        "JAVA": _yes(options.java),
        "SECONDS_A_CASE": f"{options.seconds:g}",
        "WITHIN": f"{options.within:g}",
        "STRICT": _yes(options.strict),
    }
    lines = [f"{name}={shlex.quote(value)}" for name, value in settings.items()]
    return "\n".join(["# What setup.sh and run_autograder are to know. Times are in seconds.", *lines, ""])


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
