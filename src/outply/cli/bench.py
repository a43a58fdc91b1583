"""`outply bench`: the engine's speed, and the signature of its behaviour."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from outply.cli.progress import ticker
from outply.games import all_games
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search.engine import Engine, Thought
from outply.search.native import Control
from outply.search.time_control import Clock

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


def positions() -> Iterator[tuple[str, Any, int]]:
    """Yield the name, the position and the depth of each search: always the same ones."""
    for seed, (size, plies, depth, rules) in enumerate(WARFARE):
        start = Position.of(random_board(size, seed), rules=rules)
        yield f"{size} x {size} {rules}, ply {plies}", _after(plies, start), depth
    for plies, depth in STARCIRCLE:
        yield f"Star/Circle, ply {plies}", _after(plies, all_games()["starcircle"].start()), depth


def _after(plies: int, position: Any) -> Any:
    """Return the position after moves that are neither good nor all alike."""
    for ply in range(plies):
        moves = position.moves()
        position = position.play(moves[ply * 7 % len(moves)])
    return position


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each position, then the totals.")
def bench(as_json: bool) -> int:
    """Let the engine think about a fixed set of positions to fixed depths, on one thread.

    Times are CPU time. The signature is the number of nodes in all: it is the same on every machine, and a version
    with another signature plays differently.

    \b
    Examples:
      outply bench                   a line for each position, then the totals
      outply bench --json | tail -1  the totals alone, for a program
    """
    if not as_json:
        click.echo(
            f"{'position':24} {'depth':>5}  {'move':10} {'value':>7} {'nodes':>12} {'ms':>9} {'Mnodes/s':>9}"
        )
    nodes, seconds = 0, 0.0
    for name, position, depth in positions():
        with ticker() as control:
            thought = _think(position, depth, control)
        nodes += thought.nodes
        seconds += thought.seconds
        click.echo(json.dumps(_as_dict(name, depth, thought)) if as_json else _line(name, depth, thought))
    speed = nodes / max(seconds, 1e-9)
    if as_json:
        totals = {
            "nodes": nodes,
            "seconds": round(seconds, 6),
            "nodes_per_second": round(speed),
            "signature": nodes,
        }
        click.echo(json.dumps(totals))
    else:
        click.echo(f"{'in all':49} {nodes:12,} {seconds * 1000:9,.1f} {speed / 1e6:9.2f}\nsignature {nodes}")
    return 0


def _think(position: Any, depth: int, control: Control) -> Thought:
    return Engine(memory_mib=MEMORY_MIB).choose(position, Clock.to_depth(depth), control=control)


def _line(name: str, depth: int, thought: Thought) -> str:
    return (
        f"{name:24} {depth:5}  {thought.move!s:10} {thought.value:7,} {thought.nodes:12,} "
        f"{thought.seconds * 1000:9,.1f} {thought.nodes_per_second / 1e6:9.2f}"
    )


def _as_dict(name: str, depth: int, thought: Thought) -> dict[str, Any]:
    return {
        "position": name,
        "depth": depth,
        "move": str(thought.move),
        "value": thought.value,
        "nodes": thought.nodes,
        "seconds": round(thought.seconds, 6),
        "nodes_per_second": round(thought.nodes_per_second),
    }
