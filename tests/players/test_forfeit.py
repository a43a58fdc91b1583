"""Run results become forfeits and verdicts."""

import pickle

import pytest
from support.arena.run_results import run_result

from outply.grading.result.verdict import Verdict
from outply.players.contest_limits import ContestLimits
from outply.players.forfeit import ContestProtocol, Failure, ForfeitError
from outply.sandbox.limits import Termination

NOT_OK = [termination for termination in Termination if termination is not Termination.OK]


@pytest.mark.parametrize("termination", NOT_OK, ids=lambda termination: termination.name)
def test_every_unsuccessful_termination_maps_to_a_failure_and_a_verdict(termination: Termination) -> None:
    forfeit = ForfeitError.from_run("make run", run_result(termination, exit_status=2))
    assert forfeit.failure.label == termination.label
    assert forfeit.explanation.startswith("make run ")
    assert "{" not in forfeit.explanation
    assert Verdict.of_termination(termination) is not Verdict.RIGHT


def test_failures_have_the_labels_that_databases_store() -> None:
    assert [failure.value for failure in Failure] == [
        "illegal move",
        "wrong board",
        "unreadable output",
        "no output",
        "build failed",
        "out of CPU time",
        "out of wall time",
        "out of memory",
        "out of disk space",
        "printed too much",
        "crashed",
    ]


def test_terminations_and_failures_survive_pickling() -> None:
    for member in (*Termination, *Failure):
        assert pickle.loads(pickle.dumps(member)) is member


def test_a_signal_is_named_as_the_cause_of_a_crash() -> None:
    assert run_result(Termination.ERROR, exit_status=-11).explanation == "was killed by signal 11"


def test_advice_names_the_limits_in_force() -> None:
    limits = ContestLimits(memory_mib=64, disk_mib=8, wall_factor=3.0, wall_s_per_move=0.5)
    wall_time = "A whole game may take {} times the CPU time, and {} s for each move."
    assert Failure.MEMORY.advice.startswith("All processes together have 1024 MiB.")
    assert Failure.DISK.advice.startswith("The directory may hold 256 MiB and 10,000 files.")
    assert Failure.WALL_TIME.advice.endswith(wall_time.format("1.5", "2"))
    for protocol in ContestProtocol:
        assert Failure.MEMORY.advice_for(protocol, limits=limits).startswith("All processes together have 64 MiB.")
        assert "may hold 8 MiB and" in Failure.DISK.advice_for(protocol, limits=limits)
        assert "may take 3 times the CPU time, and 0.5 s" in Failure.WALL_TIME.advice_for(protocol, limits=limits)


def test_advice_on_warfare_is_given_in_warfare_only() -> None:
    for failure in (Failure.ILLEGAL_MOVE, Failure.WRONG_BOARD, Failure.UNREADABLE_OUTPUT):
        general = failure.advice_for(ContestProtocol.FILES, "domineering")
        assert failure.advice_for(ContestProtocol.FILES, "warfare").startswith(f"{general} ")
        assert not any(word in general for word in ("Warfare", "Stake", "Raid", "conquer"))
