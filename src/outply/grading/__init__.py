"""Answers of programs judged: whether they are right, and why not."""
