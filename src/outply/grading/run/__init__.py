"""Run submissions on the cases of a suite."""
