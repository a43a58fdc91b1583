"""Hand-made games, matches and tournaments."""
