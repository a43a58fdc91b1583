"""Gradescope: the autograder archive, its results and its leaderboard."""
