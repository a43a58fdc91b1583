"""Fills the disk with files that no folder has any more."""

import os
import time

kept = []
for _ in range(100):
    kept.append(os.open("file", os.O_CREAT | os.O_WRONLY))
    os.unlink("file")
    os.write(kept[-1], bytes(1 << 20))
time.sleep(600)
