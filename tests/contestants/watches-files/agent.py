"""Tries to watch which files other programs open."""

import ctypes
import sys

sys.exit(ctypes.CDLL(None).inotify_init() < 0)
