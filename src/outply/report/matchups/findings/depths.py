"""What the trials say: minimax beside alpha-beta at equal depth, and how deep one can look."""

from __future__ import annotations

from operator import attrgetter

from outply.report.base.numbers import count
from outply.report.matchups.depth_trials import pairs, reaches
from outply.report.matchups.findings.finding import Finding, listed, multiple
from outply.report.matchups.player_names import ALGORITHMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.matchups.pairing import Matchups
    from outply.games.protocol import Position
    from outply.report.matchups.depth_trials import Pair, Reach

WORTH_TELLING = 2.0
"""How many times as far from the ideal a board must be as another before the order of the moves is brought up."""


def same_games(matchups: Matchups) -> Finding | None:
    """Look whether both algorithms play the same game at the same depth."""
    found = pairs(matchups)
    if not found:
        return None
    same = sum(pair.same_moves for pair in found)
    if same == len(found):
        fact = (
            "At equal depth, minimax and alpha-beta played the very same game, move by move, in every trial that "
            "both finished."
        )
        return Finding("The same answer", fact, "What alpha-beta cuts off cannot change the choice.")
    fact = f"At equal depth, minimax and alpha-beta played the same moves in {same} of {len(found)} trials."
    return Finding("The same answer", fact)


def savings(matchups: Matchups) -> Finding | None:
    """Look at how many nodes alpha-beta saves over a whole game, at the deepest depth that both played."""
    deepest = _deepest(matchups)
    if not deepest:
        return None
    depths = {pair.depth for pair in deepest}
    first = " as many nodes in a game as alpha-beta"
    each = [
        f"{multiple(pair.factor)} times{first if pair is deepest[0] else ''} on {pair.board}"
        + (f" (depth {pair.depth})" if len(depths) > 1 else "")
        for pair in deepest
    ]
    at = f"At depth {depths.pop()}" if len(depths) == 1 else "At the deepest depth that both played"
    fact = f"{at}, minimax visited {listed(each)}."
    more = ""
    if all(pair.same_moves for pair in deepest):
        ratios = {pair.board: pair.visited[1] / pair.ideal for pair in deepest}
        best, worst = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
        more = (
            "With b moves in every position and the best move always first, alpha-beta would look at "
            "b^⌈d/2⌉ + b^⌊d/2⌋ - 1 of the b^d positions at depth d, and get about twice as deep for the same "
            "number of nodes. The ideal in the table of equal depths adds this up over the depths and the moves "
            "of a game. "
            f"Over the whole game, alpha-beta visited about {multiple(ratios[best])} times the ideal on {best}"
            + (f", and about {multiple(ratios[worst])} times the ideal on {worst}" if worst != best else "")
            + "."
        )
    return Finding("What alpha-beta saves", fact, more)


def order(matchups: Matchups) -> Finding | None:
    """Look whether alpha-beta saves least where the best-looking move comes late in the order of the moves.

    Boards are compared that begin with equally many moves, at one depth, by how far the opening move is from the
    ideal: so what differs is not their size.
    """
    alike: dict[tuple[int, int], list[Pair]] = {}
    for pair in _deepest(matchups):
        alike.setdefault((pair.depth, len(pair.minimax.start.moves())), []).append(pair)
    excess = attrgetter("opening_excess")
    ends = [(min(some, key=excess), max(some, key=excess)) for some in alike.values()]
    least, most = max(ends, key=lambda two: excess(two[1]) / excess(two[0]), default=(None, None))
    if least is None or most is None or excess(most) / excess(least) < WORTH_TELLING:
        return None
    early, late = best_looking(least.minimax.start), best_looking(most.minimax.start)
    if late <= early:
        return None
    each = [
        f"{count(pair.alphabeta.turns[0].visited)} nodes on {pair.board}, about {multiple(excess(pair))} times"
        for pair in (least, most)
    ]
    fact = f"The opening move at depth {least.depth} cost alpha-beta {each[0]} the ideal, but {each[1]} the ideal."
    moves = len(least.minimax.start.moves())
    more = (
        "The moves are tried in a fixed order. In it, the first move with the best immediate score is number "
        f"{early} of {moves} on {least.board} and number {late} of {moves} on {most.board}. Alpha-beta cuts only "
        "once it has seen a good move, so it saves less where good moves come late."
    )
    return Finding("The order of the moves", fact, more)


