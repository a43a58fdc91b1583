"""The textbook's search with habits: every wrong solver in one, and with no habit at all the right one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outply.diagnosis.variant import Answer, Habits, Rules, Tally, TooLongError
from outply.games.starcircle import PASS
from outply.search.trace import INFINITY, WHOLE_TREE, OpenNode, Tracer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.search.result import SearchResult
    from outply.search.trace import ValueAndLine, Visit

Watch = Callable[[OpenNode], None]
"""Hears of every visit."""

KEPT = 60_000
"""Positions that a `Ground` remembers; one of Star/Circle takes 1.4 KB."""


ENDLESS = 1 << 30  # a wrong program may look deeper than it is told


class Ground:
    """The positions below one, by some rules, made as walks come by: most mistakes walk where others have been.

    That makes a walk five times as fast as one that makes its own positions.
    """

    def __init__(self, position: Position, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.position = self.rules.start(position)
        self.player = position.to_move
        self._room = KEPT
        self.root = Place(self, self.position)

    def place(self, position: Any) -> tuple[Place, bool]:
        """Return a new place, and whether there is room to keep it."""
        self._room -= 1
        return Place(self, position), self._room >= 0


class Place:
    """A position on the ground."""

    __slots__ = ("ground", "position", "is_over", "_moves", "_after", "_worth")

    def __init__(self, ground: Ground, position: Any) -> None:
        self.ground = ground
        self.position = position
        self.is_over = ground.rules.is_over(position)
        self._moves: Sequence[Any] | None = None
        self._after: dict[Any, Place] = {}
        self._worth: int | None = None

    @property
    def moves(self) -> list[Any]:
        if self._moves is None:
            self._moves = self.ground.rules.moves(self.position)
        return list(self._moves)

    @property
    def worth(self) -> int:
        """The score of the player who moves at the root."""
        if self._worth is None:
            self._worth = self.position.score(self.ground.player)
        return self._worth

    def after(self, move: Any) -> Place:
        """Return the place that a move leads to."""
        known = self._after.get(move)
        if known is not None:
            return known
        place, kept = self.ground.place(self.ground.rules.play(self.position, move))
        if kept:
            self._after[move] = place
        return place


def printed(habits: Habits, position: Any, result: SearchResult, tally: Tally) -> Answer | None:
    """Return what a program with these habits prints of what it found; None if that is no move."""
    if result.move is None:
        return None
    after = habits.rules.play(position, result.move)
    score = habits.evaluate(after, position.to_move)
    return habits.prints(Answer(result.move, after, score, result.value, habits.count(tally)), position, result)


def _last_first(moves: list[Any]) -> list[Any]:
    """Where only values matter any order will do. Raids, which come last, make for five times as many cuts."""
    return moves[::-1]


class Walk:
    """A search of the position that a ground was made for, as a program with some habits does it."""

    def __init__(
        self,
        ground: Ground,
        algorithm: str,
        depth: int,
        habits: Habits,
        *,
        most: int | None = None,
        watch: Watch | None = None,
        traced: bool = False,
    ) -> None:
        """`most` is how many visits it may take before it is a `TooLongError`."""
        self.ground = ground
        self.habits = habits
        self._cut = self._passes = 0
        self._prunes = (algorithm == "ALPHABETA") != habits.other_algorithm
        self._limit = habits.depth(depth)
        self._most = INFINITY if most is None else most
        self._watch = watch
        self._seen: dict[Any, ValueAndLine] = {}
        self._positions: set[Any] = set()
        self._own_worth = habits.evaluate is Habits.evaluate
        self._window = -INFINITY, INFINITY  # as the node left last had it
        self._log = Tracer(ENDLESS, WHOLE_TREE if traced else None)
        self._order = habits.order

    @property
    def visited(self) -> int:
        """How many nodes were visited so far."""
        return self._log.visited

    @property
    def visits(self) -> list[Visit | None]:
        """If `traced`, the nodes visited so far; None is one that was not left yet."""
        return [node.visit for node in self._log.buffer.recorded] if self._log.buffer else []

    def result(self) -> SearchResult:
        """Return what is found: `Result.move` is None if the program sees no move."""
        return self._log.result(*self._visit(self.ground.root, maximises=True))

    def value_of(self, move: Any, value: int | None = None, rival: Any = None) -> int | None:
        """Return the value of a move of the root, or None if it is not the one that is played.

        This takes far fewer visits than `result` does, and is right for programs that alpha-beta would make no
        difference to. It says no as soon as it is known: where the value is not the one that is given, or the
        `rival`, which is looked at first, is better.
        """
        root = self.ground.root
        moves = self.habits.order(root.moves)
        if root.is_over or move not in moves:
            return None
        self._prunes = True
        self._order = _last_first
        below = int(not (self.habits.free_passes and move is PASS))
        self._log.enter(0, None)

        def search(move: Any, alpha: float, beta: float) -> int:
            return self._visit(root.after(move), self.habits.only_max, 1, below, alpha, beta, move)[0]

        worth = search(move, -INFINITY, INFINITY)
        if value not in (None, worth):
            return None
        mine = moves.index(move)
        for number in sorted(range(len(moves)), key=lambda number: moves[number] != rival):
            # An earlier move is played if it is as good, a later one if it is better.
            enough = worth if number < mine else worth + 1
            if number != mine and search(moves[number], enough - 1, enough) >= enough:
                return None
        return worth

    def answer(self) -> Answer | None:
        """Return what the program prints, or None if that is no move."""
        result = self.result()
        tally = Tally(self.visited, self._log.expanded, self._cut, self._passes, len(self._positions))
        return printed(self.habits, self.ground.position, result, tally)

    def _visit(
        self,
        place: Place,
        maximises: bool,
        ply: int = 0,
        depth: int = 0,
        alpha: float = -INFINITY,
        beta: float = INFINITY,
        move: Any = None,
    ) -> ValueAndLine:
        habits = self.habits
        if habits.remembers and (place.position, depth) in self._seen:
            return self._seen[place.position, depth]
        if self._log.visited >= self._most:
            raise TooLongError
        node = self._log.enter(ply, move, alpha, beta)
        if self._watch is not None:
            self._watch(node)
        self._passes += move is PASS
        if habits.knows_again:
            self._positions.add(place.position)
        moves = [] if depth >= self._limit or place.is_over else self._order(place.moves)
        if not moves:
            worth = place.worth if self._own_worth else habits.evaluate(place.position, self.ground.player)
            self._window = alpha, beta
            return node.evaluate(worth)
        best, line = -INFINITY if maximises else INFINITY, []
        for count, move in enumerate(moves, start=1):
            below = depth if habits.free_passes and move is PASS else depth + 1
            window = habits.hand_down(alpha, beta) if self._prunes else (-INFINITY, INFINITY)
            value, rest = self._visit(
                place.after(move), habits.only_max or not maximises, ply + 1, below, *window, move
            )
            if habits.one_window:
                alpha, beta = self._window
            better = value > best if maximises else value < best
            if better or (habits.later_wins and value == best):
                best, line = value, [move, *rest]
            if self._prunes:
                if habits.cuts(best, alpha, beta, maximises):
                    self._cut += len(moves) - count
                    found = node.leave(best, line, alpha, beta, cut=len(moves) - count)
                    break
                alpha, beta = habits.narrow(best, alpha, beta, maximises, ply)
        else:
            found = node.leave(best, line, alpha, beta)
        self._window = alpha, beta
        if habits.remembers:
            self._seen[place.position, depth] = found
        return found
