"""The report on minimax and alpha-beta as one HTML page, and its template variables."""

from __future__ import annotations

from typing import Any

import outply
from outply.arena.matchup import MatchupResults, PlayedMatchup
from outply.games import game_of, svg
from outply.games.evaluations import evaluations
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.players.registry import describe
from outply.report.base.jinja_env import environment
from outply.report.base.theme import REPORT_VARIABLES
from outply.report.match.export import move_texts, totals
from outply.report.match.move_stats import Side, sides, winning_side
from outply.report.matchups import figures
from outply.report.matchups.depth_trials import depth_pairs, reaches
from outply.report.matchups.findings import findings, summary
from outply.report.matchups.findings.depths import depth_text
from outply.report.matchups.findings.finding import capitalize, factor_text
from outply.report.matchups.player_names import (
    ALGORITHMS,
    canonical_name,
    evaluation_of,
    fixed_depth_search,
    prose_name,
    short_name,
)
from outply.text import join_and, plural, plural_noun

Data = dict[str, Any]

BOARD_SIZES = {6: "small", 10: "middle", 16: "wide"}
"""Maximum number of columns of a board and its style. A larger board takes the whole width of the page."""

MAX_COMPACT_GAMES = 8
"""Maximum number of games with which boards may share a printed page."""

MAX_PANELS = 4 * figures.GAMES_PER_ROW
"""Maximum number of games in one figure, so that it fits on a printed page."""

MAX_SCORE_COLUMNS = 6
"""Maximum number of matchups in the table of totals. With more, the table is omitted."""


def page_context(matchups: MatchupResults) -> Data:
    """Return the template variables of the report page, in the order in which the page shows them."""
    by_board: dict[str, list[PlayedMatchup]] = {}
    for played in matchups.games:
        by_board.setdefault(played.matchup.board, []).append(played)
    equal_depth, times, all_findings = _equal_depth(matchups), _times(matchups), findings(matchups)
    boards = [_board(number, board, games) for number, (board, games) in enumerate(by_board.items(), 1)]
    titles = {
        "setting": "Games and players",
        "evaluation": "Evaluation" if _used_evaluations(matchups) else None,
        "results": "Results" if by_board else None,
        **{board["id"]: board["name"] for board in boards},
        "equal": "Minimax and alpha-beta at equal depth" if equal_depth else None,
        "times": "Time by depth" if times else None,
        "findings": "Findings" if all_findings else None,
    }
    sections = {name: title for name, title in titles.items() if title}
    numbers = {name: number for number, name in enumerate(sections, 1)}
    names = _player_names(matchups)
    has_fixed_depths = any(map(fixed_depth_search, names))
    return {
        "sections": sections,
        "numbers": numbers,
        "long": len(matchups.games) > MAX_COMPACT_GAMES,
        "title": _title(matchups),
        "subtitle": _subtitle(matchups),
        "theme": REPORT_VARIABLES,
        "summary": [*_opening(matchups), *summary(matchups)],
        "scores": _score_table(by_board),
        "rules": _rules(matchups.boards),
        "players": [{"name": short_name(name), "text": describe(name)} for name in names],
        "explain_search": bool(matchups.trials) or has_fixed_depths,
        "explain_depths": has_fixed_depths,
        "evaluations": _evaluations(matchups, numbers),
        "results": [
            {"board": board, "games": [_game(played.record) for played in games]}
            for board, games in by_board.items()
        ],
        "boards": boards,
        "equal_depth": equal_depth,
        "times": times,
        "findings": all_findings,
    }


def _title(matchups: MatchupResults) -> str:
    names = _player_names(matchups)
    games = join_and(dict.fromkeys(game_of(start).title for start in matchups.boards.values()) or ["Games"])
    algorithms = {search.algorithm for name in names if (search := fixed_depth_search(name))}
    if names and all(map(fixed_depth_search, names)):
        names = [title for algorithm, title in ALGORITHMS.items() if algorithm in algorithms]
    return f"{games}: {join_and(map(short_name, names))}" if names else games


def _subtitle(matchups: MatchupResults) -> str:
    variants = dict.fromkeys(
        start.variant for start in matchups.boards.values() if len(game_of(start).variants) > 1
    )
    return ", ".join([_game_count(matchups), *(f"{variant} rules" for variant in variants)])


def _game_count(matchups: MatchupResults) -> str:
    return f"{plural(len(matchups.games), 'game')} on {plural(len(matchups.boards), 'board')}"


