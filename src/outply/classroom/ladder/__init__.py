"""The ladder: pairings, games, standings and reviews of lost games."""
