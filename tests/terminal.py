"""The command line as a person at a terminal meets it."""

import os
import pty
import subprocess
import sys

COMMAND = [sys.executable, "-m", "outply"]

LONG_QUESTION = "26\nMINIMAX\nX\n9\n" + (" ".join(["7"] * 26) + "\n") * 26 + ("." * 26 + "\n") * 26
"""An input that nobody waits for the answer to."""


class Terminal:
    """A command that believes to be run by a person."""

    def __init__(self, arguments, folder):
        self.screen, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=folder,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        self.shown = ""

    def wait_for(self, text):
        while text not in self.shown:
            self.shown += os.read(self.screen, 4096).decode()

    def finish(self):
        try:
            while data := os.read(self.screen, 4096):
                self.shown += data.decode()
        except OSError:  # the other end is closed
            pass
        os.close(self.screen)
        return self.process.wait(timeout=60)
