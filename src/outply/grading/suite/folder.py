"""Read and write suites as folders: NAME.in and NAME.out for each case, and suite.json.

suite.json lists the cases, each with the requirement that it tests and the wrong outputs of known mistakes. A
folder without suite.json is also a suite, whose requirements are unknown; its questions may also be files
input*.txt, and be in subfolders. A missing answer is computed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from outply.diagnosis.wrong_outputs import WrongOutput
from outply.errors import UserError
from outply.formats import question as questions
from outply.formats.atomic_io import FileError, make_folder, read_input, write_output
from outply.formats.case_files import answer_path, case_name, find_inputs
from outply.formats.question import Question
from outply.games import game_of
from outply.grading.suite.case import Case
from outply.search import exact

INDEX = "suite.json"
INDEX_VERSION = 2
MAX_FILE_BYTES = 64 << 20


class SuiteError(UserError):
    """Raised when a folder cannot be read as a suite, or must not be replaced by a suite."""


def read(folder: Path, rule_variant: str = "raid") -> tuple[Case, ...]:
    """Return the cases of the suite in `folder`, sorted by name.

    `rule_variant` applies to Warfare cases whose rule variant is not stated in suite.json.

    Raises SuiteError if `folder` is not a suite.
    """
    if not folder.is_dir():
        raise SuiteError(f"{folder} is not a folder" if folder.exists() else f"folder {folder} does not exist")
    entries = _read_index(folder)
    paths: dict[str, Path] = {}
    for path in find_inputs(folder)[0]:
        name = case_name(path.relative_to(folder))
        if name in paths:
            raise SuiteError(f"{paths[name]} and {path} are both called {name}; rename one of them")
        paths[name] = path
    if not paths:
        raise SuiteError(
            f"{folder} contains no cases: expected NAME.in and NAME.out, or input*.txt and output*.txt"
        )
    if missing := sorted(entries.keys() - paths.keys()):
        raise SuiteError(f"{folder} lacks {missing[0]}.in, which is listed in {INDEX}")
    return tuple(_read_case(paths[name], name, entries.get(name, {}), rule_variant) for name in sorted(paths))


def write(folder: Path, cases: Sequence[Case], settings: dict[str, Any]) -> None:
    """Write `cases` to `folder` as a suite.

    `settings` of the generation, such as the seed, are stored in suite.json.
    """
    make_folder(str(folder))
    for case in cases:
        write_output(str(folder / f"{case.name}.in"), questions.write(case.question))
        write_output(str(folder / f"{case.name}.out"), case.expected)
    index = {"version": INDEX_VERSION, **settings, "cases": [_index_entry(case) for case in cases]}
    write_output(str(folder / INDEX), json.dumps(index, indent=1) + "\n")


def check_replaceable(folder: Path, *, force: bool = False) -> None:
    """Check that `replace_suite` may write to `folder`, before a suite is generated.

    With `force`, the folder may contain files that are not part of a suite.

    Raises SuiteError if `replace_suite` may not write to `folder`.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise SuiteError(f"{folder} is not a folder")
    if folder.resolve() == Path.cwd().resolve():
        raise SuiteError("cannot replace the current directory; choose another folder")
    if not force and (others := _unrelated_files(folder)):
        raise SuiteError(
            f"{folder} contains files that are not part of a suite, such as {others[0].name}; "
            "choose another folder, or use --force to keep these files and add the suite"
        )


def replace_suite(folder: Path, cases: Sequence[Case], settings: dict[str, Any], *, force: bool = False) -> None:
    """Write a suite to `folder`, in place of the suite that is there, if any.

    Files that are not part of a suite are kept. The folder is unchanged until the new suite is complete.

    Raises SuiteError if the folder contains files that are not part of a suite and `force` is false, if the new
    suite would overwrite one of those files, or if `folder` is not a folder or is the current directory. Raises
    FileError if a file cannot be written or renamed.
    """
    check_replaceable(folder, force=force)
    folder = folder.resolve()
    unrelated = _unrelated_files(folder) if folder.exists() else []
    conflicts = {path.name for path in unrelated}.intersection(_suite_files(case.name for case in cases))
    if conflicts:
        raise SuiteError(f"{folder} already contains {min(conflicts)}, which is not part of a suite")
    new = folder.with_name(f".{folder.name}.new-{os.getpid()}")
    try:
        write(new, cases, settings)
        _swap(new, folder, unrelated)
    except OSError as error:
        raise FileError(str(folder), error) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _swap(new: Path, folder: Path, unrelated: Sequence[Path]) -> None:
    if not folder.exists():
        new.rename(folder)
        return
    old = folder.with_name(f".{folder.name}.old-{os.getpid()}")
    folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise
    for path in unrelated:
        (old / path.name).rename(path)
    shutil.rmtree(old, ignore_errors=True)


