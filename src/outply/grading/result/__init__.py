"""Results of a grading: verdicts, points and likely mistakes."""
