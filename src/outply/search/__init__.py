"""Searches: textbook, literal, exact, and the engine."""
