"""Games during which the machine did not run are played again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from outply.arena.tournament import jobs
from outply.arena.tournament.jobs import MAX_REPLAYS, GameJob
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Contestant, Plan, ScheduledGame
from outply.arena.tournament.state import TournamentState
from outply.games.protocol import Position
from outply.jobs.job import JobContext
from outply.players.program import ProgramPlayer
from outply.players.protocol import MoveContext, MoveDecision
from outply.sandbox.host import HostError

BOARD = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
GAME = ScheduledGame(number=1, first="a", second="b", board=BOARD)


class Stub(ProgramPlayer):
    """A player that plays the first legal move, or the last one if the machine is paused (`lost` seconds)."""

    def __init__(self, name: str, lost: float) -> None:
        self.name, self._lost = name, lost

    @property
    def lost_seconds(self) -> float:
        return self._lost

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        return MoveDecision(move=position.moves()[-1 if self._lost else 0])

    def close(self) -> None:
        pass


def play(monkeypatch: pytest.MonkeyPatch, lost: list[float], pauses: list[float] | None = None) -> jobs.GameResult:
    """Play a game in which the machine pauses for `lost[i]` seconds during attempt `i`.

    The pauses before replays are appended to `pauses`.
    """
    slept: list[float] = [] if pauses is None else pauses
    players: Iterator[Stub] = (Stub(name, seconds) for seconds in lost for name in ("a", "b"))
    monkeypatch.setattr(GameJob, "make_player", lambda *_: next(players))
    contestants = [Contestant(name, f"program:/{name}", "1") for name in ("a", "b")]
    first, second = contestants
    job = GameJob(game=GAME, first=first, second=second, seconds=9, sandboxed=True)
    result: jobs.GameResult = job(JobContext(sleep=slept.append))
    assert next(players, None) is None, "the game was played as often as it should be"
    return result


def test_game_interrupted_by_a_pause_is_played_again_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    undisturbed = play(monkeypatch, [0])
    assert undisturbed.note == ""
    disturbed = play(monkeypatch, [30, 0])
    assert [move for move, _, _ in disturbed.turns] == [move for move, _, _ in undisturbed.turns]
    assert disturbed.final_score == undisturbed.final_score
    assert disturbed.note == "played again: the machine did not run for 60 s"


def test_game_counts_if_every_replay_is_interrupted_by_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    result = play(monkeypatch, [5] * (MAX_REPLAYS + 1))
    assert result.note == "played again 3 times: the machine did not run for 10 s"


def test_game_is_played_again_when_the_machine_has_recovered(monkeypatch: pytest.MonkeyPatch) -> None:
    failures = iter([HostError("this machine is out of memory")])

    def fail_once(player: Stub, position: Position, context: MoveContext) -> MoveDecision:
        for error in failures:
            raise error
        return MoveDecision(move=position.moves()[0])

    monkeypatch.setattr(Stub, "choose", fail_once)
    pauses: list[float] = []
    assert play(monkeypatch, [0, 0], pauses).note == "played again: this machine is out of memory"
    assert pauses == [1.0]


def test_pauses_between_replays_grow_until_the_machine_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(player: Stub, position: Position, context: MoveContext) -> MoveDecision:
        raise HostError("this machine is out of memory")

    monkeypatch.setattr(Stub, "choose", fail)
    pauses: list[float] = []
    with pytest.raises(HostError, match="out of memory"):
        play(monkeypatch, [0] * 4, pauses)
    assert pauses == [1.0, 10.0, 30.0]


def test_game_interrupted_by_a_pause_of_the_machine_is_played_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    play(monkeypatch, [30, 0], pauses)
    assert pauses == []


def test_note_is_stored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result = play(monkeypatch, [30, 0])
    with TournamentState(tmp_path / "t.db", write=True) as state:
        contestants = [Contestant("a", "greedy"), Contestant("b", "greedy")]
        state.begin(Plan(format=ROUND_ROBIN, games=1, boards=(BOARD,)), contestants)
        state.add_game(GAME, result)
        assert [stored.result.note for stored in state.games()] == [result.note]
