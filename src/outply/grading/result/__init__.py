"""Verdicts, points and likely mistakes."""
