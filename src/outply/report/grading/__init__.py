"""Graded submissions written up: as data, as tables, for CI, as pages."""
