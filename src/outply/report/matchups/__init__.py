"""The report of assignment 004."""
