"""What the games say: who won against whom, and at which price."""

from __future__ import annotations

from outply.games import game_of
from outply.report.findings.finding import Finding, listed
from outply.report.names import canonical, kind_of, prose, searcher
from outply.report.numbers import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.arena.fixtures import Matchups, Played
    from outply.games.contract import Position
    from outply.games.record import Record


def moving_first(matchups: Matchups) -> Finding | None:
    """Look at how the first to move fared against its equal.

    Two sides of one name that no player has, as two persons, need not be equals.
    """
    games = []
    for one in matchups.games:
        first, second = map(canonical, one.record.players)
        if first == second and kind_of(first):
            games.append(one.record)
    if not games:
        return None
    won, drawn, lost = _results([(game, 0) for game in games])
    fact = f"Between equals, the side that moves first {_fared(won, drawn, lost)}."
    better = "first" if won > lost else "second" if lost > won else None
    more = f"So here it was better to move {better}." if better else "So here neither side had an advantage."
    if all(game.turns and len(game.turns) % 2 == 0 for game in games):
        more += f" The side that moves second had the last move in {'it' if len(games) == 1 else 'all of them'}."
    return Finding("The first move", fact, more)


def looking_further(matchups: Matchups) -> Finding | None:
    """Look at how the deeper of two searches with the same evaluation fared."""
    sides = []
    surprised = False
    for one in matchups.games:
        first, second = map(searcher, one.record.players)
        if first and second and first.evaluation == second.evaluation and first.depth != second.depth:
            side = int(second.depth > first.depth)
            sides.append((one.record, side))
            saw_the_end = max(first.depth, second.depth) >= len(one.record.turns) - side
            surprised |= one.record.points(side) == 0 and not saw_the_end
    if not sides:
        return None
    names = {(canonical(game.players[side]), canonical(game.players[1 - side])) for game, side in sides}
    who = "Between different depths, the side that looks further ahead"
    if len(names) == 1:
        deeper, other = names.pop()
        who = f"Against {prose(other)}, {prose(deeper)}"
    won, drawn, lost = _results(sides)
    fact = f"{who} {_fared(won, drawn, lost)}."
    parts = []
    for moved, place in (("first", 0), ("second", 1)):
        mine = [(game, side) for game, side in sides if side == place]
        if mine:
            parts.append(f"{_results(mine)[0]} of {len(mine)} when it moved {moved}")
    more = [f"It won {listed(parts)}."] if 0 < won < len(sides) else []
    if surprised:
        more.append(
            "Looking further is no guarantee: what counts at the end of the look is still an estimate, and not "
            "how the game ends."
        )
    return Finding("Looking further ahead", fact, " ".join(more))


def head_to_head(matchups: Matchups) -> Finding | None:
    """Look at the games between different players that are not just two depths of the same."""
    met: dict[tuple[str, str], list[tuple[Record, int]]] = {}
    for one in matchups.games:
        first, second = players = [canonical(name) for name in one.record.players]
        a, b = searcher(first), searcher(second)
        if first == second or (a and b and a.evaluation == b.evaluation and a.depth != b.depth):
            continue
        key = (second, first) if (second, first) in met else (first, second)
        met.setdefault(key, []).append((one.record, players.index(key[0])))
    if not met:
        return None
    parts = [
        f"{prose(one)} {_fared(*_results(sides))} against {prose(other)}" for (one, other), sides in met.items()
    ]
    return Finding("Against each other", f"Between different players: {'; '.join(parts)}.")


def draws(matchups: Matchups) -> Finding | None:
    """Look for draws, and whether the boards that look the same after a half turn have them."""
    symmetric = [board for board, start in matchups.boards.items() if is_symmetric(start)]
    drawn = [one for one in matchups.games if one.record.outcome == "draw"]
    if drawn:
        some = _of(len(drawn), len(matchups.games), "game").capitalize()
        fact = f"{some} ended in a draw, on {listed(_boards(drawn))}."
        even = set(_boards(drawn)) <= set(symmetric) and len(symmetric) < len(matchups.boards)
        return Finding(
            "Draws", fact, "Only boards that look the same after a half turn had draws." if even else ""
        )
    if symmetric and matchups.games:
        fact = "No game ended in a draw."
        looks = "looks" if len(symmetric) == 1 else "look"
        return Finding(
            "Draws", fact, f"Not even on {listed(symmetric)}, which {looks} the same after a half turn."
        )
    return None


def late_turns(matchups: Matchups) -> Finding | None:
    """Look for games that the last two moves turned."""
    turned = []
    for one in matchups.games:
        positions = one.record.positions()
        if len(positions) > 2:
            before = positions[-3].score(one.record.start.to_move)
            if before * one.record.margin < 0:
                turned.append(one)
    if not turned:
        return None
    some = _of(len(turned), len(matchups.games), "game")
    return Finding("The end", f"In {some} the last two moves changed who was ahead, on {listed(_boards(turned))}.")


def prices(matchups: Matchups) -> Finding | None:
    """Look at what a move costs each player, over all games."""
    counts: dict[str, list[int]] = {}
    silent: set[str] = set()
    for one in matchups.games:
        for turn in one.record.turns:
            player = canonical(turn.player)
            if turn.visited is None:
                silent.add(player)
            else:
                counts.setdefault(player, []).append(turn.visited)
    told = {name: sum(found) / len(found) for name, found in counts.items() if name not in silent}
    if len(told) < 2:
        return None
    ordered = sorted(told.items(), key=lambda item: item[1])
    parts = [f"{count(average)} nodes for {prose(name)}" for name, average in ordered]
    fact = f"Over all games a move took on average {listed(parts)}."
    return Finding("The price of a move", fact)


def is_symmetric(start: Position) -> bool:
    """Return whether a board without pieces looks the same after a half turn."""
    cells = game_of(start).view(start).cells
    texts = [cell.text for cell in cells]
    return all(cell.owner is None for cell in cells) and texts == texts[::-1]


def _results(sides: list[tuple[Record, int]]) -> tuple[int, int, int]:
    """Return how many games these sides won, drew and lost."""
    points = [record.points(side) for record, side in sides]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def _fared(won: int, drawn: int, lost: int) -> str:
    total = won + drawn + lost
    results = {"won": won, "drew": drawn, "lost": lost}
    for word, number in results.items():
        if number == total:
            return f"{word} " + {1: "the one game", 2: "both games"}.get(total, f"all {total} games")
    rest = [f"{word} {number}" for word, number in results.items() if number and word != "won"]
    return listed([f"won {won} of {total} games", *rest])


def _of(some: int, total: int, noun: str) -> str:
    return f"{some} of {total} {noun}s" if total != 1 else f"the one {noun}"


def _boards(games: Iterable[Played]) -> list[str]:
    return list(dict.fromkeys(one.fixture.board for one in games))
