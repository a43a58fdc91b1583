"""The tournament database: games are stored completely and once; databases of version 0.1 can be opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from outply.arena.tournament.jobs import GameResult
from outply.arena.tournament.plan import ROUND_ROBIN, SWISS, Board, Contestant, Plan, ScheduledGame
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.settings import make_plan
from outply.arena.tournament.state import StateError, TournamentState

VERSION_0_1 = Path(__file__).with_name("tournament-0.1.sql")

KEREN = Board("Keren", "warfare/raid/Keren")
PLAN = Plan(format=ROUND_ROBIN, games=3, boards=(KEREN,), seconds=60.0, seed=7)
CONTESTANTS = [Contestant("b", "program:/b", "1"), Contestant("a", "greedy")]
CHANGED = [Contestant("b", "program:/b", "2"), CONTESTANTS[1]]
GAME = ScheduledGame(number=1, first="b", second="a", board=KEREN)
NEXT_GAME = ScheduledGame(number=2, first="a", second="b", board=KEREN)
RESULT = GameResult(turns=(("A1 Stake", 0.25, 0.5), ("B1 Raid", 0.125, 0.25)), final_score=4, board_total=36)


class InspectedState(TournamentState):
    """A state with access to the settings of its connection."""

    def pragma(self, text: str) -> int:
        return int(self._database.execute(f"PRAGMA {text}").fetchone()[0])


class BrokenState(TournamentState):
    """A state whose creation fails at its second table."""

    SCHEMA = TournamentState.SCHEMA.replace("CREATE TABLE games", "the end", 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.db"


@pytest.fixture
def state(path: Path) -> Iterator[TournamentState]:
    with TournamentState(path, write=True) as state:
        state.begin(PLAN, CONTESTANTS)
        yield state


@pytest.fixture
def old_path(path: Path) -> Path:
    """The path of a tournament database written by version 0.1."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(VERSION_0_1.read_text())
    return path


def test_plan_and_contestants_and_games_are_read_back(state: TournamentState, path: Path) -> None:
    state.add_game(GAME, RESULT)
    with TournamentState(path) as reader:
        assert reader.plan == PLAN
        assert reader.contestants == CONTESTANTS
        (stored,) = reader.games()
        assert (stored.game, stored.result) == (GAME, RESULT)
        assert [stored.outcome] == reader.outcomes()


def test_stored_game_is_restored_as_game_record(state: TournamentState) -> None:
    state.add_game(GAME, RESULT)
    record = state.games()[0].record()
    assert record.players == ("b", "a")
    assert [str(turn.move) for turn in record.turns] == ["A1 Stake", "B1 Raid"]
    assert [turn.cpu_seconds for turn in record.turns] == [0.25, 0.125]
    assert record.board == "Keren"


def test_second_result_of_the_same_game_is_not_stored(state: TournamentState) -> None:
    assert state.add_game(GAME, RESULT)
    assert not state.add_game(GAME, GameResult(turns=(), final_score=-4, board_total=36))
    assert [outcome.margin for outcome in state.outcomes()] == [4]


def test_failure_is_stored_with_its_output(state: TournamentState) -> None:
    result = GameResult(
        turns=(),
        final_score=0,
        board_total=36,
        failed=1,
        failure="crashed",
        explanation="make run exited with status 2",
        output="out",
        errors="err",
        failed_move_seconds=(1.5, 2.0),
    )
    state.add_game(GAME, result)
    assert state.games()[0].result == result
    (outcome,) = state.outcomes()
    assert (outcome.number, outcome.failed, outcome.failure, outcome.margin) == (1, "a", "crashed", 36)


def test_games_before_a_change_of_the_program_do_not_count(state: TournamentState) -> None:
    state.add_game(GAME, RESULT)
    state.begin(PLAN, CHANGED)
    assert state.outcomes() == []
    state.begin(PLAN, CONTESTANTS)  # changed back
    assert len(state.outcomes()) == 1


def test_recorded_build_failure_is_removed_when_the_program_changes(state: TournamentState) -> None:
    state.add_build_failure("b", "make agent exited with status 2", "error: x")
    assert state.build_failures == {"b": ("make agent exited with status 2", "error: x")}
    state.begin(PLAN, CONTESTANTS)
    assert list(state.build_failures) == ["b"]
    state.begin(PLAN, CHANGED)
    assert state.build_failures == {}


def test_database_admits_one_writer_and_any_number_of_readers(state: TournamentState, path: Path) -> None:
    with pytest.raises(StateError, match="in use: another process is running this tournament"):
        TournamentState(path, write=True)
    with TournamentState(path) as reader:
        assert reader.plan == PLAN


def test_database_whose_creation_failed_is_created_again(path: Path) -> None:
    with pytest.raises(StateError, match="syntax error"):
        BrokenState(path, write=True)
    with TournamentState(path, write=True) as state:
        assert (state.plan, state.games()) == (None, [])


def test_database_that_stays_locked_is_reported(state: TournamentState, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StateError, match="database is locked"):
            TournamentState(path, busy_timeout_s=0.01)


def test_locked_database_is_waited_for_up_to_a_minute(path: Path) -> None:
    with InspectedState(path, write=True) as state:
        assert state.pragma("busy_timeout") == 60_000


def test_file_that_is_not_a_tournament_database_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("hello, this is a text that is long enough to be read as a header" * 100)
    with pytest.raises(StateError, match="not a database"):
        TournamentState(text)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("CREATE TABLE x (y)")
    with pytest.raises(StateError, match="is not a database of type 'tournament'; choose another file"):
        TournamentState(other)
    with pytest.raises(StateError, match=r"contains no tournament\. Start one with: outply tournament run"):
        TournamentState(tmp_path / "nothing")


