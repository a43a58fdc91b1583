"""Class server: accounts, submissions and their checks, in one directory with one database."""
