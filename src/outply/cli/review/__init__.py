"""The command `outply review`."""
