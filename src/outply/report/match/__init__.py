"""A single game as text, JSON or replay page."""
