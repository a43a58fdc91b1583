"""Sample contestants: a Makefile and a small program that plays legal moves, by either protocol."""

from __future__ import annotations

from pathlib import Path

from outply.games.protocol import Game
from outply.players.forfeit import ContestProtocol
from outply.text import os_reason

LANGUAGES = ("python", "cpp", "java")
"""The languages of the samples for Warfare. Other games have one in Python."""

TEMPLATES = Path(__file__).parent / "templates"


class TemplateError(ValueError):
    """The template of a contestant cannot be written into the folder."""


def write_template(
    language: str,
    folder: Path,
    protocol: ContestProtocol = ContestProtocol.FILES,
    game: Game | None = None,
) -> list[Path]:
    """Write a contestant in the language `language` into `folder`, and return the paths of its files.

    The contestant is asked for moves by `protocol`. It plays Warfare, or `game`: Star/Circle by its rules, and an
    added game by the rules that the user adds. The folder is created if necessary. Existing files are never
    overwritten.

    Raises TemplateError if there is no template in the language, if one of the files exists, or if the files
    cannot be written.
    """
    if language not in LANGUAGES:
        raise TemplateError(f"no template in {language!r}; expected {', '.join(LANGUAGES)}")
    if game is None:
        sources = _files_of(TEMPLATES / ("engine" if protocol is ContestProtocol.LINES else "") / language)
    elif language == LANGUAGES[0]:
        sources = _files_for(game, protocol)
    else:
        raise TemplateError(f"the template for other games than Warfare is in {LANGUAGES[0]}")
    try:
        for name in sources:
            if (folder / name).exists() or (folder / name).is_symlink():
                raise TemplateError(f"{folder / name} already exists; choose another directory or remove the file")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in sources.items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise TemplateError(f"{folder} is not a directory") from None
    except OSError as error:
        raise TemplateError(f"cannot write the template to {folder}: {os_reason(error)}") from None
    return [folder / name for name in sources]


def has_rules(game: Game) -> bool:
    """Return whether the template for a game other than Warfare has its rules."""
    return _rules_file(game).is_file()


def _files_for(game: Game, protocol: ContestProtocol) -> dict[str, str]:
    """Return the files of the template for a game other than Warfare."""
    common = TEMPLATES / "other-games"
    rules = _rules_file(game) if has_rules(game) else common / "rules" / "placing.py"
    first, second = game.players
    text = rules.read_text(encoding="utf-8").replace("{first}", first).replace("{second}", second)
    return _files_of(common / protocol.value) | {"rules.py": text} | _files_of(common)


def _rules_file(game: Game) -> Path:
    return TEMPLATES / "other-games" / "rules" / f"{game.name}.py"


def _files_of(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    return {path.name: path.read_text(encoding="utf-8") for path in paths}
