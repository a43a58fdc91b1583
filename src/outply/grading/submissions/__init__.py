"""Submissions of a class: the roster, archives, and the commands that build and run a program."""
