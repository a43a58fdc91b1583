"""How long to think: for a move, for a game, to a depth, for a number of nodes, or until the game is solved."""

from __future__ import annotations

from outply.games.struct import Struct

ENDLESS = float("inf")

SOLVED_AT_ONCE = 14
"""Plies at the end of a game that take next to no time."""


class Clock(Struct):
    """A limit to thinking; of `seconds` (for this move), `game`, `depth` and `nodes`, at most one is set.

    Seconds are CPU time. `game` is what is left for all moves to come, of which each costs `start_up` before the
    thinking begins; that of this move is spent already. A clock with nothing set thinks until the game is solved.
    """

    __slots__ = ("seconds", "game", "start_up", "depth", "nodes")

    seconds: float | None
    game: float | None
    start_up: float
    depth: int | None
    nodes: int | None

    def __init__(
        self,
        seconds: float | None = None,
        game: float | None = None,
        start_up: float = 0.0,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> None:
        for limit in (seconds, game, start_up):
            if limit is not None and not limit >= 0:
                raise ValueError(f"a clock has 0 seconds or more, not {limit}")
        for limit in (depth, nodes):
            if limit is not None and limit < 1:
                raise ValueError(f"a clock has a limit of 1 or more, not {limit}")
        if [seconds, game, depth, nodes].count(None) < 3:
            raise ValueError("a clock has one limit, or none")
        self._set(seconds, game, start_up, depth, nodes)

    @classmethod
    def per_move(cls, seconds: float) -> Clock:
        """Return a clock with so many CPU seconds for this move."""
        return cls(seconds=seconds)

    @classmethod
    def per_game(cls, seconds_left: float, *, start_up: float = 0.0) -> Clock:
        """Return a clock with so many CPU seconds for this move and all later ones."""
        return cls(game=seconds_left, start_up=start_up)

    @classmethod
    def to_depth(cls, plies: int) -> Clock:
        """Return a clock that stops when the search has reached so many plies."""
        return cls(depth=plies)

    @classmethod
    def to_nodes(cls, nodes: int) -> Clock:
        """Return a clock that stops after so many nodes: the same answer on every machine."""
        return cls(nodes=nodes)

    @classmethod
    def to_the_end(cls) -> Clock:
        """Return a clock that stops when the game is solved."""
        return cls()

    def budget(self, plies_to_come: int) -> Budget:
        """Return what this move may take of the clock, with so many plies of the game to come."""
        if self.seconds is not None:
            return Budget(ENDLESS, self.seconds, self.seconds)
        if self.game is None:
            return Budget(ENDLESS, ENDLESS, ENDLESS)
        own_moves = (plies_to_come + 1) // 2
        left = max(0.0, self.game - self.start_up * own_moves)
        hard_moves = max(0, plies_to_come - SOLVED_AT_ONCE) / 2
        share = left / (0.7 * hard_moves + 2)
        return Budget(share / 2, min(2 * share, left / 2), left / 2)


class Budget(Struct):
    """CPU seconds for a move.

    Nothing deeper is begun after `enough`, and nothing goes on after `at_most`; but a search that solves the game
    may take `to_solve`, because all later moves are then known.
    """

    __slots__ = ("enough", "at_most", "to_solve")

    enough: float
    at_most: float
    to_solve: float

    def __init__(self, enough: float, at_most: float, to_solve: float) -> None:
        self._set(enough, at_most, to_solve)