def _unrelated_files(folder: Path) -> list[Path]:
    """Return the paths in `folder` that are not part of the suite that its suite.json lists."""
    suite_files = _suite_files(_indexed_names(folder))
    return sorted(path for path in folder.iterdir() if path.name not in suite_files)


def _suite_files(names: Iterable[str]) -> set[str]:
    """Return the file names of a suite whose cases have these `names`; empty if there are no cases."""
    files = {f"{name}{suffix}" for name in names for suffix in (".in", ".out")}
    return files | {INDEX} if files else files


def _indexed_names(folder: Path) -> list[str]:
    """Return the names of the cases that suite.json lists; empty if suite.json is missing or unreadable."""
    try:
        return [str(entry["name"]) for entry in json.loads((folder / INDEX).read_bytes())["cases"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def fingerprint(case: Case) -> str:
    """Return a hash of the question and the expected answer of `case`, which does not depend on the suite."""
    text = "\0".join((case.question.position.variant, questions.write(case.question), case.expected))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _read_case(path: Path, name: str, entry: dict[str, Any], rule_variant: str) -> Case:
    question = questions.read(read_input(str(path)), str(path), entry.get("rule_variant", rule_variant))
    return Case(
        name=name,
        question=question,
        expected=_read_expected(answer_path(path)) or _compute_expected(question),
        requirement=entry.get("requirement", ""),
        wrong_outputs=tuple(
            WrongOutput(output=wrong["output"], mistakes=tuple(wrong["mistakes"]))
            for wrong in entry.get("wrong_outputs", ())
        ),
    )


def _read_expected(path: Path) -> str:
    return read_input(str(path), MAX_FILE_BYTES).decode(errors="replace") if path.is_file() else ""


def _compute_expected(question: Question) -> str:
    if question.depth is None:
        return ""
    return questions.write_answer(question, exact.search(question.position, question.depth, question.mode))


def _index_entry(case: Case) -> dict[str, Any]:
    position = case.question.position
    return {
        "name": case.name,
        "requirement": case.requirement,
        **({"rule_variant": position.variant} if len(game_of(position).variants) > 1 else {}),
        "wrong_outputs": [
            {"output": wrong.output, "mistakes": list(wrong.mistakes)} for wrong in case.wrong_outputs
        ],
    }


def _read_index(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of suite.json, keyed by case name; empty if there is no suite.json.

    Raises SuiteError if suite.json has an unknown version or is malformed.
    """
    path = folder / INDEX
    if not path.is_file():
        return {}
    try:
        index = json.loads(read_input(str(path), MAX_FILE_BYTES))
        version = index["version"]
        if version not in (1, INDEX_VERSION):
            raise SuiteError(
                f"{path} has version {version!r}, expected 1 or {INDEX_VERSION}; "
                "generate the suite again with: outply cases"
            )
        entries = [_upgrade_entry(entry) if version == 1 else entry for entry in index["cases"]]
        return {entry["name"]: _check_entry(entry) for entry in entries}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SuiteError(f"{path} was not written by `outply cases`: {error}") from None


def _upgrade_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Return `entry`, taken from a suite.json of version 1 (Outply 0.1), with the keys of the current version."""
    new_names = {"rule": "requirement", "rules": "rule_variant", "wrong": "wrong_outputs"}
    entry = {new_names.get(key, key): value for key, value in entry.items()}
    if "wrong_outputs" in entry:
        entry["wrong_outputs"] = [
            {"output": wrong["answer"], "mistakes": wrong["mistakes"]} for wrong in entry["wrong_outputs"]
        ]
    return entry


def _check_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Return `entry`, the entry of a case in suite.json, unchanged.

    Raises ValueError if a wrong output, the name of a mistake or the requirement is not a string.
    """
    for wrong in entry.get("wrong_outputs", ()):
        if not isinstance(wrong["output"], str) or not all(isinstance(name, str) for name in wrong["mistakes"]):
            raise ValueError(f"a wrong output of {entry['name']} is not a string")
    if not isinstance(entry.get("requirement", ""), str):
        raise ValueError(f"the requirement of {entry['name']} is not a string")
    return entry
