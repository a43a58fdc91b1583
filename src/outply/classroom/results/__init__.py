"""Results of a class: the official tournament, marks, exports and results of earlier suites."""
