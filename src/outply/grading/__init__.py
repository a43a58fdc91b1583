"""Grade programs against test cases."""
