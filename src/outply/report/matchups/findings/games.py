"""What the games say: who won against whom, and at what cost."""

from __future__ import annotations

from collections import Counter

from outply.games import game_of
from outply.players.registry import parse_name
from outply.report.base.numbers import count
from outply.report.matchups.findings.finding import Finding, listed
from outply.report.matchups.player_names import canonical, conduct, prose, searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.arena.matchups.pairing import Matchups, Played
    from outply.games.record import GameRecord, Turn


ENOUGH = 8
"""Different games between equals from which on it is said whether it was better to move first or second."""

CLEARLY = 3 / 4
"""The part of these games that one of the two sides must have won for that."""


def moving_first(matchups: Matchups) -> Finding | None:
    """Look at how the first to move fared against its equal.

    Two sides of one name that no player has, as two persons, need not be equals. The same game again, by other
    players that are bound to choose alike, says nothing new and is counted once.
    """
    equals = []
    for one in matchups.games:
        first, second = map(conduct, one.record.players)
        if first == second and parse_name(first):
            equals.append(one.record)
    if not equals:
        return None
    games = list({(game.start, _moves(game)): game for game in equals}.values())
    won, drawn, lost = _results([(game, 0) for game in games])
    once = "" if len(games) == len(equals) else ", each different game counted once"
    fact = f"Between equals{once}, the side that moves first {_fared(won, drawn, lost)}."
    better = "first" if won > lost else "second"
    more = []
    if len(games) >= ENOUGH and max(won, lost) >= CLEARLY * len(games) and all(map(_is_fresh, games)):
        more.append(f"In these games it was better to move {better}.")
        if all(len(game.turns) % 2 == 0 and not _is_pass(game, game.turns[-1]) for game in games):
            more.append("The side that moves second also made the last move in all of them.")
    return Finding("The first move", fact, " ".join(more))


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
    more = [_by_place(sides)] if 0 < won < len(sides) else []
    if surprised:
        more.append(
            "Looking further is no guarantee: at the depth limit the search still relies on an estimate, and does "
            "not know how the game ends."
        )
    return Finding("Looking further ahead", fact, " ".join(more))


def head_to_head(matchups: Matchups) -> Finding | None:
    """Look at the games between players that are neither bound to be alike nor just two depths of the same."""
    met: dict[tuple[str, str], list[tuple[GameRecord, int]]] = {}
    for one in matchups.games:
        first, second = players = [canonical(name) for name in one.record.players]
        a, b = searcher(first), searcher(second)
        if conduct(first) == conduct(second) or (a and b and a.evaluation == b.evaluation and a.depth != b.depth):
            continue
        key = (second, first) if (second, first) in met else (first, second)
        met.setdefault(key, []).append((one.record, players.index(key[0])))
    if not met:
        return None
    parts = [
        f"{prose(one)} {_fared(*_results(sides))} against {prose(other)}" for (one, other), sides in met.items()
    ]
    return Finding("Against each other", f"Between different players: {'; '.join(parts)}.")


def bound_to_be_alike(matchups: Matchups) -> Finding | None:
    """Look for players that are bound to choose the same moves; nothing is said where their games belie it."""
    games: dict[str, list[GameRecord]] = {}
    for one in matchups.games:
        first, second = map(conduct, one.record.players)
        if first == second:
            games.setdefault(first, []).append(one.record)
    parts = []
    for records in games.values():
        names = dict.fromkeys(canonical(name) for record in records for name in record.players)
        different = len({(record.start, _moves(record)) for record in records})
        if len(names) == 1 or different > len({record.start for record in records}):
            continue
        who = listed(map(prose, sorted(names, key=lambda name: searcher(name) is None)))
        one_game = "all their games on one board are the same game, move by move"
        if different == len(records):
            one_game = "a game between them is no different from one of them against itself"
        parts.append(f"{who[0].upper()}{who[1:]} always choose the same move, so {one_game}.")
    if not parts:
        return None
    more = "Players with the same depth and the same evaluation differ only in the work that a move takes them."
    return Finding("The same play", " ".join(parts), more)


