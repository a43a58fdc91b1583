"""Plugins of pytest that run all tests."""
