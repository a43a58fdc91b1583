"""Fills the disk with deleted files that it holds open."""

import os
import time

descriptors = []
for _ in range(100):
    descriptors.append(os.open("file", os.O_CREAT | os.O_WRONLY))
    os.unlink("file")
    os.write(descriptors[-1], bytes(1 << 20))
time.sleep(600)