def _player_names(matchups: MatchupResults) -> list[str]:
    """Return the canonical names of all players, each once."""
    return list(dict.fromkeys(canonical_name(name) for played in matchups.games for name in played.record.players))


def _opening(matchups: MatchupResults) -> list[str]:
    """Return a list with one sentence about the games and the players; an empty list without games."""
    if not matchups.games:
        return []
    boards = "" if len(matchups.boards) == 1 else f" ({join_and(matchups.boards)})"
    verb = "was" if len(matchups.games) == 1 else "were"
    players = join_and(map(prose_name, _player_names(matchups)))
    return [f"{_game_count(matchups)}{boards} {verb} played by {players}."]


def _rules(boards: dict[str, Position]) -> list[str]:
    """Return one paragraph for each game and variant: the rules, and the player who moves first."""
    starts: dict[tuple[str, str], dict[str, list[str]]] = {}
    rules: dict[tuple[str, str], str] = {}
    for board, start in boards.items():
        game = game_of(start)
        key = game.name, start.variant
        rules[key] = game.rules(start.variant)
        starts.setdefault(key, {}).setdefault(game.player_label(start.to_move, start.variant), []).append(board)
    paragraphs = []
    for key, first_players in starts.items():
        if len(first_players) == 1:
            first = f"{next(iter(first_players))} moves first"
        else:
            movers = join_and(f"by {label} on {join_and(boards)}" for label, boards in first_players.items())
            first = f"the first move is made {movers}"
        paragraphs.append(" ".join(filter(None, (rules[key], f"{capitalize(first)}."))))
    return paragraphs


def _used_evaluations(matchups: MatchupResults) -> dict[tuple[str, str], list[str]]:
    """Return the names of the players that use each evaluation, by (game, evaluation).

    An evaluation that only the depth trials use has an empty list.
    """
    used: dict[tuple[str, str], list[str]] = {}
    for played in matchups.games:
        for name in map(canonical_name, played.record.players):
            if evaluation := evaluation_of(name):
                users = used.setdefault((played.record.start.game, evaluation), [])
                users += [name] if name not in users else []
    for trial in matchups.trials:
        if trial.record:
            used.setdefault((trial.record.start.game, matchups.evaluation), [])
    return {key: users for key, users in used.items() if key[1] in evaluations(key[0])}


def _evaluations(matchups: MatchupResults, numbers: dict[str, int]) -> list[Data]:
    """Return the template variables of each used evaluation: its definition, its reasoning, and where it is used.

    `numbers` are the numbers of the page's sections by section name.
    """
    result = []
    for (game, name), users in _used_evaluations(matchups).items():
        evaluation = evaluations(game)[name]
        trial_sections = [str(numbers[section]) for section in ("equal", "times") if section in numbers]
        uses = [f"by {join_and(map(short_name, users))}"] if users else []
        if trial_sections and name == matchups.evaluation:
            uses.append(f"in {plural_noun(len(trial_sections), 'section')} {join_and(trial_sections)}")
        result.append(
            {
                "name": name,
                "counts": evaluation.definition,
                "reasoning": evaluation.reasoning,
                "uses": ", and ".join(uses),
            }
        )
    return result


def _score_table(by_board: dict[str, list[PlayedMatchup]]) -> Data | None:
    """Return the totals as a table of boards and matchups.

    Returns None if the table is too wide, or if two games with the same players on the same board share a cell.
    """
    records_by_board = {
        board: {tuple(map(canonical_name, played.record.players)): played.record for played in games}
        for board, games in by_board.items()
    }
    columns = list(dict.fromkeys(players for records in records_by_board.values() for players in records))
    has_repeats = any(len(records_by_board[board]) < len(games) for board, games in by_board.items())
    if len(columns) > MAX_SCORE_COLUMNS or has_repeats:
        return None
    rows = []
    for board, records in records_by_board.items():
        cells = [_game(records[players]) if players in records else None for players in columns]
        rows.append({"board": board, "cells": cells})
    return {"columns": [[short_name(name) for name in players] for players in columns], "rows": rows}


def _colour_class(record: GameRecord, side: Side) -> str:
    """Return the CSS class of a side's colour: `first` or `second`, in the order of the game's players."""
    return "first" if side.player == game_of(record.start).players[0] else "second"


