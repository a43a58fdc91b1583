"""The `outply solve` command."""
