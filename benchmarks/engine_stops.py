"""Measure the time from `stop` to `bestmove`: `python3 run.py python benchmarks/engine_stops.py`.

Searches are stopped at random times. For each position and number of threads, the first line has the wall time of
the client, and the lines below the phases of the slowest stops: from the client's `stop` to the line in the
server (read), to the flag of the search (flag), to the end of the search (search) with the CPU time of its thread
and of the process, to the `bestmove` (write), and to its arrival at the client (arrive).

Other programs on the machine delay every phase except the CPU times; `nice -n -15` (as root) lessens that.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import IO
from unittest.mock import patch

from outply.cli.engine import SWITCH_INTERVAL_S
from outply.engine_protocol import server
from outply.games.protocol import Position
from outply.search import engine, native
from outply.search.engine import SearchInfo
from outply.search.time_control import TimeControl

POSITIONS = ("warfare/raid/Smolensk", "warfare/raid/random:12:1", "starcircle/standard/initial")
MAX_DELAY_S = 0.2
"""The longest time from `go` to `stop`."""
WORD = "phases"
"""The word of the line that the measured server adds to a `bestmove`."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stops", type=int, default=100, help="searches per position and number of threads")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--memory", type=int, default=server.DEFAULT_MEMORY_MIB)
    parser.add_argument("--positions", nargs="+", default=POSITIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowest", type=int, default=2, help="stops whose phases are printed")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.memory)
        return
    print(f"{'milliseconds from stop to bestmove':44} {'median':>7} {'99 %':>7} {'most':>7}")
    for threads in options.threads:
        for position in options.positions:
            stops = list(measure(position, threads, options.memory, options.stops, options.seed))
            report(f"{position}, threads {threads}", stops, options.slowest)


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTimes:
    """The phases of a stop in milliseconds; `search_cpu` is that of the search's own thread."""

    delay: float
    read: float
    flag: float
    search: float
    search_cpu: float
    process_cpu: float
    page_faults: int
    write: float
    arrive: float

    @property
    def total(self) -> float:
        return self.read + self.flag + self.search + self.write + self.arrive


def report(title: str, stops: list[StopTimes], slowest: int) -> None:
    stops = sorted(stops, key=lambda stop: stop.total)
    times = [stop.total for stop in stops]
    high = times[min(len(times) - 1, round(0.99 * len(times)))]
    print(f"{title:44} {median(times):7.2f} {high:7.2f} {times[-1]:7.2f}")
    for stop in reversed(stops[len(stops) - slowest :]):
        print(
            f"  {stop.total:6.2f} after {stop.delay:3.0f}: read {stop.read:.2f}, flag {stop.flag:.2f}, "
            f"search {stop.search:.2f} (CPU {stop.search_cpu:.2f}, of the process {stop.process_cpu:.2f}, "
            f"{stop.page_faults} page faults), write {stop.write:.2f}, arrive {stop.arrive:.2f}"
        )
    cpu = sorted(stop.search_cpu for stop in stops)
    print(f"  CPU time of the search after the flag: median {median(cpu):.2f}, most {cpu[-1]:.2f}", flush=True)


def measure(position: str, threads: int, memory: int, count: int, seed: int) -> Iterator[StopTimes]:
    """Yield the phases of searches that are stopped at random times."""
    command = [sys.executable, __file__, "--serve", str(threads), "--memory", str(memory)]
    random = Random(seed)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"position {position}\nisready\n")
        process.stdout.readline()
        for _ in range(count):
            process.stdin.write("go infinite\n")
            delay = random.random() * MAX_DELAY_S
            time.sleep(delay)
            sent = time.perf_counter()
            process.stdin.write("stop\n")
            wait_for("bestmove", process.stdout)
            arrived = time.perf_counter()
            line = wait_for(WORD, process.stdout)
            read, flag, ended, written, cpu, process_cpu, faults = map(float, line.split()[1:])
            yield StopTimes(
                delay=1000 * delay,
                read=1000 * (read - sent),
                flag=1000 * (flag - read),
                search=1000 * (ended - flag),
                search_cpu=1000 * cpu,
                process_cpu=1000 * process_cpu,
                page_faults=int(faults),
                write=1000 * (written - ended),
                arrive=1000 * (arrived - written),
            )
        process.stdin.write("quit\n")


def wait_for(word: str, stream: IO[str]) -> str:
    while not (line := stream.readline()).startswith(word):
        if not line:
            raise EOFError("the server has ended")
    return line


class Clock:
    """The times of the last stop, in seconds of `perf_counter`."""

    read = flag = ended = written = 0.0
    thread_cpu = process_cpu = 0.0
    faults = 0
    thread = -1


def serve(threads: int, memory: int) -> None:
    """Run `outply engine` with a line of phases after each `bestmove`."""
    clock = Clock()

    def cpu_of_search() -> float:
        return time.clock_gettime(clock.thread) if clock.thread != -1 else 0.0

    class TimedControl(native.Control):
        def stop(self) -> None:
            super().stop()
            clock.flag = time.perf_counter()
            clock.thread_cpu, clock.process_cpu = -cpu_of_search(), -time.process_time()
            clock.faults = -resource.getrusage(resource.RUSAGE_SELF).ru_minflt

    class TimedEngine(engine.Engine):
        def analyse(
            self, position: Position, time_control: TimeControl, *, control: native.Control | None = None
        ) -> Iterator[SearchInfo]:
            clock.thread = time.pthread_getcpuclockid(threading.get_ident())
            yield from super().analyse(position, time_control, control=control)
            clock.ended = time.perf_counter()
            clock.thread_cpu += time.thread_time()
            clock.process_cpu += time.process_time()
            clock.faults += resource.getrusage(resource.RUSAGE_SELF).ru_minflt
            clock.thread = -1

    class TimedStream:
        def readline(self, size: int) -> bytes:
            line = sys.stdin.buffer.readline(size)
            clock.read = time.perf_counter()
            return line

    def write(line: str) -> None:
        print(line, flush=True)
        if line.startswith("bestmove"):
            ended = max(clock.ended, clock.flag)  # the game may have been solved before
            times = (clock.read, clock.flag, ended, time.perf_counter())
            print(WORD, *times, clock.thread_cpu, clock.process_cpu, clock.faults, flush=True)

    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with patch.object(server, "Control", TimedControl), patch.object(server, "Engine", TimedEngine):
        server.serve(TimedStream(), server.EngineServer(write, threads=threads, memory_mib=memory))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
