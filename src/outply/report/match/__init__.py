"""A single game as text, JSON or a replay page."""
