"""Game review: the loss of every move, the accuracy of both sides, the turning point."""
