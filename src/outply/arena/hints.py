"""What a contestant's author should look at, for each way to fail."""

from __future__ import annotations

from outply.players.contestant import DISK_MIB, MEMORY_MIB
from outply.players.forfeit import Failure

EXPLANATIONS = {
    Failure.ILLEGAL: "A Stake takes any empty cell. A Raid takes an empty cell beside one of your own (above, "
    "left, right or below, not across). Look at how you find the cells and their neighbours at the edges, and "
    "at which player line 3 says you are.",
    Failure.BOARD: "After the move come the rows of the board as it is then: the taken cell is yours, and "
    "after a Raid every enemy cell beside it, too, and no others: there are no chains. A Stake conquers "
    "nothing.",
    Failure.UNREADABLE: "The first line is the move, such as `C3 Raid` or `B12 Stake`, and after it come as "
    "many rows as the board has, each with as many of X, O and . and nothing between them.",
    Failure.NOTHING: "`make run` must write output.txt in the directory that it is run in, every time: the "
    "old one is deleted before each move. Look at the name, at paths, and at whether the file is closed. It "
    "must be a plain file.",
    Failure.CPU: "Line 4 of input.txt says how many seconds of CPU time are left for the whole rest of the "
    "game, over all processes and threads, and the start of the program counts. Spread them over the moves "
    "that are left, and look at the clock while you search.",
    Failure.WALL: "It neither ended nor used its CPU time. Does it wait for a key, for standard input, for a "
    "lock, or for a process of its own?",
    Failure.MEMORY: f"All processes together have {MEMORY_MIB} MiB. Look at the size of tables, and of the "
    "Java heap (-Xmx).",
    Failure.DISK: f"The directory may hold {DISK_MIB} MiB and 10,000 files. Look at what is kept from move to "
    "move.",
    Failure.PRINTED: "Nobody reads what it prints; a few lines for yourself are all right. Is there a print "
    "in a loop?",
    Failure.CRASHED: "`make run` failed and left no output.txt. The reason is likely in the last lines that "
    "it printed.",
    Failure.BUILD: "`make agent` must exist in the Makefile and succeed; an agent that needs no building has "
    "it, too, with nothing to do.",
}

CLUES = (
    (
        ("No module named", "ModuleNotFoundError", "ClassNotFoundException", "cannot open shared object"),
        "Is this library installed on the machine, in /usr? Others (in a home directory, a virtual "
        "environment) cannot be seen: put them into the directory.",
    ),
    (
        ("Network is unreachable", "Name or service not known", "name resolution", "Could not resolve host"),
        "There is no network, also not while it is built: all that it needs must be in the directory.",
    ),
    (
        ("Read-only file system", "Permission denied"),
        "It can write in its own directory and in /tmp, nowhere else.",
    ),
    (
        ("command not found", ": not found", "No such file or directory"),
        "Of the machine's files it sees /usr, /bin and /lib, and its own directory, which is called /work; "
        "programs are looked up in /usr/local/bin, /usr/bin and /bin.",
    ),
    (
        ("Segmentation fault", "Aborted", "Bus error"),
        "Build it with -g -fsanitize=address,undefined and run it on the input.txt below to see where it breaks.",
    ),
    (("missing separator",), "Lines of a recipe in a Makefile begin with a tab, not with spaces."),
    (
        ("Resource temporarily unavailable", "Cannot allocate memory", "can't start new thread"),
        f"It has 128 processes and threads in all, and {MEMORY_MIB} MiB of memory.",
    ),
)


def hints(failure: Failure, printed: str) -> list[str]:
    """Return what the failure means, and what is likely behind messages that the program printed."""
    found = [EXPLANATIONS[failure]]
    if failure in (Failure.CRASHED, Failure.BUILD, Failure.NOTHING):
        found += [hint for signs, hint in CLUES if any(sign in printed for sign in signs)]
    return found
