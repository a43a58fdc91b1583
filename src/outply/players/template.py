"""Templates of contestants: a Makefile and a small agent that plays legal moves, in several languages."""

from __future__ import annotations

import shutil
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
LANGUAGES = ("python", "cpp", "java")


class TemplateError(ValueError):
    """The template of a contestant cannot be written into the folder."""


def write_template(language: str, folder: Path) -> list[Path]:
    """Write a contestant in the language `language` into `folder`, and return the paths of its files.

    The folder is created if necessary. Existing files are never overwritten.

    Raises TemplateError if there is no template in the language, if one of the files exists, or if `folder` is a
    file.
    """
    if language not in LANGUAGES:
        raise TemplateError(f"no template in {language!r}; expected {', '.join(LANGUAGES)}")
    sources = sorted(path for path in (TEMPLATES / language).iterdir() if path.is_file())
    targets = [folder / source.name for source in sources]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise TemplateError(f"{target} already exists; choose another directory or remove the file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise TemplateError(f"{folder} is not a directory") from None
    for source, target in zip(sources, targets, strict=True):
        shutil.copyfile(source, target)
    return targets
