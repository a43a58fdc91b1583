"""Tournaments with hand-made games: hostile names and outputs, failures, a contestant that cannot be built."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from outply.arena.tournament.jobs import GameJob, GameResult
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Contestant, Plan, ScheduledGame
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.job import JobContext

TINY = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
KEREN = Board("Keren", "warfare/raid/Keren")
TINY_MOVES = (("A1 Stake", 0.25, 0.5), ("B2 Stake", 0.125, 0.25), ("B1 Raid", 1.5, 1.75), ("A2 Stake", 0.5, 0.5))

HOSTILE = "</script><img src=x onerror=alert(1)>\"'&"
TRICKS = ["../../etc/passwd", "..", "a/b", "A B", "a b", "", "é", "con", "\u202ename\x1b[31m", "n" * 300]
OUTPUT = "</pre><script>alert(2)</script>\x00\x1b[2J\u202e <!--"

SHORT_TOURNAMENT = ("--games", "3", "--board", "random:3:1")
"""Options of `outply tournament run` for three games per pairing on a small board."""


def create_tournament(
    path: Path,
    names: Iterable[str],
    boards: tuple[Board, ...] = (TINY,),
    tournament_format: str = ROUND_ROBIN,
    games: int = 1,
) -> TournamentState:
    """Create a tournament of built-in players in a file, and return its state, open for writing."""
    state = TournamentState(path, write=True)
    plan = Plan(format=tournament_format, games=games, boards=boards, seconds=60.0, seed=7)
    state.begin(plan, [Contestant(name, "greedy") for name in names])
    return state


def make_programs(folder: Path, *names: str, comment: str = "") -> None:
    """Create programs in `folder` that fail to build; `comment` makes another version."""
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "Makefile").write_text(f"agent:{comment}\n\tfalse\n")


def tiny_result(moves: int = 4, final_score: int = 10, **failure: Any) -> GameResult:
    """Return the result of a game on the tiny board; `failure` has the additional fields of a failed game."""
    return GameResult(turns=TINY_MOVES[:moves], final_score=final_score, board_total=12, **failure)


def add_game(
    state: TournamentState,
    first: str,
    second: str,
    result: GameResult | None = None,
    number: int = 1,
    game_round: int = 0,
    board: Board = TINY,
) -> None:
    """Add a game, by default one that the first player wins."""
    game = ScheduledGame(round=game_round, number=number, first=first, second=second, board=board)
    state.add_game(game, result or tiny_result())


def play_missing_games(state: TournamentState) -> Tournament:
    """Play the missing games in this process, and return the tournament."""
    tournament = Tournament(state)
    contestants = {contestant.name: contestant for contestant in state.contestants}
    while missing := tournament.missing():
        for game in missing:
            job = GameJob(
                game=game,
                first=contestants[game.first],
                second=contestants[game.second],
                seconds=60.0,
                sandboxed=True,
            )
            state.add_game(game, job(JobContext()))
    return tournament
