"""`outply solve` of several inputs."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import ROOT
from support.processes.command_line import RunCommand, run_cli
from support.processes.terminal import LONG_QUESTION, Terminal

from outply.cli.solve import batch
from outply.cli.solve.answer import SolveOptions
from outply.formats.question import read

EXAMPLES = ROOT / "examples"
QUESTION = (EXAMPLES / "warfare-3.in").read_text()


@pytest.fixture
def solve(tmp_path: Path) -> RunCommand:
    def run(*arguments: str) -> CompletedProcess[str]:
        return run_cli("solve", *arguments, cwd=tmp_path)

    return run


def write(folder: Path, *names: str, text: str = QUESTION) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_folder_is_answered_with_relative_paths_preserved(solve: RunCommand, tmp_path: Path) -> None:
    write(
        tmp_path / "cases", "input.txt", "input7.txt", "week1/a.in", "week1/input.txt", "notes.txt", "week1/a.out"
    )
    done = solve("cases", "--out-dir", "answers")
    assert (done.returncode, done.stdout, done.stderr) == (0, "4 of 4 answered in answers\n", "")
    assert files(tmp_path / "answers") == ["output.txt", "output7.txt", "week1/a.out", "week1/output.txt"]


def test_examples_are_answered_to_the_byte(solve: RunCommand, tmp_path: Path) -> None:
    assert solve(str(EXAMPLES), "--out-dir", "answers").returncode == 0
    for expected in EXAMPLES.glob("*.out"):
        assert (tmp_path / "answers" / expected.name).read_bytes() == expected.read_bytes()


def test_several_inputs_are_answered_under_their_relative_paths(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path, "a/input.txt", "b/input.txt", "c/any.name")
    assert (
        solve(
            "a/input.txt", "b/input.txt", "c/any.name", str(tmp_path / "a/input.txt"), "--out-dir", "o"
        ).returncode
        == 0
    )
    assert files(tmp_path / "o") == ["a/output.txt", "b/output.txt", "c/any.out", "output.txt"]


def test_inputs_with_the_same_answer_path_are_refused_before_any_search(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path, "cases/good.in", "x.in", "x.txt")
    done = solve("cases", "x.in", "x.txt", "--out-dir", "o")
    assert done.returncode == 2
    assert "the answers to x.in and x.txt would both be written to o/x.out" in done.stderr
    assert not (tmp_path / "o").exists()


def test_answer_never_overwrites_an_input(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path, "x.in", "x.out")
    done = solve("x.in", "x.out", "--out-dir", ".")
    assert done.returncode == 2
    assert "would overwrite the input x.out" in done.stderr
    assert (tmp_path / "x.out").read_text() == QUESTION


def test_answer_never_overwrites_an_input_through_a_symbolic_link(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path, "x.in")
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / "x.out").symlink_to(tmp_path / "x.in")
    assert "would overwrite the input" in solve("x.in", "--out-dir", "o").stderr
    assert (tmp_path / "x.in").read_text() == QUESTION


def test_answer_cannot_have_the_path_of_a_folder_of_another_answer(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path, "cases/x.in", "cases/x.out/y.in")
    done = solve("cases", "--out-dir", "o")
    assert done.returncode == 2
    assert "o/x.out cannot be both an answer and the folder of o/x.out/y.out" in done.stderr
    assert not (tmp_path / "o").exists()


def test_malformed_input_is_reported_and_does_not_stop_the_others(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path / "cases", "a.in", "c.in")
    write(tmp_path / "cases", "b.in", text="3\nMINIMAX\nQ\n")
    (tmp_path / "cases" / "d.in").write_bytes(b"\xff\xfe")
    done = solve("cases", "missing.in", "--out-dir", "o")
    assert done.returncode == 2
    assert done.stdout == "2 of 5 answered in o\n"
    assert sorted(done.stderr.splitlines()) == [
        "outply: cases/b.in, line 3: found 'Q', expected YOUPLAY: X or O",
        "outply: cases/d.in, line 1: found UTF-16, expected UTF-8 text; save it as UTF-8",
        "outply: missing.in: no such file or directory",
    ]
    assert files(tmp_path / "o") == ["a.out", "c.out"]


def test_json_has_one_line_per_input(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path / "cases", "a.in")
    write(tmp_path / "cases", "b.in", text="nonsense")
    done = solve("cases", "--out-dir", "o", "--json", "-")
    lines = {line["input"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert lines["cases/a.in"]["move"] == "C3 Raid"
    assert lines["cases/a.in"]["output"] == "o/a.out"
    assert lines["cases/b.in"]["error"].startswith("cases/b.in, line 1: found 'nonsense'")


def test_json_file_has_one_line_per_input(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path / "cases", "a.in", "b.in")
    done = solve("cases", "--out-dir", "o", "--json", "answers.json")
    assert (done.returncode, done.stdout) == (0, "2 of 2 answered in o\n")
    lines = [json.loads(line) for line in (tmp_path / "answers.json").read_text().splitlines()]
    assert sorted(line["input"] for line in lines) == ["cases/a.in", "cases/b.in"]


def test_rules_option_is_refused_only_for_inputs_of_games_without_those_rules(
    solve: RunCommand, tmp_path: Path
) -> None:
    write(tmp_path / "cases", "a.in")
    write(tmp_path / "cases", "b.in", text=(EXAMPLES / "starcircle-1.in").read_text())
    done = solve("cases", "--rules", "blitz", "--out-dir", "o")
    assert (done.returncode, done.stdout) == (2, "1 of 2 answered in o\n")
    assert done.stderr == "outply: cases/b.in: Star/Circle has no blitz rules; drop --rules\n"


def test_thousand_inputs_are_answered_in_one_call(solve: RunCommand, tmp_path: Path) -> None:
    write(tmp_path / "cases", *(f"{number}.in" for number in range(1000)))
    done = solve("cases", "--out-dir", "o")
    assert done.stdout == "1,000 of 1,000 answered in o\n"
    assert len(os.listdir(tmp_path / "o")) == 1000


def test_interrupt_at_a_terminal_keeps_finished_answers(
    at_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    write(tmp_path / "cases", "easy.in")
    write(tmp_path / "cases", "long1.in", "long2.in", "long3.in", "long4.in", text=LONG_QUESTION)
    terminal = at_terminal("solve", "cases", "--out-dir", "o")
    terminal.wait_for("20%")  # one of five
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == 130
    assert "Traceback" not in terminal.shown
    assert files(tmp_path / "o") == ["easy.out"]


def test_interrupt_stops_every_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "cases", "a.in", "b.in", "c.in", text=LONG_QUESTION)
    jobs = batch.plan([str(tmp_path / "cases")], tmp_path / "o")

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "plan", lambda *_: jobs)
    monkeypatch.setattr(batch, "as_completed", interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            batch.solve([], str(tmp_path / "o"), SolveOptions(), json_file=None)
        assert [job.control.stopped for job in jobs] == [True] * 3
    finally:
        for job in jobs:  # or a failure would never end
            job.control.stop()


@pytest.mark.parametrize("seconds_left", ["0", "0.001", "0.300"])
def test_every_competition_input_has_its_own_time_budget(
    solve: RunCommand, tmp_path: Path, seconds_left: str
) -> None:
    question = f"5\nCOMPETITION\nO\n{seconds_left}\n" + "1 2 3 4 5\n" * 5 + "X....\n" + ".....\n" * 4
    names = [f"{number}.in" for number in range(12)]
    write(tmp_path / "cases", *names, text=question)
    done = solve("cases", "--out-dir", "o")
    assert (done.returncode, done.stdout, done.stderr) == (0, "12 of 12 answered in o\n", "")
    position = read(question.encode()).position
    legal = {str(move): move for move in position.moves()}
    for name in names:
        move, board = (tmp_path / "o" / name).with_suffix(".out").read_text().split("\n", 1)
        assert board.replace("\n", "") == position.play(legal[move]).owners
