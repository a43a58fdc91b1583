"""Nests directories deeper than the longest possible path."""

import os

while True:
    os.mkdir("d" * 100)
    os.chdir("d" * 100)
