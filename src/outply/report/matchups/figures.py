"""The figures of a report. Lines differ by dash pattern and marker, so that they are distinct without colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from outply.arena.matchup import MatchupResults
from outply.games import game_of
from outply.games.record import GameRecord
from outply.games.svg import COLOURS, INK
from outply.report.base.theme import MUTED
from outply.report.match.move_stats import MoveStats, move_stats, sides
from outply.report.matchups.depth_trials import depth_pairs
from outply.report.matchups.mpl_svg import ACCENT, panels, style, svg
from outply.report.matchups.player_names import ALGORITHMS, short_name

if TYPE_CHECKING:  # Matplotlib takes a second to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GAMES_PER_ROW = 4
BOARDS_PER_ROW = 3

SIDE_STYLES: tuple[dict[str, Any], ...] = (
    {"color": COLOURS[0], "marker": "x", "markersize": 3.2, "linestyle": "-"},
    {"color": COLOURS[1], "marker": "o", "markersize": 3, "markerfacecolor": "none", "linestyle": (0, (3, 1.2))},
)
ALGORITHM_STYLES: dict[str, dict[str, Any]] = {
    "minimax": {"color": INK, "marker": "s", "markersize": 3.2},
    "alphabeta": {"color": ACCENT, "marker": "o", "markersize": 3.5},
}


def score_figure(records: Sequence[GameRecord], name: str, board: str) -> str:
    """Return an SVG figure of the score after each move, with one panel for each game on a board.

    A score above zero means that the first of the game's players leads. `name` must be unique in the page.
    """
    with style():
        figure, axes = panels(_titles(records), GAMES_PER_ROW, 1.05)
        for panel, record in zip(axes, records, strict=True):
            player = game_of(record.start).players[0]
            scores = [position.score(player) for position in record.positions()[1:]]
            edges = [move + 0.5 for move in range(len(scores) + 1)]
            for colour, sign in zip(COLOURS, (1, -1), strict=True):
                panel.stairs([max(0, score * sign) * sign for score in scores], edges, fill=True, color=colour)
            panel.stairs(scores, edges, color=INK, linewidth=0.5)
            panel.axhline(0, color=INK, linewidth=0.6)
        _set_ticks(axes)
        _set_labels(figure, "move", " minus ".join(_player_labels(records[0])))
        return svg(figure, name, f"The score after each move of the games on {board}")


def node_figure(records: Sequence[GameRecord], name: str, board: str) -> str | None:
    """Return an SVG figure of the nodes that each side visited for each move, with one panel per game.

    Returns None if no player counted nodes. `name` must be unique in the page.
    """
    if not any(turn.visited for record in records for turn in record.turns):
        return None
    with style():
        figure, axes = panels(_titles(records), GAMES_PER_ROW, 1.05, legend_lines=1)
        for panel, record in zip(axes, records, strict=True):
            players = game_of(record.start).players
            for number, side in enumerate(sides(record)):
                turns = list(enumerate(record.turns, 1))[number::2]
                counts = [(move, turn.visited) for move, turn in turns if turn.visited]
                panel.plot(
                    [move for move, _ in counts],
                    [visited for _, visited in counts],
                    label=side.label,
                    linewidth=1,
                    **SIDE_STYLES[players.index(side.player)],
                )
        _set_ticks(axes, log=True)
        _set_labels(figure, "move", "visited nodes")
        _add_legend(figure, axes)
        return svg(figure, name, f"Visited nodes for each move of the games on {board}, on a logarithmic scale")


def equal_depth_figure(matchups: MatchupResults, name: str) -> str | None:
    """Return an SVG figure of the nodes of minimax and alpha-beta at equal depth, with one panel per board.

    Returns None if the algorithms have no trials at equal depth. `name` must be unique in the page.
    """
    boards: dict[str, list[tuple[int, int, int, float]]] = {}
    for pair in depth_pairs(matchups):
        boards.setdefault(pair.board, []).append((pair.depth, *pair.visited, pair.ideal))
    if not boards:
        return None
    with style():
        figure, axes = panels(list(boards), BOARDS_PER_ROW, 1.2 if len(boards) > 1 else 1.8, legend_lines=1)
        for panel, rows in zip(axes, boards.values(), strict=True):
            depths, minimax, alphabeta, ideal = zip(*rows, strict=True)
            for algorithm, visited in (("minimax", minimax), ("alphabeta", alphabeta)):
                panel.plot(depths, visited, label=ALGORITHMS[algorithm], **ALGORITHM_STYLES[algorithm])
            panel.plot(depths, ideal, label="alpha-beta's ideal (estimate)", color=MUTED, linestyle=":")
        _set_ticks(axes, log=True)
        _set_labels(figure, "depth", "visited nodes in a game")
        _add_legend(figure, axes)
        return svg(figure, name, "Nodes that minimax and alpha-beta visit in a game at equal depth, by board")


def time_figure(matchups: MatchupResults, name: str) -> str | None:
    """Return an SVG figure of the average and the longest time per move at each depth, with the time limit.

    Returns None if no trial is finished. `name` must be unique in the page.
    """
    boards: dict[str, dict[str, dict[int, MoveStats]]] = {}
    for trial in matchups.trials:
        if trial.record is not None and trial.record.turns:
            algorithms = boards.setdefault(trial.board, {})
            algorithms.setdefault(trial.algorithm, {})[trial.depth] = move_stats(trial.record.turns)
    if not boards:
        return None
    with style():
        figure, axes = panels(list(boards), BOARDS_PER_ROW, 1.2 if len(boards) > 1 else 1.8, legend_lines=2)
        for panel, algorithms in zip(axes, boards.values(), strict=True):
            for algorithm, by_depth in algorithms.items():
                title, line_style = ALGORITHMS[algorithm], ALGORITHM_STYLES[algorithm]
                depths = list(by_depth)
                longest_ms = [1000 * (stats.longest_seconds or 0) for stats in by_depth.values()]
                average_ms = [1000 * (stats.average_seconds or 0) for stats in by_depth.values()]
                panel.plot(depths, longest_ms, label=f"{title}, longest", **line_style)
                average_style = {"linestyle": "--", "markerfacecolor": "white", **line_style}
                panel.plot(depths, average_ms, label=f"{title}, average", **average_style)
            limit_style: dict[str, Any] = {"color": MUTED, "linewidth": 0.9, "linestyle": (0, (6, 2, 1, 2))}
            panel.axhline(1000 * matchups.seconds, label="limit", **limit_style)
        _set_ticks(axes, log=True)
        _set_labels(figure, "depth", "CPU time per move (ms)")
        _add_legend(figure, axes)
        return svg(figure, name, "Average and longest CPU time per move at each depth, by board, with the limit")


def _titles(records: Sequence[GameRecord]) -> list[str]:
    return ["\nv ".join(map(short_name, record.players)) for record in records]


def _player_labels(record: GameRecord) -> list[str]:
    game = game_of(record.start)
    return [game.player_label(player, record.start.variant) for player in game.players]


def _set_ticks(axes: Sequence[Axes], *, log: bool = False) -> None:
    """Set a few ticks on the axes that all panels share; with `log`, the vertical axis is logarithmic."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

    low, high = axes[0].get_xlim()
    axes[0].xaxis.set_major_locator(MaxNLocator(10 if high - low < 12 else 6, integer=True, min_n_ticks=1))
    if log:
        axes[0].set_yscale("log")
        axes[0].yaxis.set_major_locator(LogLocator(numticks=6))
        axes[0].yaxis.set_minor_locator(NullLocator())
    else:
        axes[0].yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))


def _set_labels(figure: Figure, x: str, y: str) -> None:
    figure.supxlabel(x, y=0.02, va="bottom", fontsize=7.5, color=MUTED)
    figure.supylabel(y, x=0.008, ha="left", fontsize=7.5, color=MUTED)


def _add_legend(figure: Figure, axes: Sequence[Axes]) -> None:
    """Add one legend above the panels for the lines of all panels."""
    lines = {label: line for panel in axes for line, label in zip(*panel.get_legend_handles_labels(), strict=True)}
    figure.legend(list(lines.values()), list(lines), loc="upper center", ncols=3, borderaxespad=0.1)
