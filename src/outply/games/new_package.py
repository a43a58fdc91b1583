"""Writes a package with a new game: Tic-tac-toe, with tests and a README, to replace by the rules of the game."""

from __future__ import annotations

import re
from pathlib import Path

from outply.errors import UserError
from outply.games.conformance import GAME_NAME
from outply.games.registry import built_in_games

TEMPLATE = Path(__file__).parent / "package_template"
MAX_NAME_LENGTH = 40


class PackageError(UserError):
    """The package cannot be written: the name is invalid or taken, or a file exists."""


def write_package(folder: Path, name: str) -> list[Path]:
    """Write a package with the game `name` into `folder`, and return the paths of its files.

    The folder is created if necessary. Existing files are never overwritten.

    Raises PackageError if the name is invalid or that of a built-in game, if one of the files exists, or if
    `folder` is a file.
    """
    if not re.fullmatch(GAME_NAME, name) or len(name) > MAX_NAME_LENGTH or name.endswith("-"):
        raise PackageError(
            f"invalid name {name!r}; expected at most {MAX_NAME_LENGTH} lower-case letters, digits and hyphens, "
            "with a letter first and no hyphen last"
        )
    if name in built_in_games():
        raise PackageError(f"{name} is a game of Outply; choose another name")
    module = f"outply_{name.replace('-', '_')}"
    fields = {
        "{name}": name,
        "{module}": module,
        "{class_name}": "".join(part.capitalize() for part in name.split("-")),
        "{title}": name.replace("-", " ").capitalize(),
    }
    targets = {
        "pyproject.toml": folder / "pyproject.toml",
        "README.md": folder / "README.md",
        "module.py": folder / f"{module}.py",
        "test_module.py": folder / "tests" / f"test_{module}.py",
    }
    for target in targets.values():
        if target.exists() or target.is_symlink():
            raise PackageError(f"{target} already exists; choose another folder or remove the file")
    for source, target in targets.items():
        text = (TEMPLATE / f"{source}.txt").read_text(encoding="utf-8")
        for field, value in fields.items():
            text = text.replace(field, value)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        except (FileExistsError, NotADirectoryError):
            raise PackageError(f"{folder} is not a folder") from None
        except OSError as error:
            raise PackageError(f"cannot write {target}: {error.strerror}") from None
    return list(targets.values())
