"""The `outply tree` command."""
