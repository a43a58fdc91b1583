"""Tournaments as JSON, CSV and pages."""
