"""Servers and their pages."""
