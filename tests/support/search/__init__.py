"""Positions, and checks of searches and their trees."""
