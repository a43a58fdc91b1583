"""A submission that kills its grader, in an importable module because worker processes unpickle it."""

import os
import signal
from typing import NoReturn

from outply.grading.run.job import GradeJob
from outply.jobs.job import JobContext


class KillGrader(GradeJob):
    """A submission that escapes from the sandbox and kills the process that grades it."""

    __slots__ = ()

    def __call__(self, context: JobContext) -> NoReturn:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("not reached")