def growth(matchups: Matchups) -> Finding | None:
    """Look at the effective branching factors on the opening move, at the deepest depth that both played."""
    deepest = _deepest(matchups)
    if not deepest:
        return None
    whole = {f"{pair.branching[0]:.1f}" for pair in deepest}
    each = [
        f"{pair.branching[1]:.1f} on {pair.board}"
        + (f" (minimax {pair.branching[0]:.1f})" if len(whole) > 1 else "")
        for pair in deepest
    ]
    fact = f"On the opening move the effective branching factor of alpha-beta is {listed(each)}"
    fact += f"; that of minimax is {whole.pop()}." if len(whole) == 1 else "."
    more = (
        "The effective branching factor of a search is the number of moves in every position of a uniform tree "
        "that has the same depth and the same number of nodes. It compares searches to the same depth: the "
        "smaller the factor, the fewer the nodes."
    )
    return Finding("The effective branching factor", fact, more)


def feasible(matchups: Matchups) -> Finding | None:
    """Look at how deep each algorithm gets within the time."""
    found = reaches(matchups)
    if not found:
        return None
    parts = []
    for algorithm, title in ALGORITHMS.items():
        mine = [reach for reach in found if reach.algorithm == algorithm]
        depths: dict[str, list[str]] = {}
        for reach in sorted(mine, key=lambda reach: reach.depth):
            depths.setdefault(depth_of(reach), []).append(reach.board)
        if len(depths) == 1 and len(mine) > 1:
            parts.append(f"{title} {next(iter(depths))} on every board")
        elif depths:
            parts.append(
                f"{title} " + listed([f"{depth} on {listed(boards)}" for depth, boards in depths.items()])
            )
    limit = f"{matchups.seconds:g} s of CPU time for each move"
    fact = f"Within {limit}, the deepest feasible depths are: {'; '.join(parts)}."
    return Finding("How far ahead a search can look", fact, _further(found))


def depth_of(reach: Reach) -> str:
    """Return how deep an algorithm gets, in words: `5`, `none`, or `at least 5` where nobody tried more."""
    if reach.is_limit:
        return str(reach.depth or "none")
    return f"{reach.depth} (the whole game)" if reach.is_whole else f"at least {reach.depth}"


def best_looking(start: Position) -> int:
    """Return which move, counted from 1 in the order of the moves, is the first with the best score right away."""
    scores = [start.play(move).score(start.to_move) for move in start.moves()]
    return scores.index(max(scores)) + 1


def _further(found: list[Reach]) -> str:
    by_board: dict[str, dict[str, Reach]] = {}
    for reach in found:
        by_board.setdefault(reach.board, {})[reach.algorithm] = reach
    gains = {
        board: both["alphabeta"].depth - both["minimax"].depth
        for board, both in by_board.items()
        if len(both) == 2
        and both["minimax"].is_limit
        and (both["alphabeta"].is_limit or both["alphabeta"].is_whole)
    }
    if not gains or min(gains.values()) < 0:
        return ""
    boards: dict[int, list[str]] = {}
    for board, gain in sorted(gains.items(), key=lambda item: -item[1]):
        boards.setdefault(gain, []).append(board)
    words = {0: "nothing", 1: "1 ply"}
    parts = [f"{words.get(gain, f'{gain} plies')} on {listed(where)}" for gain, where in boards.items()]
    return f"Pruning gained {listed(parts)}."


def _deepest(matchups: Matchups) -> list[Pair]:
    """Return for each board the deepest pair: at one depth for all boards, if there is one deeper than 1."""
    found = pairs(matchups)
    boards = list(dict.fromkeys(pair.board for pair in found))
    common = (
        set.intersection(*({pair.depth for pair in found if pair.board == board} for board in boards))
        if boards
        else set()
    )
    if common and max(common) > 1:
        return [pair for pair in found if pair.depth == max(common)]
    last = {pair.board: pair for pair in found}
    return [pair for pair in last.values() if pair.depth > 1]
