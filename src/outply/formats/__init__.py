"""Text formats: input.txt, output.txt, positions in notation and game records."""
