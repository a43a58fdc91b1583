"""Graded submissions as JSON, CSV, JUnit XML and pages."""
