"""Runs a program of a stranger: sandboxed, and measured over its whole process tree."""
