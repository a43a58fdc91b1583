"""What the page of a report says and shows, as data for its template."""

from __future__ import annotations

from typing import Any

from outply.games import game_of, svg
from outply.games.evaluations import evaluations
from outply.players.registry import describe
from outply.report.base.theme import REPORT_VARIABLES
from outply.report.match.log import move_texts, totals
from outply.report.match.move_stats import sides, winning_side
from outply.report.matchups import figures
from outply.report.matchups.depth_trials import pairs, reaches
from outply.report.matchups.findings import findings, summary
from outply.report.matchups.findings.depths import depth_of
from outply.report.matchups.findings.finding import listed, multiple
from outply.report.matchups.player_names import ALGORITHMS, canonical, evaluation_of, prose, searcher, short
from outply.report.matchups.rules import rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.matchups.pairing import Matchups, Played
    from outply.games.protocol import Position
    from outply.games.record import GameRecord
    from outply.report.match.move_stats import Side

    Data = dict[str, Any]

SIZES = {6: "small", 10: "middle", 16: "wide"}
"""How many columns a board may have to be shown small, beside many others, or less so; a larger one has the page's
width for itself."""

LONG = 8
"""Games from more than which on the report is printed with each board on a page of its own."""

MOST_PANELS = 4 * figures.GAMES
"""Games in one figure, so that it fits on a printed page."""

MOST_MATCHUPS = 6
"""Columns of the table of scores; with more it is left out, as the table of all results has them too."""


def contents(matchups: Matchups) -> Data:
    """Return all that the page shows, in the words and the order in which it shows it."""
    by_board: dict[str, list[Played]] = {}
    for one in matchups.games:
        by_board.setdefault(one.fixture.board, []).append(one)
    equal, times, found = _equal(matchups), _times(matchups), findings(matchups)
    boards = [_board(number, board, games) for number, (board, games) in enumerate(by_board.items(), 1)]
    sections = {
        "setting": "What was played",
        "evaluation": "The evaluation" if _evaluated(matchups) else None,
        "results": "Results" if by_board else None,
        **{board["id"]: board["name"] for board in boards},
        "equal": "Equal depth" if equal else None,
        "times": "Time against depth" if times else None,
        "findings": "What follows" if found else None,
    }
    numbers = {name: number for number, name in enumerate((name for name, title in sections.items() if title), 1)}
    return {
        "sections": {name: sections[name] for name in numbers},
        "numbers": numbers,
        "long": len(matchups.games) > LONG,
        "title": _title(matchups),
        "subtitle": _subtitle(matchups),
        "look": REPORT_VARIABLES,
        "summary": [*_opening(matchups), *summary(matchups)],
        "scores": _scores(by_board),
        "rules": _rules(matchups.boards),
        "players": _players(matchups),
        "searches": bool(matchups.trials) or any(map(searcher, _names(matchups))),
        "depths": any(map(searcher, _names(matchups))),
        "evaluations": _evaluations(matchups, numbers),
        "results": [
            {"board": board, "games": [_game(one.record) for one in games]} for board, games in by_board.items()
        ],
        "boards": boards,
        "equal": equal,
        "times": times,
        "findings": found,
    }


def _title(matchups: Matchups) -> str:
    names = _names(matchups)
    games = listed(dict.fromkeys(game_of(start).title for start in matchups.boards.values()) or ["Games"])
    algorithms = {search.algorithm for name in names if (search := searcher(name))}
    if names and all(map(searcher, names)):
        names = [title for word, title in ALGORITHMS.items() if word in algorithms]
    return f"{games}: {listed(map(short, names))}" if names else games


def _subtitle(matchups: Matchups) -> str:
    variants = dict.fromkeys(
        start.variant for start in matchups.boards.values() if len(game_of(start).variants) > 1
    )
    return ", ".join([_played(matchups), *(f"{variant} rules" for variant in variants)])


