"""The command line as a person at a terminal meets it."""

import codecs
import os
import pty
import select
import subprocess
import sys

COMMAND = [sys.executable, "-m", "outply"]
IMPATIENT = "from outply.cli import main, progress; progress.PATIENCE = 0; main.main()"
"""The command for who wants to see at once how far it is, however quick the machine."""

PATIENCE = 120  # seconds until a command that shows nothing counts as hung

LONG_QUESTION = "26\nMINIMAX\nX\n9\n" + (" ".join(["7"] * 26) + "\n") * 26 + ("." * 26 + "\n") * 26
"""An input that nobody waits for the answer to."""


class Terminal:
    """A command that believes to be run by a person."""

    def __init__(self, arguments, folder, patient):
        self.screen, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*(COMMAND if patient else [sys.executable, "-c", IMPATIENT]), *arguments],
            cwd=folder,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        self.shown = ""
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def wait_for(self, text):
        while text not in self.shown:
            data = self._read()
            assert data, f"it ended without showing {text!r}: {self.shown!r}"
            self.shown += data

    def press(self, keys):
        os.write(self.screen, keys.encode())

    def finish(self):
        while data := self._read():
            self.shown += data
        return self.process.wait(timeout=PATIENCE)

    def close(self):
        """End what a test that failed has left running."""
        self.process.kill()
        self.process.wait()
        os.close(self.screen)

    def _read(self):
        """Return what comes next, or nothing when the other end is closed; a failure if nothing comes."""
        if not select.select([self.screen], [], [], PATIENCE)[0]:
            raise AssertionError(f"nothing for {PATIENCE} s after {self.shown!r}")
        try:
            while data := os.read(self.screen, 4096):
                if text := self._decode(data):
                    return text
        except OSError:  # what Linux says of a closed end
            pass
        return ""
