"""The `outply match` command."""