def _played(matchups: Matchups) -> str:
    games, boards = len(matchups.games), len(matchups.boards)
    return f"{games} {'game' if games == 1 else 'games'} on {boards} {'board' if boards == 1 else 'boards'}"


def _names(matchups: Matchups) -> list[str]:
    """Return the players of the games, each by one name."""
    return list(dict.fromkeys(canonical(name) for one in matchups.games for name in one.record.players))


def _opening(matchups: Matchups) -> list[str]:
    """Return what was played, in a sentence."""
    if not matchups.games:
        return []
    boards = "" if len(matchups.boards) == 1 else f" ({listed(matchups.boards)})"
    were = "was" if len(matchups.games) == 1 else "were"
    return [f"{_played(matchups)}{boards} {were} played by {listed(map(prose, _names(matchups)))}."]


def _rules(boards: dict[str, Position]) -> list[str]:
    """Return the rules of every game and variant, each with who begins."""
    alike: dict[tuple[str, str], dict[str, list[str]]] = {}
    for board, start in boards.items():
        first = game_of(start).player_label(start.to_move, start.variant)
        alike.setdefault((start.game, start.variant), {}).setdefault(first, []).append(board)
    found = []
    for (game, variant), begins in alike.items():
        who = listed(f"by {first} on {listed(where)}" for first, where in begins.items())
        who = f"{next(iter(begins))} moves first" if len(begins) == 1 else f"The first move is made {who}"
        found.append(" ".join(filter(None, (rules(game, variant), f"{who[0].upper()}{who[1:]}."))))
    return found


def _players(matchups: Matchups) -> list[Data]:
    return [{"name": short(name), "text": describe(name)} for name in _names(matchups)]


def _evaluated(matchups: Matchups) -> dict[tuple[str, str], list[str]]:
    """Return the evaluations that were used in each of the games, with the players that used them."""
    used: dict[tuple[str, str], list[str]] = {}
    for one in matchups.games:
        for name in map(canonical, one.record.players):
            if evaluation := evaluation_of(name):
                users = used.setdefault((one.record.start.game, evaluation), [])
                users += [name] if name not in users else []
    for trial in matchups.trials:
        if trial.record:
            used.setdefault((trial.record.start.game, matchups.evaluation), [])
    return {one: users for one, users in used.items() if one[1] in evaluations(one[0])}


def _evaluations(matchups: Matchups, numbers: dict[str, int]) -> list[Data]:
    """Return what the evaluations count, why, and where they were used, in the numbers of the sections."""
    found = []
    for (game, name), users in _evaluated(matchups).items():
        one = evaluations(game)[name]
        tried = [str(numbers[section]) for section in ("equal", "times") if section in numbers]
        where = [f"by {listed(map(short, users))}"] if users else []
        if tried and name == matchups.evaluation:
            where.append(f"in {'section' if len(tried) == 1 else 'sections'} {listed(tried)}")
        found.append(
            {"name": name, "counts": one.counts, "reasoning": one.reasoning, "where": ", and ".join(where)}
        )
    return found


def _scores(by_board: dict[str, list[Played]]) -> Data | None:
    """Return the totals as a table of boards and matchups, where there is one game for each of not too many."""
    met = {
        board: {tuple(map(canonical, one.record.players)): one.record for one in games}
        for board, games in by_board.items()
    }
    columns = list(dict.fromkeys(players for records in met.values() for players in records))
    if len(columns) > MOST_MATCHUPS or any(len(met[board]) < len(games) for board, games in by_board.items()):
        return None
    rows = []
    for board, records in met.items():
        cells = [_game(records[players]) if players in records else None for players in columns]
        rows.append({"board": board, "cells": cells})
    return {"columns": [[short(name) for name in players] for players in columns], "rows": rows}


def _place(record: GameRecord, side: Side) -> str:
    """Return whose colour a side has: that of the `first` or of the `second` player of the game."""
    return "first" if side.player == game_of(record.start).players[0] else "second"


