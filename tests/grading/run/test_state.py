"""What a grading knows is in one file, by what was run and not by its name."""

import pytest
from support.submissions import cases

from outply.arena.tournament.state import Store as TournamentStore
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import Outcome
from outply.grading.run.settings import Settings
from outply.grading.run.state import Store, StoreError, mark
from outply.grading.suite.case import Case, Wrong
from outply.sandbox.limits import Limits

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


@pytest.fixture
def path(tmp_path):
    return tmp_path / "grading.db"


def test_what_is_kept_is_there_when_it_is_opened_again(path):
    with Store(path, write=True) as store:
        store.keep("digest", "settings", "case", JUDGEMENT)
        store.keep_outcome("digest", "settings", Outcome("it does not build", "error"))
    with Store(path) as store:
        assert store.judgements("digest", "settings") == {"case": JUDGEMENT}
        assert store.outcome("digest", "settings") == Outcome("it does not build", "error")


@pytest.mark.parametrize("marks", [("other", "settings"), ("digest", "other")])
def test_nothing_is_known_of_another_program_or_under_other_settings(path, marks):
    with Store(path, write=True) as store:
        store.keep("digest", "settings", "case", JUDGEMENT)
        store.keep_outcome("digest", "settings", Outcome())
        assert store.judgements(*marks) == {}
        assert store.outcome(*marks) is None


def test_the_last_judgement_counts(path):
    with Store(path, write=True) as store:
        store.keep("digest", "settings", "case", Judgement(verdict=Verdict.CRASH))
        store.keep("digest", "settings", "case", JUDGEMENT)
        assert store.judgements("digest", "settings") == {"case": JUDGEMENT}


def test_a_case_has_another_mark_when_anything_but_its_name_changes():
    question, expected = CASE.question, CASE.expected
    same = [Case("a", question, expected), Case("b", question, expected)]
    others = [
        Case("a", cases()[1].question, expected),
        Case("a", question, expected + " "),
        Case("a", question, expected, "ties"),
        Case("a", question, expected, "", (Wrong("x", ("order",)),)),
    ]
    assert len({mark(case) for case in same}) == 1
    assert len({mark(case) for case in (*same, *others)}) == 5


def test_settings_have_another_mark_when_they_change():
    settings = [
        Settings(),
        Settings(strict=True),
        Settings(Limits(cpu_seconds=1, wall_seconds=2)),
        Settings(sandboxed=False),
    ]
    assert len({one.mark() for one in settings}) == 4
    assert Settings().mark() == Settings().mark()


def test_one_process_writes_at_a_time(path):
    with Store(path, write=True), pytest.raises(StoreError, match="another process is running the grading in"):
        Store(path, write=True)
    with Store(path, write=True):
        pass


def test_another_file_is_refused_in_a_sentence(path):
    with pytest.raises(StoreError, match="there is no grading in"):
        Store(path)
    TournamentStore(path, write=True).close()
    with pytest.raises(StoreError, match="is not a grading that this version can read"):
        Store(path, write=True)
    other = path.with_name("other.db")
    Store(other, write=True).close()
    with pytest.raises(StoreError, match="is not a tournament that this version can read"):
        TournamentStore(other)
