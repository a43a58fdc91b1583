"""Commands, workers and installations that tests start."""
