"""The review of a game as JSON, as sentences and as a page."""
