"""Round robins of fixed players, as assignment 004 asks for."""
