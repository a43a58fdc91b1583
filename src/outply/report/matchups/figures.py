"""The figures of a report. Each can be read in grey: sides and algorithms differ by line and marker as well."""

from __future__ import annotations

from outply.games import game_of
from outply.games.svg import COLOURS, INK
from outply.report.base.theme import MUTED
from outply.report.match.move_stats import move_stats, sides
from outply.report.matchups.depth_trials import pairs
from outply.report.matchups.mpl_svg import ACCENT, panels, style, svg
from outply.report.matchups.player_names import ALGORITHMS, short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from outply.arena.matchups.pairing import Matchups
    from outply.games.record import GameRecord
    from outply.report.match.move_stats import MoveStats

GAMES = 4  # panels in a row
BOARDS = 3

SIDES: tuple[dict[str, Any], ...] = (
    {"color": COLOURS[0], "marker": "x", "markersize": 3.2, "linestyle": "-"},
    {"color": COLOURS[1], "marker": "o", "markersize": 3, "markerfacecolor": "none", "linestyle": (0, (3, 1.2))},
)
SEARCHES: dict[str, dict[str, Any]] = {
    "minimax": {"color": INK, "marker": "s", "markersize": 3.2},
    "alphabeta": {"color": ACCENT, "marker": "o", "markersize": 3.5},
}


def scores(records: Sequence[GameRecord], name: str, board: str) -> str:
    """Return the score after each move of the games on a board: above zero the game's first player leads."""
    with style():
        figure, axes = panels(_titles(records), GAMES, 1.05)
        for one, record in zip(axes, records, strict=True):
            player = game_of(record.start).players[0]
            score = [position.score(player) for position in record.positions()[1:]]
            edges = [move + 0.5 for move in range(len(score) + 1)]
            for colour, lead in zip(COLOURS, (1, -1), strict=True):
                one.stairs([max(0, s * lead) * lead for s in score], edges, fill=True, color=colour)
            one.stairs(score, edges, color=INK, linewidth=0.5)
            one.axhline(0, color=INK, linewidth=0.6)
        _ticks(axes)
        _labels(figure, "move", " minus ".join(_colours(records[0])))
        return svg(figure, name, f"The score after each move of the games on {board}")


def nodes(records: Sequence[GameRecord], name: str, board: str) -> str | None:
    """Return the nodes that each side visited for each move; None where nobody told of any."""
    if not any(turn.visited for record in records for turn in record.turns):
        return None
    with style():
        figure, axes = panels(_titles(records), GAMES, 1.05, head=1)
        for one, record in zip(axes, records, strict=True):
            players = game_of(record.start).players
            for number, side in enumerate(sides(record)):
                turns = list(enumerate(record.turns, 1))[number::2]
                told = [(move, turn.visited) for move, turn in turns if turn.visited]
                one.plot(
                    [move for move, _ in told],
                    [visited for _, visited in told],
                    label=side.label,
                    linewidth=1,
                    **SIDES[players.index(side.player)],
                )
        _ticks(axes, log=True)
        _labels(figure, "move", "visited nodes")
        _legend(figure, axes)
        return svg(figure, name, f"Visited nodes for each move of the games on {board}, on a logarithmic scale")


def equal_depths(matchups: Matchups, name: str) -> str | None:
    """Return what minimax and alpha-beta visit at equal depth on each board; None without such trials."""
    boards: dict[str, list[tuple[int, int, int, float]]] = {}
    for pair in pairs(matchups):
        boards.setdefault(pair.board, []).append((pair.depth, *pair.visited, pair.ideal))
    if not boards:
        return None
    with style():
        figure, axes = panels(list(boards), BOARDS, 1.2 if len(boards) > 1 else 1.8, head=1)
        for one, rows in zip(axes, boards.values(), strict=True):
            depths, minimax, alphabeta, ideal = zip(*rows, strict=True)
            for algorithm, visited in (("minimax", minimax), ("alphabeta", alphabeta)):
                one.plot(depths, visited, label=ALGORITHMS[algorithm], **SEARCHES[algorithm])
            one.plot(depths, ideal, label="alpha-beta's ideal (estimate)", color=MUTED, linestyle=":")
        _ticks(axes, log=True)
        _labels(figure, "depth", "visited nodes in a game")
        _legend(figure, axes)
        return svg(figure, name, "Nodes that minimax and alpha-beta visit in a game at equal depth, by board")


def times(matchups: Matchups, name: str) -> str | None:
    """Return the average and the longest time for a move at each depth, with the limit; None without trials."""
    boards: dict[str, dict[str, dict[int, MoveStats]]] = {}
    for trial in matchups.trials:
        if trial.record is not None and trial.record.turns:
            algorithms = boards.setdefault(trial.board, {})
            algorithms.setdefault(trial.algorithm, {})[trial.depth] = move_stats(trial.record.turns)
    if not boards:
        return None
    with style():
        figure, axes = panels(list(boards), BOARDS, 1.2 if len(boards) > 1 else 1.8, head=2)
        for one, searches in zip(axes, boards.values(), strict=True):
            for algorithm, found in searches.items():
                title, look = ALGORITHMS[algorithm], SEARCHES[algorithm]
                longest = [1000 * (cost.longest_seconds or 0) for cost in found.values()]
                average = [1000 * (cost.average_seconds or 0) for cost in found.values()]
                one.plot(list(found), longest, label=f"{title}, longest", **look)
                one.plot(
                    list(found),
                    average,
                    label=f"{title}, average",
                    linestyle="--",
                    markerfacecolor="white",
                    **look,
                )
            one.axhline(
                1000 * matchups.seconds, color=MUTED, linewidth=0.9, linestyle=(0, (6, 2, 1, 2)), label="limit"
            )
        _ticks(axes, log=True)
        _labels(figure, "depth", "CPU time per move (ms)")
        _legend(figure, axes)
        return svg(figure, name, "Average and longest CPU time per move at each depth, by board, with the limit")


def _titles(records: Sequence[GameRecord]) -> list[str]:
    return ["\nv ".join(map(short, record.players)) for record in records]


def _colours(record: GameRecord) -> list[str]:
    game = game_of(record.start)
    return [game.player_label(player, record.start.variant) for player in game.players]


def _ticks(axes: Sequence[Axes], *, log: bool = False) -> None:
    """Put a few ticks on the axes that all panels share."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

    low, high = axes[0].get_xlim()
    axes[0].xaxis.set_major_locator(MaxNLocator(10 if high - low < 12 else 6, integer=True, min_n_ticks=1))
    if log:
        axes[0].set_yscale("log")
        axes[0].yaxis.set_major_locator(LogLocator(numticks=6))
        axes[0].yaxis.set_minor_locator(NullLocator())
    else:
        axes[0].yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))


def _labels(figure: Figure, x: str, y: str) -> None:
    figure.supxlabel(x, y=0.02, va="bottom", fontsize=7.5, color=MUTED)
    figure.supylabel(y, x=0.008, ha="left", fontsize=7.5, color=MUTED)


def _legend(figure: Figure, axes: Sequence[Axes]) -> None:
    """Name each kind of line once, above all panels."""
    named = {label: line for one in axes for line, label in zip(*one.get_legend_handles_labels(), strict=True)}
    figure.legend(list(named.values()), list(named), loc="upper center", ncols=3, borderaxespad=0.1)
