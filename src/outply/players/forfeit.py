"""Ways to lose a game without playing it to its end, each with advice for the author of the program."""

from __future__ import annotations

from enum import Enum

from outply.errors import UserError
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.sandbox.limits import RunResult, Termination
from outply.sandbox.untrusted_dirs import MAX_FILES


class ContestProtocol(Enum):
    """How a contestant's program is asked for moves.

    FILES: `make run` is started for every move, reads input.txt and writes output.txt. LINES: `make engine` runs
    for the whole game and speaks the engine protocol on standard input and output.
    """

    FILES = "files"
    LINES = "lines"


class Failure(Enum):
    """The reason for a forfeit, with its label (the value) and advice for the author of the program.

    The first five members describe the program's answer or its build. All others have the labels of `Termination`.
    The advice is a template that `advice_for` fills in with the limits of the contest.
    """

    label: str
    advice_template: str

    ILLEGAL_MOVE = (
        "illegal move",
        "Check that you move for the player that input.txt names, how you read the board, and which moves you "
        "consider legal.",
    )
    WRONG_BOARD = (
        "wrong board",
        "Below the line with the move, write the rows of the board as it is after the move, in the format of "
        "input.txt.",
    )
    UNREADABLE_OUTPUT = (
        "unreadable output",
        "The first line is the move. It is followed by the rows of the board as input.txt has them.",
    )
    NO_OUTPUT = (
        "no output",
        "`make run` must write output.txt in the current directory every time: the old file is deleted before "
        "each move. Check the file name, the paths, and whether the file is closed. It must be a regular file.",
    )
    BUILD_FAILED = (
        "build failed",
        "The Makefile must have a target `agent`, and `make agent` must succeed. If there is nothing to build, "
        "declare the target without commands.",
    )
    CPU_TIME = (
        Termination.CPU_TIME.label,
        "Line 4 of input.txt is the CPU time in seconds that is left for the whole rest of the game, over all "
        "processes and threads, including the start of the program. Divide it among the remaining moves, and "
        "check the clock during the search.",
    )
    WALL_TIME = (
        Termination.WALL_TIME.label,
        "The program neither ended nor used its CPU time. Does it wait for a key, for standard input, for a "
        "lock, or for one of its own processes? A whole game may take {limits.wall_factor:g} times the CPU time, "
        "and {limits.wall_s_per_move:g} s for each move.",
    )
    MEMORY = (
        Termination.MEMORY.label,
        "All processes together have {limits.memory_mib} MiB. Check the size of your tables, and of the Java heap "
        "(-Xmx).",
    )
    DISK = (
        Termination.DISK.label,
        "The directory may hold {limits.disk_mib} MiB and {max_files:,} files. Check which files you keep from "
        "move to move.",
    )
    OUTPUT = (
        Termination.OUTPUT.label,
        "Printed text is not read; a few lines for debugging do no harm. Is there a print statement in a loop?",
    )
    CRASHED = (
        Termination.ERROR.label,
        "`make run` failed and left no output.txt. The last lines that it printed probably say why.",
    )

    def __new__(cls, label: str, advice_template: str) -> Failure:
        member = object.__new__(cls)
        member._value_ = member.label = label
        member.advice_template = advice_template
        return member

    @property
    def advice(self) -> str:
        """The advice for a program that is asked for moves by files, in any game and with the default limits."""
        return self.advice_for(ContestProtocol.FILES)

    def advice_for(self, protocol: ContestProtocol, game: str = "", limits: ContestLimits = DEFAULT_LIMITS) -> str:
        """Return the advice for a program that is asked for moves of the game called `game` by `protocol`."""
        if protocol is ContestProtocol.LINES:
            text = LINES_ADVICE.get(self, self.advice_template)
        else:
            text = " ".join(filter(None, (self.advice_template, GAME_ADVICE.get(game, {}).get(self))))
        return text.format(limits=limits, max_files=MAX_FILES)


LINES_ADVICE = {
    Failure.ILLEGAL_MOVE: (
        "The board is in the last `position` command; the third part of its first word is the player to move. "
        "Check how you read the board, and which moves you consider legal."
    ),
    Failure.UNREADABLE_OUTPUT: (
        "Answer each `isready` by `readyok` and each `go` by exactly one `bestmove MOVE`, with `_` for spaces: "
        "`bestmove C3_Raid`. Other lines, such as `info`, do no harm."
    ),
    Failure.NO_OUTPUT: (
        "The program must read commands until `quit` or the end of standard input. It ended before the game was "
        "over."
    ),
    Failure.CPU_TIME: (
        "`go gametime` gives the milliseconds of CPU time that are left for the whole rest of the game, over all "
        "processes and threads. Divide them among the remaining moves, and check the clock during the search."
    ),
    Failure.WALL_TIME: (
        "The program neither answered nor used its CPU time. Does it flush standard output after each line? Does "
        "it wait for more than one line of input? A game may take {limits.wall_factor:g} times the CPU time, and "
        "{limits.wall_s_per_move:g} s for each move."
    ),
    Failure.OUTPUT: "A few `info` lines per second do no harm. Is there a print statement in a loop?",
    Failure.CRASHED: "The program ended with an error. The last lines that it printed probably say why.",
}
"""Advice that differs for programs that speak the engine protocol."""


GAME_ADVICE = {
    "warfare": {
        Failure.ILLEGAL_MOVE: (
            "A Stake takes any empty cell. A Raid takes an empty cell next to one of your own (above, left, right "
            "or below; diagonals do not count): check how you find the cells and their neighbours at the edges."
        ),
        Failure.WRONG_BOARD: (
            "The taken cell is yours. After a Raid, so is every enemy cell next to it, and no other: conquered "
            "cells conquer nothing. A Stake conquers nothing."
        ),
        Failure.UNREADABLE_OUTPUT: (
            "A move is `C3 Raid` or `B12 Stake`, and a row has one X, O or . per cell and no separators."
        ),
    },
}
"""Advice on the rules and the format of single games, by their names, for programs that are asked by files."""


class ForfeitError(UserError):
    """Raised when a player loses the game because its program failed.

    `explanation` describes what happened. `stdout` and `stderr` are the output of the program's last run, and
    `cpu_seconds` and `wall_seconds` the times of that run.
    """

    def __init__(self, failure: Failure, explanation: str, result: RunResult | None = None) -> None:
        super().__init__(explanation)
        self.failure = failure
        self.explanation = explanation
        self.stdout = result.stdout if result else ""
        self.stderr = result.stderr if result else ""
        self.cpu_seconds = result.cpu_seconds if result else 0.0
        self.wall_seconds = result.wall_seconds if result else 0.0

    @classmethod
    def from_run(cls, command: str, result: RunResult) -> ForfeitError:
        """Return the error for a run of `command` that crashed or exceeded a limit."""
        failure = next(failure for failure in Failure if failure.label == result.termination.label)
        return cls(failure, f"{command} {result.explanation}", result)
