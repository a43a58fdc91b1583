"""Test suites: their cases, the requirements that these test, and their generation."""
