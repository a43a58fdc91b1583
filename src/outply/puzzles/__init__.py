"""Puzzles: positions in which one move decides the game, proven by solving the game to its end."""
