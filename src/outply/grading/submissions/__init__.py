"""Submissions of a class: the roster, archives, and how to build and run a program."""
