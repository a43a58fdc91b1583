"""`outply review`: the review of a played game."""
