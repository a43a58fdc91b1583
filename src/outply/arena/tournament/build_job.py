"""The building of a contestant as a job, and the workshop that all built ones are in while games are played."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from outply.games.struct import Struct
from outply.players.contestant import build
from outply.players.forfeit import ForfeitError
from outply.sandbox.workspace import remove_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.tournament.plan import Entrant
    from outply.jobs.process_pool import Tell

PREFIX = "outply-workshop-"


class Built(Struct):
    """What came of a contestant: where it was built, or why it would not build and what make printed."""

    __slots__ = ("folder", "sentence", "output", "errors")

    folder: str | None
    sentence: str
    output: str
    errors: str

    def __init__(self, folder: str | None, sentence: str = "", output: str = "", errors: str = "") -> None:
        self._set(folder, sentence, output, errors)


class Building(Struct):
    """The building of an entrant's directory in a workshop."""

    __slots__ = ("entrant", "workshop", "contained")

    entrant: Entrant
    workshop: str
    contained: bool

    def __init__(self, entrant: Entrant, workshop: str, contained: bool) -> None:
        self._set(entrant, workshop, contained)

    def __call__(self, _: Tell) -> Built:
        assert self.entrant.folder is not None
        try:
            room = build(Path(self.entrant.folder), self.contained, Path(self.workshop))
        except ForfeitError as forfeit:
            return Built(None, forfeit.explanation, forfeit.stdout, forfeit.stderr)
        return Built(str(room.folder))

    def __str__(self) -> str:
        return f"the building of {self.entrant.name}"


class Workshop:
    """A folder for built contestants, removed at the end; those of killed processes are removed with it."""

    def __init__(self) -> None:
        _remove_left_behind()
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self.folder.chmod(0o711)

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *_: object) -> None:
        remove_tree(self.folder)


def _remove_left_behind() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        # Another process may remove it at the same time, and one that dies with its owner may still be in it.
        with suppress(OSError):
            mine = folder.lstat().st_uid == os.geteuid()
            if mine and owner.isdigit() and not Path(f"/proc/{owner}").exists():
                remove_tree(folder)
