"""Findings from the games: results and node counts of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from outply.arena.matchup import MatchupResults, PlayedMatchup
from outply.games import game_of
from outply.games.record import GameRecord, Turn
from outply.players.registry import parse_name
from outply.report.base.formatting import count
from outply.report.matchups.findings.finding import Finding, capitalize
from outply.report.matchups.player_names import behaviour_name, canonical_name, fixed_depth_search, prose_name
from outply.text import join_and, plural

MIN_EQUAL_GAMES = 8
"""Minimum number of different games between equal players for a statement about the advantage of moving first."""

MIN_WIN_SHARE = 3 / 4
"""Minimum share of these games that one side must have won for such a statement."""

SideOfGame = tuple[GameRecord, int]
"""A game and one of its sides: 0 moved first, 1 moved second."""


def first_move(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the results of the side that moves first in games between equal players.

    Two sides with the same unknown name, such as two persons, are not treated as equal. Identical games of players
    with the same behaviour are counted once. Returns None if no equal players met.
    """
    equals = []
    for played in matchups.games:
        first, second = map(behaviour_name, played.record.players)
        if first == second and parse_name(first):
            equals.append(played.record)
    if not equals:
        return None
    games = list({(record.start, _moves(record)): record for record in equals}.values())
    won, drawn, lost = _results([(record, 0) for record in games])
    once = "" if len(games) == len(equals) else ", each different game counted once"
    fact = f"Between equal players{once}, the side that moves first {_results_text(won, drawn, lost)}."
    more = []
    is_clear = len(games) >= MIN_EQUAL_GAMES and max(won, lost) >= MIN_WIN_SHARE * len(games)
    if is_clear and all(map(_is_fair_start, games)):
        more.append(f"In these games it was better to move {'first' if won > lost else 'second'}.")
        if all(len(record.turns) % 2 == 0 and not _is_pass(record, record.turns[-1]) for record in games):
            more.append("The side that moves second also made the last move in all of them.")
    return Finding(topic="The first move", fact=fact, more=" ".join(more))


