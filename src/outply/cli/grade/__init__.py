"""The `outply grade` command."""
