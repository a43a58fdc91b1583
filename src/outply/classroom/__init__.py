"""Class server: accounts, submissions, checks, ladder and results, in one directory with one database."""
