"""What a contestant's author should look at, for each way to fail."""

from __future__ import annotations

from outply.players.forfeit import MEMORY_MIB, Failure

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
    found = [failure.advice]
    if failure in (Failure.CRASHED, Failure.BUILD_FAILED, Failure.NO_OUTPUT):
        found += [hint for signs, hint in CLUES if any(sign in printed for sign in signs)]
    return found
