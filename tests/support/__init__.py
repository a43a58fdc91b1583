"""Helpers of the tests."""

import sys

# Containers often forbid bytecode. Without it, every test process would compile all test modules in every run,
# which takes 15 s of CPU time.
sys.dont_write_bytecode = False
