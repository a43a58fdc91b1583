"""What contestants are called: by their directories' names, and by more of the path where two have the same."""

from __future__ import annotations

import os
from pathlib import PurePath

from outply.arena.tournament.plan import Entrant, PlanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def told_apart(coming: Sequence[Entrant], known: Iterable[Entrant] = ()) -> list[Entrant]:
    """Return those who come, no two directories by one name.

    Who is known from before keeps the name; a known one whose directory is gone may come back from another place.
    """
    there = [entrant for entrant in known if _is_there(entrant)]
    return [_named(entrant, coming, there) if entrant.folder else entrant for entrant in coming]


def _named(entrant: Entrant, coming: Sequence[Entrant], known: Sequence[Entrant]) -> Entrant:
    before = next((other.name for other in known if other.player == entrant.player), None)
    name = before or _expect_sayable(_name(entrant, [*coming, *known]), entrant)
    return Entrant(name, entrant.player, entrant.digest)


def _name(entrant: Entrant, others: Sequence[Entrant]) -> str:
    """Return the end of the path, as short as tells it from those of the others."""
    rest = [other for other in others if other.folder and other.player != entrant.player]
    length = 1
    while any(_tail(entrant, length) in (other.name, _tail(other, length)) for other in rest):
        length += 1
    return _tail(entrant, length)


def _tail(entrant: Entrant, length: int) -> str:
    return "/".join(PurePath(entrant.folder or "").parts[-length:])


def _expect_sayable(name: str, entrant: Entrant) -> str:
    if not name.isprintable() or name != name.strip() or ":" in name:
        where = repr(entrant.folder)
        raise PlanError(f"{where} cannot enter by that name: blanks at its ends, : and what cannot be seen")
    return name


def _is_there(entrant: Entrant) -> bool:
    return entrant.folder is None or os.path.isdir(entrant.folder)
