"""Runs untrusted programs in a sandbox, with limits and measurements of the whole process tree."""
