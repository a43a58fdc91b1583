"""Tries to allocate memory that belongs to no process."""

import os

file = os.memfd_create("hidden")
while True:
    os.write(file, bytes(1 << 20))
