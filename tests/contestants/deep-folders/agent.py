"""Digs down, where no path is long enough to follow."""

import os

while True:
    os.mkdir("d" * 100)
    os.chdir("d" * 100)
