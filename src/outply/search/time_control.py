"""Time controls: the limits of an engine search, and the budget of a single move."""

from __future__ import annotations

from outply.games.struct import Struct

UNLIMITED_S = float("inf")

INSTANT_PLIES = 14
"""Number of plies at the end of a game that are solved in negligible time."""


PROCESS_MOVE_S = 0.01
"""CPU time that a move costs an engine process besides its search: it parses the position, starts a thread and
writes the answer. 4 ms were measured."""
PLAYER_MOVE_S = 0.001
"""The same for an engine in the process of the match."""


class TimeControl(Struct):
    """The limit of a search: at most one of `move_seconds`, `game_seconds`, `depth` and `nodes` is set.

    Seconds are CPU time. `game_seconds` is the time left for the current and all later moves. Each move costs
    `startup_seconds` before its search begins; the current move has already spent them. Without any limit, the
    engine searches until the game is solved.
    """

    __slots__ = ("move_seconds", "game_seconds", "startup_seconds", "depth", "nodes")

    move_seconds: float | None
    game_seconds: float | None
    startup_seconds: float
    depth: int | None
    nodes: int | None

    def __init__(
        self,
        move_seconds: float | None = None,
        game_seconds: float | None = None,
        startup_seconds: float = 0.0,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> None:
        for seconds in (move_seconds, game_seconds, startup_seconds):
            if seconds is not None and not seconds >= 0:
                raise ValueError(f"expected a time of 0 seconds or more, got {seconds}")
        for limit in (depth, nodes):
            if limit is not None and limit < 1:
                raise ValueError(f"expected a limit of 1 or more, got {limit}")
        if [move_seconds, game_seconds, depth, nodes].count(None) < 3:
            raise ValueError("expected at most one of move_seconds, game_seconds, depth and nodes")
        self._set(move_seconds, game_seconds, startup_seconds, depth, nodes)

    @classmethod
    def per_move(cls, seconds: float) -> TimeControl:
        """Return a time control that limits the current move to `seconds` of CPU time."""
        return cls(move_seconds=seconds)

    @classmethod
    def per_game(cls, seconds_left: float, *, startup_seconds: float = 0.0) -> TimeControl:
        """Return a time control that limits the current and all later moves to `seconds_left` of CPU time."""
        return cls(game_seconds=seconds_left, startup_seconds=startup_seconds)

    @classmethod
    def to_depth(cls, plies: int) -> TimeControl:
        """Return a time control that ends the search at a depth of `plies`."""
        return cls(depth=plies)

    @classmethod
    def to_nodes(cls, nodes: int) -> TimeControl:
        """Return a time control that ends the search after `nodes` nodes, however fast the machine is."""
        return cls(nodes=nodes)

    @classmethod
    def until_solved(cls) -> TimeControl:
        """Return a time control that ends the search when the game is solved."""
        return cls()

    def budget(self, expected_plies: int, unexpected_moves: int = 0) -> Budget:
        """Return the time budget of the current move if about `expected_plies` plies are left in the game.

        The start-up of another `unexpected_moves` own moves is reserved.
        """
        if self.move_seconds is not None:
            return Budget(UNLIMITED_S, self.move_seconds, self.move_seconds)
        if self.game_seconds is None:
            return Budget(UNLIMITED_S, UNLIMITED_S, UNLIMITED_S)
        own_moves = (expected_plies + 1) // 2 + unexpected_moves
        left = max(0.0, self.game_seconds - self.startup_seconds * own_moves)
        hard_moves = max(0, expected_plies - INSTANT_PLIES) / 2
        share = left / (0.7 * hard_moves + 2)
        return Budget(share / 2, min(2 * share, left / 2), left / 2)


class Budget(Struct):
    """Limits of one move in CPU seconds from the start of its search.

    No iteration starts after `soft_limit`, and no iteration continues after `hard_limit`. Only an iteration that
    would solve the game may continue until `solve_limit`, because its result also decides all later moves.
    """

    __slots__ = ("soft_limit", "hard_limit", "solve_limit")

    soft_limit: float
    hard_limit: float
    solve_limit: float

    def __init__(self, soft_limit: float, hard_limit: float, solve_limit: float) -> None:
        self._set(soft_limit, hard_limit, solve_limit)
