"""The `outply why` command."""
