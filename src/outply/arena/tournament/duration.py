"""Upper bounds on the duration of a tournament, from the wall-time limits of builds, games and moves."""

from __future__ import annotations

from statistics import fmean

from outply.arena.tournament.plan import Plan
from outply.formats import notation
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits


def makespan_bound(total: float, longest: float, workers: int, *, rounds: int = 1) -> float:
    """Return an upper bound on the time in which `workers` do jobs that take `total` seconds together.

    The `longest` job bounds the time at the end of each round in which some workers have no job left (Graham's
    bound for list scheduling).
    """
    return total / workers + rounds * longest * (1 - 1 / workers)


def max_game_seconds(plan: Plan, number: int, limits: ContestLimits = DEFAULT_LIMITS) -> float:
    """Return the wall time in seconds that the programs can use in game `number` of a pairing."""
    start = notation.from_line(plan.board(number).start)
    return 2 * (limits.newgame_timeout_s + limits.wall_budget(plan.seconds, start))


def max_duration(
    plan: Plan, *, builds: int, games: int, rounds: int, workers: int, limits: ContestLimits = DEFAULT_LIMITS
) -> float:
    """Return an upper bound on the seconds in which all programs are built and the remaining games are played.

    The bound holds for programs that use all of their wall time. It includes neither the overhead of the arena,
    some milliseconds per move, nor games that are played again.
    """
    seconds = [max_game_seconds(plan, number, limits) for number in range(1, plan.games + 1)]
    build_s = 2 * limits.build_timeout_s  # a build with its calibration
    all_builds_s = makespan_bound(builds * build_s, build_s, workers) if builds else 0.0
    return all_builds_s + makespan_bound(games * fmean(seconds), max(seconds), workers, rounds=rounds)
