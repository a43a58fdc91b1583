"""Runs a program of a stranger: contained, and measured over its whole process tree."""
