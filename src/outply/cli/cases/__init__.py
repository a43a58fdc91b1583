"""The `outply cases` command."""
