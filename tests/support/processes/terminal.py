"""Commands run at a pseudo-terminal, as a person runs them."""

import codecs
import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from support.waiting import wait_until

COMMAND = [sys.executable, "-m", "outply"]

LONG_QUESTION = "26\nMINIMAX\nX\n9\n" + (" ".join(["7"] * 26) + "\n") * 26 + ("." * 26 + "\n") * 26
"""An input whose search never ends in practice."""


class Terminal:
    """A command whose standard streams are a terminal."""

    def __init__(self, arguments: Iterable[str], folder: Path) -> None:
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
        self._decode = codecs.getincrementaldecoder("utf-8")().decode

    def wait_for(self, text: str) -> None:
        """Read the screen until the text is shown."""
        while text not in self.shown:
            data = self._read()
            assert data, f"the command ended without showing {text!r}: {self.shown!r}"
            self.shown += data

    def press(self, keys: str) -> None:
        """Type the keys."""
        os.write(self.screen, keys.encode())

    def finish(self) -> int:
        """Read the screen to the end and return the exit status."""
        while data := self._read():
            self.shown += data
        wait_until(lambda: self.process.poll() is not None, "the command ends")
        return self.process.returncode

    def close(self) -> None:
        """Kill the command if a failed test has left it running."""
        self.process.kill()
        self.process.wait()
        os.close(self.screen)

    def _read(self) -> str:
        """Return the next output, empty at the end; fail if no output arrives for too long."""
        wait_until(lambda: select.select([self.screen], [], [], 0)[0], f"output after {self.shown!r}")
        try:
            while data := os.read(self.screen, 4096):
                if text := self._decode(data):
                    return text
        except OSError:  # Linux raises it when the other end is closed
            pass
        return ""
