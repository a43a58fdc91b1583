"""`outply tournament`: tournaments of programs and built-in players."""
