"""Test cases as a folder: NAME.in and NAME.out for each, and suite.json, which says what they test.

A folder without suite.json is a suite, too: it has cases of which nobody said what they test. An answer that is
missing is computed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from outply.formats import question as questions
from outply.formats.atomic_io import make_folder, read_input, write_output
from outply.formats.question import Question
from outply.grading.suite.case import Case, Wrong
from outply.search import exact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

INDEX = "suite.json"
VERSION = 1
LONGEST = 64 << 20


class SuiteError(Exception):
    """A folder that is no suite of cases; the sentence says why."""


def read(folder: Path, rules: str = "raid") -> tuple[Case, ...]:
    """Return the cases of a folder in the order of their names; `rules` are Warfare's where it does not say."""
    if not folder.is_dir():
        raise SuiteError(f"{folder} is no folder" if folder.exists() else f"there is no folder {folder}")
    about = _index(folder)
    names = sorted(path.stem for path in folder.glob("*.in"))
    if not names:
        raise SuiteError(f"{folder} has no cases: they are files NAME.in, with NAME.out beside them")
    if lost := sorted(about.keys() - set(names)):
        raise SuiteError(f"{folder} has lost its case {lost[0]}: {INDEX} names it, and there is no {lost[0]}.in")
    return tuple(_case(folder, name, about.get(name, {}), rules) for name in names)


def write(folder: Path, cases: Sequence[Case], about: dict[str, Any]) -> None:
    """Write cases to a folder; `about` is kept with them, such as the seed that they were made from."""
    make_folder(str(folder))
    for case in cases:
        write_output(str(folder / f"{case.name}.in"), questions.write(case.question))
        write_output(str(folder / f"{case.name}.out"), case.expected)
    index = {"version": VERSION, **about, "cases": [_described(case) for case in cases]}
    write_output(str(folder / INDEX), json.dumps(index, indent=1) + "\n")


def digest(case: Case) -> str:
    """Return a mark of what the case asks and expects, the same for the same case wherever it stands."""
    variant = case.question.position.variant
    text = "\0".join((variant, questions.write(case.question), case.expected))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _case(folder: Path, name: str, about: dict[str, Any], rules: str) -> Case:
    path = folder / f"{name}.in"
    question = questions.read(read_input(str(path)), str(path), about.get("rules", rules))
    expected = _kept(folder / f"{name}.out") or _answer(question)
    wrong = tuple(Wrong(one["answer"], tuple(one["mistakes"])) for one in about.get("wrong", ()))
    return Case(name, question, expected, about.get("rule", ""), wrong)


def _kept(path: Path) -> str:
    return read_input(str(path), LONGEST).decode(errors="replace") if path.is_file() else ""


def _answer(question: Question) -> str:
    if question.depth is None:
        return ""
    return questions.write_answer(question, exact.search(question.position, question.depth, question.mode))


def _described(case: Case) -> dict[str, Any]:
    position = case.question.position
    return {
        "name": case.name,
        "rule": case.rule,
        **({"rules": position.variant} if position.game == "warfare" else {}),
        "wrong": [{"answer": wrong.answer, "mistakes": list(wrong.mistakes)} for wrong in case.wrong],
    }


def _index(folder: Path) -> dict[str, dict[str, Any]]:
    path = folder / INDEX
    if not path.is_file():
        return {}
    try:
        told = json.loads(read_input(str(path), LONGEST))
        if told["version"] != VERSION:
            raise SuiteError(f"{path} is of a version that this one cannot read: {told['version']!r}")
        return {about["name"]: _checked(about) for about in told["cases"]}
    except (ValueError, KeyError, TypeError) as error:
        raise SuiteError(f"{path} is not what `outply cases` writes: {error}") from None


def _checked(about: dict[str, Any]) -> dict[str, Any]:
    for wrong in about.get("wrong", ()):
        if not isinstance(wrong["answer"], str) or not all(isinstance(name, str) for name in wrong["mistakes"]):
            raise ValueError(f"the answers of {about['name']} are no text")
    if not isinstance(about.get("rule", ""), str):
        raise ValueError(f"the rule of {about['name']} is no text")
    return about
