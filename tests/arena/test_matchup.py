"""The games of a report: moves, node counts, and stored games that are not played again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from outply.arena.match import play
from outply.arena.matchup import (
    Matchup,
    MatchupJob,
    PlayedMatchup,
    Progress,
    RecordFolder,
    four_matchups,
    play_all,
    try_depths,
)
from outply.formats.line_reader import FormatError
from outply.games import all_games, game_of, warfare
from outply.games.boards import NAMES, random_board
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.players.protocol import MoveContext, MoveDecision, Player
from outply.players.registry import player
from outply.search.textbook import ALGORITHMS

GOLDEN = Path(__file__).parent / "matchups.txt"
"""All games of the five boards and the four matchups: totals, node counts and moves."""

MINIMAX, ALPHABETA = "minimax:2", "alphabeta:3"
TINY = warfare.Position.of(random_board(2, seed=4, highest=9), rules="blitz")
MATCHUPS = [Matchup("Tiny", TINY, first, second) for first, second in four_matchups("minimax:1", "alphabeta:2")]


class TextbookPlayer:
    """The textbook search in Python as a player."""

    def __init__(self, name: str) -> None:
        self.name = name
        algorithm, depth = name.split(":")
        self.search, self.depth = ALGORITHMS[algorithm.upper()], int(depth)

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        result = self.search(position, self.depth)
        return MoveDecision(
            move=result.move,
            value=result.value,
            visited=result.node_count,
            expanded=result.expanded,
            depth=self.depth,
        )


def summary(record: GameRecord) -> str:
    """Return everything about a game except its times."""
    game, rules = game_of(record.start), record.start.variant
    totals = "-".join(str(record.final.total(player)) for player in game.players)
    visited = "-".join(str(record.visited(side)) for side in (0, 1))
    expanded = "-".join(str(record.expanded(side)) for side in (0, 1))
    head = f"{record.board}, {' v '.join(record.players)}: {totals}, visited {visited}, expanded {expanded}"
    return "\n".join([head, ", ".join(game.move_text(turn.move, rules) for turn in record.turns)])


def summaries(board: str, make_player: Callable[[str], Player]) -> list[str]:
    start = all_games()["warfare"].start("blitz", board)
    pairs = four_matchups(MINIMAX, ALPHABETA)
    return [summary(play(start, make_player(first), make_player(second), board=board)) for first, second in pairs]


def stored_results(board: str) -> list[str]:
    return GOLDEN.read_text().rstrip().split("\n\n")[NAMES.index(board) * 4 :][:4]


@pytest.mark.parametrize("board", NAMES)
def test_games_of_the_report_match_the_stored_results(board: str) -> None:
    assert summaries(board, player) == stored_results(board)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["Keren", "Narvik"])  # the textbook takes many seconds on the other boards
def test_games_of_the_textbook_players_match_the_stored_results(board: str) -> None:
    assert summaries(board, TextbookPlayer) == stored_results(board)


def test_four_matchups_contain_self_play_and_both_orders() -> None:
    assert four_matchups("a", "b") == [("a", "a"), ("b", "b"), ("a", "b"), ("b", "a")]


def test_slug_contains_board_and_players() -> None:
    smolensk = all_games()["warfare"].start("blitz", "Smolensk")
    matchup = Matchup("Smolensk", smolensk, "alphabeta:5:safety", "engine:0.5s/game")
    assert matchup.slug == "smolensk-alphabeta-5-safety-v-engine-0.5s-game"


def test_slugs_of_different_matchups_are_unique() -> None:
    small = all_games()["warfare"].start("blitz", "random:2:1")
    boards = ["random:2:1", "random-2-1", "A", "a", "доска", "поле", "", "x" * 300, "x" * 299, "../..", "a\ud800"]
    slugs = [Matchup(board, small, "greedy", "greedy").slug for board in boards]
    slugs.append(Matchup("A", TINY, "greedy", "greedy").slug)
    assert len(set(slugs)) == len(slugs)
    assert all(slug.replace("-", "").replace(".", "").isalnum() and len(slug) < 100 for slug in slugs)
    assert all(slug.isascii() and not slug.startswith(".") for slug in slugs)


def play_missing(folder: RecordFolder) -> tuple[list[Matchup], list[PlayedMatchup]]:
    """Play the missing games. Return the matchups that were played, and all games."""
    new = []

    def on_progress(progress: Progress) -> None:
        if progress.is_finished and not progress.was_stored:
            new.append(progress.game.matchup)

    played = play_all(MATCHUPS, folder, on_progress=on_progress)
    assert [game.matchup for game in played] == MATCHUPS
    return new, played


def test_only_missing_games_are_played(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path / "records")
    new, played = play_missing(folder)
    assert sorted(new, key=str) == sorted(MATCHUPS, key=str)
    assert play_missing(folder) == ([], played)
    folder.path(MATCHUPS[2]).unlink()
    new, replayed = play_missing(folder)
    assert new == [MATCHUPS[2]]
    assert [game for game in replayed if game.matchup != new[0]] == [
        game for game in played if game.matchup != new[0]
    ]
    assert summary(replayed[2].record) == summary(played[2].record)


def test_corrupted_record_raises_an_error_with_the_line(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path)
    play_missing(folder)
    path = folder.path(MATCHUPS[1])
    lines = path.read_text().split("\n")
    lines[16] = lines[16].replace("paradrop", "parachute")
    path.write_text("\n".join(lines))
    with pytest.raises(FormatError) as raised:
        play_missing(folder)
    assert str(raised.value).startswith(f"{path}, line 17: found the move 'parachute")
    assert path.read_text() == "\n".join(lines)


def test_record_of_another_game_is_refused_and_not_overwritten(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path)
    play_missing(folder)
    other = folder.path(MATCHUPS[0]).read_text()
    folder.path(MATCHUPS[1]).write_text(other)
    problem = "found minimax:1 v minimax:1 by blitz rules, expected alphabeta:2 v alphabeta:2 by blitz rules"
    with pytest.raises(FormatError, match=problem):
        play_missing(folder)
    assert folder.path(MATCHUPS[1]).read_text() == other


def run_trials(folder: RecordFolder, seconds: float) -> tuple[list[tuple[str, int, bool]], int]:
    """Run the depth trials. Return the trials and the number of progress events of games that were played."""
    events = []

    def on_progress(progress: Progress) -> None:
        if not progress.was_stored:
            events.append(progress)

    trials = try_depths({"Tiny": TINY}, "difference", seconds, folder, 1, on_progress)
    return [(trial.algorithm, trial.depth, trial.record is not None) for trial in trials], len(events)


def test_depth_trials_end_at_the_length_of_the_game_and_are_stored(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path)
    expected = [(algorithm, depth, True) for algorithm in ("minimax", "alphabeta") for depth in (1, 2, 3, 4)]
    trials, events = run_trials(folder, 1000.0)
    assert trials == expected
    assert events > 0
    assert run_trials(folder, 1000.0) == (expected, 0)
    for algorithm, depth, _ in expected:
        is_stored, record = folder.find(MatchupJob(Matchup("Tiny", TINY, *[f"{algorithm}:{depth}"] * 2)))
        assert is_stored
        assert record is not None
        assert {turn.depth for turn in record.turns} == {depth}


def test_depth_trials_end_at_the_first_depth_over_the_time_limit(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path)
    infeasible = [("minimax", 1, False), ("alphabeta", 1, False)]
    assert run_trials(folder, 1e-9)[0] == infeasible
    assert run_trials(folder, 1e-9) == (infeasible, 0)  # not tried again with the same limit
    assert len(run_trials(folder, 1000.0)[0]) == 8
    assert run_trials(folder, 1e-9) == (infeasible, 0)


def test_both_algorithms_play_the_same_moves_at_equal_depth(tmp_path: Path) -> None:
    trials = try_depths({"Tiny": TINY}, "difference", 1000.0, RecordFolder(tmp_path), 1)
    for minimax, alphabeta in zip(trials[:4], trials[4:], strict=True):
        assert minimax.record is not None
        assert alphabeta.record is not None
        assert [turn.move for turn in minimax.record.turns] == [turn.move for turn in alphabeta.record.turns]
        assert (minimax.record.visited(0) or 0) >= (alphabeta.record.visited(0) or 0) > 0