def _game(record: GameRecord) -> Data:
    winner = winning_side(record)
    return {
        "title": " v ".join(map(short_name, record.players)),
        "totals": totals(record),
        "result": record.result,
        "outcome": f"{winner.label} by {abs(record.margin):,}" if winner else "draw",
        "winner": _colour_class(record, winner) if winner else None,
        "sides": [
            {
                "label": side.label,
                "colour_class": _colour_class(record, side),
                "name": short_name(side.name),
                "total": side.total,
                "won": side == winner,
                "stats": side.stats,
            }
            for side in sides(record)
        ],
    }


def _board(number: int, board: str, games: list[PlayedMatchup]) -> Data:
    start = games[0].record.start
    game = game_of(start)
    view = game.view(start)
    records = [played.record for played in games]
    groups = [records[at : at + MAX_PANELS] for at in range(0, len(records), MAX_PANELS)]
    node_figures = [
        figures.node_figure(group, f"nodes-{number}-{index}", board) for index, group in enumerate(groups)
    ]
    return {
        "id": f"board-{number}",
        "name": board,
        "size": next((size for columns, size in BOARD_SIZES.items() if len(view.columns) <= columns), "large"),
        "start": "the start" if any(cell.owner for cell in view.cells) else "the values",
        "picture": _picture(start),
        "facts": _facts(start),
        "games": [
            _game(record) | {"picture": _picture(record.final), "moves": move_texts(record)} for record in records
        ],
        "scores": [
            figures.score_figure(group, f"score-{number}-{index}", board) for index, group in enumerate(groups)
        ],
        "nodes": [figure for figure in node_figures if figure is not None],
        "leader": game.player_label(game.players[0], start.variant),
    }


def _picture(position: Position) -> str:
    # Inside HTML the element needs no namespace, so the page contains no URL.
    return svg.render_position(position).replace(' xmlns="http://www.w3.org/2000/svg"', "")


def _facts(start: Position) -> list[str]:
    view = game_of(start).view(start)
    facts = [f"{len(view.rows)} \N{MULTIPLICATION SIGN} {len(view.columns)} squares"]
    values = [int(cell.text) for cell in view.cells if cell.text.isdigit()]
    if not view.pieces and len(values) == len(view.cells):
        low, high = min(values), max(values)
        facts.append(f"{low:,} each" if low == high else f"{low:,} to {high:,} each")
        facts.append(f"{sum(values):,} in total")
    facts.append(plural(len(start.moves()), "opening move"))
    return facts


def _equal_depth(matchups: MatchupResults) -> Data | None:
    pairs = depth_pairs(matchups)
    if not pairs:
        return None
    boards: dict[str, list[Data]] = {}
    for pair in [pair for pair in pairs if pair.depth > 1] or pairs:  # at depth 1 nothing can be pruned
        minimax, alphabeta = pair.visited
        boards.setdefault(pair.board, []).append(
            {
                "depth": pair.depth,
                "minimax": minimax,
                "alphabeta": alphabeta,
                "factor": factor_text(pair.factor),
                "ideal": pair.ideal,
                "branching": [f"{factor:.1f}" for factor in pair.branching],
                "same_moves": pair.same_moves,
            }
        )
    return {
        "boards": boards,
        "same_moves": all(pair.same_moves for pair in pairs),
        "evaluation": matchups.evaluation,
        "figure": figures.equal_depth_figure(matchups, "equal"),
    }


def _times(matchups: MatchupResults) -> Data | None:
    all_reaches = reaches(matchups)
    if not all_reaches:
        return None
    boards: dict[str, list[Data]] = {}
    for reach in all_reaches:
        boards.setdefault(reach.board, []).append(
            {"algorithm": ALGORITHMS[reach.algorithm], "depth": depth_text(reach), "stats": reach.stats}
        )
    endings = {
        "was not feasible": any(reach.is_limit for reach in all_reaches),
        "reached the end of the game": any(reach.is_whole and not reach.is_limit for reach in all_reaches),
    }
    return {
        "boards": boards,
        "seconds": f"{matchups.seconds:g}",
        "until": " or ".join(ending for ending, occurred in endings.items() if occurred),
        "evaluation": matchups.evaluation,
        "figure": figures.time_figure(matchups, "times"),
    }


def page(matchups: MatchupResults, author: str = "") -> str:
    """Return the report as an HTML page. Equal results give a page with equal bytes.

    `author` is shown under the title.
    """
    template = environment().get_template("page.html")
    return template.render(page_context(matchups), author=author, version=outply.__version__)
