"""Programs that answer line by line: exchanges have limits of their own, and nothing runs between them."""

import select
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.waiting import wait_until

from outply.sandbox.interactive import MAX_LINE_BYTES, InteractiveRun, LongLineError
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.process_tree import STATE, Proc
from outply.sandbox.workspace import Workspace

pytestmark = pytest.mark.usefixtures("needs_sandbox")

ECHO = """
import subprocess, sys, time
for line in sys.stdin:
    word = line.strip()
    if word == "child":
        subprocess.Popen(["sleep", "600"])
    if word == "work":
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
    if word == "error":
        print("a message", file=sys.stderr, flush=True)
    if word == "long":
        print("x" * 100_000, flush=True)
    if word == "twice":
        print(word)
    if word == "exit":
        sys.exit(4)
    print(word if len(word) < 100 else len(word), flush=True)
"""
AMPLE = Limits(cpu_seconds=60.0, wall_seconds=60.0)

Ask = Callable[[str], tuple[list[str], Termination]]


@pytest.fixture(params=["control groups", "proc", "unsandboxed"])
def program(
    request: pytest.FixtureRequest, temp_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[InteractiveRun]:
    if request.param == "proc":
        monkeypatch.setattr("outply.sandbox.cgroups.parent_dirs", lambda: None)
        monkeypatch.setattr("outply.sandbox.meter.open_task_clock", lambda _: None)
    source = temp_dir / "source"
    source.mkdir()
    (source / "echo.py").write_text(ECHO)
    is_sandboxed = request.param != "unsandboxed"
    with Workspace(source, 64, on_ram_disk=is_sandboxed) as workspace:
        run = workspace.open_interactive(["python3", "echo.py"], AMPLE, sandboxed=is_sandboxed)
        yield run
        run.close()


def ask(run: InteractiveRun, text: str, limits: Limits = AMPLE) -> tuple[list[str], Termination]:
    """Send a line and return the lines up to the first answer, and how the exchange ended."""
    lines: list[str] = []

    def on_line(line: bytes) -> bool:
        lines.append(line.decode())
        return True

    return lines, run.exchange(f"{text}\n".encode(), limits, on_line).termination


def states(run: InteractiveRun) -> set[str]:
    return {Proc().stat(process)[STATE] for process in run.processes}


def test_program_answers_line_by_line_and_is_stopped_in_between(program: InteractiveRun) -> None:
    for word in ("one", "child", "two"):
        assert ask(program, word) == ([word], Termination.OK)
        wait_until(lambda: states(program) == {"T"}, "all processes to be stopped")
    size = 3 * (1 << 16)  # more than a pipe holds
    assert ask(program, "x" * size) == ([str(size)], Termination.OK)
    assert ask(program, "twice")[0] == ask(program, "more")[0] == ["twice"]
    assert ask(program, "exit") == (["more"], Termination.OK)
    assert not program.has_ended
    assert ask(program, "anything") == ([], Termination.ERROR)
    assert program.has_ended


def test_cpu_time_and_printed_text_are_those_of_the_exchange(program: InteractiveRun) -> None:
    ask(program, "one")
    worked = program.exchange(b"work\n", AMPLE, lambda _: True)
    assert 0.04 < worked.cpu_seconds < 30
    failed = program.exchange(b"error\n", AMPLE, lambda line: line == b"error")
    assert (failed.stdout, failed.stderr, failed.exit_status) == ("error\n", "a message\n", 0)
    quick = program.exchange(b"two\n", AMPLE, lambda _: True)
    assert (quick.stdout, quick.stderr) == ("two\n", "")
    assert quick.memory_mib > 0
    late = ask(program, "work", Limits(cpu_seconds=0.01, wall_seconds=60.0))
    assert late[1] is Termination.CPU_TIME


def test_output_that_the_program_takes_away_is_not_an_error_of_the_machine(
    program: InteractiveRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    select_ready = select.select

    def all_readable(
        readers: list[int], writers: list[int], exceptional: list[int], timeout: float
    ) -> tuple[list[int], list[int], list[int]]:
        """Report output that is gone when it is read; calls with one reader ask for the end of a process."""
        ready = select_ready(readers, writers, exceptional, timeout)
        return (readers, *ready[1:]) if len(readers) > 1 else ready

    monkeypatch.setattr(select, "select", all_readable)
    assert ask(program, "one") == (["one"], Termination.OK)


def test_line_that_is_too_long_ends_the_program(program: InteractiveRun) -> None:
    with pytest.raises(LongLineError, match=f"{MAX_LINE_BYTES:,} bytes"):
        ask(program, "long")
    assert program.has_ended
