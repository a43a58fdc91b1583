"""Serve a class whose clock is in a file, until a signal arrives: `python serve.py DIR PORT CLOCK JOBS`."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

from outply.classroom.classroom import Classroom
from outply.classroom.operation.runner import QueueRunner
from outply.jobs.executor import LocalExecutor
from outply.web.app import listen
from outply.web.classroom.app import serve_class


class ClockFile:
    """A clock that a file controls, which has a real time, the simulated time at that moment, and its speed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, simulated: float, speed: float) -> None:
        """Set the time, and how many seconds pass in a real one."""
        partial = self._path.with_suffix(".partial")
        partial.write_text(f"{time.time()} {simulated} {speed}")
        partial.rename(self._path)

    def __call__(self) -> float:
        real, simulated, speed = map(float, self._path.read_text().split())
        return simulated + speed * (time.time() - real)


def main() -> None:
    folder, port, clock, jobs = sys.argv[1:]
    with Classroom(Path(folder), ClockFile(Path(clock))) as classroom:
        classroom.lock()
        listener = listen("127.0.0.1", int(port))
        with LocalExecutor(int(jobs)) as executor:
            print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
            with suppress(KeyboardInterrupt):  # the usual way to stop a server
                serve_class(listener, classroom, QueueRunner(classroom, executor))


if __name__ == "__main__":
    main()
