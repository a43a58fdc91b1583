"""Text to positions and back: the assignments' input.txt and output.txt."""
