"""Text formats: input.txt and output.txt of the assignments, positions in notation, and game records."""
