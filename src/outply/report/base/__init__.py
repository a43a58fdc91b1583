"""Shared parts of all reports."""
