"""Findings from the depth trials: minimax against alpha-beta at equal depth, and the feasible depths."""

from __future__ import annotations

from operator import attrgetter

from outply.arena.matchup import MatchupResults
from outply.games.protocol import Position
from outply.report.base.formatting import count
from outply.report.matchups.depth_trials import DepthPair, Reach, depth_pairs, reaches
from outply.report.matchups.findings.finding import Finding, factor_text
from outply.report.matchups.player_names import ALGORITHMS
from outply.text import join_and, plural

MIN_EXCESS_RATIO = 2.0
"""Minimum ratio between two boards' excesses over the ideal at which the move order is mentioned."""


def same_games(matchups: MatchupResults) -> Finding | None:
    """Return a finding on whether minimax and alpha-beta play the same moves at equal depth.

    Returns None if no board and depth has finished games of both algorithms.
    """
    pairs = depth_pairs(matchups)
    if not pairs:
        return None
    topic = "Same moves"
    same = sum(pair.same_moves for pair in pairs)
    if same == len(pairs):
        fact = "At equal depth, minimax and alpha-beta played the same moves in every trial that both finished."
        return Finding(topic=topic, fact=fact, more="Pruning cannot change the choice of a move.")
    fact = f"At equal depth, minimax and alpha-beta played the same moves in {same} of {len(pairs)} trials."
    return Finding(topic=topic, fact=fact)


