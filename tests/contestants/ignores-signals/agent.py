"""Ignores all signals that can be ignored, and never ends."""

import signal
import time

for number in set(range(1, 32)) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    time.sleep(60)
