"""The games that the report of assignment 004 requires."""