def savings(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the nodes that alpha-beta saves in a whole game compared with minimax.

    The games are those at the deepest depth that both algorithms played. Returns None if there is no common depth.
    """
    deepest = _deepest_pairs(matchups)
    if not deepest:
        return None
    depths = {pair.depth for pair in deepest}
    comparison = " as many nodes in a game as alpha-beta"
    boards = [
        f"{factor_text(pair.factor)} times{comparison if pair is deepest[0] else ''} on {pair.board}"
        + (f" (depth {pair.depth})" if len(depths) > 1 else "")
        for pair in deepest
    ]
    where = f"At depth {depths.pop()}" if len(depths) == 1 else "At the deepest depth that both played"
    fact = f"{where}, minimax visited {join_and(boards)}."
    more = ""
    if all(pair.same_moves for pair in deepest):
        ratios = {pair.board: pair.visited[1] / pair.ideal for pair in deepest}
        best, worst = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
        more = (
            "With b moves in every position and the best move always first, alpha-beta would visit "
            "b^⌈d/2⌉ + b^⌊d/2⌋ - 1 of the b^d positions at depth d, and reach about twice the depth with the same "
            "number of nodes. The ideal in the table of equal depths is the sum of this over the depths and the "
            "moves of a game. "
            f"Over the whole game, alpha-beta visited about {factor_text(ratios[best])} times the ideal on {best}"
            + (f", and about {factor_text(ratios[worst])} times the ideal on {worst}" if worst != best else "")
            + "."
        )
    return Finding(topic="Savings of alpha-beta", fact=fact, more=more)


def move_order(matchups: MatchupResults) -> Finding | None:
    """Return a finding if alpha-beta saves less on a board where good moves come later in the move order.

    Boards are compared by the nodes for the opening move relative to the ideal, at the same depth and only if the
    boards have equally many opening moves, so that the size of the boards does not matter.
    """
    comparable: dict[tuple[int, int], list[DepthPair]] = {}
    for pair in _deepest_pairs(matchups):
        comparable.setdefault((pair.depth, len(pair.minimax.start.moves())), []).append(pair)
    excess = attrgetter("opening_excess")
    extremes = [(min(pairs, key=excess), max(pairs, key=excess)) for pairs in comparable.values()]
    least, most = max(extremes, key=lambda pair: excess(pair[1]) / excess(pair[0]), default=(None, None))
    if least is None or most is None or excess(most) / excess(least) < MIN_EXCESS_RATIO:
        return None
    early, late = best_move_number(least.minimax.start), best_move_number(most.minimax.start)
    if late <= early:
        return None
    costs = [
        f"{count(pair.alphabeta.turns[0].visited)} nodes on {pair.board}, about {factor_text(excess(pair))} times"
        for pair in (least, most)
    ]
    fact = (
        f"The opening move at depth {least.depth} took alpha-beta {costs[0]} the ideal, but {costs[1]} the ideal."
    )
    moves = len(least.minimax.start.moves())
    more = (
        "The moves are searched in a fixed order, in which the first move with the best immediate score is number "
        f"{early} of {moves} on {least.board} and number {late} of {moves} on {most.board}. Alpha-beta prunes "
        "only after it has found a good move, so it saves less where good moves come late."
    )
    return Finding(topic="Move order", fact=fact, more=more)


def growth(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the effective branching factors of minimax and alpha-beta on the opening move.

    The depth is the deepest that both algorithms played. Returns None without such games.
    """
    deepest = _deepest_pairs(matchups)
    if not deepest:
        return None
    minimax_factors = {f"{pair.branching[0]:.1f}" for pair in deepest}
    boards = [
        f"{pair.branching[1]:.1f} on {pair.board}"
        + (f" (minimax {pair.branching[0]:.1f})" if len(minimax_factors) > 1 else "")
        for pair in deepest
    ]
    fact = f"On the opening move, the effective branching factor of alpha-beta is {join_and(boards)}"
    fact += f"; for minimax it is {minimax_factors.pop()}." if len(minimax_factors) == 1 else "."
    more = (
        "The effective branching factor of a search is the number of moves in every position of a uniform tree "
        "that has the same depth and the same number of nodes. It compares searches of the same depth: the "
        "smaller the factor, the fewer the nodes."
    )
    return Finding(topic="Effective branching factor", fact=fact, more=more)


def feasible_depths(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the deepest feasible depth of each algorithm; None without trials."""
    all_reaches = reaches(matchups)
    if not all_reaches:
        return None
    parts = []
    for algorithm, title in ALGORITHMS.items():
        of_algorithm = [reach for reach in all_reaches if reach.algorithm == algorithm]
        boards_by_depth: dict[str, list[str]] = {}
        for reach in sorted(of_algorithm, key=lambda reach: reach.depth):
            boards_by_depth.setdefault(depth_text(reach), []).append(reach.board)
        if len(boards_by_depth) == 1 and len(of_algorithm) > 1:
            parts.append(f"{title} {next(iter(boards_by_depth))} on every board")
        elif boards_by_depth:
            depths = [f"{depth} on {join_and(boards)}" for depth, boards in boards_by_depth.items()]
            parts.append(f"{title} {join_and(depths)}")
    limit = f"{matchups.seconds:g} s of CPU time for each move"
    fact = f"Within {limit}, the deepest feasible depths are: {'; '.join(parts)}."
    return Finding(topic="Feasible depths", fact=fact, more=_pruning_gain(all_reaches))


def depth_text(reach: Reach) -> str:
    """Return the deepest feasible depth as text, such as `5`, `none` or `5 (the whole game)`.

    If greater depths were not tried, the text is `at least 5`.
    """
    if reach.is_limit:
        return str(reach.depth or "none")
    return f"{reach.depth} (the whole game)" if reach.is_whole else f"at least {reach.depth}"


def best_move_number(start: Position) -> int:
    """Return the number of the first move with the best immediate score, counted from 1 in the move order."""
    scores = [start.play(move).score(start.to_move) for move in start.moves()]
    return scores.index(max(scores)) + 1


def _pruning_gain(all_reaches: list[Reach]) -> str:
    by_board: dict[str, dict[str, Reach]] = {}
    for reach in all_reaches:
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
    boards_by_gain: dict[int, list[str]] = {}
    for board, gain in sorted(gains.items(), key=lambda item: -item[1]):
        boards_by_gain.setdefault(gain, []).append(board)
    parts = [
        f"{plural(gain, 'ply', 'plies') if gain else 'nothing'} on {join_and(boards)}"
        for gain, boards in boards_by_gain.items()
    ]
    return f"Pruning gained {join_and(parts)}."


def _deepest_pairs(matchups: MatchupResults) -> list[DepthPair]:
    """Return one pair of games per board, at the deepest depth that both algorithms played on all boards.

    If the boards have no common depth greater than 1, each board has the deepest depth that both algorithms played
    on that board. Pairs at depth 1 are omitted.
    """
    pairs = depth_pairs(matchups)
    boards = list(dict.fromkeys(pair.board for pair in pairs))
    common = (
        set.intersection(*({pair.depth for pair in pairs if pair.board == board} for board in boards))
        if boards
        else set()
    )
    if common and max(common) > 1:
        return [pair for pair in pairs if pair.depth == max(common)]
    deepest = {pair.board: pair for pair in pairs}
    return [pair for pair in deepest.values() if pair.depth > 1]
