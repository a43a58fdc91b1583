"""Players against each other: one game, many of them, and what they say about who is stronger."""
