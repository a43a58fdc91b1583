"""Test suites: cases, the requirements that they test, and their generation."""
