"""`outply grade`: grading of programs on test cases."""
