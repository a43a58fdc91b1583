"""The command line: one module or folder per command."""
