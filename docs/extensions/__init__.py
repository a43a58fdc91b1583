"""Sphinx extensions: reference pages generated from the program."""
