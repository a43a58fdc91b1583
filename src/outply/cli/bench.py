"""`outply bench`: the engine's speed and its node-count signature."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from outply.cli.options import json_option
from outply.cli.progress import search_progress
from outply.formats.atomic_io import STANDARD, write_output
from outply.games import all_games
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search.engine import Engine, SearchInfo
from outply.search.native import Control
from outply.search.time_control import TimeControl

WARFARE = (
    # size, plies played, depth, rules
    (5, 0, 12, "raid"),
    (5, 9, 16, "raid"),
    (5, 10, 15, "blitz"),
    (6, 0, 11, "raid"),
    (6, 18, 18, "raid"),
    (8, 0, 10, "raid"),
    (8, 30, 12, "blitz"),
    (8, 48, 16, "raid"),
    (10, 0, 9, "raid"),
    (10, 60, 10, "raid"),
    (13, 40, 9, "raid"),
    (17, 100, 8, "blitz"),
    (26, 0, 6, "raid"),
    (26, 60, 6, "raid"),
    (26, 300, 7, "raid"),
)
STARCIRCLE = (
    # plies played, depth
    (0, 14),
    (12, 14),
    (40, 18),
)
MEMORY_MIB = 16


Search = tuple[str, Any, int]
"""The name, the position and the depth of a search of the benchmark."""


def searches(
    warfare: Sequence[tuple[int, int, int, str]] = WARFARE, starcircle: Sequence[tuple[int, int]] = STARCIRCLE
) -> Iterator[Search]:
    """Yield the searches of the benchmark, the same in every run."""
    for seed, (size, plies, depth, rules) in enumerate(warfare):
        start = Position.of(random_board(size, seed), rules=rules)
        yield f"{size} x {size} {rules}, ply {plies}", _after(plies, start), depth
    for plies, depth in starcircle:
        yield f"Star/Circle, ply {plies}", _after(plies, all_games()["starcircle"].start()), depth


def _after(plies: int, position: Any) -> Any:
    """Return the position after `plies` arbitrary moves from `position`. The moves are the same in every run."""
    for ply in range(plies):
        moves = position.moves()
        position = position.play(moves[ply * 7 % len(moves)])
    return position


@click.command()
@json_option("one line per position and a line of totals")
def bench(json_file: str | None) -> int:
    """Search a fixed set of positions to fixed depths with the engine, on one thread.

    Times are CPU times. The signature is the total node count. It is the same on every machine and changes when
    the engine plays differently.

    \b
    Examples:
      outply bench                     one line per position, then the totals
      outply bench --json - | tail -1  only the totals, as JSON
    """
    is_text = json_file != STANDARD
    json_lines = []
    if is_text:
        click.echo(
            f"{'position':24} {'depth':>5}  {'move':10} {'value':>7} {'nodes':>12} {'ms':>9} {'Mnodes/s':>9}"
        )
    nodes, seconds = 0, 0.0
    for name, position, depth in searches():
        with search_progress() as control:
            info = _search(position, depth, control)
        nodes += info.nodes
        seconds += info.seconds
        json_lines.append(json.dumps(_as_dict(name, depth, info)))
        click.echo(_line(name, depth, info) if is_text else json_lines[-1])
    speed = nodes / max(seconds, 1e-9)
    totals = {"nodes": nodes, "seconds": round(seconds, 6), "nodes_per_second": round(speed), "signature": nodes}
    json_lines.append(json.dumps(totals))
    if is_text:
        click.echo(f"{'total':49} {nodes:12,} {seconds * 1000:9,.1f} {speed / 1e6:9.2f}\nsignature {nodes}")
    else:
        click.echo(json_lines[-1])
    if json_file is not None and is_text:
        write_output(json_file, "".join(f"{line}\n" for line in json_lines))
    return 0


def _search(position: Any, depth: int, control: Control) -> SearchInfo:
    return Engine(memory_mib=MEMORY_MIB).search(position, TimeControl.to_depth(depth), control=control)


def _line(name: str, depth: int, info: SearchInfo) -> str:
    return (
        f"{name:24} {depth:5}  {info.move!s:10} {info.value:7,} {info.nodes:12,} "
        f"{info.seconds * 1000:9,.1f} {info.nodes_per_second / 1e6:9.2f}"
    )


def _as_dict(name: str, depth: int, info: SearchInfo) -> dict[str, Any]:
    return {
        "position": name,
        "depth": depth,
        "move": str(info.move),
        "value": info.value,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 6),
        "nodes_per_second": round(info.nodes_per_second),
    }
