"""Fingerprints, missing tools and repeated builds of contestants."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.arena.run_results import run_result

from outply.players.contestant import (
    BuiltContestant,
    build,
    fingerprint,
    may_succeed_later,
    missing_tool,
)
from outply.players.contestant_template import write_template
from outply.players.forfeit import ContestProtocol, ForfeitError
from outply.sandbox.limits import RunResult, Termination


@pytest.mark.parametrize(
    ("makefile", "protocol"),
    [
        ("agent:\nengine:\n\t./it\n", ContestProtocol.LINES),
        ("agent engine: it\n", ContestProtocol.LINES),
        (".PHONY: engine\nengine::\n", ContestProtocol.LINES),
        ("engine: engine.cpp\n\tg++\nrun:\n\t./engine\n", ContestProtocol.FILES),
        ("engine := fast\nagent:\n", ContestProtocol.FILES),
        ("engine ::= fast\nagent:\n", ContestProtocol.FILES),
        ("# engine:\nagent: engine\n\tengine: x\n", ContestProtocol.FILES),
        ("\xff\x00", ContestProtocol.FILES),
        ("", ContestProtocol.FILES),
    ],
)
def test_makefile_declares_the_contest_protocol(tmp_path: Path, makefile: str, protocol: ContestProtocol) -> None:
    (tmp_path / "Makefile").write_text(makefile, encoding="latin-1")
    assert BuiltContestant(tmp_path).protocol is protocol


@pytest.mark.parametrize("target", ["Makefile.linux", "../outside", "fifo", "missing", "Makefile"])
def test_makefile_may_be_a_link_to_a_file_beside_it_only(tmp_path: Path, target: str) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    for file in ("Makefile.linux", "../outside"):
        (folder / file).write_text("engine:\n")
    os.mkfifo(folder / "fifo")  # reading it would block
    (folder / "Makefile").symlink_to(target)
    is_read = target == "Makefile.linux"
    assert BuiltContestant(folder).protocol is (ContestProtocol.LINES if is_read else ContestProtocol.FILES)


CHANGES: dict[str, Callable[[Path], object]] = {
    "content": lambda folder: (folder / "agent.py").write_text("changed"),
    "mode": lambda folder: (folder / "agent.py").chmod(0o755),
    "name": lambda folder: (folder / "agent.py").rename(folder / "other.py"),
    "empty directory": lambda folder: (folder / "empty").mkdir(),
    "link to a file": lambda folder: (folder / "link").symlink_to("agent.py"),
    "link to a directory": lambda folder: (folder / "link").symlink_to("inner"),
    "other link": lambda folder: (folder / "inner" / "up").symlink_to("/"),
    "FIFO": lambda folder: os.mkfifo(folder / "fifo"),
    "nested directory": lambda folder: (folder / "inner" / "a" / "b").mkdir(parents=True),
}


def test_contestant_fingerprint_changes_with_every_change_of_the_files(tmp_path: Path) -> None:
    fingerprints = {}
    for name, change in {"none": lambda _: None, **CHANGES}.items():
        folder = tmp_path / name
        (folder / "inner").mkdir(parents=True)
        (folder / "agent.py").write_text("agent")
        (folder / "inner" / "data").write_text("data")
        fingerprints[name] = fingerprint(folder)
        change(folder)
        fingerprints[f"{name}, changed"] = fingerprint(folder)
    unchanged = fingerprints.pop("none, changed")
    assert all(fingerprints.pop(name) == unchanged for name in CHANGES)
    assert len(set(fingerprints.values())) == len(fingerprints)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read every file")
def test_unreadable_file_has_a_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("agent")
    before = fingerprint(tmp_path)
    (tmp_path / "agent.py").chmod(0)
    assert fingerprint(tmp_path) != before


@pytest.mark.parametrize(
    ("output", "tool"),
    [
        ("make: javac: No such file or directory\nmake: *** [agent] Error 127", "javac"),
        ("/bin/sh: 1: g++: not found", "g++"),
        ("bash: line 1: go: command not found", "go"),
        ("/usr/bin/env: \u2018python3.12\u2019: No such file or directory", "python3.12"),
        ("/bin/sh: 1: ./build.sh: not found", None),
        ("agent.cpp:3:10: fatal error: board.h: No such file or directory", None),
    ],
)
def test_missing_tool_is_recognized_in_the_output_of_a_build(output: str, tool: str | None) -> None:
    assert missing_tool(output) == tool


STARVED = run_result(Termination.WALL_TIME, cpu_seconds=20.0, wall_seconds=300.0)
COMPUTES = run_result(Termination.WALL_TIME, cpu_seconds=290.0, wall_seconds=300.0)
PAUSED = run_result(Termination.WALL_TIME, lost_seconds=40.0)
OK = run_result()


def build_with(tmp_path: Path, results: list[RunResult], *, overloaded: bool = True) -> tuple[str, list[str]]:
    """Build a directory, where `make` has the given results; return the problem and why it was repeated."""
    write_template("python", tmp_path / "agent")
    remaining, reasons = iter(results), list[str]()
    problem = ""
    try:
        build(
            tmp_path / "agent",
            on_repeat=reasons.append,
            run_target=lambda *_, **__: next(remaining),
            is_overloaded=lambda: overloaded,
        ).close()
    except ForfeitError as forfeit:
        problem = forfeit.explanation
    assert next(remaining, None) is None, "the build was repeated as often as it should be"
    return problem, reasons


def test_build_that_times_out_on_an_overloaded_machine_is_repeated(tmp_path: Path) -> None:
    assert build_with(tmp_path, [STARVED, OK, OK]) == ("", ["this machine was overloaded"])


def test_build_that_times_out_twice_fails_and_is_tried_again_by_the_next_run(tmp_path: Path) -> None:
    problem, _ = build_with(tmp_path, [STARVED, STARVED])
    assert problem.endswith("(CPU time used: 20.0 s); this machine was overloaded")
    assert may_succeed_later(problem, "")


@pytest.mark.parametrize(("result", "overloaded"), [(STARVED, False), (COMPUTES, True)])
def test_build_that_times_out_by_its_own_fault_is_not_repeated(
    tmp_path: Path, result: RunResult, overloaded: bool
) -> None:
    problem, reasons = build_with(tmp_path, [result], overloaded=overloaded)
    assert reasons == []
    assert problem.startswith("make agent ran for 300.0 s")
    assert not may_succeed_later(problem, "")


def test_build_is_repeated_after_a_pause_of_the_machine(tmp_path: Path) -> None:
    problem, reasons = build_with(tmp_path, [PAUSED, OK, PAUSED, OK, OK])
    assert (problem, reasons) == ("", ["the machine did not run for 40 s"] * 2)
