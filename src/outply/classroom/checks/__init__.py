"""Checks of versions: the queue, the public suite and hidden suites."""