def _game(record: GameRecord) -> Data:
    won, both = winning_side(record), sides(record)
    return {
        "title": " v ".join(map(short, record.players)),
        "totals": totals(record),
        "result": record.result,
        "outcome": f"{won.label} by {abs(record.margin):,}" if won else "draw",
        "winner": _place(record, won) if won else None,
        "sides": [
            {
                "label": side.label,
                "place": _place(record, side),
                "name": short(side.name),
                "total": side.total,
                "won": side == won,
                "stats": side.stats,
            }
            for side in both
        ],
    }


def _board(number: int, board: str, games: list[Played]) -> Data:
    start = games[0].record.start
    view = game_of(start).view(start)
    records = [[one.record for one in games[at : at + MOST_PANELS]] for at in range(0, len(games), MOST_PANELS)]
    return {
        "id": f"board-{number}",
        "name": board,
        "size": next((size for most, size in SIZES.items() if len(view.columns) <= most), "large"),
        "start": "the start" if any(cell.owner for cell in view.cells) else "the values",
        "picture": _picture(start),
        "facts": _facts(start),
        "games": [
            _game(one.record) | {"picture": _picture(one.record.final), "moves": move_texts(one.record)}
            for one in games
        ],
        "scores": [figures.scores(some, f"score-{number}-{at}", board) for at, some in enumerate(records)],
        "nodes": [
            figure
            for at, some in enumerate(records)
            if (figure := figures.nodes(some, f"nodes-{number}-{at}", board)) is not None
        ],
        "lead": game_of(start).player_label(game_of(start).players[0], start.variant),
    }


def _picture(position: Position) -> str:
    # Inside a page of HTML the element needs no name space, and this page has no address in it at all.
    return svg.render_position(position).replace(' xmlns="http://www.w3.org/2000/svg"', "")


def _facts(start: Position) -> list[str]:
    view = game_of(start).view(start)
    facts = [f"{len(view.rows)} \N{MULTIPLICATION SIGN} {len(view.columns)} squares"]
    values = [int(cell.text) for cell in view.cells if cell.text.isdigit()]
    if not view.pieces and len(values) == len(view.cells):
        low, high = min(values), max(values)
        facts.append(f"{low:,} each" if low == high else f"{low:,} to {high:,} each")
        facts.append(f"{sum(values):,} in total")
    moves = len(start.moves())
    facts.append(f"{moves} opening {'move' if moves == 1 else 'moves'}")
    return facts


def _equal(matchups: Matchups) -> Data | None:
    found = pairs(matchups)
    if not found:
        return None
    boards: dict[str, list[Data]] = {}
    for pair in [pair for pair in found if pair.depth > 1] or found:  # at depth 1 there is nothing to cut
        minimax, alphabeta = pair.visited
        boards.setdefault(pair.board, []).append(
            {
                "depth": pair.depth,
                "minimax": minimax,
                "alphabeta": alphabeta,
                "factor": multiple(pair.factor),
                "ideal": pair.ideal,
                "branching": [f"{factor:.1f}" for factor in pair.branching],
                "same": pair.same_moves,
            }
        )
    return {
        "boards": boards,
        "same": all(pair.same_moves for pair in found),
        "evaluation": matchups.evaluation,
        "figure": figures.equal_depths(matchups, "equal"),
    }


def _times(matchups: Matchups) -> Data | None:
    found = reaches(matchups)
    if not found:
        return None
    boards: dict[str, list[Data]] = {}
    for reach in found:
        boards.setdefault(reach.board, []).append(
            {"algorithm": ALGORITHMS[reach.algorithm], "depth": depth_of(reach), "stats": reach.stats}
        )
    ends = {
        "was not feasible": any(reach.is_limit for reach in found),
        "reached the end of the game": any(reach.is_whole and not reach.is_limit for reach in found),
    }
    return {
        "boards": boards,
        "seconds": f"{matchups.seconds:g}",
        "until": " or ".join(end for end, came in ends.items() if came),
        "evaluation": matchups.evaluation,
        "figure": figures.times(matchups, "times"),
    }
