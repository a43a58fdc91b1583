"""`outply solve`: answers to input.txt files."""
