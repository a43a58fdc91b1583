"""The limits of contest programs: their resources, and the wall time of their builds, games and moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.games import game_of
from outply.sandbox.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestLimits:
    """The limits under which the programs of contestants are built and play.

    `memory_mib` is the memory of all processes of a program and `disk_mib` the size of all files in its directory.
    `build_timeout_s` is the wall time of `make agent`, and also of `make calibrate`; `newgame_timeout_s` is that
    of `make newgame`. `start_timeout_s` is the wall time until a program that speaks the engine protocol must have
    answered its first `isready`. A move may take `wall_grace_s` of wall time beyond the CPU time that is left. The
    wall-time budget of a game is the CPU budget times `wall_factor`, plus `wall_s_per_move` per own move.
    """

    memory_mib: int = 1024
    disk_mib: int = 256
    build_timeout_s: float = 300.0
    newgame_timeout_s: float = 60.0
    start_timeout_s: float = 30.0
    wall_grace_s: float = 10.0
    wall_factor: float = 1.5
    wall_s_per_move: float = 2.0

    def wall_budget(self, cpu_seconds: float, position: Any) -> float:
        """Return the wall time in seconds that a player with `cpu_seconds` may use in a game on this board."""
        moves = (len(game_of(position).view(position).cells) + 1) // 2
        return self.wall_factor * cpu_seconds + self.wall_s_per_move * moves

    def for_run(self, cpu_seconds: float, wall_seconds: float, *, user_time_only: bool = False) -> Limits:
        """Return the limits of one run: the given times, and the memory and disk space of a program."""
        return Limits(
            cpu_seconds=cpu_seconds,
            wall_seconds=wall_seconds,
            memory_mib=self.memory_mib,
            disk_mib=self.disk_mib,
            user_time_only=user_time_only,
        )


DEFAULT_LIMITS = ContestLimits()
