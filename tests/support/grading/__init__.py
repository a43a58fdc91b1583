"""Suites, submissions and graded classes."""
