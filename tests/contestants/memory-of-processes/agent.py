"""Sixteen processes that exceed the memory limit together, but not alone."""

import os
import time

for _ in range(4):
    os.fork()
kept = bytearray(b"1") * (8 << 20)
time.sleep(600)