def deeper_search(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the results of the deeper search in games between searches with the same evaluation.

    Returns None if no such searches with different depths met.
    """
    sides: list[SideOfGame] = []
    lost_before_end = False
    for played in matchups.games:
        first, second = map(fixed_depth_search, played.record.players)
        if first and second and first.evaluation == second.evaluation and first.depth != second.depth:
            side = int(second.depth > first.depth)
            sides.append((played.record, side))
            reached_end = max(first.depth, second.depth) >= len(played.record.turns) - side
            lost_before_end |= played.record.points(side) == 0 and not reached_end
    if not sides:
        return None
    names = {
        (canonical_name(record.players[side]), canonical_name(record.players[1 - side])) for record, side in sides
    }
    subject = "Between different depths, the deeper search"
    if len(names) == 1:
        deeper, other = names.pop()
        subject = f"Against {prose_name(other)}, {prose_name(deeper)}"
    won, drawn, lost = _results(sides)
    fact = f"{subject} {_results_text(won, drawn, lost)}."
    more = [_wins_by_order(sides)] if 0 < won < len(sides) else []
    if lost_before_end:
        more.append(
            "Greater depth is no guarantee: at the depth limit the search still relies on an estimate, and does "
            "not know how the game ends."
        )
    return Finding(topic="Search depth", fact=fact, more=" ".join(more))


def head_to_head(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the games between players that differ in more than their depth.

    Returns None without such games.
    """
    meetings: dict[tuple[str, str], list[SideOfGame]] = {}
    for played in matchups.games:
        first, second = players = [canonical_name(name) for name in played.record.players]
        a, b = fixed_depth_search(first), fixed_depth_search(second)
        is_same_play = behaviour_name(first) == behaviour_name(second)
        if is_same_play or (a and b and a.evaluation == b.evaluation and a.depth != b.depth):
            continue
        key = (second, first) if (second, first) in meetings else (first, second)
        meetings.setdefault(key, []).append((played.record, players.index(key[0])))
    if not meetings:
        return None
    parts = [
        f"{prose_name(name)} {_results_text(*_results(sides))} against {prose_name(opponent)}"
        for (name, opponent), sides in meetings.items()
    ]
    return Finding(topic="Head to head", fact=f"Between different players: {'; '.join(parts)}.")


def identical_play(matchups: MatchupResults) -> Finding | None:
    """Return a finding on different players that always choose the same move.

    Returns None if no such players met, or if their games are not identical.
    """
    games: dict[str, list[GameRecord]] = {}
    for played in matchups.games:
        first, second = map(behaviour_name, played.record.players)
        if first == second:
            games.setdefault(first, []).append(played.record)
    parts = []
    for records in games.values():
        names = dict.fromkeys(canonical_name(name) for record in records for name in record.players)
        different = len({(record.start, _moves(record)) for record in records})
        if len(names) == 1 or different > len({record.start for record in records}):
            continue
        players = join_and(map(prose_name, sorted(names, key=lambda name: fixed_depth_search(name) is None)))
        consequence = "all their games on one board are the same game, move by move"
        if different == len(records):
            consequence = "a game between them is no different from one of them against itself"
        parts.append(f"{capitalize(players)} always choose the same move, so {consequence}.")
    if not parts:
        return None
    more = "Players with the same depth and evaluation differ only in the number of nodes that a move takes."
    return Finding(topic="Identical play", fact=" ".join(parts), more=more)


def draws(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the number of draws; None without draws."""
    drawn = [played for played in matchups.games if played.record.outcome == "draw"]
    if not drawn:
        return None
    share = capitalize(_share(len(drawn), len(matchups.games)))
    return Finding(topic="Draws", fact=f"{share} ended in a draw, on {join_and(_boards(drawn))}.")


def late_changes(matchups: MatchupResults) -> Finding | None:
    """Return a finding on games in which the last two moves, not counting passes, changed who was ahead.

    Returns None without such games.
    """
    changes: list[tuple[PlayedMatchup, str]] = []
    for played in matchups.games:
        record = played.record
        move_indices = [index for index, turn in enumerate(record.turns) if not _is_pass(record, turn)]
        if len(move_indices) > 2:
            before, after = record.positions()[move_indices[-2]].score(record.start.to_move), record.margin
            if before * after < 0:
                changes.append((played, "the lead passed to the other side"))
            elif after == 0 != before:
                changes.append((played, "a lead became a draw"))
            elif before == 0 != after:
                changes.append((played, "an even score became a lead"))
    if not changes:
        return None
    share = _share(len(changes), len(matchups.games))
    boards = join_and(_boards(played for played, _ in changes))
    fact = f"The last two moves changed who was ahead in {share}, on {boards}."
    counts = Counter(change for _, change in changes).items()
    more = join_and(
        change if len(changes) == 1 else f"{change} in {plural(number, 'game')}" for change, number in counts
    )
    return Finding(topic="Late changes", fact=fact, more=f"{capitalize(more)}.")


def node_costs(matchups: MatchupResults) -> Finding | None:
    """Return a finding on the average number of nodes per move of each player over all games.

    Returns None if fewer than two players count nodes.
    """
    counts: dict[str, list[int]] = {}
    uncounted: set[str] = set()
    for played in matchups.games:
        for turn in played.record.turns:
            player = canonical_name(turn.player)
            if turn.visited is None:
                uncounted.add(player)
            else:
                counts.setdefault(player, []).append(turn.visited)
    averages = {name: sum(nodes) / len(nodes) for name, nodes in counts.items() if name not in uncounted}
    if len(averages) < 2:
        return None
    ascending = sorted(averages.items(), key=lambda item: item[1])
    parts = [f"{count(average)} nodes for {prose_name(name)}" for name, average in ascending]
    return Finding(topic="Nodes per move", fact=f"On average over all games, a move took {join_and(parts)}.")


def _is_fair_start(record: GameRecord) -> bool:
    """Return whether a game began with an even score on an empty board or on a setup of the game."""
    start, game = record.start, game_of(record.start)
    is_empty = all(cell.owner is None for cell in game.view(start).cells)
    is_setup = any(game.start(start.variant, setup) == start for setup in game.setups)
    return start.score(start.to_move) == 0 and (is_empty or is_setup)


def _is_pass(record: GameRecord, turn: Turn) -> bool:
    return not game_of(record.start).click_path(turn.move, record.start.variant)


def _moves(record: GameRecord) -> tuple[object, ...]:
    return tuple(turn.move for turn in record.turns)


def _results(sides: list[SideOfGame]) -> tuple[int, int, int]:
    """Return the numbers of games that the given sides won, drew and lost."""
    points = [record.points(side) for record, side in sides]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def _wins_by_order(sides: list[SideOfGame]) -> str:
    """Return a sentence on the number of games won when moving first and when moving second.

    Some of the games, but not all, must have been won.
    """
    wins = {
        order: [record.points(side) == 1 for record, side in sides if side == index]
        for index, order in enumerate(("first", "second"))
    }
    if all(len(won) == 1 for won in wins.values()):
        better, other = sorted(wins, key=lambda order: not wins[order][0])
        return f"It won when it moved {better}, but not when it moved {other}."
    parts = [
        f"{sum(won)} of {plural(len(won), 'game')} when it moved {order}" for order, won in wins.items() if won
    ]
    return f"It won {join_and(parts)}."


def _results_text(won: int, drawn: int, lost: int) -> str:
    total = won + drawn + lost
    results = {"won": won, "drew": drawn, "lost": lost}
    for verb, number in results.items():
        if number == total:
            return f"{verb} " + {1: "the only game", 2: "both games"}.get(total, f"all {total} games")
    others = [f"{verb} {number}" for verb, number in results.items() if number and verb != "won"]
    return join_and([f"won {won} of {total} games", *others])


def _share(number: int, total: int) -> str:
    return f"{number} of {total} games" if total != 1 else "the only game"


def _boards(games: Iterable[PlayedMatchup]) -> list[str]:
    return list(dict.fromkeys(played.matchup.board for played in games))
