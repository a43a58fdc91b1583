"""From a position to a move: the textbook, the same walked natively, and the same answers by other means."""
