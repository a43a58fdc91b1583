"""Computes in processes and threads at the same time."""

import multiprocessing
import threading


def loop() -> None:
    while True:
        pass


for _ in range(4):
    threading.Thread(target=loop).start()
    multiprocessing.get_context("fork").Process(target=loop).start()
