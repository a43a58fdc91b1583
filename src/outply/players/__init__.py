"""Whoever picks a move, named by a short text such as `alphabeta:4` or `engine:0.5s`."""