def test_database_of_a_later_version_is_refused(state: TournamentState, path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(StateError, match="database of version 99, expected 3; open it with the version of Outply"):
        TournamentState(path)


def test_full_disk_loses_no_stored_game(path: Path) -> None:
    with InspectedState(path, write=True) as state:
        state.begin(PLAN, CONTESTANTS)
        state.add_game(GAME, RESULT)
        state.pragma(f"max_page_count = {state.pragma('page_count')}")  # SQLite treats this as a full disk
        large = GameResult(turns=(("A1 Stake", 0.0, 0.0),) * 10_000, final_score=4, board_total=36)
        with pytest.raises(StateError, match="full"):
            state.add_game(NEXT_GAME, large)
        with TournamentState(path) as reader:
            assert len(reader.outcomes()) == 1
        state.pragma("max_page_count = 1000000")
        assert state.add_game(NEXT_GAME, large)


def test_unsandboxed_flag_is_permanent(state: TournamentState, path: Path) -> None:
    assert not state.has_unsandboxed_games
    state.flag_unsandboxed()
    state.flag_unsandboxed()
    state.begin(PLAN, CONTESTANTS)
    with TournamentState(path) as reader:
        assert reader.has_unsandboxed_games


def assert_is_version_0_1_tournament(state: TournamentState) -> None:
    assert state.plan == Plan(
        format=SWISS,
        games=1,
        boards=(Board("random:2:1", "warfare/raid/X/2_95/12_50/../.."),),
        rounds=2,
        schedule_version=1,
        cpu_time="user",
    )
    assert [contestant.name for contestant in state.contestants] == ["greedy", "random:1", "crash", "broken"]
    assert state.build_failures["broken"][0] == "make agent ended with status 2"
    assert state.has_unsandboxed_games
    crashed, won = state.games()
    assert (crashed.outcome.failed, crashed.outcome.failure, crashed.outcome.margin) == ("crash", "crashed", -159)
    assert (won.outcome.margin, len(won.record().turns)) == (31, 4)
    standings = Tournament(state).standings()
    assert [row.name for row in standings.rows] == ["greedy", "random:1", "crash", "broken"]
    assert Tournament(state).missing() == []


def test_database_of_version_0_1_can_be_read_without_changing_it(old_path: Path) -> None:
    content = old_path.read_bytes()
    with TournamentState(old_path) as state:
        assert_is_version_0_1_tournament(state)
    assert old_path.read_bytes() == content


def test_database_of_version_0_1_is_converted_for_writing(old_path: Path) -> None:
    with TournamentState(old_path, write=True) as state:
        assert_is_version_0_1_tournament(state)
        assert state.add_game(ScheduledGame(number=9, first="crash", second="greedy", board=KEREN), RESULT)
    with TournamentState(old_path) as state:
        assert len(state.games()) == 3


def test_database_of_version_0_1_without_flags_and_version_number_is_read(old_path: Path) -> None:
    with closing(sqlite3.connect(old_path)) as database, database:
        database.execute("DROP TABLE marks")
        database.execute("PRAGMA user_version = 0")
    with TournamentState(old_path) as state:
        assert not state.has_unsandboxed_games
        assert len(state.games()) == 2


def test_all_versions_of_a_contestant_are_stored_with_their_games(state: TournamentState) -> None:
    state.add_game(GAME, RESULT)
    state.begin(PLAN, CHANGED)
    first, second = state.versions()["b"]
    assert (first.number, first.games, first.is_current) == (1, 1, False)
    assert (second.number, second.games, second.is_current) == (2, 0, True)
    state.begin(PLAN, CONTESTANTS)  # changed back
    assert [version.is_current for version in state.versions()["b"]] == [True, False]
    assert [version.games for version in state.versions()["a"]] == [1]


def test_tournament_started_with_version_0_1_keeps_its_pairing_algorithm(old_path: Path) -> None:
    with TournamentState(old_path, write=True) as state:
        assert make_plan({}, state.plan).schedule_version == 1
        assert [version.number for version in state.versions()["crash"]] == [1]


def test_start_date_is_stored_once(state: TournamentState, path: Path) -> None:
    assert state.start_date is None
    state.set_start_date(date(2026, 11, 16))
    state.set_start_date(date(2026, 11, 17))
    with TournamentState(path) as reader:
        assert reader.start_date == date(2026, 11, 16)


def test_reader_sees_one_state_while_contestants_enter(tmp_path: Path) -> None:
    with TournamentState(tmp_path / "t.db", write=True) as writer:
        writer.begin(PLAN, [Contestant("a", "greedy"), Contestant("b", "greedy")])
        with TournamentState(tmp_path / "t.db") as reader:
            writer.begin(PLAN, [Contestant(name, "greedy") for name in "abc"])
            assert [contestant.name for contestant in reader.contestants] == ["a", "b"]
        with TournamentState(tmp_path / "t.db") as reader:
            assert [contestant.name for contestant in reader.contestants] == ["a", "b", "c"]


def test_new_tournament_has_a_random_seed_and_a_resumed_one_keeps_it() -> None:
    seeds = {make_plan({"boards": ["Keren"]}).seed for _ in range(5)}
    assert len(seeds) > 1
    assert make_plan({"seed": 7}).seed == 7
    assert make_plan({}, PLAN).seed == PLAN.seed