def draws(matchups: Matchups) -> Finding | None:
    """Look for draws."""
    drawn = [one for one in matchups.games if one.record.outcome == "draw"]
    if not drawn:
        return None
    some = _of(len(drawn), len(matchups.games), "game").capitalize()
    return Finding("Draws", f"{some} ended in a draw, on {listed(_boards(drawn))}.")


def late_turns(matchups: Matchups) -> Finding | None:
    """Look for games in which the last two moves, passes aside, changed who was ahead or whether anybody was."""
    turned: list[tuple[Played, str]] = []
    for one in matchups.games:
        record = one.record
        on_board = [number for number, turn in enumerate(record.turns) if not _is_pass(record, turn)]
        if len(on_board) > 2:
            before, after = record.positions()[on_board[-2]].score(record.start.to_move), record.margin
            if before * after < 0:
                turned.append((one, "the lead passed to the other side"))
            elif after == 0 != before:
                turned.append((one, "a lead became a draw"))
            elif before == 0 != after:
                turned.append((one, "a level score became a lead"))
    if not turned:
        return None
    some = _of(len(turned), len(matchups.games), "game")
    fact = f"The last two moves changed who was ahead in {some}, on {listed(_boards(one for one, _ in turned))}."
    kinds = Counter(kind for _, kind in turned).items()
    more = listed(kind if len(turned) == 1 else f"{kind} in {_games(number)}" for kind, number in kinds)
    return Finding("The end", fact, f"{more[0].upper()}{more[1:]}.")


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
    fact = f"On average over all games, a move took {listed(parts)}."
    return Finding("What a move costs", fact)


def _is_fresh(record: GameRecord) -> bool:
    """Return whether a game began level with an empty board, or with a set-up of the game."""
    start, game = record.start, game_of(record.start)
    is_empty = all(cell.owner is None for cell in game.view(start).cells)
    is_setup = any(game.start(start.variant, setup) == start for setup in game.setups)
    return start.score(start.to_move) == 0 and (is_empty or is_setup)


def _is_pass(record: GameRecord, turn: Turn) -> bool:
    return not game_of(record.start).click_path(turn.move, record.start.variant)


def _moves(record: GameRecord) -> tuple[object, ...]:
    return tuple(turn.move for turn in record.turns)


def _results(sides: list[tuple[GameRecord, int]]) -> tuple[int, int, int]:
    """Return how many games these sides won, drew and lost."""
    points = [record.points(side) for record, side in sides]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def _by_place(sides: list[tuple[GameRecord, int]]) -> str:
    """Return how many of the games these sides won, but not all of them, when they moved first and second."""
    wins = {
        moved: [record.points(side) == 1 for record, side in sides if side == place]
        for place, moved in enumerate(("first", "second"))
    }
    if all(len(won) == 1 for won in wins.values()):
        better, other = sorted(wins, key=lambda moved: not wins[moved][0])
        return f"It won when it moved {better}, but not when it moved {other}."
    parts = [f"{sum(won)} of {_games(len(won))} when it moved {moved}" for moved, won in wins.items() if won]
    return f"It won {listed(parts)}."


def _fared(won: int, drawn: int, lost: int) -> str:
    total = won + drawn + lost
    results = {"won": won, "drew": drawn, "lost": lost}
    for word, number in results.items():
        if number == total:
            return f"{word} " + {1: "the one game", 2: "both games"}.get(total, f"all {total} games")
    rest = [f"{word} {number}" for word, number in results.items() if number and word != "won"]
    return listed([f"won {won} of {total} games", *rest])


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"


def _of(some: int, total: int, noun: str) -> str:
    return f"{some} of {total} {noun}s" if total != 1 else f"the one {noun}"


def _boards(games: Iterable[Played]) -> list[str]:
    return list(dict.fromkeys(one.fixture.board for one in games))
