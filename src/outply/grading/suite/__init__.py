"""Test suites: cases, the requirements that the cases test, and the generation of cases."""
