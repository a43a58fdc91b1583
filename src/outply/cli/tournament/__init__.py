"""The `outply tournament` command."""
