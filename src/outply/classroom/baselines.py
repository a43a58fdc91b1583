"""Baselines that are programs, such as the best of last year: pinned copies that are checked like submissions.

A baseline is a team without people, whose versions are the pinned copies. A copy that fails its check does not
become active, so that it stays off the ladder.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from outply.classroom.accounts.people import ADMINISTRATOR_KEY, get_person
from outply.classroom.classroom import Classroom
from outply.classroom.database import ClassDatabase, Row
from outply.classroom.settings.class_settings import ProgramBaseline
from outply.classroom.settings.file import MAXIMA
from outply.classroom.submissions import Submission, add_version, team_submissions
from outply.classroom.uploads import Upload, pack_directory, remove_upload, store_upload
from outply.errors import UserError
from outply.grading.run.settings import CASE_MEMORY_MIB
from outply.grading.submissions.recipe import Recipe, find_recipe, project_root
from outply.players.contestant import fingerprint, has_makefile
from outply.text import os_reason

KEY_PREFIX = "baseline:"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineStatus:
    """A baseline of the settings: its newest copy, its problem, and whether its files have changed since."""

    name: str
    directory: str
    newest: Submission | None
    problem: str
    has_changed: bool


def synchronize(classroom: Classroom) -> None:
    """Copy the baselines of the settings that have no copy yet, and retire those that left the settings.

    A baseline that cannot be copied is left out. The reason is stored, and staff see it.
    """
    database = classroom.database
    keys = [_key(baseline) for baseline in classroom.settings.baselines]
    with database.transaction():
        for row in _rows(database):
            if row["key"] not in keys:
                database.execute("UPDATE baseline SET is_used = 0 WHERE team = ?", row["team"])
                database.execute("UPDATE team SET active_submission = NULL WHERE id = ?", row["team"])
        for baseline in classroom.settings.baselines:
            _synchronize_one(classroom, baseline)


def _synchronize_one(classroom: Classroom, baseline: ProgramBaseline) -> None:
    database = classroom.database
    row = _find(database, baseline)
    if row is None:
        team = database.insert(
            "team", key=_key(baseline), title=baseline.name, alias=_free_alias(database, baseline.name)
        )
        database.insert("baseline", team=team, directory=baseline.directory, source_fingerprint="")
        _pin(classroom, baseline, team)
    elif row["directory"] != baseline.directory or not row["source_fingerprint"]:
        _pin(classroom, baseline, row["team"])
    elif not row["is_used"]:
        database.execute("UPDATE baseline SET is_used = 1 WHERE team = ?", row["team"])
        ready = [version for version in team_submissions(database, row["team"]) if version.state.value == "ready"]
        if ready:
            database.execute("UPDATE team SET active_submission = ? WHERE id = ?", ready[0].id, row["team"])


def update_changed(classroom: Classroom, actor: str) -> int:
    """Pin a new copy of each baseline whose files have changed; return their number.

    The earlier copy plays until the new one has passed its check. The new copy is rated anew.
    """
    database, count = classroom.database, 0
    with database.transaction():
        for baseline in classroom.settings.baselines:
            row = _find(database, baseline)
            if row is not None and _has_changed(classroom, baseline, row):
                _pin(classroom, baseline, row["team"])
                database.audit(classroom.now(), actor, "updated a baseline", baseline.name)
                count += 1
    return count


def list_status(classroom: Classroom) -> list[BaselineStatus]:
    """Return the state of each baseline of the settings."""
    status = []
    for baseline in classroom.settings.baselines:
        row = _find(classroom.database, baseline)
        versions = [] if row is None else team_submissions(classroom.database, row["team"])
        status.append(
            BaselineStatus(
                name=baseline.name,
                directory=baseline.directory,
                newest=versions[0] if versions else None,
                problem="" if row is None else row["problem"],
                has_changed=row is not None and _has_changed(classroom, baseline, row),
            )
        )
    return status


def baseline_names(database: ClassDatabase) -> set[str]:
    """Return the names under which baselines of the settings, present or past, play."""
    return {row["alias"] for row in _rows(database)}


def _key(baseline: ProgramBaseline) -> str:
    return f"{KEY_PREFIX}{baseline.name.casefold()}"


def _rows(database: ClassDatabase) -> Sequence[Row]:
    return database.rows("SELECT baseline.*, key, alias FROM baseline JOIN team ON team.id = baseline.team")


def _find(database: ClassDatabase, baseline: ProgramBaseline) -> Row | None:
    return next((row for row in _rows(database) if row["key"] == _key(baseline)), None)


def _free_alias(database: ClassDatabase, name: str) -> str:
    is_taken = database.row("SELECT 1 FROM team WHERE alias = ?", name) is not None
    return f"{name} (baseline)" if is_taken else name


def _has_changed(classroom: Classroom, baseline: ProgramBaseline, row: Row) -> bool:
    try:
        return _source_fingerprint(classroom.folder / baseline.directory) != str(row["source_fingerprint"])
    except OSError:
        return False  # the files are gone, but the pinned copy still plays


def _source_fingerprint(source: Path) -> str:
    """Return a hash of a program. Raises OSError if there is none."""
    if source.is_dir():
        return fingerprint(source)
    return hashlib.sha256(source.read_bytes()).hexdigest()


def _pin(classroom: Classroom, baseline: ProgramBaseline, team: int) -> None:
    """Copy the files of a baseline as its next version, and queue the check; note the problem if that fails."""
    database, source = classroom.database, classroom.folder / baseline.directory
    try:
        source_fingerprint = _source_fingerprint(source)
        data = pack_directory(source) if source.is_dir() else source.read_bytes()
        name = "baseline.zip" if source.is_dir() else source.name
        upload = store_upload(name, data, classroom.submissions, MAXIMA["upload_mib"])
        upload = _with_makefile(upload, classroom.submissions)
    except (UserError, OSError) as error:
        problem = os_reason(error) if isinstance(error, OSError) else str(error)
        database.execute(
            "UPDATE baseline SET problem = ? WHERE team = ?", f"{baseline.directory}: {problem}", team
        )
        return
    row = database.row("SELECT id FROM person WHERE key = ?", ADMINISTRATOR_KEY)
    assert row is not None
    now = classroom.now()
    add_version(
        database, get_person(database, row["id"]), upload, now, deadline="", late_s=0.0, now=now, team=team
    )
    database.execute(
        "UPDATE baseline SET directory = ?, source_fingerprint = ?, is_used = 1, problem = '' WHERE team = ?",
        baseline.directory,
        source_fingerprint,
        team,
    )


def _with_makefile(upload: Upload, folder: Path) -> Upload:
    """Add a Makefile to a program without one, so that it plays by input.txt and output.txt.

    Raises RecipeError if no program is found.
    """
    root = project_root(folder / upload.folder)
    if has_makefile(root):
        return upload
    try:
        recipe = find_recipe(root, CASE_MEMORY_MIB)
    except UserError:
        remove_upload(upload, folder)
        raise
    (root / "Makefile").write_text(makefile(recipe))
    return replace(upload, fingerprint=fingerprint(folder / upload.folder))


def makefile(recipe: Recipe) -> str:
    """Return the Makefile of a program that is built and run by a recipe."""
    run = ("python3", *recipe.run) if recipe.python is not None else recipe.run
    build = shlex.join(recipe.build) if recipe.build else "@true"
    return f"agent:\n\t{build}\nrun:\n\t@{shlex.join(run)}\n".replace("$", "$$")
