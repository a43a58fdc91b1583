"""Files with the state of a search that solves a position: a line of JSON, then entries of the tables.

The line names the position and has a checksum of the entries, because a wrong entry could prove a wrong value.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

from outply.errors import UserError
from outply.formats import notation
from outply.formats.atomic_io import read_input, write_output
from outply.games.protocol import Position
from outply.search.solving import SAVED_ENTRIES, SolveState

FORMAT = "outply solve state"
VERSION = 1
MAX_FILE_BYTES = 64 * SAVED_ENTRIES
CHECKPOINT_FIELDS = ("depth", "gain", "move", "level", "solve_nodes", "lower", "upper")


class SolveStateError(UserError):
    """A file does not contain the state of a search of the position."""


def write_state(path: str, position: Position, state: SolveState) -> None:
    """Write the state of a search to a file, completely or not at all.

    Raises FileError if the file cannot be written.
    """
    header = {
        "format": FORMAT,
        "version": VERSION,
        "position": notation.to_board_line(position),
        "checkpoint": dict(zip(CHECKPOINT_FIELDS, state.checkpoint, strict=True)),
        "nodes": state.nodes,
        "exact_nodes": state.exact_nodes,
        "seconds": round(state.seconds, 3),
        "entries_sha256": hashlib.sha256(state.entries).hexdigest(),
    }
    write_output(path, json.dumps(header).encode() + b"\n" + state.entries)


def read_state(path: str, position: Position) -> SolveState:
    """Read the state of a search of the position.

    Raises SolveStateError if the file contains something else, and FileError if it cannot be read.
    """
    line, _, entries = read_input(path, MAX_FILE_BYTES).partition(b"\n")
    header = _header(line)
    if header is None:
        raise SolveStateError(
            f"{path} is not the state of a search by `outply solve-board`; choose another --state"
        )
    if header.get("version") != VERSION:
        raise SolveStateError(
            f"{path} was written by another version of Outply; remove it, or choose another --state"
        )
    found, expected = header.get("position"), notation.to_board_line(position)
    if found != expected:
        raise SolveStateError(
            f"{path} is the state of another position, {found}; choose another --state, or remove it"
        )
    try:
        if hashlib.sha256(entries).hexdigest() != header["entries_sha256"]:
            raise ValueError("checksum")
        state = SolveState(
            checkpoint=tuple(header["checkpoint"][field] for field in CHECKPOINT_FIELDS),
            entries=entries,
            nodes=int(header["nodes"]),
            exact_nodes=int(header["exact_nodes"]),
            seconds=float(header["seconds"]),
        )
        if not (state.nodes >= state.exact_nodes >= 0 and 0 <= state.seconds < math.inf):
            raise ValueError("totals")
        return state
    except (KeyError, TypeError, ValueError, OverflowError):
        raise SolveStateError(f"{path} is damaged; remove it, or choose another --state") from None


def _header(line: bytes) -> dict[str, Any] | None:
    """Return the first line of a state, or None if it is something else."""
    try:
        header = json.loads(line)
    except ValueError:
        return None
    return header if isinstance(header, dict) and header.get("format") == FORMAT else None
