"""`outply cases`: suites of test cases."""
