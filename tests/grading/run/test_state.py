"""The state of a grading is one file, whose entries are found by fingerprints and not by names."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from support.grading.submissions import cases

from outply.arena.tournament.state import TournamentState
from outply.diagnosis.wrong_outputs import WrongOutput
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.grading.run.settings import Settings
from outply.grading.run.state import GradingState, StateError, fingerprint
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits

VERSION_0_1 = Path(__file__).with_name("grading-0.1.sql")
CASE = cases()[0]
JUDGEMENT = Judgement(
    verdict=Verdict.WRONG_NODE_COUNT,
    sentences=("Too many.", "\u2603"),
    right_parts=("move", "value"),
    mistakes=("depth",),
    cpu_seconds=0.5,
    wall_seconds=0.75,
    memory_mib=12.5,
    output="o",
    errors="e",
)
OUTCOME = BuildOutcome(problem="it does not build", build_output="error")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "grading.db"


def test_saved_results_can_be_read_after_reopening_the_file(path: Path) -> None:
    with GradingState(path, write=True) as state:
        state.save_judgement("submission", "settings", "case", JUDGEMENT)
        state.save_build_outcome("submission", "settings", OUTCOME)
    with GradingState(path) as state:
        assert state.judgements("submission", "settings") == {"case": JUDGEMENT}
        assert state.build_outcome("submission", "settings") == OUTCOME


@pytest.mark.parametrize("keys", [("other", "settings"), ("submission", "other")])
def test_results_are_found_only_for_the_same_submission_and_settings(path: Path, keys: tuple[str, str]) -> None:
    with GradingState(path, write=True) as state:
        state.save_judgement("submission", "settings", "case", JUDGEMENT)
        state.save_build_outcome("submission", "settings", BuildOutcome())
        assert state.judgements(*keys) == {}
        assert state.build_outcome(*keys) is None


def test_later_judgement_replaces_the_earlier_one(path: Path) -> None:
    with GradingState(path, write=True) as state:
        state.save_judgement("submission", "settings", "case", Judgement(verdict=Verdict.CRASH))
        state.save_judgement("submission", "settings", "case", JUDGEMENT)
        assert state.judgements("submission", "settings") == {"case": JUDGEMENT}


def test_file_of_version_0_1_can_be_opened_and_read(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.executescript(VERSION_0_1.read_text())
        (settings,) = database.execute("SELECT DISTINCT settings FROM outcomes").fetchone()
        submissions = [name for (name,) in database.execute("SELECT submission FROM outcomes ORDER BY 1")]
    database.close()
    with GradingState(path, write=True) as state:
        ada, cy, bob = ([one.verdict for one in state.judgements(key, settings).values()] for key in submissions)
        assert ada == [Verdict.MALFORMED, Verdict.WRONG_MOVE]
        assert bob == [Verdict.MALFORMED, Verdict.MALFORMED]
        assert cy == []
        outcomes = [state.build_outcome(key, settings) for key in submissions]
        assert [outcome and outcome.problem for outcome in outcomes] == [
            "",
            "`make -s agent` ended with status 2",
            "",
        ]
        state.save_judgement("submission", "settings", "case", JUDGEMENT)


def test_fingerprint_of_a_case_depends_on_everything_but_its_name() -> None:
    question, expected = CASE.question, CASE.expected
    case = Case(name="a", question=question, expected=expected)
    same = [case, replace(case, name="b")]
    others = [
        replace(case, question=cases()[1].question),
        replace(case, expected=expected + " "),
        replace(case, requirement="ties"),
        replace(case, wrong_outputs=(WrongOutput(output="x", mistakes=("order",)),)),
    ]
    assert len({fingerprint(case) for case in same}) == 1
    assert len({fingerprint(case) for case in (*same, *others)}) == 5


def test_fingerprint_of_settings_depends_on_everything_but_the_give_up_policy() -> None:
    settings = [
        Settings(),
        Settings(strict=True),
        Settings(limits=Limits(cpu_seconds=1, wall_seconds=2)),
        Settings(sandboxed=False),
        Settings(build_timeout_s=1.0),
    ]
    assert len({one.fingerprint() for one in settings}) == 5
    assert Settings().fingerprint() == Settings().fingerprint() == Settings(give_up_after=3).fingerprint()


def test_only_one_process_can_write(path: Path) -> None:
    with (
        GradingState(path, write=True),
        pytest.raises(StateError, match="another process is running this grading"),
    ):
        GradingState(path, write=True)
    with GradingState(path, write=True):
        pass


def test_file_that_is_not_a_grading_database_is_rejected(path: Path) -> None:
    with pytest.raises(StateError, match="contains no grading"):
        GradingState(path)
    TournamentState(path, write=True).close()
    with pytest.raises(StateError, match="is not a database of type 'grading'"):
        GradingState(path, write=True)
    other = path.with_name("other.db")
    GradingState(other, write=True).close()
    with pytest.raises(StateError, match="is not a database of type 'tournament'"):
        TournamentState(other)


def test_closed_grading_state_is_a_single_file(path: Path) -> None:
    with GradingState(path, write=True) as state:
        state.save_judgement("submission", "settings", "case", JUDGEMENT)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
