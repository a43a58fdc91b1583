"""Simulate a semester on a real class server: HTTP, sandbox and database are real, only the clock is fast.

    python3 run.py python benchmarks/semester.py               # 300 students, 2,000 submissions
    python3 run.py python benchmarks/semester.py --students 30 --submissions 200 --minutes 6
    python3 run.py python benchmarks/semester.py --kills 50    # with kill -9 at random moments

Fourteen days pass in `--minutes`. The students hand in generated programs (class_load/player.cpp) of different
strength and fault, with a rush before the deadline on day 12; late versions are accepted until day 14. Before the
end, the clock waits until every working version has played its games, at most for `--settle` minutes.

CPU time: a check takes 0.5 s (two builds, three games, two cases), a game on the ladder 0.06 s and 0.1 s for the
first build. The full size therefore needs about 1,200 s for checks and 1,000 s for 12,000 games.

Printed are queue times by simulated hour, shares of CPU time and games, submissions that did not end as expected,
the ladder against the true strength (by a round robin of the same programs in one process), the coverage of the
intervals, and an audit of the database. Exits with status 1 if a check fails. `--seed` repeats programs and times.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from class_load import report
from class_load.audit import audit
from class_load.plan import DAY_S, DAYS, START, make_plan
from class_load.programs import PLAYING, true_ratings
from class_load.semester import Semester
from kills import Problems, become_subreaper, remaining_children

EXIT_TIMEOUT_S = 20.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--submissions", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=30.0, help="real time in which the 14 days pass")
    parser.add_argument("--settle", type=float, default=15.0, help="most minutes to wait for the last games")
    parser.add_argument("--games", type=int, default=60, help="games of each version on the ladder")
    parser.add_argument("--jobs", type=int, default=2, help="checks and games at the same time")
    parser.add_argument("--boards", type=int, default=5, help="boards of each pairing for the true strength")
    parser.add_argument("--kills", type=int, default=0, help="times that a process is killed with SIGKILL")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="new directory for the class, which is kept")
    options = parser.parse_args()
    if options.folder is not None:
        options.folder.mkdir(parents=True)
        return simulate(options, options.folder)
    with tempfile.TemporaryDirectory(prefix="outply-semester-") as folder:
        return simulate(options, Path(folder))


def simulate(options: argparse.Namespace, folder: Path) -> int:
    """Simulate a semester in `folder` and print the report; return the exit status."""
    folder.chmod(0o711)
    become_subreaper()
    problems = Problems()
    plan = make_plan(options.students, options.submissions, Random(options.seed))
    last = {one.student: one.program for one in plan if one.program.can_play}  # the active versions at the end
    strengths = {program.strength for program in last.values() if program.kind in PLAYING}
    print(f"{len(plan)} submissions of {options.students} students, {len(strengths)} strengths", flush=True)
    truth = true_ratings(strengths, options.boards, folder)
    started = time.monotonic()
    semester = Semester(
        folder / "class",
        plan,
        students=options.students,
        speed=DAYS * DAY_S / (60 * options.minutes),
        jobs=options.jobs,
        games=options.games,
        seed=options.seed,
    )
    semester.run(kills=options.kills, settle_s=60 * options.settle)
    took_s = time.monotonic() - started
    print(f"\n14 days from {START:.0f} in {took_s / 60:.1f} min; {semester.summary()}")
    with semester.open_class() as classroom:
        report.print_queue_times(classroom, semester.speed)
        report.print_shares(classroom)
        report.check_states(classroom, semester, problems)
        report.check_ladder(classroom, semester, truth, problems)
        audit(classroom, semester, problems)
    left = remaining_children(EXIT_TIMEOUT_S)
    problems.check(not left, f"processes left: {left}")
    print(f"{problems.count} checks failed")
    return 1 if problems.count else 0


if __name__ == "__main__":
    sys.exit(main())
