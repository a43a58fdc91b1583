"""Contestants to start from: a Makefile and a small agent that plays legal moves, in several languages."""

from __future__ import annotations

import shutil
from pathlib import Path

FOLDER = Path(__file__).parent / "templates"
LANGUAGES = ("python", "cpp", "java")


class TemplateError(ValueError):
    """A template that cannot be written; the sentence says why."""


def write_template(language: str, folder: Path) -> list[Path]:
    """Write the files of a contestant in that language into a folder; return them.

    The folder is made if it is not there. Nothing is overwritten: a `TemplateError` if a file is there already.
    """
    if language not in LANGUAGES:
        raise TemplateError(f"there is no template in {language!r}; there are {', '.join(LANGUAGES)}")
    sources = sorted(path for path in (FOLDER / language).iterdir() if path.is_file())
    targets = [folder / source.name for source in sources]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise TemplateError(f"{target} is there already, and stays as it is")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise TemplateError(f"{folder} is not a directory") from None
    for source, target in zip(sources, targets, strict=True):
        shutil.copyfile(source, target)
    return targets
