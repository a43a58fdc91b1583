"""Players, created from names such as `alphabeta:4` or `engine:0.5s`."""
