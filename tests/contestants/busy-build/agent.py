"""Computes in 100 processes for 2 s of wall time."""

import multiprocessing
import time


def compute() -> None:
    end = time.monotonic() + 2
    while time.monotonic() < end:
        pass


processes = [multiprocessing.get_context("fork").Process(target=compute) for _ in range(100)]
for process in processes:
    process.start()
for process in processes:
    process.join()
