"""The page to play on, and the server behind it. The server keeps no games: whoever asks says the position."""
