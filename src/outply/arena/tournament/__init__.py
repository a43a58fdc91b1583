"""Tournaments of contestants and players."""
