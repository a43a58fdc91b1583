"""Every option of `outply grade` declares its modes, and the autograder passes on those it accepts."""

import io
import re
import zipfile

import click
import pytest
from conftest import ROOT

from outply.cli.grade.command import grade
from outply.cli.grade.modes import ANY_MODE, GradeOption, Mode, option
from outply.grading.gradescope.autograder import build_archive
from outply.grading.run.settings import Settings
from outply.grading.submissions.recipe import RecipeOptions

OPTIONS = [param for param in grade.params if isinstance(param, click.Option)]
GRADE_OPTIONS = [param for param in OPTIONS if isinstance(param, GradeOption)]
ARCHIVE_ONLY = {"--gradescope-zip", "--wheel"}


def test_every_option_declares_its_modes() -> None:
    assert OPTIONS == GRADE_OPTIONS
    assert all(param.modes in ANY_MODE for param in GRADE_OPTIONS)
    with pytest.raises(TypeError, match="modes"):
        option("--new")  # type: ignore[call-arg]


def test_autograder_passes_on_every_option_of_the_archive_mode() -> None:
    accepted = {max(param.opts, key=len) for param in GRADE_OPTIONS if Mode.ARCHIVE in param.modes} - ARCHIVE_ONLY
    recipe = RecipeOptions(run_command="python3 homework3.py")
    settings = Settings(strict=True, give_up_after=2, recipe=recipe)
    data = build_archive(ROOT / "examples", None, settings, rules="raid")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = (archive.read("settings.sh") + archive.read("run_autograder")).decode()
    assert {name for name in accepted if not re.search(rf"{name}\b", text)} == set()
