"""Fills pipes of up to 1 MiB each in 20 processes, and waits for a moment."""

import contextlib
import fcntl
import os
import time

for _ in range(20):
    if os.fork() == 0:
        break
for _ in range(100):
    readable, writable = os.pipe()
    with contextlib.suppress(OSError):
        fcntl.fcntl(writable, 1031, 1 << 20)  # F_SETPIPE_SZ
    os.set_blocking(writable, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writable, bytes(1 << 16))
time.sleep(1)
