"""Writes a package with a new game: Tic-tac-toe, with tests and a README, to replace by the rules of the game."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from outply.errors import UserError
from outply.games.conformance import GAME_NAME
from outply.games.registry import built_in_games

TEMPLATE = Path(__file__).parent / "package_template"
MAX_NAME_LENGTH = 40
TAKEN_CLASS_NAMES = ("BasePosition", "BoardGame", "ClassVar", "Position", "Sequence", "SquareMove")
"""Names of the template's module, for which `Game` is appended to the name of the class."""

FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "module.py": "{module}.py",
    "test_module.py": "tests/test_{module}.py",
}
"""The files of the template, and the paths to which they are written."""

NATIVE_FILES = {
    "native/pyproject.toml": "pyproject.toml",
    "native/CMakeLists.txt": "CMakeLists.txt",
    "native/README.md": "README.md",
    "module.py": "src/{module}/__init__.py",
    "native/core.py": "src/{module}/core.py",
    "native/rules.hpp": "native/rules.hpp",
    "native/module.cpp": "native/module.cpp",
    "test_module.py": "tests/test_{module}.py",
    "native/test_core.py": "tests/test_{module}_core.py",
}
"""The same for a package with a native core."""


class PackageError(UserError):
    """The package cannot be written: the name is invalid or taken, or a file exists."""


def write_package(folder: Path, name: str, *, native: bool = False) -> list[Path]:
    """Write a package with the game `name` into `folder`, and return the paths of its files.

    `native`: the rules are also there in C++, as a native core. The folder is created if necessary. Existing files
    are never overwritten.

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
        "{class_name}": _class_name(name),
        "{title}": " ".join(filter(None, name.split("-"))).capitalize(),
    }
    targets = {
        source: folder / target.replace("{module}", module)
        for source, target in (NATIVE_FILES if native else FILES).items()
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


def _class_name(name: str) -> str:
    class_name = "".join(part.capitalize() for part in name.split("-"))
    is_taken = class_name in TAKEN_CLASS_NAMES or keyword.iskeyword(class_name)
    return f"{class_name}Game" if is_taken else class_name
