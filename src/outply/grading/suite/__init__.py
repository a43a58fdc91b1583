"""Test suites: cases, the requirements they test, and their generation."""
