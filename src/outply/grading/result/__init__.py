"""Results of a grading: verdicts, points, likely mistakes and common features of wrong cases."""
