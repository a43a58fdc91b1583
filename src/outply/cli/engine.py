"""`outply engine`: the engine for other programs, by the engine protocol on standard input and output."""

from __future__ import annotations

import sys

import click

from outply.cli.options import Integer, game_option, rules_option
from outply.engine_protocol.server import (
    DEFAULT_MEMORY_MIB,
    MAX_MEMORY_MIB,
    MAX_THREADS,
    EngineServer,
    serve,
)
from outply.games import all_games

SWITCH_INTERVAL_S = 0.001
"""Python's interval between threads: a search in Python must not delay the answer to `stop`."""


@click.command()
@game_option
@rules_option("the first of the game")
@click.option("--threads", type=Integer(1, MAX_THREADS), default=1, show_default=True, help="Search threads.")
@click.option(
    "--memory",
    type=Integer(1, MAX_MEMORY_MIB),
    default=DEFAULT_MEMORY_MIB,
    show_default=True,
    help="Transposition table, in MiB; solving Warfare uses a second one.",
)
def engine(game_name: str | None, rules: str | None, threads: int, memory: int) -> int:
    """Search positions for another program, which sends commands on standard input, in the manner of UCI.

    The commands are outply, isready, setoption, position, go, stop and quit; the answers are info, bestmove,
    readyok and error. A position has the one-line form that `outply play` shows in its address.

    \b
    Examples:
      printf 'position Narvik\\ngo depth 4\\n' | outply engine
      printf 'position start moves C1-D2\\ngo movetime 500\\n' | outply engine --game starcircle
      outply match --first 'engine-process:./my-engine' --second engine:0.1s
    """
    name = game_name or "warfare"
    variants = all_games()[name].variants
    if rules not in (None, *variants):
        raise click.UsageError(f"{all_games()[name].title} has no {rules} rules; expected {' or '.join(variants)}")
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    server = EngineServer(_write, game_name=name, variant=rules, threads=threads, memory_mib=memory)
    try:
        serve(sys.stdin.buffer, server)
    finally:
        server.close()  # also after a signal: the interpreter must not end during a native search
    return 0


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
